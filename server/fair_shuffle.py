"""The shuffle that the house binds itself to before a deal, and shows after it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.cards import DECK, Card
from engine.seats import PerSeat, Seat
from server import verify_deal

SEED_BYTES = verify_deal.SEED_BYTES
LONGEST_CUT = verify_deal.LONGEST_CUT
"""Bytes that a player may add to a shuffle."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """One deal's deck and where it comes from: all of it secret until the deal is over."""

    match: str
    deal: int
    """The deal's number in the match, from 1."""
    seed: bytes = field(repr=False)
    cuts: PerSeat[bytes] = field(repr=False)
    """What each player added; empty for nothing."""
    deck: tuple[Card, ...] = field(repr=False)
    """In the order in which `engine.deal.new_deal` deals it."""

    @property
    def commitment(self) -> str:
        """What may and must be shown before the deal: it fits this seed only."""
        return verify_deal.commitment_to(self.seed, self.match, self.deal)

    def with_cut(self, seat: Seat, cut: bytes) -> Shuffle:
        """The shuffle with what a player adds.

        Raises:
            ValueError: If the cut is longer than 64 bytes.
        """
        if len(cut) > LONGEST_CUT:
            raise ValueError(f"a cut has at most {LONGEST_CUT} bytes")
        cuts = self.cuts.put(seat, cut)
        return replace(self, cuts=cuts, deck=_deck(self.seed, self.match, self.deal, cuts))

    def published(self) -> dict[str, Any]:
        """The record of the deal, as the stand-alone `verify_deal.py` reads it."""
        return {
            "match": self.match,
            "deal": self.deal,
            "seed": self.seed.hex(),
            "cuts": [cut.hex() for cut in self.cuts],
            "commitment": self.commitment,
            "deck": verify_deal.card_names(self.deck),
        }


def new_shuffle(match: str, deal: int) -> Shuffle:
    """A shuffle nobody could foresee, from the randomness of the operating system."""
    return shuffle_of(match, deal, secrets.token_bytes(verify_deal.SEED_BYTES))


def shuffle_of(match: str, deal: int, seed: bytes) -> Shuffle:
    """The shuffle that a seed gives before anybody has cut."""
    cuts = PerSeat.both(b"")
    return Shuffle(match, deal, seed, cuts, _deck(seed, match, deal, cuts))


def verifier() -> str:
    """The source of the stand-alone program that checks published deals."""
    return Path(verify_deal.__file__).read_text(encoding="utf-8")


def _deck(seed: bytes, match: str, deal: int, cuts: PerSeat[bytes]) -> tuple[Card, ...]:
    order: Sequence[int] = verify_deal.shuffled_deck(seed, match, deal, tuple(cuts))
    return tuple(DECK[card] for card in order)
