"""The log of every match: what was acknowledged, in order, and the decks it was played with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, bindparam, delete, func, insert, select, update

from engine.cards import DECK
from engine.seats import PerSeat, Seat
from server.fair_shuffle import Shuffle
from server.lobby.book import Held
from server.lobby.facts import Fact, Finished, MatchStarted
from server.store.codec import FACT
from server.store.errors import MatchClosedError, NoSuchMatchError, OutOfStepError
from server.store.guests import NOBODY, hold_seats, release_seats_of
from server.store.history import file_finished
from server.store.schema import desks, events, matches, shuffles
from server.store.writer import Writer


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact as it stands in the log of its match."""

    seq: int
    """Counts up from 1 without a gap."""
    epoch: int
    """Which server wrote it."""
    command: str
    """The id of the intent it came from."""
    at: float
    """Seconds since 1970, UTC."""
    fact: Fact


def _state_of_a_log() -> Select[Any]:
    of_match = events.c.match == bindparam("of")
    same = select(events.c.seq).where(of_match, events.c.command == bindparam("by"))
    last = select(func.coalesce(func.max(events.c.seq), 0)).where(of_match)
    return select(
        matches.c.ended,
        same.scalar_subquery().label("same"),
        last.scalar_subquery().label("last"),
    ).where(matches.c.id == bindparam("of"))


# Put together once: building them takes longer than SQLite takes to carry them out.
_STATE = _state_of_a_log()
_EVENT = insert(events)


class MatchLog:
    """The logs of all matches.

    A fact may be shown to people once the call that writes it has returned. A command is written
    once: sent again, to this server or the next one, its first place is returned.
    """

    def __init__(self, writer: Writer, clock: Callable[[], float]) -> None:
        self._writer = writer
        self._clock = clock

    async def start(self, match: str, command: str, fact: MatchStarted, held: Held = NOBODY) -> int:
        """Open the log of a new match; return the number of its first fact, 1.

        Args:
            match: The match.
            command: The id of the intent.
            fact: Who plays, and by which rules.
            held: By what its guests come back to their seats.

        Raises:
            OutOfStepError: If the match was started by another command.
        """
        now = self._clock()

        def work(connection: Connection) -> int:
            if connection.scalar(select(matches.c.id).where(matches.c.id == match)) is None:
                connection.execute(insert(matches).values(id=match, started=now))
            place = _place(connection, match, 1, command)
            if not place.is_filled:
                self._write(connection, match, 1, command, fact, now)
                hold_seats(connection, match, fact, held)
            return place.seq

        return await self._writer.run(work)

    async def append(
        self, match: str, seq: int, command: str, fact: Fact, shuffle: Shuffle | None = None
    ) -> int:
        """Write the next fact of a match; return the number it stands under.

        Args:
            match: The match.
            seq: The number after the last fact that the caller knows.
            command: The id of the intent; unique within the match.
            fact: What happened.
            shuffle: A deal's shuffle, new or changed by a cut, kept together with the fact.

        Raises:
            NoSuchMatchError: If the match was never started.
            MatchClosedError: If it has ended.
            OutOfStepError: If `seq` is not the next number and the command is not there yet.
        """
        now = self._clock()

        def work(connection: Connection) -> int:
            place = _place(connection, match, seq, command)
            if not place.is_filled:
                self._write(connection, match, seq, command, fact, now)
                if shuffle is not None:
                    _keep_shuffle(connection, shuffle)
            return place.seq

        return await self._writer.run(work)

    async def finish(
        self, match: str, seq: int, command: str, fact: Fact, finished: Finished | None
    ) -> int:
        """Write the last fact of a match, file the match and rate it, all in one.

        Args:
            match: The match.
            seq: The number after the last fact that the caller knows.
            command: The id of the intent; unique within the match.
            fact: What ended it.
            finished: What goes into the history; None when it was called off.

        Raises:
            NoSuchMatchError: If the match was never started.
            MatchClosedError: If it has ended by another command.
            OutOfStepError: If `seq` is not the next number.
        """
        now = self._clock()

        def work(connection: Connection) -> int:
            place = _place(connection, match, seq, command)
            if not place.is_filled:
                self._write(connection, match, seq, command, fact, now)
                connection.execute(update(matches).where(matches.c.id == match).values(ended=now))
                release_seats_of(connection, match)
                if finished is not None:
                    file_finished(connection, match, finished, now)
            return place.seq

        return await self._writer.run(work)

    async def open_matches(self) -> tuple[str, ...]:
        """The matches that have not ended, the oldest first."""
        unended = select(matches.c.id).where(matches.c.ended.is_(None))
        rows = await self._writer.rows(unended.order_by(matches.c.started, matches.c.id))
        return tuple(row.id for row in rows)

    async def read(self, match: str, after: int = 0) -> tuple[Entry, ...]:
        """The facts of a match in order, those up to number `after` left out.

        Raises:
            CodecError: If a fact is not as it was written.
        """
        later = select(events).where(events.c.match == match, events.c.seq > after)
        rows = await self._writer.rows(later.order_by(events.c.seq))
        return tuple(
            Entry(row.seq, row.epoch, row.command, row.at, FACT.read(row.fact)) for row in rows
        )

    async def shuffles(self, match: str) -> tuple[Shuffle, ...]:
        """The shuffles of a match in the order of its deals; secret until each deal is over."""
        of_match = select(shuffles).where(shuffles.c.match == match)
        rows = await self._writer.rows(of_match.order_by(shuffles.c.deal))
        return tuple(
            Shuffle(
                match,
                row.deal,
                row.seed,
                PerSeat(row.cut_a, row.cut_b),
                tuple(DECK[card] for card in row.deck),
            )
            for row in rows
        )

    async def keep_desk(self, match: str, seat: Seat, desk: Mapping[str, Any]) -> None:
        """Keep what a player has arranged for himself, as JSON; opaque here."""

        def work(connection: Connection) -> None:
            own = (desks.c.match == match) & (desks.c.seat == seat.value)
            connection.execute(delete(desks).where(own))
            connection.execute(insert(desks).values(match=match, seat=seat.value, desk=dict(desk)))

        await self._writer.run(work)

    async def desk(self, match: str, seat: Seat) -> Mapping[str, Any]:
        """What a player had arranged for himself; empty if nothing was kept."""
        own = (desks.c.match == match) & (desks.c.seat == seat.value)
        for row in await self._writer.rows(select(desks.c.desk).where(own)):
            kept: Mapping[str, Any] = row.desk
            return kept
        return {}

    def _write(
        self, connection: Connection, match: str, seq: int, command: str, fact: Fact, now: float
    ) -> None:
        row = {
            "match": match,
            "seq": seq,
            "epoch": self._writer.epoch,
            "command": command,
            "at": now,
            "fact": FACT.write(fact),
        }
        connection.execute(_EVENT, row)


@dataclass(frozen=True, slots=True)
class _Place:
    seq: int
    is_filled: bool
    """The command was written there before."""


def _place(connection: Connection, match: str, seq: int, command: str) -> _Place:
    """Where a command's fact belongs in the log, or stands already."""
    state = connection.execute(_STATE, {"of": match, "by": command}).one_or_none()
    if state is None:
        raise NoSuchMatchError(match)
    if state.same is not None:
        return _Place(state.same, is_filled=True)
    if state.ended is not None:
        raise MatchClosedError(match)
    if seq != state.last + 1:
        raise OutOfStepError(match, seq, state.last + 1)
    return _Place(seq, is_filled=False)


def _keep_shuffle(connection: Connection, shuffle: Shuffle) -> None:
    """Keep a shuffle in place of what was kept of the same deal."""
    same = (shuffles.c.match == shuffle.match) & (shuffles.c.deal == shuffle.deal)
    connection.execute(delete(shuffles).where(same))
    connection.execute(
        insert(shuffles).values(
            match=shuffle.match,
            deal=shuffle.deal,
            seed=shuffle.seed,
            cut_a=shuffle.cuts.a,
            cut_b=shuffle.cuts.b,
            deck=bytes(shuffle.deck),
        )
    )
