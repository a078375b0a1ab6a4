"""How strong players are: two ladders, one for tables where nobody is coached."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from openskill.models import PlackettLuce
from sqlalchemy import Connection, delete, insert, select

from server.lobby.terms import Hints
from server.store.schema import accounts, ratings
from server.store.writer import Writer

_MODEL = PlackettLuce()
_NEWCOMER, _POINTS = 1000, 20
_DOUBTS = 3
"""Standard deviations that a standing stays below the estimate: few matches make no champion."""


class Ladder(Enum):
    """Which matches are compared with each other."""

    UNAIDED = "unaided"
    """Tables opened with the coach off."""
    COACHED = "coached"
    """All others, whatever a player switched off for himself."""

    @classmethod
    def of(cls, hints: Hints) -> Ladder:
        """The ladder of a table, by the most its coach may say."""
        return cls.UNAIDED if hints is Hints.OFF else cls.COACHED


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a player's strength."""

    mu: float = _MODEL.mu
    """The estimate."""
    sigma: float = _MODEL.sigma
    """Its standard deviation."""
    matches: int = 0

    @property
    def standing(self) -> float:
        """What the player has shown for certain; leaders are in this order."""
        return self.mu - _DOUBTS * self.sigma

    @property
    def points(self) -> int:
        """The standing as people read it: a newcomer has 1000."""
        return round(_NEWCOMER + _POINTS * self.standing)


@dataclass(frozen=True, slots=True)
class Leader:
    """A line of the list of leaders."""

    name: str
    rating: Rating


class Ratings:
    """The two ladders."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def of(self, account: int, ladder: Ladder) -> Rating:
        """A player's rating; that of a newcomer if there was no rated match."""
        return await self._writer.run(lambda connection: _rating(connection, account, ladder))

    async def everybody(self) -> tuple[tuple[int, Ladder, Rating], ...]:
        """Every rating that there is, by account and ladder."""
        rows = await self._writer.rows(select(ratings))
        return tuple(
            (row.account, Ladder(row.ladder), Rating(row.mu, row.sigma, row.matches))
            for row in rows
        )

    async def leaders(self, ladder: Ladder, count: int = 10) -> tuple[Leader, ...]:
        """The players who stand highest, the first first."""
        standing = ratings.c.mu - _DOUBTS * ratings.c.sigma
        best = (
            select(accounts.c.name, ratings)
            .join(accounts, accounts.c.id == ratings.c.account)
            .where(ratings.c.ladder == ladder.value)
            .order_by(standing.desc(), accounts.c.name)
            .limit(count)
        )
        return tuple(
            Leader(row.name, Rating(row.mu, row.sigma, row.matches))
            for row in await self._writer.rows(best)
        )


def rate(connection: Connection, ladder: Ladder, winner: int, loser: int) -> None:
    """Change both players' ratings for one match."""
    before = [_rating(connection, account, ladder) for account in (winner, loser)]
    teams = [[_MODEL.rating(rating.mu, rating.sigma)] for rating in before]
    for account, old, (new,) in zip((winner, loser), before, _MODEL.rate(teams), strict=True):
        own = (ratings.c.account == account) & (ratings.c.ladder == ladder.value)
        connection.execute(delete(ratings).where(own))
        connection.execute(
            insert(ratings).values(
                account=account,
                ladder=ladder.value,
                mu=new.mu,
                sigma=new.sigma,
                matches=old.matches + 1,
            )
        )


def _rating(connection: Connection, account: int, ladder: Ladder) -> Rating:
    own = (ratings.c.account == account) & (ratings.c.ladder == ladder.value)
    row = connection.execute(select(ratings).where(own)).one_or_none()
    return Rating() if row is None else Rating(row.mu, row.sigma, row.matches)
