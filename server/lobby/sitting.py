"""One match at a table, and its lines in the book: written first, shown after."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from engine.events import Event
from engine.seats import PerSeat, Seat
from server.fair_shuffle import Shuffle
from server.lobby.book import Book, BookAheadError, BookClosedError, BookError, Held, Line
from server.lobby.course import Course
from server.lobby.errors import FaultError, StaleActionError
from server.lobby.facts import Acted, Fact, MatchStarted
from server.lobby.progress import Stage

Shown = Callable[[Fact, Course], None]
"""Called with every fact once it is written, and with the course after it."""


def new_id() -> str:
    """A name that no other match or command has: 60 random bits."""
    return "".join(secrets.choice("0123456789abcdefghjkmnpqrstvwxyz") for _ in range(12))


class Sitting:
    """A match from before its first deal to its end."""

    def __init__(self, book: Book, match: str, shuffle: Shuffle, shown: Shown) -> None:
        self.match = match
        self.shuffle = shuffle
        """Of the deal in play or, between deals, of the next one."""
        self.last_shuffle: Shuffle | None = None
        """Of the last deal that was finished or broken off."""
        self._book = book
        self._shown = shown
        self._course: Course | None = None
        self._seq = 0
        self._is_in_doubt = False
        """Something may have been written although it was said not to be."""
        self._commands = PerSeat("", "")
        """The last command that each seat acted by."""

    @property
    def course(self) -> Course:
        """Where the match stands."""
        assert self._course is not None  # noqa: S101 a match is begun or recalled first
        return self._course

    @property
    def seq(self) -> int:
        """How many facts there are."""
        return self._seq

    async def begin(self, fact: MatchStarted, held: Held) -> None:
        """Write that the match starts, and hold its guests' seats.

        Raises:
            FaultError: If nothing can be written.
        """
        try:
            await self._book.begin(self.match, new_id(), fact, held)
        except BookError as error:
            raise FaultError(str(error)) from error
        self._seq, self._course = 1, Course.of(fact)

    async def write(self, fact: Fact, *, command: str = "", shuffle: Shuffle | None = None) -> None:
        """Write the next fact; once it is kept, the match has moved on and everybody is shown.

        Args:
            fact: What is to happen.
            command: The id of the intent; a new one when left out.
            shuffle: What is kept together with the fact.

        Raises:
            GinError: If the rules do not allow it.
            NotNowError: If it has no place now.
            FaultError: If nothing can be written.
            StaleActionError: If the book held more than the table knew; now the table knows too.
        """
        if await self.settle_doubt():
            raise StaleActionError
        kept = shuffle or self.shuffle
        after = self.course.after(fact, {kept.deal: kept.deck})
        line = Line(self._seq + 1, command or new_id(), fact)
        try:
            await self._put(line, after, shuffle)
        except BookAheadError as ahead:
            self._is_in_doubt = True
            await self.settle_doubt()
            raise StaleActionError from ahead
        except BookClosedError as error:
            self._is_in_doubt = True
            raise FaultError(str(error)) from error
        self.shuffle = kept
        self._move_on(line, after)

    def has_done(self, seat: Seat, command: str) -> bool:
        """Whether a seat's last act came from this very command."""
        return bool(command) and self._commands[seat] == command

    def recall(self, lines: Sequence[Line], shuffles: Sequence[Shuffle]) -> tuple[Event, ...]:
        """Take a match up from the book; return all that happened in it.

        Raises:
            CourseError: If the lines make no sense.
            GinError: If they tell of something that the rules do not allow.
        """
        kept = {shuffle.deal: shuffle for shuffle in shuffles}
        decks = {deal: shuffle.deck for deal, shuffle in kept.items()}
        events: list[Event] = []
        for line in lines:
            course = self._course
            self._course = course.after(line.fact, decks) if course else Course.of(line.fact)
            events += self._course.events
            self._note(line)
        self.shuffle = kept.get(self.course.deal, self.shuffle)
        self.last_shuffle = kept.get(self.course.deal - 1)
        return tuple(events)

    async def _put(self, line: Line, after: Course, shuffle: Shuffle | None) -> None:
        if after.is_over:
            await self._book.close(self.match, line.seq, line.command, line.fact, after.finished)
        else:
            await self._book.append(self.match, line.seq, line.command, line.fact, shuffle)

    async def settle_doubt(self) -> bool:
        """Take in what was written although nobody was told so; return whether there was any.

        Raises:
            FaultError: If the book cannot be read.
        """
        if not self._is_in_doubt:
            return False
        try:
            lines = await self._book.lines(self.match, self._seq)
            kept = {shuffle.deal: shuffle for shuffle in await self._book.shuffles(self.match)}
        except BookClosedError as error:
            raise FaultError(str(error)) from error
        self._is_in_doubt = False
        decks = {deal: shuffle.deck for deal, shuffle in kept.items()}
        for line in lines:
            after = self.course.after(line.fact, decks)
            self._move_on(line, after)
            self.shuffle = kept.get(after.deal, self.shuffle)
        return bool(lines)

    def _move_on(self, line: Line, after: Course) -> None:
        was_dealt = self.course.progress is not None and self.course.stage is Stage.DEAL
        if was_dealt and after.stage is not Stage.DEAL:
            self.last_shuffle = self.shuffle
        self._course = after
        self._note(line)
        self._shown(line.fact, after)

    def _note(self, line: Line) -> None:
        self._seq = line.seq
        if isinstance(line.fact, Acted):
            self._commands = self._commands.put(line.fact.seat, line.command)
