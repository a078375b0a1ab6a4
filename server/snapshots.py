"""The lobby and its tables as the screens' payloads, each for one player's eyes."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable
from typing import assert_never

from engine.seats import PerSeat, Seat
from server.club import Club
from server.lobby import news as lobby_news
from server.lobby.names import skeleton
from server.lobby.play import Pause as LobbyPause
from server.lobby.player import Player
from server.lobby.progress import Stage as LobbyStage
from server.lobby.room import Room
from server.lobby.table import Table
from server.lobby.terms import ClockRule, Hints, Terms
from tui.gateway import (
    AdjournedRow,
    ClockSpec,
    Desk,
    Doing,
    Happened,
    LobbySnapshot,
    MatchEnd,
    News,
    Noticed,
    Pause,
    PauseReason,
    PersonRow,
    Presence,
    Said,
    SeatClock,
    SeatInfo,
    ShuffleNote,
    Stage,
    TableRow,
    TableSnapshot,
    TableSpec,
    TableStatus,
)
from tui.settings import CoachLevel

_STATUS_ORDER = list(TableStatus)
_PAUSED = {  # each fits the prompt line of 80 columns between a chip and a clock
    PauseReason.ADJOURNED: "Adjourned: it goes on when both are here.",
    PauseReason.FAULT: "Nothing can be written down: clocks wait.",
    PauseReason.RESTART: "The server restarted: clocks wait for both.",
}


def terms_of(spec: TableSpec) -> Terms:
    """What the screens ask for, in the lobby's words."""
    clock = None if spec.clock is None else ClockRule(spec.clock.turn, spec.clock.bank)
    hints = Hints(spec.coach.value)
    return Terms(spec.name, spec.rules, hints, spec.private, clock, spec.cuts)


def lobby_snapshot(club: Club, player: Player) -> LobbySnapshot:
    """The lobby as this player sees it."""
    lobby = club.lobby
    people = sorted(lobby.people, key=lambda person: person.name.lower())
    rows = [_table_row(table, player) for table in lobby.tables(player)]
    rows.sort(key=lambda row: (not row.is_yours, _STATUS_ORDER.index(row.status)))
    adjourned = sorted(player.adjourned, key=lambda table: table.number)
    return LobbySnapshot(
        people=tuple(_person(club, person, player) for person in people),
        tables=tuple(rows),
        news=_news(lobby.news, player.muted),
        adjourned=tuple(_adjourned_row(table, player) for table in adjourned),
        leaders=club.archive.leaders,
    )


def table_snapshot(club: Club, table: Room, player: Player, desk: Desk) -> TableSnapshot:
    """The table as this player sees it."""
    seat, play = table.seats.of(player), table.play
    standing = play.standing
    patience = play.patience_left
    return TableSnapshot(
        id=table.number,
        spec=_spec(table.terms),
        version=play.version,
        stage=Stage(play.stage.value),
        seat=seat,
        players=PerSeat(_seat_info(table, Seat.A), _seat_info(table, Seat.B)),
        match=standing.match if standing else None,
        deal_number=standing.deal_number if standing else 0,
        view=table.view(seat),
        score=standing.score if standing else None,
        ready=PerSeat(table.is_ready(Seat.A), table.is_ready(Seat.B)),
        ended=MatchEnd(standing.ended.value) if standing and standing.ended else None,
        winner=standing.winner if standing else None,
        news=_news(table.news(seat), player.muted),
        may_call_off=standing is not None and standing.may_call_off,
        may_claim=seat is not None and table.may_claim(seat),
        desk=desk,
        match_id=play.shown_match,
        may_adjourn=seat is not None and table.may_adjourn(seat),
        adjourn_offer=table.adjourn_offer,
        pause=_pause(table),
        next_deal_in=(
            math.ceil(patience)
            if patience is not None and play.stage is LobbyStage.DEAL_OVER
            else None
        ),
        shuffle=_shuffle_note(table, seat),
        return_line=_return_line(club, table, seat),
    )


def _spec(terms: Terms) -> TableSpec:
    return TableSpec(
        terms.name,
        terms.rules,
        CoachLevel(terms.hints.value),
        terms.is_private,
        None if terms.clock is None else ClockSpec(terms.clock.turn, terms.clock.bank),
        terms.has_cuts,
    )


def _person(club: Club, person: Player, viewer: Player) -> PersonRow:
    look = skeleton(person.name)
    return PersonRow(
        name=person.name,
        doing=doing(person),
        is_you=person is viewer,
        is_guest=person.is_guest,
        standings=club.archive.standings(person.account),
        is_muted=look in viewer.muted,
        is_blocked=look in viewer.blocked,
    )


def doing(player: Player) -> Doing:
    """What somebody is doing in the club."""
    table = player.looking_at
    if not player.is_online:
        return Doing.AWAY
    if table is None:
        return Doing.LOBBY
    if player.seat_at is not table:
        return Doing.WATCHING
    is_waiting = table.play.stage is LobbyStage.WAITING or table.play.is_adjourned
    return Doing.WAITING if is_waiting else Doing.PLAYING


def _status(table: Table) -> TableStatus:
    match table.stage:
        case LobbyStage.WAITING:
            return TableStatus.OPEN
        case LobbyStage.DEAL | LobbyStage.DEAL_OVER | LobbyStage.CUT:
            return TableStatus.PLAYING
        case LobbyStage.MATCH_OVER:
            return TableStatus.OVER
    assert_never(table.stage)


def _table_row(table: Table, player: Player) -> TableRow:
    return TableRow(
        id=table.number,
        spec=_spec(table.terms),
        players=tuple(chair.player.name for chair in table.seats),
        status=_status(table),
        games=_games(table),
        is_yours=table.seats.of(player) is not None,
    )


def _games(table: Room) -> tuple[tuple[int, int], ...]:
    standing = table.play.standing
    games = standing.match.games if standing else ()
    return tuple((game.scores.a, game.scores.b) for game in games)


def _adjourned_row(table: Room, player: Player) -> AdjournedRow:
    seat = table.seats.own(player)
    other = table.seats.taken(seat.other)
    standing = table.play.standing
    return AdjournedRow(
        table=table.number,
        spec=_spec(table.terms),
        seat=seat,
        players=PerSeat(Seat.A, Seat.B).map(lambda place: table.seats.taken(place).player.name),
        games=_games(table),
        deal_number=standing.deal_number if standing else 1,
        is_other_here=other.player.is_online or other.player.is_computer,
        is_other_waiting=other.is_here,
    )


def _seat_info(table: Room, seat: Seat) -> SeatInfo | None:
    chair = table.seats.chair(seat)
    if chair is None:
        return None
    grace, left = table.grace(seat), table.play.time_left(seat)
    return SeatInfo(
        name=chair.player.name,
        presence=Presence.HERE if chair.is_here else Presence.AWAY,
        is_computer=chair.player.is_computer,
        grace=None if grace is None else math.ceil(grace),
        left=chair.has_left,
        is_guest=chair.player.is_guest,
        clock=(
            SeatClock(math.ceil(left.turn), math.ceil(left.bank), table.play.is_clock_running(seat))
            if left is not None
            else None
        ),
    )


def _pause(table: Room) -> Pause | None:
    pause = table.play.pause
    if pause is None:
        return None
    reason = PauseReason(pause.value)
    is_timed = pause is LobbyPause.RESTART
    seconds = math.ceil(table.play.restart_left) if is_timed else None
    return Pause(reason, seconds, _PAUSED[reason])


def _shuffle_note(table: Room, viewer: Seat | None) -> ShuffleNote | None:
    play = table.play
    shuffle, finished = play.shuffle, play.finished_shuffle
    if shuffle is None:
        return None
    may_see = finished is not None and (viewer is not None or not play.is_running)
    is_cutting = play.course is not None and play.is_waiting_for_cuts
    waits = is_cutting and play.stage is LobbyStage.CUT and play.patience_left is not None
    return ShuffleNote(
        deal=shuffle.deal,
        commitment=shuffle.commitment,
        cut_seconds=math.ceil(play.patience_left or 0) if waits else None,
        has_cut=play.course.has_cut if play.course is not None else PerSeat(False, False),
        published=json.dumps(finished.published()) if finished and may_see else "",
    )


def _return_line(club: Club, table: Room, seat: Seat | None) -> str:
    chair = None if seat is None else table.seats.chair(seat)
    if chair is None or not chair.token:
        return ""
    return club.line.of(f"{chair.player.name}+{chair.token}")


def _news(lines: Iterable[lobby_news.News], muted: Collection[str]) -> tuple[News, ...]:
    return tuple(_line(line) for line in lines if not _is_muted(line, muted))


def _is_muted(line: lobby_news.News, muted: Collection[str]) -> bool:
    return bool(muted) and isinstance(line, lobby_news.Said) and skeleton(line.name) in muted


def _line(line: lobby_news.News) -> News:
    match line:
        case lobby_news.Said(number, name, text, clock):
            return Said(number, name, text, clock)
        case lobby_news.Noticed(number, text, clock):
            return Noticed(number, text, clock)
        case lobby_news.Happened(number, event):
            return Happened(number, event)
    assert_never(line)
