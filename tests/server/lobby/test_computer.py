from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator

import pytest

from engine.actions import DrawStock
from engine.match import Match
from engine.players.computer import Level
from engine.rules import Rules
from engine.seats import Seat
from engine.view import SeatView
from server.lobby.computer import human_pace
from server.lobby.progress import Stage
from server.lobby.table import Table
from server.lobby.terms import Terms
from tests.support.club import Club, Person, stage, standing
from tests.support.ssh import until


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    club = Club(pace=0.0)
    yield club
    await club.lobby.close()


async def practise(club: Club, level: Level = Level.CLUB, rules: Rules | None = None) -> Person:
    ada = club.come("ada")
    await club.lobby.practise(ada.player, Terms(rules=rules or Rules()), level)
    return ada


def playing(table: Table) -> bool:
    return table.stage in (Stage.DEAL, Stage.DEAL_OVER)


async def play_on(ada: Person) -> None:
    """Ada plays as simply as can be until the match is over."""
    while playing(ada.table):
        if ada.table.stage is Stage.DEAL_OVER:
            await ada.table.ready(ada.player)
        elif ada.view.is_my_turn:
            may = ada.view.legal_actions
            await ada.act(DrawStock() if DrawStock() in may else may[-1])
        else:
            await asyncio.sleep(0)


@pytest.mark.parametrize("level", list(Level))
async def test_the_computer_plays_a_match_to_its_end(club: Club, level: Level) -> None:
    ada = await practise(club, level, Rules(single_game=True))
    await play_on(ada)
    assert standing(ada.table).match.is_over


async def test_without_second_thoughts_the_strong_computer_plays_on(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    ada = await practise(club, Level.STRONG, Rules(single_game=True))
    await play_on(ada)
    assert standing(ada.table).match.is_over
    assert not club.lobby.computers.thinker.is_free


async def test_the_strong_computer_has_second_thoughts(club: Club) -> None:
    ada = await practise(club, Level.STRONG, Rules(single_game=True))
    await play_on(ada)
    assert club.lobby.computers.thinker.is_free
    assert club.lobby.computers.thinker._process is not None


async def test_it_is_marked_and_always_ready(club: Club) -> None:
    ada = await practise(club)
    chair = ada.table.seats.chair(Seat.B)
    assert chair is not None
    assert chair.player.is_computer
    assert chair.player.name == "computer (club)"
    assert ada.table.play.course is not None
    assert ada.table.play.course.is_ready.b


async def test_it_is_ready_for_a_rematch(club: Club) -> None:
    ada = await practise(club, rules=Rules(single_game=True))
    await play_on(ada)
    await ada.table.ready(ada.player)
    assert stage(ada.table) is Stage.DEAL


async def test_leaving_takes_the_table_and_the_computer_away(club: Club) -> None:
    ada = await practise(club)
    (task,) = club.lobby.computers._playing.values()
    await club.lobby.leave(ada.player)
    await until(task.done, "the computer to stop")
    assert not club.lobby.tables(ada.player)
    assert not club.lobby.computers._playing


async def test_a_player_who_drops_finds_the_computer_waiting(club: Club) -> None:
    ada = await practise(club)
    table = ada.table
    ada.drop()
    await club.wait(60)
    ada = club.come("ada")
    assert ada.table is table
    await until(lambda: ada.view.is_my_turn, "the player's turn")


async def test_a_failing_computer_gives_its_match_up(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_self: object, _view: SeatView, _match: Match) -> None:
        raise RuntimeError("no idea")

    monkeypatch.setattr("engine.players.computer.Computer.decide", fail)
    ada = await practise(club)
    while stage(ada.table) is Stage.DEAL:
        if ada.view.is_my_turn:
            await ada.act(ada.view.legal_actions[-1])
        await asyncio.sleep(0)
    assert stage(ada.table) is Stage.MATCH_OVER
    assert ada.lines()[-1] == "computer (club) left the table"


async def test_it_takes_its_time() -> None:
    paces = [human_pace() for _ in range(100)]
    assert min(paces) >= 0.6
    assert max(paces) <= 1.5
