"""The audit log: what hosts did, and to whom; lines are added and never changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import insert, select

from server.store.schema import audit
from server.store.writer import Writer


@dataclass(frozen=True, slots=True)
class Deed:
    """One line of the log."""

    at: float
    """Seconds since 1970, UTC."""
    by: str
    deed: str
    target: str
    detail: str


class Audit:
    """The club's audit log."""

    def __init__(self, writer: Writer, clock: Callable[[], float]) -> None:
        self._writer = writer
        self._clock = clock

    async def note(self, by: str, deed: str, target: str, detail: str = "") -> None:
        """Write a line."""
        line = insert(audit).values(
            at=self._clock(), by=by, deed=deed, target=target, detail=detail
        )
        await self._writer.execute(line)

    async def latest(self, count: int = 50) -> tuple[Deed, ...]:
        """The newest lines, the latest first."""
        rows = await self._writer.rows(select(audit).order_by(audit.c.id.desc()).limit(count))
        return tuple(Deed(row.at, row.by, row.deed, row.target, row.detail) for row in rows)
