"""Who is who: accounts and their keys, kept in the store and looked up in memory.

A key must be judged at once, while a client still offers one after the other.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Container, Mapping
from dataclasses import replace
from functools import partial

from server.lobby.names import skeleton
from server.lobby.player import Player
from server.lobby.turns import Turns
from server.settings_form import read_settings, written_settings
from server.store.accounts import Account, Role, Shun
from server.store.errors import StoreError
from server.store.keys import CODE_SECONDS
from server.store.store import Store
from server.tokens import digest
from tui.records import KeyCode, KeyRow
from tui.settings import Settings

log = logging.getLogger(__name__)


class Members:
    """All accounts of the club; made by `Members.load`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._accounts: dict[int, Account] = {}
        self._looks: dict[str, int] = {}
        """Accounts by the look of their names."""
        self._owners: dict[str, int] = {}
        """Accounts by the fingerprints of their keys."""
        self._codes: dict[bytes, float] = {}
        """When each one-time code ends, by its digest."""
        self._shunned: set[tuple[int, int, Shun]] = set()
        self._saving = Turns("saving what members chose")

    @classmethod
    async def load(cls, store: Store) -> Members:
        """Read all accounts.

        Raises:
            StoreUnavailableError: If the database does not answer.
        """
        members = cls(store)
        for account in await store.accounts.everybody():
            members._note(account)
        members._owners = await store.keys.owners()
        members._codes = await store.keys.open_codes()
        members._shunned = set(await store.accounts.all_shunned())
        return members

    @property
    def looks(self) -> Container[str]:
        """The looks of all names that belong to accounts, now and later."""
        return self._looks

    def accepts(self, wish: str, fingerprint: str) -> bool:
        """Whether a key will do for whoever asks for this name.

        The name of an account is for its own keys only; with any other name any key will do.
        """
        owner = self._looks.get(skeleton(wish))
        return owner is None or self._owners.get(fingerprint) == owner

    def of_key(self, fingerprint: str) -> Account | None:
        """The account that a key belongs to."""
        number = self._owners.get(fingerprint)
        return None if number is None else self._accounts[number]

    def named(self, name: str) -> Account | None:
        """The account of this name, or of one that looks like it."""
        number = self._looks.get(skeleton(name))
        return None if number is None else self._accounts[number]

    def numbered(self, number: int) -> Account | None:
        """The account of this number."""
        return self._accounts.get(number)

    @property
    def has_host(self) -> bool:
        """Whether anybody keeps order."""
        return any(account.role is Role.HOST for account in self._accounts.values())

    def fingerprints(self, account: int) -> tuple[str, ...]:
        """The keys of an account."""
        return tuple(key for key, owner in self._owners.items() if owner == account)

    def has_code(self, code: str) -> bool:
        """Whether a one-time code could be redeemed now."""
        return self._codes.get(digest(code), 0.0) > time.time()

    async def create(self, fingerprint: str, name: str, invitation: str = "") -> Account:
        """Make an account for a key seen for the first time, using its invitation up.

        Raises:
            StoreError: If that cannot be done; the message says why.
        """
        account = await self._store.accounts.create(fingerprint, name, invitation)
        self._note(account)
        self._owners[fingerprint] = account.id
        return account

    async def redeem(self, code: str, fingerprint: str) -> Account:
        """Add a key to the account that a one-time code is for.

        Raises:
            StoreError: If that cannot be done; the message says why.
        """
        account = await self._store.keys.redeem(code, fingerprint)
        self._codes.pop(digest(code), None)
        self._owners[fingerprint] = account.id
        return self._accounts[account.id]

    async def keys(self, account: int, present: str) -> tuple[KeyRow, ...]:
        """The keys of an account, the oldest first.

        Args:
            account: The account.
            present: The fingerprint of the key that its owner came with.
        """
        return tuple(
            KeyRow(key.fingerprint, _day(key.added), key.fingerprint == present)
            for key in await self._store.keys.of(account)
        )

    async def remove_key(self, account: int, fingerprint: str) -> None:
        """Take a key off an account.

        Raises:
            StoreError: If that cannot be done; the message says why.
        """
        await self._store.keys.remove(account, fingerprint)
        self._owners.pop(fingerprint, None)

    async def new_code(self, account: int) -> KeyCode:
        """A one-time code that adds another key to an account."""
        code = await self._store.keys.new_code(account)
        self._codes = await self._store.keys.open_codes()
        return KeyCode(code, CODE_SECONDS // 60)

    async def rename(self, account: Account, name: str) -> None:
        """Give an account another name.

        Raises:
            StoreError: If that cannot be done; the message says why.
        """
        await self._store.accounts.rename(account.id, name)
        del self._looks[skeleton(account.name)]
        self._note(replace(account, name=name))

    async def give_role(self, account: Account, role: Role) -> None:
        """Let an account do more, or less.

        Raises:
            StoreError: If it cannot be written down.
        """
        await self._store.accounts.give_role(account.id, role)
        self._note(replace(account, role=role))

    async def remove(self, account: Account) -> None:
        """Forget who a member was.

        Raises:
            StoreError: If that cannot be done.
        """
        await self._store.removal.member(account.id)
        self._accounts.pop(account.id)
        del self._looks[skeleton(account.name)]
        self._owners = await self._store.keys.owners()
        self._shunned = {pair for pair in self._shunned if account.id not in pair[:2]}

    def equip(self, player: Player) -> None:
        """Give a player what lives with the account."""
        if player.account is None:
            return
        player.settings = read_settings(self._accounts[player.account].settings)
        player.muted = self._looks_shunned(player.account, Shun.MUTE)
        player.blocked = self._looks_shunned(player.account, Shun.BLOCK)

    def save_settings(self, player: Player, settings: Settings) -> None:
        """Keep a player's settings, at once for now and soon for ever."""
        player.settings = settings
        account = self._accounts.get(player.account) if player.account is not None else None
        if account is not None:
            written = written_settings(settings)
            self._accounts[account.id] = replace(account, settings=written)
            self._saving.spawn(partial(self._save, account.id, written))

    async def shun(self, player: Player, name: str, how: Shun, *, wanted: bool) -> None:
        """Let a player keep somebody away, or let him near again.

        Raises:
            StoreError: If it cannot be written down.
        """
        other = self.named(name)
        if player.account is not None and other is not None:
            shunned = (player.account, other.id, how)
            if wanted:
                await self._store.accounts.shun(*shunned)
                self._shunned.add(shunned)
            else:
                await self._store.accounts.unshun(*shunned)
                self._shunned.discard(shunned)
        looks = player.muted if how is Shun.MUTE else player.blocked
        (looks.add if wanted else looks.discard)(skeleton(name))

    async def settled(self) -> None:
        """Wait until everything is written."""
        await self._saving.settled()

    def _note(self, account: Account) -> None:
        self._accounts[account.id] = account
        self._looks[skeleton(account.name)] = account.id

    def _looks_shunned(self, account: int, how: Shun) -> set[str]:
        return {
            skeleton(self._accounts[other].name)
            for who, other, kind in self._shunned
            if who == account and kind is how
        }

    async def _save(self, account: int, written: Mapping[str, object]) -> None:
        try:
            await self._store.accounts.save_settings(account, written)
        except StoreError as error:
            log.warning("settings could not be kept: %s", error)


def _day(at: float) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(at))
