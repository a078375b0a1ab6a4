"""The server is started again over its database: everything that counts is as it was."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from engine.actions import DrawStock, PassUpcard
from engine.seats import PerSeat, Seat
from engine.view import SeatView
from server.gateway import LobbyGateway
from server.lobby.clock import GRACE
from server.lobby.play import RESTART
from tests.server.store.test_unavailable import full_disk
from tests.server.test_archive import SINGLE, act
from tests.support.club import PlannedShuffler
from tests.support.deals import GIN, GINS
from tests.support.open_club import at_table, opened
from tests.support.ssh import until
from tui.gateway import (
    ClockSpec,
    Happened,
    PauseReason,
    Presence,
    RejectedError,
    SeatClock,
    Stage,
    TableSnapshot,
    TableSpec,
)


def as_played(snapshot: TableSnapshot) -> TableSnapshot:
    """What a table shows of the match: not its version, its talk and who is there."""
    events = tuple(line.event for line in snapshot.news if isinstance(line, Happened))
    news = tuple(Happened(0, event) for event in events)
    return replace(
        snapshot, version=0, news=news, players=PerSeat(None, None), pause=None, return_line=""
    )


@pytest.mark.parametrize("actions", range(len(GINS) + 1))
async def test_a_match_is_as_it_was_in_every_phase(url: str, actions: int) -> None:
    async with opened(url, PlannedShuffler([GIN])) as club:
        ada, bea = await club.seated(TableSpec("Strip"))
        await act((ada, bea), *GINS[:actions])
        before = [as_played(at_table(player)) for player in (ada, bea)]
    async with opened(url) as club:
        ada, bea = await club.come("ada"), await club.come("bea")
        assert [as_played(at_table(player)) for player in (ada, bea)] == before
        if actions < len(GINS):
            await act((ada, bea), GINS[actions])
        else:
            await ada.ready()
            await bea.ready()
            assert at_table(ada).deal_number == 2


async def test_seats_wait_and_time_stands_still_until_both_are_back(url: str) -> None:
    spec = TableSpec(clock=ClockSpec(30, 120))
    async with opened(url) as club:
        ada, bea = await club.seated(spec)
        await club.wait(40)
        await ada.act(PassUpcard(), at_table(ada).version)
        await bea.act(PassUpcard(), at_table(bea).version)
    async with opened(url) as club:
        ada = await club.come("ada")
        pause = at_table(ada).pause
        assert pause is not None
        assert (pause.reason, pause.seconds) == (PauseReason.RESTART, RESTART)
        await club.wait(20)
        infos = at_table(ada).players
        assert infos.a is not None
        assert infos.b is not None
        assert infos.b.presence is Presence.AWAY
        assert infos.a.clock == SeatClock(30, 110, is_running=False)
        bea = await club.come("bea")
        assert at_table(bea).pause is None
        await club.wait(5)
        info = at_table(ada).players.a
        assert info is not None
        assert info.clock == SeatClock(25, 110, is_running=True)


async def test_after_a_minute_time_goes_on_even_if_one_is_not_back(url: str) -> None:
    async with opened(url) as club:
        _ada, bea = await club.seated()
        bea.close()
        await club.wait(20)
        await club.come("bea")
        await club.settled()
    async with opened(url) as club:
        ada = await club.come("ada")
        await club.wait(RESTART)
        assert at_table(ada).pause is None
        await club.wait(10)
        info = at_table(ada).players.b
        assert info is not None
        assert info.grace == GRACE - 20 - 10
        await club.wait(GRACE - 30)
        assert at_table(ada).may_claim


async def test_the_own_order_outlives_the_server(url: str) -> None:
    async with opened(url) as club:
        ada, _ = await club.seated()
        view = at_table(ada).view
        assert isinstance(view, SeatView)
        order = tuple(reversed(list(view.hand)))
        ada.arrange(replace(at_table(ada).desk, own_order=order, cursor=3))
        await club.settled()
    async with opened(url) as club:
        assert at_table(await club.come("ada")).desk.own_order == order
        assert at_table(await club.come("bea")).desk.own_order == ()


async def test_a_guests_line_holds_over_restarts_and_rematches(url: str) -> None:
    async with opened(url, PlannedShuffler([GIN])) as club:
        ada, bea = await club.seated(TableSpec(rules=SINGLE), guests=True)
        line = at_table(ada).return_line
        token = line.removeprefix("ssh ada+").removesuffix("@localhost")
        await act((ada, bea), *GINS)
        assert at_table(ada).stage is Stage.MATCH_OVER
        assert at_table(ada).return_line == line
        await ada.ready()
        await bea.ready()
        assert at_table(ada).return_line == line
    for _ in range(2):
        async with opened(url) as club:
            assert (await club.come("ada", None)).name == "ada-2"
            back = await club.come("ada", None, token.lower())
            assert at_table(back).seat is Seat.A
            assert at_table(back).return_line == line


async def test_the_computer_plays_on(url: str) -> None:
    async with opened(url) as club:
        ada = await club.come("ada")
        await ada.practise(TableSpec())
        match = at_table(ada).match_id
    async with opened(url) as club:
        ada = await club.come("ada")
        table = at_table(ada)
        assert table.match_id == match
        other = table.players.b
        assert other is not None
        assert other.is_computer
        assert table.pause is None
        for _ in range(3):
            await until(lambda: _is_my_turn(ada), "the player's turn")
            view = at_table(ada).view
            assert isinstance(view, SeatView)
            draw = DrawStock() if DrawStock() in view.legal_actions else view.legal_actions[-1]
            await ada.act(draw, at_table(ada).version)


def _is_my_turn(player: LobbyGateway) -> bool:
    view = at_table(player).view
    return isinstance(view, SeatView) and view.is_my_turn


async def test_tables_keep_their_numbers_and_new_ones_get_others(url: str) -> None:
    async with opened(url) as club:
        await club.come("eve")
        ada, _ = await club.seated()
        number = at_table(ada).id
    async with opened(url) as club:
        eve = await club.come("eve")
        await eve.open_table(TableSpec())
        assert at_table(await club.come("ada")).id == number
        assert at_table(eve).id == number + 1


async def test_what_has_ended_is_not_taken_up_again_and_scored_once(url: str) -> None:
    async with opened(url, PlannedShuffler([GIN])) as club:
        ada, bea = await club.seated()
        await act((ada, bea), *GINS)
        await ada.leave()
        await club.settled()
        standings = bea.lobby().leaders
    for _ in range(2):
        async with opened(url) as club:
            bea = await club.come("bea")
            assert bea.table() is None
            assert len(await bea.history()) == 1
            assert bea.lobby().leaders == standings


async def test_a_log_that_makes_no_sense_harms_nobody_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url = f"sqlite:///{tmp_path / 'club.db'}"
    async with opened(url) as club:
        ada, _ = await club.seated()
        broken = at_table(ada).match_id
        eve, dan = await club.come("eve"), await club.come("dan")
        await eve.open_table(TableSpec())
        await dan.sit(at_table(eve).id)
        await club.club.store._writer.run(
            lambda connection: connection.execute(
                text("UPDATE events SET fact = '{}' WHERE match = :match AND seq = 2"),
                {"match": broken},
            )
        )
    caplog.set_level(logging.ERROR)
    async with opened(url) as club:
        assert f"match {broken} cannot be taken up again" in caplog.text
        assert (await club.come("ada")).table() is None
        assert at_table(await club.come("eve")).stage is Stage.DEAL


async def test_a_full_disk_refuses_with_a_sentence_and_the_match_goes_on_later(
    tmp_path: Path,
) -> None:
    async with opened(f"sqlite:///{tmp_path / 'club.db'}") as club:
        players = await club.seated()
        ada, bea = players
        async with full_disk(club.club.store):
            refusal = await _act_until_refused(players)
            assert "the disk is full" in refusal
            pause = at_table(ada).pause
            assert pause is not None
            assert pause.reason is PauseReason.FAULT
            await club.wait(3)
            assert at_table(bea).pause is not None
        await club.wait(1)
        assert at_table(ada).pause is None
        await ada.say("on we go")
        for player in players:
            view = at_table(player).view
            assert isinstance(view, SeatView)
            if view.is_my_turn:
                await player.act(view.legal_actions[0], at_table(player).version)


async def _act_until_refused(players: tuple[LobbyGateway, LobbyGateway]) -> str:
    """Play until the house refuses; return the sentence."""
    while True:
        for player in players:
            table = at_table(player)
            try:
                if table.stage is not Stage.DEAL:
                    await player.ready()
                elif isinstance(table.view, SeatView) and table.view.is_my_turn:
                    await player.act(table.view.legal_actions[0], table.version)
            except RejectedError as refusal:
                return str(refusal)
