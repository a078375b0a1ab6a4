"""What the lobby asks of the book in which matches are written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from engine.seats import PerSeat, Seat
from server.fair_shuffle import Shuffle
from server.lobby.facts import Fact, Finished, MatchStarted


class BookError(Exception):
    """Root of what can go wrong with the book."""


class BookClosedError(BookError):
    """Nothing can be written just now; the message says why, as a sentence."""


class BookAheadError(BookError):
    """The book holds more of a match than the table knows."""


@dataclass(frozen=True, slots=True)
class Line:
    """A fact as it stands in the book."""

    seq: int
    """Counts up from 1 within its match."""
    command: str
    """The id of the intent that it came from."""
    fact: Fact


Held = PerSeat[bytes | None]
"""The digests of the tokens by which guests come back to their seats; None where a member sits."""


class Book(Protocol):
    """Where every fact of a match is kept before anybody is told of it.

    All of it raises `BookClosedError` while nothing can be written. A command is written once:
    sent again, its first place is returned.
    """

    async def begin(self, match: str, command: str, fact: MatchStarted, held: Held) -> int:
        """Write the first fact of a new match and hold its guests' seats; return its number, 1."""

    async def append(
        self, match: str, seq: int, command: str, fact: Fact, shuffle: Shuffle | None
    ) -> int:
        """Write the next fact and keep a shuffle with it; return the number it stands under.

        Raises:
            BookAheadError: If `seq` is not the next number.
        """

    async def close(
        self, match: str, seq: int, command: str, fact: Fact, finished: Finished | None
    ) -> int:
        """Write the last fact of a match and file what is to be remembered of it.

        Raises:
            BookAheadError: If `seq` is not the next number.
        """

    async def lines(self, match: str, after: int = 0) -> tuple[Line, ...]:
        """The facts of a match in order, from the one after number `after` on."""

    async def shuffles(self, match: str) -> tuple[Shuffle, ...]:
        """The shuffles of a match."""

    async def keep_desk(self, match: str, seat: Seat, desk: Mapping[str, Any]) -> None:
        """Keep what a player has arranged for himself."""

    async def check(self) -> None:
        """Write something without meaning, to see whether that is possible."""
