"""What stands in the book is what happened: refusals, lost answers and retries."""

from __future__ import annotations

import asyncio

import pytest

from engine.actions import DrawStock, PassUpcard, TakeUpcard
from engine.players.computer import Level
from engine.seats import Seat
from server.lobby.errors import FaultError, StaleActionError
from server.lobby.facts import (
    Acted,
    DealBegun,
    GivenUp,
    MatchStarted,
    Readied,
    Returned,
    ShuffleCommitted,
)
from server.lobby.play import Pause
from server.lobby.progress import MatchEnd, Stage
from server.lobby.terms import ClockRule, Terms
from server.store.replay import recall
from tests.server.lobby.test_table import play
from tests.support.club import Club, paused, stage, standing
from tests.support.deals import GIN, GINS
from tests.support.ssh import until


async def test_every_step_of_a_match_is_a_fact() -> None:
    club = Club(GIN)
    ada, bea, table = await club.seated()
    await play(ada, bea, *GINS)
    await table.ready(ada.player)
    await table.ready(bea.player)
    bea.drop()
    bea = club.come("bea")
    await club.settled()
    await club.lobby.leave(bea.player)
    kinds = [type(fact) for fact in club.book.facts(table.play.shown_match)]
    assert kinds == [
        *(MatchStarted, ShuffleCommitted, DealBegun),
        *(Acted, Acted, Acted, Acted),
        *(ShuffleCommitted, Readied, Readied, DealBegun),
        *(Returned, GivenUp),
    ]


async def test_an_action_is_shown_to_nobody_before_it_is_written() -> None:
    club = Club()
    ada, bea, table = await club.seated()
    club.book.waits_for = may_go_on = asyncio.Event()
    club.book.writing.clear()
    before = (bea.view, table.news(Seat.B), table.play.version)
    acting = asyncio.create_task(ada.act(PassUpcard()))
    await club.book.writing.wait()
    assert (bea.view, table.news(Seat.B), table.play.version) == before
    assert not acting.done()
    may_go_on.set()
    await acting
    assert bea.view.is_my_turn


async def test_whoever_goes_while_it_is_written_has_acted_all_the_same() -> None:
    club = Club()
    ada, bea, _ = await club.seated()
    acting = asyncio.create_task(ada.act(PassUpcard()))
    await asyncio.sleep(0)
    acting.cancel()
    await club.settled()
    assert bea.view.is_my_turn


async def test_two_who_act_at_once_are_taken_one_by_one() -> None:
    club = Club()
    ada, _, table = await club.seated()
    version = table.play.version
    both = await asyncio.gather(
        table.act(ada.player, PassUpcard(), version),
        table.act(ada.player, TakeUpcard(), version),
        return_exceptions=True,
    )
    assert both[0] is None
    assert isinstance(both[1], StaleActionError)


async def test_while_nothing_can_be_written_actions_are_refused_and_clocks_stand_still() -> None:
    club = Club()
    ada, bea, table = await club.seated(Terms(clock=ClockRule(30, 120)))
    club.book.is_closed = True
    before = (ada.view, table.play.version)
    with pytest.raises(FaultError, match="the disk is full"):
        await ada.act(PassUpcard())
    assert (ada.view, table.play.version) == before
    assert paused(table) is Pause.FAULT
    await club.wait(300)
    left = table.play.time_left(Seat.A)
    assert left is not None
    assert left.turn == 30
    club.book.is_closed = False
    await club.wait(1)
    assert paused(table) is None
    await ada.act(PassUpcard())
    assert bea.view.is_my_turn


async def test_a_match_that_cannot_be_written_does_not_begin() -> None:
    club = Club()
    ada, bea = club.come("ada"), club.come("bea")
    table = club.lobby.open_table(ada.player, Terms())
    club.book.is_closed = True
    with pytest.raises(FaultError):
        await club.lobby.sit(bea.player, table.number)
    assert stage(table) is Stage.WAITING
    assert bea.player.seat_at is None
    assert bea.player.looking_at is None
    club.book.is_closed = False
    await club.lobby.sit(bea.player, table.number)
    assert stage(table) is Stage.DEAL


async def test_a_deal_that_could_not_be_written_comes_by_itself_later() -> None:
    club = Club(GIN)
    ada, bea, table = await club.seated()
    await play(ada, bea, *GINS)
    await table.ready(ada.player)
    club.book.writes_left = 1
    await table.ready(bea.player)
    assert stage(table) is Stage.CUT
    assert paused(table) is Pause.FAULT
    club.book.writes_left, club.book.is_closed = None, False
    await club.wait(2)
    assert stage(table) is Stage.DEAL


async def test_the_computer_waits_until_it_can_be_written() -> None:
    club = Club()
    ada = club.come("ada")
    await club.lobby.practise(ada.player, Terms(), Level.CLUB)
    club.book.is_closed = True
    while ada.view.is_my_turn and stage(ada.table) is Stage.DEAL:
        club.book.is_closed = False
        await ada.act(ada.view.legal_actions[-1])
        club.book.is_closed = True
    await until(lambda: paused(ada.table) is Pause.FAULT, "the computer's try")
    club.book.is_closed = False
    await club.wait(1)
    await until(lambda: ada.view.is_my_turn or stage(ada.table) is not Stage.DEAL, "its action")
    await club.lobby.close()


async def test_a_command_sent_again_is_done_once() -> None:
    club = Club()
    ada, bea, table = await club.seated()
    version = table.play.version
    for _ in range(3):
        await table.act(ada.player, PassUpcard(), version, "c1")
    assert table.play.version == version + 1
    assert sum(isinstance(fact, Acted) for fact in club.book.facts(table.play.match)) == 1
    assert bea.view.is_my_turn


async def test_what_was_written_although_nobody_was_told_has_happened() -> None:
    club = Club()
    ada, bea, table = await club.seated()
    club.book.loses_answers = True
    with pytest.raises(FaultError):
        await ada.act(PassUpcard())
    club.book.loses_answers = False
    with pytest.raises(StaleActionError):
        await ada.act(TakeUpcard())
    assert bea.view.is_my_turn, "the pass counts, not what was tried after it"
    await bea.act(PassUpcard())
    await ada.act(DrawStock())
    facts = club.book.facts(table.play.match)
    assert recall(facts, club.book.kept[table.play.match].values()) == table.play.course


async def test_an_end_that_nobody_was_told_of_is_found_at_the_next_try() -> None:
    club = Club()
    ada, bea, table = await club.seated()
    club.book.loses_answers = True
    with pytest.raises(FaultError):
        await table.leave(ada.player)
    club.book.loses_answers = False
    with pytest.raises(StaleActionError):
        await table.leave(ada.player)
    assert standing(table).ended is MatchEnd.CALLED_OFF
    await table.leave(ada.player)
    assert table.seats.of(ada.player) is None
    assert len(club.book.ended) == 1
    assert bea.player.seat_at is table
