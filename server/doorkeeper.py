"""Who may come in: by the club's mode, its hours, its bans and its invitations.

Everything is judged at once, from memory, while a client still offers one key after the other.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from server.config import ClubRules
from server.lobby.errors import SilencedError
from server.members import Members
from server.ssh.addresses import parse_address, site_of
from server.ssh.identity import Caller
from server.ssh.key_file import KeyFile
from server.store.accounts import Account, Role
from server.store.sanctions import Sanction, SanctionKind
from server.store.store import Store
from server.tokens import digest

BANNED = "You may not come into this club."
MEMBERS_ONLY = "This club is for its members: come with a key that the host has listed."
BY_INVITATION = "This club is by invitation: come with your key, and with the line you were given."


class Doorkeeper:
    """Knows who is welcome; made by `Doorkeeper.load`."""

    def __init__(
        self, rules: ClubRules, members: Members, store: Store, clock: Callable[[], float]
    ) -> None:
        self.is_drained = False
        """Only hosts and those who are awaited at a table come in any more."""
        self.is_awaited: Callable[[Caller], bool] = lambda _caller: False
        """Whether somebody's seat is kept for him."""
        self.announcement = rules.announcement
        self._rules = rules
        self._members = members
        self._store = store
        self._clock = clock
        self._listed = KeyFile(rules.members) if rules.members is not None else None
        self._sanctions: dict[tuple[SanctionKind, str], Sanction] = {}
        self._invitations: dict[bytes, float] = {}

    @classmethod
    async def load(
        cls,
        rules: ClubRules,
        members: Members,
        store: Store,
        clock: Callable[[], float] = time.time,
    ) -> Doorkeeper:
        """Read the bans and the invitations.

        Raises:
            OSError: If the file of members' keys cannot be read.
            StoreUnavailableError: If the database does not answer.
        """
        keeper = cls(rules, members, store, clock)
        for sanction in await store.sanctions.all():
            keeper._sanctions[sanction.kind, sanction.target] = sanction
        keeper._invitations = await store.invitations.open()
        return keeper

    def accepts(self, caller: Caller) -> bool:
        """Whether a key will do for whoever asks for this name."""
        fingerprint = caller.fingerprint or ""
        if self._rules.mode == "open":
            # Whoever comes with the token of a guest's seat comes as that guest.
            return not caller.token and self._members.accepts(caller.name, fingerprint)
        if not self._is_admitted(caller):
            return False
        return bool(caller.token) or self._members.accepts(caller.name, fingerprint)

    def refusal(self, caller: Caller) -> str:
        """Why a caller may not come in, as one plain line; empty for who is welcome."""
        if objection := self.objection(caller):
            return objection
        if self._is_host(caller) or self._is_admitted(caller):
            return ""
        return MEMBERS_ONLY if self._rules.mode == "members" else BY_INVITATION

    def objection(self, caller: Caller) -> str:
        """Why somebody may not be here although he belongs here: a ban, or the hour; empty if not."""
        if self._is_under(SanctionKind.BAN, caller, self._account(caller)):
            return BANNED
        if self.is_closed and not (self._is_host(caller) or self.is_awaited(caller)):
            return self._rules.closed
        return ""

    @property
    def is_closed(self) -> bool:
        """Whether no more people are let in."""
        return self.is_drained or not _is_within(self._rules.hours, self._clock())

    def needs_invitation(self, caller: Caller) -> bool:
        """Whether a newcomer can have an account only by an invitation."""
        return self._rules.mode == "invitation" and not self._is_listed(caller)

    def require_voice(self, caller: Caller) -> None:
        """Let somebody speak.

        Raises:
            SilencedError: If a host has muted him.
        """
        if self._is_under(SanctionKind.MUTE, caller, self._account(caller)):
            raise SilencedError

    def sanctions(self) -> tuple[Sanction, ...]:
        """The sanctions that hold now."""
        return tuple(one for one in self._sanctions.values() if self._holds(one))

    async def forbid(self, added: Sequence[Sanction]) -> None:
        """Let sanctions hold from now on.

        Raises:
            StoreError: If they cannot be written down.
        """
        await self._store.sanctions.add(added)
        self._sanctions |= {(one.kind, one.target): one for one in added}

    async def lift(self, lifted: Sequence[Sanction]) -> None:
        """Let sanctions hold no longer.

        Raises:
            StoreError: If that cannot be written down.
        """
        await self._store.sanctions.lift(lifted)
        for one in lifted:
            self._sanctions.pop((one.kind, one.target), None)

    async def new_invitation(self) -> str:
        """Make an invitation and return its word.

        Raises:
            StoreError: If it cannot be written down.
        """
        word = await self._store.invitations.new()
        self._invitations = await self._store.invitations.open()
        return word

    def drop_invitation(self, word: str) -> None:
        """An invitation was used."""
        self._invitations.pop(digest(word), None)

    def _is_admitted(self, caller: Caller) -> bool:
        """Whether somebody with this key belongs here, by the mode alone."""
        match self._rules.mode:
            case "open":
                return True
            case "members":
                return self._is_listed(caller)
            case "invitation":
                return caller.fingerprint is not None and (
                    self._account(caller) is not None
                    or self._is_listed(caller)
                    or self._is_invited(caller)
                )

    def _is_invited(self, caller: Caller) -> bool:
        if caller.token:
            return self._members.has_code(caller.token)
        ends = self._invitations.get(digest(caller.invitation)) if caller.invitation else None
        return ends is not None and ends > self._clock()

    def _is_listed(self, caller: Caller) -> bool:
        return self._listed is not None and (caller.fingerprint or "") in self._listed

    def _is_host(self, caller: Caller) -> bool:
        account = self._account(caller)
        return account is not None and account.role is Role.HOST

    def _account(self, caller: Caller) -> Account | None:
        return self._members.of_key(caller.fingerprint) if caller.fingerprint else None

    def _is_under(self, kind: SanctionKind, caller: Caller, account: Account | None) -> bool:
        found = (self._sanctions.get((kind, target)) for target in targets_of(caller, account))
        return any(one is not None and self._holds(one) for one in found)

    def _holds(self, one: Sanction) -> bool:
        return one.until is None or one.until > self._clock()


def targets_of(caller: Caller, account: Account | None) -> Iterator[str]:
    """What a sanction against a caller may be against; an address counts for strangers alone."""
    if caller.fingerprint is not None:
        yield caller.fingerprint
    if account is not None:
        yield account_target(account.id)
    else:
        yield address_target(caller.address)


def account_target(number: int) -> str:
    """An account as the target of a sanction."""
    return f"account:{number}"


def address_target(address: str) -> str:
    """An address as the target of a sanction; of IPv6 the whole /64.

    Raises:
        ValueError: If it is no numeric address.
    """
    return site_of(parse_address(address))


def _is_within(hours: str, now: float) -> bool:
    if not hours:
        return True
    opens, _, closes = hours.partition("-")
    time_of_day = time.strftime("%H:%M", time.localtime(now))
    if opens <= closes:
        return opens <= time_of_day < closes
    return time_of_day >= opens or time_of_day < closes
