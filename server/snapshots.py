"""The lobby and its tables as the screens' payloads, each for one player's eyes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import assert_never

from engine.seats import PerSeat, Seat
from server.lobby import news as lobby_news
from server.lobby.chair import Chair
from server.lobby.lobby import Lobby
from server.lobby.player import Player
from server.lobby.progress import Stage as LobbyStage
from server.lobby.table import Table
from server.lobby.terms import Hints, Terms
from tui.gateway import (
    Desk,
    Doing,
    Happened,
    LobbySnapshot,
    MatchEnd,
    News,
    Noticed,
    PersonRow,
    Presence,
    Said,
    SeatInfo,
    Stage,
    TableRow,
    TableSnapshot,
    TableSpec,
    TableStatus,
)
from tui.settings import CoachLevel

_STATUS_ORDER = list(TableStatus)


def terms_of(spec: TableSpec) -> Terms:
    """What the screens ask for, in the lobby's words."""
    return Terms(spec.name, spec.rules, Hints(spec.coach.value), spec.private)


def lobby_snapshot(lobby: Lobby, player: Player) -> LobbySnapshot:
    """The lobby as this player sees it."""
    people = sorted(lobby.people, key=lambda person: person.name.lower())
    rows = [_table_row(table, player) for table in lobby.tables(player)]
    rows.sort(key=lambda row: (not row.is_yours, _STATUS_ORDER.index(row.status)))
    return LobbySnapshot(
        tuple(PersonRow(person.name, _doing(person), person is player) for person in people),
        tuple(rows),
        _news(lobby.news),
    )


def table_snapshot(table: Table, player: Player, desk: Desk) -> TableSnapshot:
    """The table as this player sees it."""
    seat = table.seat_of(player)
    standing = table.standing
    chairs = PerSeat(table.chair(Seat.A), table.chair(Seat.B))
    return TableSnapshot(
        id=table.number,
        spec=_spec(table.terms),
        version=table.version,
        stage=Stage(table.stage.value),
        seat=seat,
        players=PerSeat(_seat_info(table, Seat.A), _seat_info(table, Seat.B)),
        match=standing.match if standing else None,
        deal_number=standing.deal_number if standing else 0,
        view=table.view(seat),
        score=standing.score if standing else None,
        ready=chairs.map(lambda chair: chair is not None and chair.is_ready),
        ended=MatchEnd(standing.ended.value) if standing and standing.ended else None,
        winner=standing.winner if standing else None,
        news=_news(table.news(seat)),
        may_call_off=standing is not None and standing.may_call_off,
        may_claim=seat is not None and table.may_claim(seat),
        desk=desk,
    )


def _spec(terms: Terms) -> TableSpec:
    return TableSpec(terms.name, terms.rules, CoachLevel(terms.hints.value), terms.is_private)


def _doing(player: Player) -> Doing:
    table = player.looking_at
    if not player.is_online:
        return Doing.AWAY
    if table is None:
        return Doing.LOBBY
    if player.seat_at is not table:
        return Doing.WATCHING
    return Doing.WAITING if table.stage is LobbyStage.WAITING else Doing.PLAYING


def _table_row(table: Table, player: Player) -> TableRow:
    match table.stage:
        case LobbyStage.WAITING:
            status = TableStatus.OPEN
        case LobbyStage.DEAL | LobbyStage.DEAL_OVER:
            status = TableStatus.PLAYING
        case LobbyStage.MATCH_OVER:
            status = TableStatus.OVER
        case _:
            assert_never(table.stage)
    standing = table.standing
    games = standing.match.games if standing else ()
    return TableRow(
        id=table.number,
        spec=_spec(table.terms),
        players=tuple(chair.player.name for chair in table.chairs),
        status=status,
        games=tuple((game.scores.a, game.scores.b) for game in games),
        is_yours=table.seat_of(player) is not None,
    )


def _seat_info(table: Table, seat: Seat) -> SeatInfo | None:
    chair = table.chair(seat)
    if chair is None:
        return None
    grace = table.grace(seat)
    return SeatInfo(
        name=chair.player.name,
        presence=_presence(chair),
        is_computer=chair.player.is_computer,
        grace=None if grace is None else math.ceil(grace),
        left=chair.has_left,
    )


def _presence(chair: Chair) -> Presence:
    return Presence.AWAY if chair.absence.is_away or chair.has_left else Presence.HERE


def _news(lines: Iterable[lobby_news.News]) -> tuple[News, ...]:
    return tuple(map(_line, lines))


def _line(line: lobby_news.News) -> News:
    match line:
        case lobby_news.Said(number, name, text, clock):
            return Said(number, name, text, clock)
        case lobby_news.Noticed(number, text, clock):
            return Noticed(number, text, clock)
        case lobby_news.Happened(number, event):
            return Happened(number, event)
    assert_never(line)
