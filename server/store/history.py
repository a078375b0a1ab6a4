"""Finished matches, and what they add up to for a player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, func, insert, select

from engine.result import DealResult, Ending
from engine.seats import Seat
from server.lobby.facts import Finished
from server.store.codec import FINISHED
from server.store.ratings import Ladder, rate
from server.store.schema import finished, sides
from server.store.writer import Writer

_GAMES = (sides.c.game_1, sides.c.game_2, sides.c.game_3)


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A finished match."""

    match: str
    at: float
    """When it ended, in seconds since 1970, UTC."""
    finished: Finished


@dataclass(frozen=True, slots=True)
class Record:
    """Won and lost."""

    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Profile:
    """What a player's matches add up to."""

    matches: Record
    games: tuple[Record, ...]
    """One for each column of the sheet."""
    gins: int
    """Big gins among them."""
    undercuts: int
    """Made, not suffered."""
    average_deadwood: float | None
    """Own deadwood when a deal was counted; None before the first."""


class History:
    """The matches that were played to their end or forfeited."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def match(self, match: str) -> PastMatch | None:
        """A finished match; none if it is still open or nothing of it counts."""
        for past in await self._past(select(finished).where(finished.c.match == match)):
            return past
        return None

    async def of(self, account: int, count: int = 50) -> tuple[PastMatch, ...]:
        """A player's matches, the latest first."""
        own = select(sides.c.match).where(sides.c.account == account)
        return await self._past(_latest(count).where(finished.c.match.in_(own)))

    async def latest(self, count: int = 50) -> tuple[PastMatch, ...]:
        """The club's matches, the latest first."""
        return await self._past(_latest(count))

    async def profile(self, account: int) -> Profile:
        """What a player's matches add up to, those against guests and the computer too."""
        columns = [
            *_won_and_lost(sides.c.won),
            *(count for game in _GAMES for count in _won_and_lost(game)),
            *(
                func.coalesce(func.sum(column), 0)
                for column in (sides.c.gins, sides.c.undercuts, sides.c.deadwood, sides.c.showdowns)
            ),
        ]
        own = select(*columns).where(sides.c.account == account)
        [row] = await self._writer.rows(own)
        *records, gins, undercuts, deadwood, showdowns = tuple(row)
        matches, *games = (Record(*records[at : at + 2]) for at in range(0, len(records), 2))
        average = deadwood / showdowns if showdowns else None
        return Profile(matches, tuple(games), gins, undercuts, average)

    async def _past(self, query: Select[Any]) -> tuple[PastMatch, ...]:
        return tuple(
            PastMatch(row.match, row.ended, FINISHED.read(row.record))
            for row in await self._writer.rows(query)
        )


def _latest(count: int) -> Select[Any]:
    return select(finished).order_by(finished.c.ended.desc(), finished.c.match).limit(count)


def _won_and_lost(column: ColumnElement[bool]) -> Iterator[ColumnElement[int]]:
    for outcome in (True, False):
        yield func.count().filter(column.is_(outcome))


def file_finished(connection: Connection, match: str, kept: Finished, now: float) -> None:
    """Put a match into the history and rate it; to be done once, with its last fact."""
    connection.execute(insert(finished).values(match=match, ended=now, record=FINISHED.write(kept)))
    for seat in Seat:
        if kept.players[seat].account is not None:
            connection.execute(insert(sides).values(match=match, **_side(kept, seat)))
    won, lost = kept.players[kept.winner].account, kept.players[kept.winner.other].account
    if won is not None and lost is not None:
        rate(connection, Ladder.of(kept.hints), won, lost)


def _side(kept: Finished, seat: Seat) -> dict[str, Any]:
    """What a player did in one match."""
    results = [result for result in kept.sheet.results if result.knocker is not None]
    own = [result for result in results if result.winner is seat]
    games = [game.closed_by for game in kept.sheet.match.games]
    return {
        "seat": seat.value,
        "account": kept.players[seat].account,
        "won": seat is kept.winner,
        "gins": sum(result.ending in {Ending.GIN, Ending.BIG_GIN} for result in own),
        "undercuts": sum(result.ending is Ending.UNDERCUT for result in own),
        "deadwood": sum(_deadwood(result, seat) for result in results),
        "showdowns": len(results),
        **{
            column.name: None if closer is None else closer is seat
            for column, closer in zip(_GAMES, games, strict=False)
        },
    }


def _deadwood(result: DealResult, seat: Seat) -> int:
    return result.knocker_deadwood if seat is result.knocker else result.defender_deadwood
