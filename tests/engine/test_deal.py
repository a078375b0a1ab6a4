"""Dealing, and what a seat may do in each phase (`docs/RULES.md §1, §2, §6`)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import (
    BigGin,
    Discard,
    DrawStock,
    FinishLayoffs,
    Knock,
    LayOff,
    PassUpcard,
    TakeUpcard,
    UndoLayoff,
)
from engine.cards import DECK, Card, Hand, parse_card
from engine.deal import Phase, knock_limit, legal_actions, new_deal
from engine.events import DealStarted
from engine.rules import CLASSIC, MODERN, Rules
from engine.seats import Seat
from tests.support.card_cases import card_cases
from tests.support.deals import deal_from, holding_eleven, played

KNOCKS = card_cases("knocks")
OKLAHOMA = Rules(oklahoma=True)


def test_ten_cards_each_alternate_from_the_non_dealer() -> None:
    deal, events = new_deal(CLASSIC, Seat.A, DECK)
    assert deal.hands.b == Hand.of(DECK[0:20:2])
    assert deal.hands.a == Hand.of(DECK[1:20:2])
    assert deal.upcard == DECK[20]
    assert deal.stock == DECK[21:]
    assert len(deal.stock) == 31
    assert events == (DealStarted(Seat.A, DECK[20], 10),)


def test_the_non_dealer_acts_first() -> None:
    for dealer in Seat:
        deal = deal_from(dealer=dealer)
        assert (deal.phase, deal.turn) == (Phase.OFFER, dealer.other)


@pytest.mark.parametrize("deck", [DECK[:51], (*DECK[:51], DECK[0]), ()])
def test_only_a_full_deck_is_dealt(deck: tuple[Card, ...]) -> None:
    with pytest.raises(ValueError, match="52 cards"):
        new_deal(CLASSIC, Seat.A, deck)


@pytest.mark.parametrize(
    ("upcard", "limit"), [("AD", 0), ("2D", 2), ("9H", 9), ("TC", 10), ("JD", 10), ("KD", 10)]
)
def test_under_oklahoma_the_upcard_sets_the_knock_limit(upcard: str, limit: int) -> None:
    assert knock_limit(OKLAHOMA, parse_card(upcard)) == limit
    assert knock_limit(CLASSIC, parse_card(upcard)) == 10


def test_a_spade_upcard_doubles_only_where_the_rules_say_so() -> None:
    doubling = replace(OKLAHOMA, spades_double=True)
    assert deal_from(upcard="5S", rules=doubling).doubled
    assert not deal_from(upcard="5H", rules=doubling).doubled
    assert not deal_from(upcard="5S", rules=OKLAHOMA).doubled


def test_whoever_is_not_on_turn_may_do_nothing() -> None:
    deal = deal_from()
    assert legal_actions(deal, Seat.B) == ()
    assert legal_actions(deal, Seat.A) == (TakeUpcard(), PassUpcard())


def test_after_two_passes_the_non_dealer_must_draw_from_the_stock() -> None:
    deal = played(deal_from(), PassUpcard(), PassUpcard())
    assert legal_actions(deal, Seat.A) == (DrawStock(),)


def test_a_normal_turn_draws_from_the_stock_or_the_discard_pile() -> None:
    deal = deal_from(a="2S 9H", upcard="5D")
    deal = played(deal, TakeUpcard(), Discard(parse_card("2S")))
    assert legal_actions(deal, Seat.B) == (DrawStock(), TakeUpcard())


def test_every_held_card_may_be_thrown_but_the_one_just_taken_from_the_pile() -> None:
    deal = played(deal_from(upcard="5D"), TakeUpcard())
    thrown = {action.card for action in legal_actions(deal, Seat.A) if isinstance(action, Discard)}
    assert thrown == set(deal.hands.a) - {parse_card("5D")}
    assert len(thrown) == 10


def test_a_card_from_the_stock_may_be_thrown_at_once() -> None:
    deal = played(deal_from(stock="5D"), PassUpcard(), PassUpcard(), DrawStock())
    assert Discard(parse_card("5D")) in legal_actions(deal, Seat.A)


@pytest.mark.parametrize("name", KNOCKS)
def test_worked_knocks_are_what_is_offered(name: str) -> None:
    case = KNOCKS[name]
    taken = case["taken_from_discards"]
    drawn = taken or case["cards"].split()[-1]
    ten = " ".join(word for word in case["cards"].split() if word != drawn)
    rules = replace(MODERN, oklahoma=case["knock_limit"] == 0)
    if taken:
        deal = played(deal_from(a=ten, upcard=taken, rules=rules), TakeUpcard())
    else:
        upcard = "AC" if rules.oklahoma else ""
        deal = holding_eleven(case["cards"], drawn=drawn, rules=rules, upcard=upcard)
    offered = legal_actions(deal, Seat.A)
    knocks = [str(action.discard) for action in offered if isinstance(action, Knock)]
    assert sorted(knocks) == sorted(case["legal_knock_discards"])
    assert (BigGin() in offered) == case["big_gin"]


def test_h35_a_knock_is_offered_with_the_right_discard_only() -> None:
    deal = holding_eleven("AS 2S 3S 7H 7D 7C 4D 4H AC AD KS", drawn="4D")
    knocks = [action for action in legal_actions(deal, Seat.A) if isinstance(action, Knock)]
    assert knocks == [Knock(parse_card("KS"))]


def test_h35_gin_is_offered_by_any_card_that_leaves_nothing() -> None:
    deal = holding_eleven("4S 4D 4C 5S 5H 5D 5C 7S 7H 7D 7C", drawn="4C", rules=MODERN)
    offered = legal_actions(deal, Seat.A)
    assert BigGin() in offered
    knocks = {str(action.discard) for action in offered if isinstance(action, Knock)}
    assert knocks == {"5S", "5H", "5D", "5C", "7S", "7H", "7D", "7C", "4S", "4D", "4C"}


def test_big_gin_is_offered_only_where_the_rules_have_it() -> None:
    eleven = "4C 5C 6C 7C 9D 9H 9S JC JD JH JS"
    assert BigGin() in legal_actions(holding_eleven(eleven, drawn="4C", rules=MODERN), Seat.A)
    assert BigGin() not in legal_actions(holding_eleven(eleven, drawn="4C"), Seat.A)


@pytest.mark.parametrize(("last", "may_knock"), [("AD", True), ("2D", False)])
def test_h36_ten_or_less_may_knock_and_eleven_may_not(last: str, may_knock: bool) -> None:
    eleven = f"AS 2S 3S 7H 7D 7C 4D 4H AC {last} KS"
    offered = legal_actions(holding_eleven(eleven, drawn="KS"), Seat.A)
    assert (Knock(parse_card("KS")) in offered) == may_knock


@pytest.mark.parametrize(("upcard", "may_knock"), [("5H", True), ("4C", False), ("KH", True)])
def test_h36_a_knock_limit_set_by_the_upcard_is_kept(upcard: str, may_knock: bool) -> None:
    eleven = "AS 2S 3S 4S 4H 4D 5S 6S 6H 6D QC"
    deal = holding_eleven(eleven, drawn="QC", upcard=upcard, rules=OKLAHOMA)
    assert (Knock(parse_card("QC")) in legal_actions(deal, Seat.A)) == may_knock


def test_layoffs_are_offered_where_they_fit_and_undo_once_there_is_one() -> None:
    deal = holding_eleven(
        "5S 6S 7S JH JD JC 2H 2D 2C 9C KS",
        drawn="KS",
        b="3S 4S 8S 9S JS KH KD KC 8D AD",
    )
    deal = played(deal, Knock(parse_card("KS")))
    assert deal.phase is Phase.LAYOFF
    assert legal_actions(deal, Seat.A) == ()
    four, eight, jack = (parse_card(text) for text in ("4S", "8S", "JS"))
    places = {action.card for action in legal_actions(deal, Seat.B) if isinstance(action, LayOff)}
    assert places == {four, eight, jack}
    assert FinishLayoffs() in legal_actions(deal, Seat.B)
    assert UndoLayoff() not in legal_actions(deal, Seat.B)
    first = next(a for a in legal_actions(deal, Seat.B) if isinstance(a, LayOff))
    assert UndoLayoff() in legal_actions(played(deal, first), Seat.B)


def test_nothing_may_be_done_once_the_deal_is_over() -> None:
    deal = holding_eleven("4C 5C 6C 9D 9H 9S JD JH JS JC 2D", drawn="2D")
    deal = played(deal, Knock(parse_card("2D")))
    assert deal.phase is Phase.OVER
    assert legal_actions(deal, Seat.A) == legal_actions(deal, Seat.B) == ()
