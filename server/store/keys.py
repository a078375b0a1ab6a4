"""The keys of an account, and the one-time codes by which more are added."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from server.store.accounts import Account, account_numbered, account_of_key
from server.store.errors import CodeError, KeyTakenError, LastKeyError, UnknownKeyError
from server.store.schema import codes, keys
from server.store.writer import Writer
from server.tokens import digest, new_token

CODE_SECONDS = 600
"""How long a one-time code can be used."""


@dataclass(frozen=True, slots=True)
class Key:
    """A public key that opens an account."""

    fingerprint: str
    added: float
    """Seconds since 1970, UTC."""


class Keys:
    """The keys by which players are known."""

    def __init__(self, writer: Writer, clock: Callable[[], float]) -> None:
        self._writer = writer
        self._clock = clock

    async def of(self, account: int) -> tuple[Key, ...]:
        """The keys of an account, the oldest first."""
        owned = select(keys).where(keys.c.account == account)
        rows = await self._writer.rows(owned.order_by(keys.c.added, keys.c.fingerprint))
        return tuple(Key(row.fingerprint, row.added) for row in rows)

    async def owners(self) -> dict[str, int]:
        """The account of every key, by fingerprint."""
        rows = await self._writer.rows(select(keys.c.fingerprint, keys.c.account))
        return {row.fingerprint: row.account for row in rows}

    async def remove(self, account: int, fingerprint: str) -> None:
        """Take a key off an account.

        Raises:
            UnknownKeyError: If the account has no such key.
            LastKeyError: If it is the only one.
        """

        def work(connection: Connection) -> None:
            owned = connection.scalars(
                select(keys.c.fingerprint).where(keys.c.account == account)
            ).all()
            if fingerprint not in owned:
                raise UnknownKeyError(fingerprint)
            if len(owned) == 1:
                raise LastKeyError
            connection.execute(delete(keys).where(keys.c.fingerprint == fingerprint))

        await self._writer.run(work)

    async def new_code(self, account: int) -> str:
        """A code that adds the next key to come with it; an earlier one of the account is void."""
        code, now = new_token(), self._clock()

        def work(connection: Connection) -> None:
            void = (codes.c.account == account) | (codes.c.expires <= now)
            connection.execute(delete(codes).where(void))
            connection.execute(
                insert(codes).values(
                    digest=digest(code), account=account, expires=now + CODE_SECONDS
                )
            )

        await self._writer.run(work)
        return code

    async def open_codes(self) -> dict[bytes, float]:
        """Digests of all one-time codes, and when each ends, in seconds since 1970, UTC."""
        rows = await self._writer.rows(select(codes))
        return {row.digest: row.expires for row in rows}

    async def redeem(self, code: str, fingerprint: str) -> Account:
        """Add a key to the account that a code is for, and use the code up.

        Raises:
            CodeError: If the code is wrong, used or too old.
            KeyTakenError: If the key has an account already; the code can still be used.
        """
        now = self._clock()

        def work(connection: Connection) -> Account:
            owner = account_of_key(connection, fingerprint)
            if owner is not None:
                raise KeyTakenError(owner.name)
            good = (codes.c.digest == digest(code)) & (codes.c.expires > now)
            number = connection.scalar(delete(codes).where(good).returning(codes.c.account))
            if number is None:
                raise CodeError
            connection.execute(
                insert(keys).values(fingerprint=fingerprint, account=number, added=now)
            )
            return account_numbered(connection, number)

        return await self._writer.run(work)
