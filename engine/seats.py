"""The two seats of a table, and things that exist once per seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Seat(Enum):
    """One of the two places at a table."""

    A = "A"
    B = "B"

    @property
    def other(self) -> Seat:
        """The seat across the table."""
        return Seat.B if self is Seat.A else Seat.A


@dataclass(frozen=True, slots=True)
class PerSeat(Generic[T]):
    """One value for each seat, read as `things[seat]`."""

    a: T
    b: T

    @classmethod
    def both(cls, value: T) -> PerSeat[T]:
        """The same value for both seats."""
        return cls(value, value)

    @classmethod
    def of(cls, seat: Seat, own: T, other: T) -> PerSeat[T]:
        """`own` for `seat` and `other` for the one across."""
        return cls(own, other) if seat is Seat.A else cls(other, own)

    def __getitem__(self, seat: Seat) -> T:
        return self.a if seat is Seat.A else self.b

    def __iter__(self) -> Iterator[T]:
        yield self.a
        yield self.b

    def put(self, seat: Seat, value: T) -> PerSeat[T]:
        """The same pair with one seat's value replaced."""
        return PerSeat.of(seat, value, self[seat.other])

    def map(self, change: Callable[[T], U]) -> PerSeat[U]:
        """Both values, each changed by `change`."""
        return PerSeat(change(self.a), change(self.b))
