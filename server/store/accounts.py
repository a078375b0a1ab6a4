"""Accounts: a name, settings, and whom the player wants nothing of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, insert, select, update

from server.lobby.names import is_fit, skeleton
from server.store.errors import KeyTakenError, NameTakenError, UnfitNameError
from server.store.invitations import use_up
from server.store.schema import accounts, keys, shuns
from server.store.writer import Writer

VACATED = "#"
"""Begins the looks of accounts that were given up; no name begins so."""

Settings = Mapping[str, object]
"""Whatever the screens keep for a player, as JSON; opaque here."""


class Role(Enum):
    """What an account may do in the club."""

    MEMBER = "member"
    HOST = "host"
    """Keeps order, and invites."""


@dataclass(frozen=True, slots=True)
class Account:
    """A player known by key."""

    id: int
    name: str
    settings: Settings
    role: Role = Role.MEMBER


class Shun(Enum):
    """How one player is kept away from another."""

    BLOCK = "block"
    """May not sit down with the player."""
    MUTE = "mute"
    """Is not heard."""


class Accounts:
    """The accounts of the club."""

    def __init__(self, writer: Writer, clock: Callable[[], float]) -> None:
        self._writer = writer
        self._clock = clock

    async def of_key(self, fingerprint: str) -> Account | None:
        """The account that a key belongs to."""
        return await self._writer.run(lambda connection: account_of_key(connection, fingerprint))

    async def named(self, name: str) -> Account | None:
        """The account of this name, or of one that looks like it."""
        alike = accounts.c.skeleton == skeleton(name)
        return await self._writer.run(lambda connection: _account(connection, alike))

    async def everybody(self) -> tuple[Account, ...]:
        """All accounts that are in use."""
        rows = await self._writer.rows(
            select(accounts).where(accounts.c.skeleton.not_like(f"{VACATED}%"))
        )
        return tuple(map(_from, rows))

    async def create(self, fingerprint: str, name: str, invitation: str = "") -> Account:
        """Make an account for a key seen for the first time, using its invitation up.

        Raises:
            InvitationError: If there is an invitation, and it is wrong, used or too old.
            UnfitNameError: If no account may have the name.
            NameTakenError: If another account has it, or one that looks like it.
            KeyTakenError: If the key has an account of another name.
        """
        if not is_fit(name):
            raise UnfitNameError(name)

        def work(connection: Connection) -> Account:
            owner = account_of_key(connection, fingerprint)
            if owner is not None:
                if owner.name != name:
                    raise KeyTakenError(owner.name)
                return owner
            if _account(connection, accounts.c.skeleton == skeleton(name)) is not None:
                raise NameTakenError(name)
            if invitation:
                use_up(connection, invitation, self._clock())
            return _created(connection, fingerprint, name, self._clock())

        return await self._writer.run(work)

    async def rename(self, account: int, name: str) -> None:
        """Give an account another name.

        Raises:
            UnfitNameError: If no account may have the name.
            NameTakenError: If another account has it, or one that looks like it.
        """
        if not is_fit(name):
            raise UnfitNameError(name)

        def work(connection: Connection) -> None:
            holder = _account(connection, accounts.c.skeleton == skeleton(name))
            if holder is not None and holder.id != account:
                raise NameTakenError(name)
            connection.execute(
                update(accounts)
                .where(accounts.c.id == account)
                .values(name=name, skeleton=skeleton(name))
            )

        await self._writer.run(work)

    async def give_role(self, account: int, role: Role) -> None:
        """Let an account do more, or less."""
        await self._writer.execute(
            update(accounts).where(accounts.c.id == account).values(role=role.value)
        )

    async def save_settings(self, account: int, settings: Settings) -> None:
        """Keep a player's settings."""
        await self._writer.execute(
            update(accounts).where(accounts.c.id == account).values(settings=dict(settings))
        )

    async def shun(self, account: int, other: int, how: Shun) -> None:
        """Keep another player away."""

        def work(connection: Connection) -> None:
            if connection.execute(select(shuns).where(*_pair(account, other, how))).first() is None:
                connection.execute(
                    insert(shuns).values(account=account, other=other, kind=how.value)
                )

        await self._writer.run(work)

    async def unshun(self, account: int, other: int, how: Shun) -> None:
        """Let another player near again."""
        await self._writer.execute(delete(shuns).where(*_pair(account, other, how)))

    async def shunned(self, account: int) -> frozenset[tuple[int, Shun]]:
        """Whom a player keeps away, and how."""
        rows = await self._writer.rows(select(shuns).where(shuns.c.account == account))
        return frozenset((row.other, Shun(row.kind)) for row in rows)

    async def all_shunned(self) -> tuple[tuple[int, int, Shun], ...]:
        """Who keeps whom away, and how."""
        rows = await self._writer.rows(select(shuns))
        return tuple((row.account, row.other, Shun(row.kind)) for row in rows)


def account_numbered(connection: Connection, number: int) -> Account:
    """The account of a number that is known to exist."""
    row = connection.execute(select(accounts).where(accounts.c.id == number)).one()
    return _from(row)


def account_of_key(connection: Connection, fingerprint: str) -> Account | None:
    """The account that a key belongs to."""
    owner = select(keys.c.account).where(keys.c.fingerprint == fingerprint).scalar_subquery()
    return _account(connection, accounts.c.id == owner)


def _account(connection: Connection, which: ColumnElement[bool]) -> Account | None:
    row = connection.execute(select(accounts).where(which)).one_or_none()
    return None if row is None else _from(row)


def _from(row: Row[Any]) -> Account:
    return Account(row.id, row.name, row.settings, Role(row.role))


def _created(connection: Connection, fingerprint: str, name: str, now: float) -> Account:
    row = insert(accounts).values(name=name, skeleton=skeleton(name), settings={}, created=now)
    account = connection.execute(row.returning(accounts.c.id)).scalar_one()
    connection.execute(insert(keys).values(fingerprint=fingerprint, account=account, added=now))
    return Account(account, name, {})


def _pair(account: int, other: int, how: Shun) -> tuple[ColumnElement[bool], ...]:
    return shuns.c.account == account, shuns.c.other == other, shuns.c.kind == how.value
