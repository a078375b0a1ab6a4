"""Invitations: a word that lets one newcomer in, of which only a digest is kept."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, delete, insert, select

from server.store.errors import InvitationError
from server.store.schema import invitations
from server.store.writer import Writer
from server.tokens import INVITATION_LENGTH, digest, new_token

INVITATION_SECONDS = 7 * 24 * 3600
"""How long an invitation can be used."""


class Invitations:
    """The invitations that were made and not used."""

    def __init__(self, writer: Writer, clock: Callable[[], float]) -> None:
        self._writer = writer
        self._clock = clock

    async def new(self) -> str:
        """Make an invitation and return its word; those too old are dropped."""
        word, now = new_token(INVITATION_LENGTH), self._clock()

        def work(connection: Connection) -> None:
            connection.execute(delete(invitations).where(invitations.c.expires <= now))
            connection.execute(
                insert(invitations).values(digest=digest(word), expires=now + INVITATION_SECONDS)
            )

        await self._writer.run(work)
        return word

    async def open(self) -> dict[bytes, float]:
        """Digests of all invitations, and when each ends, in seconds since 1970, UTC."""
        rows = await self._writer.rows(select(invitations))
        return {row.digest: row.expires for row in rows}


def use_up(connection: Connection, word: str, now: float) -> None:
    """Take an invitation away, so that it lets nobody else in.

    Raises:
        InvitationError: If it is wrong, used or too old.
    """
    good = (invitations.c.digest == digest(word)) & (invitations.c.expires > now)
    if connection.scalar(delete(invitations).where(good).returning(invitations.c.digest)) is None:
        raise InvitationError
