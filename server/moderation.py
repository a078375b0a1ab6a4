"""What hosts do to keep order; every deed is written into the audit log before it is done."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from pathlib import Path

from server.club import Club
from server.doorkeeper import account_target, address_target
from server.lobby import order
from server.lobby.names import is_fit, skeleton
from server.lobby.player import Player
from server.lobby.text import clean
from server.store.accounts import Account, Role
from server.store.errors import NameTakenError, UnfitNameError
from server.store.sanctions import Sanction, SanctionKind
from tui.records import KeyCode

log = logging.getLogger(__name__)

_KICKED = "A host has sent you home."
_BANNED = "A host has banned you from this club."
_RENAMED = "{old} is called {new} from now on."
_DRAINING = "The club closes soon: matches can be finished, and no new one begins."
_REOPENED = "The club stays open after all."


class ModerationError(Exception):
    """Something that a host cannot do; the message is a sentence."""


class Moderation:
    """What one host does."""

    def __init__(self, club: Club, by: str) -> None:
        self._club = club
        self._by = by

    async def kick(self, name: str) -> str:
        """End somebody's session; a seat is kept, and he may come back."""
        player = self._club.lobby.register.named(name)
        if player is None or player.stay is None:
            raise ModerationError(f"nobody called {clean(name)} is here")
        self._require_no_host(self._account(player))
        await self._note("kick", player.name)
        order.send_home(player, _KICKED)
        return f"{player.name} was sent home"

    async def mute(self, name: str, seconds: float | None) -> str:
        """Let nobody hear somebody, for a time or for good."""
        shown, targets = self._person(name, with_keys=False)
        await self._note("mute", shown, _lasting(seconds))
        await self._forbid(SanctionKind.MUTE, shown, targets, seconds)
        return f"{shown} is muted {_lasting(seconds)}"

    async def ban(self, whom: str, seconds: float | None) -> str:
        """Keep out a person with all his keys and his address, or just a key or an address."""
        shown, targets = self._banned(whom)
        await self._note("ban", shown, _lasting(seconds))
        await self._forbid(SanctionKind.BAN, shown, targets, seconds)
        for player in self._club.lobby.people:
            account = self._account(player)
            is_host = account is not None and account.role is Role.HOST
            if not is_host and set(self._targets(player, account)) & set(targets):
                order.send_home(player, _BANNED)
        return f"{shown} is banned {_lasting(seconds)}"

    async def lift(self, kind: SanctionKind, whom: str) -> str:
        """Take back a ban or a mute, with all that it was about."""
        found = [
            one
            for one in self._club.doorkeeper.sanctions()
            if one.kind is kind and (one.target == whom or skeleton(one.name) == skeleton(whom))
        ]
        if not found:
            raise ModerationError(f"there is no {kind.value} of {clean(whom)}")
        await self._note(f"un{kind.value}", found[0].name)
        await self._club.doorkeeper.lift(found)
        return f"the {kind.value} of {found[0].name} is lifted"

    async def rename(self, old: str, new: str) -> str:
        """Call somebody otherwise, a member for good and a guest while he is here."""
        club = self._club
        account, player = club.members.named(old), club.lobby.register.named(old)
        if account is None and player is None:
            raise ModerationError(f"nobody is called {clean(old)}")
        former = account.name if account is not None else player.name if player else ""
        if not is_fit(new):
            raise UnfitNameError(clean(new))
        for holder in (club.lobby.register.named(new), club.members.named(new)):
            if holder not in (None, player, account):
                raise NameTakenError(new)
        await self._note("rename", former, new)
        if account is not None:
            await club.members.rename(account, new)
            await club.archive.reload()
        if player is not None:
            order.rename(club.lobby, player, new)
        order.announce(club.lobby, _RENAMED.format(old=former, new=new))
        return f"{former} is called {new} now"

    async def close_table(self, number: int) -> str:
        """Take a table away; nothing counts of a match that is still being played there."""
        table = self._club.lobby.table(number)
        names = " and ".join(chair.player.name for chair in table.seats)
        await self._note("close", f"table {number}", names)
        await order.close_table(self._club.lobby, number)
        return f"table {number} is closed"

    async def announce(self, text: str) -> str:
        """Tell everybody something, at once."""
        line = clean(text)
        if not line:
            raise ModerationError("an announcement has some words")
        await self._note("announce", "everybody", line)
        self._tell_all(f"The host says: {line}")
        return "everybody was told"

    async def drain(self, *, wanted: bool) -> str:
        """Let matches be finished and no new one begin, as before maintenance; or end that."""
        await self._note("drain", "the club", "" if wanted else "off")
        self._club.doorkeeper.is_drained = self._club.lobby.is_closing = wanted
        self._tell_all(_DRAINING if wanted else _REOPENED)
        playing = sum(table.play.is_running for table in self._club.lobby.all_tables)
        if wanted:
            return f"no new match begins; being played: {playing}"
        return "matches begin again"

    async def invite(self) -> str:
        """Make an invitation and return its word."""
        await self._note("invite", "a newcomer")
        return await self._club.doorkeeper.new_invitation()

    async def give_role(self, name: str, role: Role) -> str:
        """Make a member a host, or a host a member again."""
        account = self._member(name)
        await self._note("role", account.name, role.value)
        await self._club.members.give_role(account, role)
        return f"{account.name} is a {role.value} now"

    async def key_code(self, name: str) -> tuple[str, KeyCode]:
        """A one-time code for a member who has lost his key."""
        account = self._member(name)
        await self._note("key-code", account.name)
        return account.name, await self._club.members.new_code(account.id)

    async def delete(self, name: str) -> str:
        """Forget who a member was: keys, settings, ratings and talk go."""
        club, account = self._club, self._member(name)
        player = club.lobby.register.named(account.name)
        if player is not None and (
            player.adjourned or (player.seat_at is not None and player.seat_at.play.is_running)
        ):
            raise ModerationError(f"a match of {account.name} is not over; close its table first")
        await self._note("delete", account.name)
        if player is not None:
            order.send_home(player, _KICKED)
        own = {account_target(account.id), *club.members.fingerprints(account.id)}
        held = [one for one in club.doorkeeper.sanctions() if one.target in own]
        await club.members.remove(account)
        await club.doorkeeper.lift([one for one in held if one.kind is SanctionKind.MUTE])
        club.lobby.forget_talk(account.name)
        await club.archive.reload()
        return f"{account.name} is forgotten"

    async def prune(self, day: str) -> int:
        """Forget matches that ended before a day like 2026-01-31; return how many."""
        try:
            before = time.mktime(time.strptime(day, "%Y-%m-%d"))
        except (ValueError, OverflowError) as error:
            raise ModerationError("a day is written like 2026-01-31") from error
        await self._note("prune", f"before {day}")
        return await self._club.store.removal.matches_before(before)

    async def back_up(self, target: Path) -> str:
        """Write a whole copy of the database into a file."""
        await self._note("backup", str(target))
        await self._club.store.back_up(target)
        return f"the database is copied to {target}"

    def _banned(self, whom: str) -> tuple[str, list[str]]:
        if whom.startswith("SHA256:"):
            self._require_no_host(self._club.members.of_key(whom))
            return clean(whom), [clean(whom)]
        try:
            address = address_target(whom)
        except ValueError:
            return self._person(whom, with_keys=True)
        return address, [address]

    def _person(self, name: str, *, with_keys: bool) -> tuple[str, list[str]]:
        """Somebody's name as he writes it, and what a sanction against him is about."""
        club = self._club
        account, player = club.members.named(name), club.lobby.register.named(name)
        if account is None and player is None:
            raise ModerationError(f"nobody is called {clean(name)}")
        self._require_no_host(account)
        shown = account.name if account is not None else player.name if player else ""
        targets = [] if account is None else [account_target(account.id)]
        if account is not None and with_keys:
            targets += club.members.fingerprints(account.id)
        stay = player.stay if player is not None else None
        if stay is not None and (account is None or with_keys):
            targets.append(address_target(stay.address))
        if not targets:
            raise ModerationError(f"{shown} is a guest who is away; name the address instead")
        return shown, targets

    def _targets(self, player: Player, account: Account | None) -> Sequence[str]:
        if account is not None:
            return [account_target(account.id), *self._club.members.fingerprints(account.id)]
        return [address_target(player.stay.address)] if player.stay is not None else []

    async def _forbid(
        self, kind: SanctionKind, shown: str, targets: Sequence[str], seconds: float | None
    ) -> None:
        until = None if seconds is None else time.time() + seconds
        await self._club.doorkeeper.forbid(
            [Sanction(kind, target, shown, until) for target in targets]
        )

    def _member(self, name: str) -> Account:
        account = self._club.members.named(name)
        if account is None:
            raise ModerationError(f"no member is called {clean(name)}")
        return account

    def _account(self, player: Player) -> Account | None:
        return None if player.account is None else self._club.members.numbered(player.account)

    def _require_no_host(self, account: Account | None) -> None:
        if account is not None and account.role is Role.HOST:
            raise ModerationError(f"{account.name} is a host; make him a member first")

    def _tell_all(self, line: str) -> None:
        order.announce(self._club.lobby, line)
        self._club.tell_all(line)

    async def _note(self, deed: str, target: str, detail: str = "") -> None:
        await self._club.store.audit.note(self._by, deed, target, detail)
        log.info("moderated", extra={"by": self._by, "deed": deed, "target": target})


def _lasting(seconds: float | None) -> str:
    if seconds is None:
        return "for good"
    until = time.strftime("%Y-%m-%d %H:%M", time.localtime(time.time() + seconds))
    return f"until {until}"
