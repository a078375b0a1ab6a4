"""Sanctions: who may not come in, and who may come but not speak."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from sqlalchemy import Connection, delete, insert, select

from server.store.schema import sanctions
from server.store.writer import Writer


class SanctionKind(Enum):
    """What somebody may not do."""

    BAN = "ban"
    """Come in."""
    MUTE = "mute"
    """Speak."""


@dataclass(frozen=True, slots=True)
class Sanction:
    """One thing that was forbidden to an account, a key or an address."""

    kind: SanctionKind
    target: str
    """`account:12`, a fingerprint `SHA256:…`, or an address."""
    name: str
    """Whom it was meant for."""
    until: float | None
    """Seconds since 1970, UTC; None for one without end."""


class Sanctions:
    """All sanctions of the club."""

    def __init__(self, writer: Writer, clock: Callable[[], float]) -> None:
        self._writer = writer
        self._clock = clock

    async def all(self) -> tuple[Sanction, ...]:
        """Those that still hold."""
        rows = await self._writer.rows(select(sanctions).order_by(sanctions.c.name))
        found = [Sanction(SanctionKind(row.kind), row.target, row.name, row.until) for row in rows]
        now = self._clock()
        return tuple(one for one in found if one.until is None or one.until > now)

    async def add(self, added: Sequence[Sanction]) -> None:
        """Let sanctions hold from now on, each in the place of an earlier one."""

        def work(connection: Connection) -> None:
            for one in added:
                _lift(connection, one.kind, one.target)
                connection.execute(
                    insert(sanctions).values(
                        kind=one.kind.value, target=one.target, name=one.name, until=one.until
                    )
                )

        await self._writer.run(work)

    async def lift(self, lifted: Sequence[Sanction]) -> None:
        """Let sanctions hold no longer."""

        def work(connection: Connection) -> None:
            for one in lifted:
                _lift(connection, one.kind, one.target)

        await self._writer.run(work)


def _lift(connection: Connection, kind: SanctionKind, target: str) -> None:
    connection.execute(
        delete(sanctions).where(sanctions.c.kind == kind.value, sanctions.c.target == target)
    )
