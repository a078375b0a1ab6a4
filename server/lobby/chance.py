"""Chance at the tables: who deals first, and the order of the cards."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random, SystemRandom
from typing import Protocol

from engine.cards import DECK, Card
from engine.seats import Seat


class Shuffler(Protocol):
    """Where decks and first dealers come from."""

    def first_dealer(self) -> Seat:
        """Who deals the first deal of a new pair of players."""

    def deck(self) -> Sequence[Card]:
        """All 52 cards in the order in which `engine.deal.new_deal` deals them."""


class RandomShuffler:
    """Shuffles with the randomness of the operating system, unless another source is given."""

    def __init__(self, source: Random | None = None) -> None:
        self._source = source or SystemRandom()

    def first_dealer(self) -> Seat:
        """Either seat, equally likely."""
        return self._source.choice((Seat.A, Seat.B))

    def deck(self) -> Sequence[Card]:
        """A deck in random order."""
        return tuple(self._source.sample(DECK, len(DECK)))
