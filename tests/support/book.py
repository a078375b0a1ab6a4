"""A book in memory, which can be made to refuse, and which a second lobby can read on in."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.seats import Seat
from server.fair_shuffle import Shuffle
from server.lobby.book import BookAheadError, BookClosedError, Held, Line
from server.lobby.facts import Fact, Finished, MatchStarted


@dataclass
class MemoryBook:
    is_closed: bool = False
    """Nothing can be written."""
    loses_answers: bool = False
    """What is written is kept, but whoever wrote it is told otherwise."""
    writes_left: int | None = None
    """After so many facts it closes by itself."""
    waits_for: asyncio.Event | None = None
    """What every fact waits for before it is written."""
    writing: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once a fact waits to be written."""
    matches: dict[str, list[Line]] = field(default_factory=dict)
    kept: dict[str, dict[int, Shuffle]] = field(default_factory=dict)
    ended: dict[str, Finished | None] = field(default_factory=dict)
    held: dict[str, Held] = field(default_factory=dict)
    desks: dict[tuple[str, Seat], Mapping[str, Any]] = field(default_factory=dict)

    @property
    def open_matches(self) -> list[str]:
        return [match for match in self.matches if match not in self.ended]

    def facts(self, match: str) -> list[Fact]:
        return [line.fact for line in self.matches[match]]

    async def begin(self, match: str, command: str, fact: MatchStarted, held: Held) -> int:
        self.matches.setdefault(match, [])
        self.held[match] = held
        return self._write(match, 1, command, fact)

    async def append(
        self, match: str, seq: int, command: str, fact: Fact, shuffle: Shuffle | None
    ) -> int:
        self.writing.set()
        if self.waits_for is not None:
            await self.waits_for.wait()
        if shuffle is not None and not self.is_closed:
            self.kept.setdefault(match, {})[shuffle.deal] = shuffle
        return self._write(match, seq, command, fact)

    async def close(
        self, match: str, seq: int, command: str, fact: Fact, finished: Finished | None
    ) -> int:
        try:
            return self._write(match, seq, command, fact)
        finally:
            if self.matches[match][-1].command == command:
                self.ended[match] = finished

    async def lines(self, match: str, after: int = 0) -> tuple[Line, ...]:
        await self.check()
        return tuple(self.matches[match][after:])

    async def shuffles(self, match: str) -> tuple[Shuffle, ...]:
        await self.check()
        return tuple(self.kept.get(match, {}).values())

    async def keep_desk(self, match: str, seat: Seat, desk: Mapping[str, Any]) -> None:
        await self.check()
        self.desks[match, seat] = desk

    async def check(self) -> None:
        if self.is_closed:
            raise BookClosedError("nothing was changed: the disk is full; please try again")

    def _write(self, match: str, seq: int, command: str, fact: Fact) -> int:
        if self.is_closed:
            raise BookClosedError("nothing was changed: the disk is full; please try again")
        lines = self.matches[match]
        for line in lines:
            if line.command == command:
                return line.seq
        if seq != len(lines) + 1 or match in self.ended:
            raise BookAheadError(f"{len(lines) + 1} comes next")
        lines.append(Line(seq, command, fact))
        if self.writes_left is not None:
            self.writes_left -= 1
            self.is_closed = self.writes_left == 0
        if self.loses_answers:
            raise BookClosedError("nothing was changed: the database went away")
        return seq
