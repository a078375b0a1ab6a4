"""What hosts may ask for, and what only the machine's own users may."""

from __future__ import annotations

import re
from pathlib import Path

from server.club import Club
from server.commands import Asker, Command, Rank, Reply, Run, UsageError
from server.moderation import Moderation
from server.reports import at
from server.store.accounts import Role
from server.store.invitations import INVITATION_SECONDS
from server.store.sanctions import SanctionKind

_SECONDS = {"m": 60, "h": 3600, "d": 86400}
_DURATION = re.compile(r"([1-9]\d{0,4})([mhd])")
_AUDIT = 50


def _duration(words: list[str]) -> float | None:
    """Seconds of a time such as `2h`; None when there is none, which is for good.

    Raises:
        UsageError: If it is no such time.
    """
    if not words:
        return None
    found = _DURATION.fullmatch(words[0])
    if found is None:
        raise UsageError("a time is written like 30m, 2h or 7d")
    return float(int(found[1]) * _SECONDS[found[2]])


def _number(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 10):
        raise UsageError("a number has digits alone")
    return int(word)


async def _kick(club: Club, asker: Asker, words: list[str]) -> Reply:
    return Reply.of(await Moderation(club, asker.name).kick(words[0]))


async def _mute(club: Club, asker: Asker, words: list[str]) -> Reply:
    return Reply.of(await Moderation(club, asker.name).mute(words[0], _duration(words[1:])))


async def _ban(club: Club, asker: Asker, words: list[str]) -> Reply:
    return Reply.of(await Moderation(club, asker.name).ban(words[0], _duration(words[1:])))


def _lift(kind: SanctionKind) -> Run:
    async def run(club: Club, asker: Asker, words: list[str]) -> Reply:
        return Reply.of(await Moderation(club, asker.name).lift(kind, words[0]))

    return run


async def _bans(club: Club, asker: Asker, words: list[str]) -> Reply:  # noqa: ARG001 as every command is run
    rows = [
        (one.kind.value, one.name, one.target, None if one.until is None else at(one.until))
        for one in club.doorkeeper.sanctions()
    ]
    heads = ("kind", "name", "target", "until")
    return Reply.table("sanctions", heads, rows, "nobody is banned or muted")


async def _rename(club: Club, asker: Asker, words: list[str]) -> Reply:
    return Reply.of(await Moderation(club, asker.name).rename(words[0], words[1]))


async def _close(club: Club, asker: Asker, words: list[str]) -> Reply:
    return Reply.of(await Moderation(club, asker.name).close_table(_number(words[0])))


async def _announce(club: Club, asker: Asker, words: list[str]) -> Reply:
    return Reply.of(await Moderation(club, asker.name).announce(" ".join(words)))


async def _drain(club: Club, asker: Asker, words: list[str]) -> Reply:
    if words not in ([], ["off"]):
        raise UsageError("usage: drain [off]")
    return Reply.of(await Moderation(club, asker.name).drain(wanted=not words))


async def _invite(club: Club, asker: Asker, words: list[str]) -> Reply:  # noqa: ARG001
    word = await Moderation(club, asker.name).invite()
    line, days = club.line.of(f"NAME+{word}"), INVITATION_SECONDS // 86400
    told = f"for one newcomer, within {days} days, a name of his own in the place of NAME:"
    return Reply((told, f"  {line}"), {"invitation": word, "line": line, "days": days})


async def _audit(club: Club, asker: Asker, words: list[str]) -> Reply:  # noqa: ARG001
    count = min(_number(words[0]), 1000) if words else _AUDIT
    rows = [
        (at(deed.at), deed.by, deed.deed, deed.target, deed.detail)
        for deed in await club.store.audit.latest(count)
    ]
    heads = ("at", "by", "deed", "target", "detail")
    return Reply.table("deeds", heads, rows, "nothing was done yet")


async def _role(club: Club, asker: Asker, words: list[str]) -> Reply:
    roles = {role.value: role for role in Role}
    if words[1] not in roles:
        raise UsageError("usage: role NAME host, or role NAME member")
    return Reply.of(await Moderation(club, asker.name).give_role(words[0], roles[words[1]]))


async def _backup(club: Club, asker: Asker, words: list[str]) -> Reply:
    target = Path(words[0])
    if not target.is_absolute():
        raise UsageError("the file is named with its whole path")
    return Reply.of(await Moderation(club, asker.name).back_up(target))


async def _key_code(club: Club, asker: Asker, words: list[str]) -> Reply:
    name, made = await Moderation(club, asker.name).key_code(words[0])
    told = f"for {name}, once, within {made.minutes} minutes, with a new key:"
    line = club.line.of(f"{name}+{made.code}")
    lines = (told, f"  {line}", f"and at the entrance Tab and the code {made.code}")
    return Reply(lines, {"name": name, "code": made.code, "minutes": made.minutes})


async def _delete(club: Club, asker: Asker, words: list[str]) -> Reply:
    return Reply.of(await Moderation(club, asker.name).delete(words[0]))


async def _prune(club: Club, asker: Asker, words: list[str]) -> Reply:
    if words[0] != "--before":
        raise UsageError("usage: prune --before DATE")
    gone = await Moderation(club, asker.name).prune(words[1])
    return Reply((f"matches forgotten: {gone}",), {"forgotten": gone})


_HOST, _MACHINE = Rank.HOST, Rank.MACHINE
_WHOM = "NAME|KEY|ADDRESS"
HOST_COMMANDS = (
    Command("kick NAME", "Send somebody home; he may come back.", _kick, _HOST),
    Command("mute NAME [TIME]", "Let nobody hear somebody, for 30m, 2h, 7d or good.", _mute, _HOST),
    Command("unmute NAME", "Let him be heard again.", _lift(SanctionKind.MUTE), _HOST),
    Command(f"ban {_WHOM} [TIME]", "Keep somebody out.", _ban, _HOST),
    Command(f"unban {_WHOM}", "Let him in again.", _lift(SanctionKind.BAN), _HOST),
    Command("bans", "Who is banned or muted.", _bans, _HOST),
    Command("rename NAME NEW", "Call somebody otherwise.", _rename, _HOST),
    Command("close TABLE", "Take a table away; its match does not count.", _close, _HOST),
    Command("announce TEXT...", "Tell everybody something.", _announce, _HOST),
    Command("drain [off]", "Let no new match begin, as before maintenance.", _drain, _HOST),
    Command("invite", "Make an invitation for one newcomer.", _invite, _HOST),
    Command("audit [COUNT]", "What hosts did.", _audit, _HOST),
)
MACHINE_COMMANDS = (
    Command("role NAME host|member", "Make somebody a host, or no longer.", _role, _MACHINE),
    Command("backup FILE", "Copy the database while it is in use.", _backup, _MACHINE),
    Command("key-code NAME", "A code for a member who lost the key.", _key_code, _MACHINE),
    Command("delete NAME", "Forget who a member was.", _delete, _MACHINE),
    Command("prune --before DATE", "Forget matches that ended before a day.", _prune, _MACHINE),
)
