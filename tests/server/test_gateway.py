from __future__ import annotations

import asyncio
import contextvars
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from engine.actions import Discard, DrawStock, PassUpcard
from engine.cards import parse_card
from engine.players.computer import Level
from engine.rules import MODERN
from engine.seats import Seat
from engine.view import SeatView
from tests.support.open_club import OpenClub, at_table, opened
from tui.gateway import (
    Desk,
    Doing,
    Gateway,
    Presence,
    RejectedError,
    Stage,
    TableSpec,
    TableStatus,
)
from tui.settings import CoachLevel, Settings, ThemeChoice


@pytest.fixture
async def club() -> AsyncIterator[OpenClub]:
    async with opened() as club:
        yield club


async def test_it_is_the_port_the_screens_ask_for(club: OpenClub) -> None:
    gateway: Gateway = await club.come("ada")
    assert gateway.name == "ada"


async def test_a_table_opens_with_the_rules_and_coach_asked_for(club: OpenClub) -> None:
    ada = await club.come("ada")
    await ada.open_table(TableSpec("Strip", MODERN, CoachLevel.BASIC))
    table = at_table(ada)
    assert table.spec == TableSpec("Strip", MODERN, CoachLevel.BASIC)
    assert (table.stage, table.seat, table.match) == (Stage.WAITING, Seat.A, None)


async def test_two_players_see_one_deal_each_from_his_own_seat(club: OpenClub) -> None:
    ada, bea = await club.seated()
    own, across = at_table(ada).view, at_table(bea).view
    assert isinstance(own, SeatView)
    assert isinstance(across, SeatView)
    assert (own.seat, across.seat) == (Seat.A, Seat.B)
    assert not own.hand.mask & across.hand.mask
    assert [info.name for info in at_table(ada).players if info] == ["ada", "bea"]


async def test_an_action_reaches_the_other_player(club: OpenClub) -> None:
    ada, bea = await club.seated()
    heard = asyncio.Event()
    bea.listen(heard.set)
    at_table(bea)
    await ada.act(PassUpcard(), at_table(ada).version)
    await asyncio.wait_for(heard.wait(), 5)
    view = at_table(bea).view
    assert isinstance(view, SeatView)
    assert view.is_my_turn


async def test_refusals_are_sentences_and_change_nothing(club: OpenClub) -> None:
    ada, bea = await club.seated()
    table = at_table(ada)
    for refused in (
        ada.act(DrawStock(), table.version),
        ada.act(PassUpcard(), table.version - 1),
        ada.act(Discard(parse_card("AS")), table.version),
        bea.act(PassUpcard(), table.version),
        ada.ready(),
        ada.claim(),
        ada.sit(99),
        ada.watch(table.id),
    ):
        with pytest.raises(RejectedError) as refusal:
            await refused
        assert " " in str(refusal.value)
    assert at_table(ada) == table


async def test_a_listener_runs_later_and_outside_the_mover_s_context(club: OpenClub) -> None:
    ada, bea = await club.seated()
    mover = contextvars.ContextVar("mover", default="nobody")
    seen: list[str] = []
    bea.listen(lambda: seen.append(mover.get()))
    at_table(bea)
    mover.set("ada")
    await ada.say("good luck")
    assert seen == []
    await asyncio.sleep(0)
    at_table(bea)
    await ada.act(PassUpcard(), at_table(ada).version)
    await asyncio.sleep(0)
    assert set(seen) == {"nobody"}


async def test_a_listener_is_called_once_until_a_snapshot_is_read(club: OpenClub) -> None:
    ada, bea = await club.seated()
    calls: list[None] = []
    bea.listen(lambda: calls.append(None))
    at_table(bea)
    await asyncio.sleep(0)
    calls.clear()
    await ada.say("one")
    await ada.say("two")
    await asyncio.sleep(0)
    assert len(calls) == 1
    at_table(bea)
    await ada.say("three")
    await asyncio.sleep(0)
    assert len(calls) == 2


async def test_the_newer_window_plays_on_and_the_older_one_cannot(club: OpenClub) -> None:
    older = await club.come("ada")
    await older.open_table(TableSpec())
    newer = await club.come("ada")
    assert len(club.farewells["ada"]) == 1
    assert older.table() is None
    with pytest.raises(RejectedError):
        await older.leave()
    older.arrange(Desk(cursor=5))
    assert at_table(newer).desk == Desk()
    older.close()
    presence = at_table(newer).players.a
    assert presence is not None
    assert presence.presence is Presence.HERE


async def test_an_absent_player_shows_with_the_grace_left(club: OpenClub) -> None:
    ada, bea = await club.seated()
    bea.close()
    await club.wait(20)
    info = at_table(ada).players.b
    assert info is not None
    assert (info.presence, info.grace) == (Presence.AWAY, 100)
    assert not at_table(ada).may_claim
    await club.wait(100)
    assert at_table(ada).may_claim
    await ada.claim()
    assert at_table(ada).stage is Stage.MATCH_OVER


async def test_settings_and_desk_survive_a_dropped_link(club: OpenClub) -> None:
    ada, bea = await club.seated()
    ada.save_settings(Settings(theme=ThemeChoice.MATINEE))
    ada.arrange(Desk(cursor=3, lifted=parse_card("AS")))
    ada.close()
    again = await club.come("ada")
    assert again.settings.theme is ThemeChoice.MATINEE
    assert at_table(again).desk == Desk(cursor=3, lifted=parse_card("AS"))
    assert bea.settings == Settings()
    assert at_table(bea).desk == Desk()


async def test_arranging_changes_nothing_but_the_own_desk(club: OpenClub) -> None:
    ada, bea = await club.seated()
    before, across = at_table(ada), at_table(bea)
    for cursor in range(10):
        ada.arrange(Desk(cursor=cursor, layer="knock"))
        bea.arrange(Desk(cursor=9 - cursor))
    assert replace(at_table(ada), desk=Desk()) == before
    assert replace(at_table(bea), desk=Desk()) == across


async def test_a_desk_of_an_earlier_deal_keeps_only_its_layer_and_unread_mark(
    club: OpenClub,
) -> None:
    ada, bea = await club.seated()
    ada.arrange(Desk((parse_card("AS"),), 3, parse_card("AS"), "talk", 1, 7))
    await bea.leave()
    await ada.ready()
    eve = await club.come("eve")
    await eve.sit(at_table(ada).id)
    assert at_table(ada).desk == Desk(layer="talk", read=7)


async def test_the_lobby_tells_what_everybody_does(club: OpenClub) -> None:
    ada, _ = await club.seated()
    eve, dan, kim = [await club.come(name) for name in ("eve", "dan", "kim")]
    await eve.watch(at_table(ada).id)
    await dan.open_table(TableSpec())
    ada.close()
    lobby = kim.lobby()
    assert {row.name: row.doing for row in lobby.people} == {
        "ada": Doing.AWAY,
        "bea": Doing.PLAYING,
        "dan": Doing.WAITING,
        "eve": Doing.WATCHING,
        "kim": Doing.LOBBY,
    }
    assert [row.name for row in lobby.people if row.is_you] == ["kim"]


async def test_the_lobby_lists_own_tables_then_open_ones_then_those_in_play(club: OpenClub) -> None:
    _ada, _ = await club.seated()
    dan, kim = await club.come("dan"), await club.come("kim")
    await dan.open_table(TableSpec())
    await kim.open_table(TableSpec(private=True))
    await kim.step_out()
    rows = kim.lobby().tables
    assert [row.players for row in rows] == [("kim",), ("dan",), ("ada", "bea")]
    assert [row.status for row in rows] == [
        TableStatus.OPEN,
        TableStatus.OPEN,
        TableStatus.PLAYING,
    ]
    assert [row.is_yours for row in rows] == [True, False, False]
    assert rows[2].games == ((0, 0),) * 3


async def test_practice_is_a_match_against_the_computer(club: OpenClub) -> None:
    ada = await club.come("ada")
    heard = asyncio.Event()
    ada.listen(heard.set)
    await ada.practise(TableSpec())
    while (table := at_table(ada)).stage is Stage.DEAL:
        view = table.view
        assert isinstance(view, SeatView)
        if view.legal_actions:
            draw = DrawStock() if DrawStock() in view.legal_actions else view.legal_actions[-1]
            await ada.act(draw, table.version)
        else:
            heard.clear()
            await asyncio.wait_for(heard.wait(), 5)
    other = table.players.b
    assert other is not None
    assert (other.name, other.is_computer) == ("computer (club)", True)
    await ada.ready()
    assert at_table(ada).deal_number == 2
    await ada.leave()
    await asyncio.sleep(0)
    assert not ada.lobby().tables


async def test_the_computer_may_be_called_to_ones_own_table(club: OpenClub) -> None:
    ada, bea = await club.come("ada"), await club.come("bea")
    await ada.open_table(TableSpec())
    await bea.watch(at_table(ada).id)
    with pytest.raises(RejectedError, match="not your table"):
        await bea.call_computer()
    await ada.call_computer(Level.STRONG)
    other = at_table(ada).players.b
    assert other is not None
    assert (other.name, at_table(ada).stage) == ("computer (strong)", Stage.DEAL)
    with pytest.raises(RejectedError, match="taken"):
        await ada.call_computer()
    assert not ada.is_at_home
    await ada.leave()
    await asyncio.sleep(0)
