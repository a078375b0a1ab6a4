"""What every caller may ask for without a terminal."""

from __future__ import annotations

import inspect
import json

from server import verify_deal
from server.club import Club
from server.commands import Asker, Command, Rank, Reply, UsageError
from server.export_command import EXPORT
from server.lobby.player import Player
from server.lobby.table import Table
from server.lobby.text import clean
from server.moderation import ModerationError
from server.referee import SheetAnswer
from server.score_pad import IN_ASCII
from server.snapshots import doing
from server.store.accounts import Account

_STRANGER = Player("")


async def _who(club: Club, asker: Asker, words: list[str]) -> Reply:  # noqa: ARG001 as every command is run
    people = sorted(club.lobby.people, key=lambda player: player.name.lower())
    heads = ["name", "doing", "table", "guest"]
    rows: list[list[object]] = [
        [
            person.name,
            doing(person).value,
            _table_shown(person, asker),
            person.is_guest,
        ]
        for person in people
    ]
    if asker.rank >= Rank.HOST:
        heads.append("address")
        for person, row in zip(people, rows, strict=True):
            row.append(person.stay.address if person.stay is not None else None)
    return Reply.table("people", heads, rows, "nobody is here")


def _table_shown(person: Player, asker: Asker) -> int | None:
    room = person.looking_at or person.seat_at
    if room is None or (room.terms.is_private and asker.rank < Rank.HOST):
        return None
    return room.number


async def _tables(club: Club, asker: Asker, words: list[str]) -> Reply:  # noqa: ARG001
    lobby = club.lobby
    shown = lobby.all_tables if asker.rank >= Rank.HOST else lobby.tables(_STRANGER)
    heads = ("table", "name", "stage", "players", "scores", "private")
    return Reply.table("tables", heads, map(_table_row, shown), "no tables stand")


def _table_row(table: Table) -> tuple[object, ...]:
    standing = table.play.standing
    games = standing.match.games if standing else ()
    return (
        table.number,
        clean(table.terms.name),
        "adjourned" if table.play.is_adjourned else table.stage.value,
        ", ".join(chair.player.name for chair in table.seats),
        " ".join(f"{game.scores.a}-{game.scores.b}" for game in games),
        table.terms.is_private,
    )


async def _leaders(club: Club, asker: Asker, words: list[str]) -> Reply:  # noqa: ARG001
    ladders = (("unaided", club.archive.leaders.unaided), ("coached", club.archive.leaders.coached))
    rows = [
        (ladder, place, row.name, row.rating, row.matches)
        for ladder, leaders in ladders
        for place, row in enumerate(leaders, start=1)
    ]
    heads = ("ladder", "place", "name", "rating", "matches")
    return Reply.table("leaders", heads, rows, "no rated match was played yet")


async def _history(club: Club, asker: Asker, words: list[str]) -> Reply:
    account = _account(club, asker, words)
    past = await club.archive.history(account.id, asker.account)
    rows = [
        (one.id, one.ended, one.players.a, one.players.b, one.players[one.winner], one.is_forfeit)
        for one in past
    ]
    heads = ("match", "ended", "a", "b", "winner", "forfeit")
    return Reply.table("matches", heads, rows, f"{account.name} has finished no match yet")


def _account(club: Club, asker: Asker, words: list[str]) -> Account:
    if words:
        account = club.members.named(words[0])
        if account is None:
            raise ModerationError(f"no member is called {clean(words[0])}")
        return account
    account = None if asker.account is None else club.members.numbered(asker.account)
    if account is None:
        raise UsageError("usage: history NAME; without a name it needs your key")
    return account


async def _sheet(club: Club, asker: Asker, words: list[str]) -> Reply:
    past = await club.archive.match(words[0], asker.account)
    if past is None:
        raise ModerationError(f"there is no finished match {clean(words[0], 40)}")
    answer = SheetAnswer(past.sheet)
    names = past.players
    told = f"A is {names.a}, B is {names.b}; {names[past.winner]} won"
    lines = (told + (" by forfeit" if past.is_forfeit else ""), "", *_lines(answer.as_text()))
    data = {
        "match": past.id,
        "ended": past.ended,
        "players": {"A": names.a, "B": names.b},
        "winner": names[past.winner],
        "forfeit": past.is_forfeit,
        "sheet": answer.as_json(),
    }
    return Reply(lines, data)


async def _verify(club: Club, asker: Asker, words: list[str]) -> Reply:
    match, _, number = words[0].rpartition(":")
    if not (match and number.isascii() and number.isdecimal() and len(number) < 6):
        raise UsageError("usage: verify MATCH:DEAL, like verify 3f2a:1")
    replay = await club.archive.replay(match, int(number), is_player=False, viewer=asker.account)
    record = json.loads(replay.published)
    try:
        deck = verify_deal.check(record)
    except verify_deal.DealError as error:
        raise ModerationError(f"NOT as promised: {error}") from error
    lines = _lines(verify_deal.told(deck, is_noted=False))
    return Reply((*lines, f"commitment  {record['commitment']}"), record)


async def _verify_script(club: Club, asker: Asker, words: list[str]) -> Reply:  # noqa: ARG001
    script = inspect.getsource(verify_deal)
    return Reply(tuple(script.splitlines()), {"script": script})


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.translate(IN_ASCII).rstrip("\n").split("\n"))


CALLER_COMMANDS = (
    Command("who", "Who is in the club.", _who),
    Command("tables", "Which tables stand.", _tables),
    Command("leaders", "Who stands highest.", _leaders),
    Command("history [NAME]", "The finished matches of a member, or your own.", _history),
    Command("sheet MATCH", "The score sheet of a finished match.", _sheet),
    EXPORT,
    Command("verify MATCH:DEAL", "Check the shuffle of a deal that is over.", _verify),
    Command("verify-script", "The program with which anybody can check a deal.", _verify_script),
)
