"""What was said and done in one room, numbered; only the newest lines are kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from engine.events import Event
from engine.seats import Seat
from engine.view import redacted
from server.lobby.clock import Clock

KEPT = 200
Viewer = Seat | None
"""Whose eyes: a seat's, or with None anybody else's."""


@dataclass(frozen=True, slots=True)
class Said:
    """A line of talk; another type than the house's own, so that no talk can pass for one."""

    number: int
    name: str
    text: str
    clock: str


@dataclass(frozen=True, slots=True)
class Noticed:
    """A line of the house itself."""

    number: int
    text: str
    clock: str


@dataclass(frozen=True, slots=True)
class Happened:
    """Something done at a table, as its viewer may see it."""

    number: int
    event: Event


News = Said | Noticed | Happened


class NewsLog:
    """The newest news of a room, as each viewer may see them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0
        self._lines: dict[Viewer, deque[News]] = {
            viewer: deque(maxlen=KEPT) for viewer in (Seat.A, Seat.B, None)
        }

    def lines(self, viewer: Viewer = None) -> tuple[News, ...]:
        """The newest news, oldest first, as this viewer may see them."""
        return tuple(self._lines[viewer])

    def say(self, name: str, text: str) -> None:
        """Add a line of talk."""
        line = Said(self._number(), name, text, self._clock.time_of_day())
        for lines in self._lines.values():
            lines.append(line)

    def notice(self, text: str, hidden_from: Viewer = None) -> None:
        """Add a line of the house; a seat may be spared what it knows best itself."""
        line = Noticed(self._number(), text, self._clock.time_of_day())
        for viewer, lines in self._lines.items():
            if viewer is None or viewer is not hidden_from:
                lines.append(line)

    def forget(self, name: str) -> None:
        """Drop what somebody said."""
        for lines in self._lines.values():
            kept = [line for line in lines if not (isinstance(line, Said) and line.name == name)]
            lines.clear()
            lines.extend(kept)

    def record(self, events: Iterable[Event]) -> None:
        """Add what happened, each viewer seeing no more of it than he may."""
        for event in events:
            number = self._number()
            for viewer, lines in self._lines.items():
                lines.append(Happened(number, redacted(event, viewer)))

    def hand_over(self, seat: Seat) -> None:
        """Somebody new takes a seat: of the past he sees what everybody saw."""
        self._lines[seat] = self._lines[None].copy()

    def _number(self) -> int:
        self._last += 1
        return self._last
