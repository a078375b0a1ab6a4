"""Chance at the tables: who deals first, and the order of the cards."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import Protocol

from engine.seats import Seat
from server.fair_shuffle import SEED_BYTES, Shuffle, new_shuffle, shuffle_of


class Shuffler(Protocol):
    """Where shuffles and first dealers come from."""

    def first_dealer(self) -> Seat:
        """Who deals the first deal of a new pair of players."""

    def shuffle(self, match: str, deal: int) -> Shuffle:
        """The shuffle of a deal before anybody has cut."""


class RandomShuffler:
    """Shuffles with the randomness of the operating system, unless another source is given."""

    def __init__(self, source: Random | None = None) -> None:
        self._source = source

    def first_dealer(self) -> Seat:
        """Either seat, equally likely."""
        return (self._source or SystemRandom()).choice((Seat.A, Seat.B))

    def shuffle(self, match: str, deal: int) -> Shuffle:
        """A shuffle that nobody could foresee."""
        if self._source is None:
            return new_shuffle(match, deal)
        return shuffle_of(match, deal, self._source.randbytes(SEED_BYTES))
