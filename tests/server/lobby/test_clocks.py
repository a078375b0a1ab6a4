from __future__ import annotations

import pytest

from engine.actions import (
    Action,
    Discard,
    DrawStock,
    FinishLayoffs,
    Knock,
    LayOff,
    PassUpcard,
    TakeUpcard,
)
from engine.cards import parse_card
from engine.deal import Phase
from engine.seats import Seat
from server.lobby.facts import Acted
from server.lobby.house_play import TIME_OUTS, action_in_time
from server.lobby.progress import MatchEnd, Stage
from server.lobby.table import Table
from server.lobby.terms import ClockRule, Terms
from tests.support.club import Club, Person, stage, standing, time_left
from tests.support.deals import deal_from, deck_from, holding_eleven, played
from tests.support.tables import at_the_last_knock, at_the_last_offer, knockable

CLOCK = Terms(clock=ClockRule(30, 120))
GIN = deck_from(a="AS 2S 3S 4H 5H 6H 7D 8D 9D KC", b="KS KH QS QD JC JD TC TH 9S 8S", stock="TD")
GINS: tuple[Action, ...] = (PassUpcard(), PassUpcard(), DrawStock(), Knock(parse_card("KC")))


async def clocked(club: Club) -> tuple[Person, Person, Table]:
    return await club.seated(CLOCK)


async def test_the_turns_own_time_goes_first_and_the_bank_after_it() -> None:
    club = Club()
    _, _, table = await clocked(club)
    await club.wait(20)
    assert time_left(table, Seat.A) == (10, 120)
    await club.wait(25)
    assert time_left(table, Seat.A) == (0, 105)
    assert time_left(table, Seat.B) == (30, 120)
    assert table.play.is_clock_running(Seat.A)
    assert not table.play.is_clock_running(Seat.B)


async def test_a_new_turn_has_its_own_time_and_the_bank_stays_spent() -> None:
    club = Club()
    ada, bea, table = await clocked(club)
    await club.wait(50)
    await ada.act(PassUpcard())
    assert time_left(table, Seat.A) == (30, 100)
    await club.wait(10)
    await bea.act(PassUpcard())
    await club.wait(10)
    await ada.act(DrawStock())
    await club.wait(25)
    assert time_left(table, Seat.A) == (0, 95), "drawing and throwing are one turn"


async def test_the_bank_is_written_down_with_every_action() -> None:
    club = Club()
    ada, _, table = await clocked(club)
    await club.wait(50)
    await ada.act(PassUpcard())
    fact = club.book.facts(table.play.match)[-1]
    assert isinstance(fact, Acted)
    assert fact.bank == 100_000


async def test_whoever_runs_out_of_time_passes_draws_and_throws_what_was_drawn() -> None:
    club = Club()
    ada, bea, table = await clocked(club)
    await club.wait(150)
    assert not ada.view.is_my_turn
    assert time_left(table, Seat.A) == (30, 0)
    await bea.act(PassUpcard())
    hand = ada.view.hand
    await club.wait(30)
    assert bea.view.is_my_turn
    assert ada.view.hand == hand, "the drawn card was thrown again"
    assert ada.view.upcard is not None
    assert "ada ran out of time, so the house played on" in ada.lines()


async def test_a_third_turn_in_a_row_out_of_time_loses_the_match() -> None:
    club = Club()
    _ada, bea, table = await clocked(club)
    await club.wait(150)
    await bea.act(PassUpcard())
    for _ in range(TIME_OUTS - 2):
        await club.wait(30)
        await bea.act(DrawStock())
        drawn = bea.view.drawn
        assert drawn is not None
        await bea.act(Discard(drawn))
    assert stage(table) is Stage.DEAL
    await club.wait(30)
    assert (standing(table).ended, standing(table).winner) == (MatchEnd.FORFEIT, Seat.B)


async def test_an_own_action_in_between_counts_from_the_start_again() -> None:
    club = Club()
    ada, bea, table = await clocked(club)
    await club.wait(150)
    await bea.act(PassUpcard())
    for _ in range(4):
        await ada.act(DrawStock())
        await club.wait(30)
        await bea.act(DrawStock())
        drawn = bea.view.drawn
        assert drawn is not None
        await bea.act(Discard(drawn))
    assert stage(table) is Stage.DEAL


async def test_a_dropped_link_does_not_stop_the_clock_and_nothing_can_be_claimed() -> None:
    club = Club()
    ada, _, table = await clocked(club)
    ada.drop()
    await club.wait(40)
    assert time_left(table, Seat.A) == (0, 110)
    assert table.grace(Seat.A) is None
    await club.wait(100)
    assert not table.may_claim(Seat.B)


async def test_at_a_table_with_clocks_the_next_deal_comes_by_itself() -> None:
    club = Club(GIN)
    ada, bea, table = await clocked(club)
    for person, action in zip((ada, bea, ada, ada), GINS, strict=True):
        await person.act(action)
    assert stage(table) is Stage.DEAL_OVER
    await club.wait(14)
    assert table.play.patience_left == 1
    assert stage(table) is Stage.DEAL_OVER
    await club.wait(1)
    assert stage(table) is Stage.DEAL
    assert standing(table).deal_number == 2


async def test_without_clocks_nobody_is_hurried() -> None:
    club = Club(GIN)
    ada, bea, table = await club.seated()
    await club.wait(1000)
    assert ada.view.is_my_turn
    for person, action in zip((ada, bea, ada, ada), GINS, strict=True):
        await person.act(action)
    await club.wait(100)
    assert stage(table) is Stage.DEAL_OVER


def test_a_card_from_the_pile_is_kept_and_the_dearest_loose_one_thrown() -> None:
    deal = deal_from(a="4S 5S 6S 7S 9H 9C AD 2H 3C QS", upcard="9D")
    assert action_in_time(played(deal, TakeUpcard())) == Discard(parse_card("QS"))


def test_with_nothing_loose_the_card_from_the_pile_stays_all_the_same() -> None:
    deal = deal_from(a="4S 5S 6S 7S 9H 9C 9S AH 2H 3H", upcard="9D")
    action = action_in_time(played(deal, TakeUpcard()))
    assert action == Discard(parse_card("9S")) or isinstance(action, Discard)
    assert action != Discard(parse_card("9D"))


def test_never_a_knock_unasked() -> None:
    deal = holding_eleven("4S 5S 6S 7S 9H 9D 9C AH 2H 3H QS", drawn="AH", upcard="8D")
    assert action_in_time(deal) == Discard(parse_card("AH"))


@pytest.mark.parametrize("table", [at_the_last_offer, at_the_last_knock])
def test_the_fiftieth_card_is_declined(table: type) -> None:
    assert action_in_time(table().deal) == PassUpcard()


def test_the_best_is_laid_off() -> None:
    deal = played(knockable(), Knock(parse_card("QS")))
    steps = []
    while deal.phase is Phase.LAYOFF:
        steps.append(action_in_time(deal))
        deal = played(deal, steps[-1])
    assert steps[-1] == FinishLayoffs()
    assert all(isinstance(step, LayOff) for step in steps[:-1])
