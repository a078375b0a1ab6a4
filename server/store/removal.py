"""What is taken out of the database for good: a member who leaves, and matches long past."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection, delete, select, update

from engine.seats import PerSeat
from server.lobby.facts import MatchStarted, Participant
from server.store.accounts import VACATED
from server.store.codec import FACT, FINISHED
from server.store.schema import (
    accounts,
    codes,
    desks,
    events,
    finished,
    keys,
    matches,
    ratings,
    shuffles,
    shuns,
    sides,
)
from server.store.writer import Writer

FORMER = "former member"


class Removal:
    """Takes out what is not to be kept."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def member(self, account: int) -> None:
        """Forget who a member was; finished matches stay, with a former member in his seat."""

        def work(connection: Connection) -> None:
            _remove_belongings(connection, account)
            first = select(events.c.match, events.c.fact).where(events.c.seq == 1)
            for match, fact in connection.execute(first).all():
                _unname(connection, match, fact, account)
            connection.execute(
                update(accounts)
                .where(accounts.c.id == account)
                .values(name=FORMER, skeleton=f"{VACATED}{account}", settings={}, role="member")
            )

        await self._writer.run(work)

    async def matches_before(self, day: float) -> int:
        """Forget matches that ended before a time, in seconds since 1970; return how many.

        Ratings stay as they are.
        """

        def work(connection: Connection) -> int:
            old = connection.scalars(select(matches.c.id).where(matches.c.ended < day)).all()
            for match in old:
                for table in (sides, finished, events, shuffles, desks):
                    connection.execute(delete(table).where(table.c.match == match))
                connection.execute(delete(matches).where(matches.c.id == match))
            return len(old)

        return await self._writer.run(work)


def _remove_belongings(connection: Connection, account: int) -> None:
    for table in (keys, codes, ratings):
        connection.execute(delete(table).where(table.c.account == account))
    connection.execute(
        delete(shuns).where((shuns.c.account == account) | (shuns.c.other == account))
    )


def _unname(connection: Connection, match: str, fact: object, account: int) -> None:
    """Take a name out of what is kept of a match, if it is there."""

    def unnamed(players: PerSeat[Participant]) -> PerSeat[Participant]:
        return players.map(lambda one: replace(one, name=FORMER) if one.account == account else one)

    started = FACT.read(fact)
    if not isinstance(started, MatchStarted) or unnamed(started.players) == started.players:
        return
    first = (events.c.match == match) & (events.c.seq == 1)
    told = FACT.write(replace(started, players=unnamed(started.players)))
    connection.execute(update(events).where(first).values(fact=told))
    own = finished.c.match == match
    record = connection.scalar(select(finished.c.record).where(own))
    if record is not None:
        kept = FINISHED.read(record)
        record = FINISHED.write(replace(kept, players=unnamed(kept.players)))
        connection.execute(update(finished).where(own).values(record=record))
