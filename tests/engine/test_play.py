"""Playing a deal from the opening offer to its end (`docs/RULES.md §2`)."""

from __future__ import annotations

import pytest

from engine.actions import (
    Action,
    BigGin,
    DrawStock,
    FinishLayoffs,
    LayOff,
    PassUpcard,
    TakeUpcard,
    UndoLayoff,
)
from engine.cards import Hand, parse_card
from engine.deal import Deal, Phase, legal_actions
from engine.errors import IllegalActionError, MeldError
from engine.events import (
    CardDiscarded,
    DealEnded,
    Event,
    Knocked,
    StockDrawn,
    UpcardPassed,
    UpcardTaken,
)
from engine.melds import parse_meld
from engine.play import apply
from engine.result import DealResult, Ending
from engine.rules import MODERN, Rules
from engine.seats import Seat
from tests.support.deals import deal_from, holding_eleven, knocked, played, refusal, threw

BIG_GIN = "4C 5C 6C 7C 9D 9H 9S JC JD JH JS"
KNOCKING = "4C 5C 6C 9D 9H 9S AD 2H 3S 4D KC"
"""Throwing the king leaves exactly ten."""


def events_of(deal: Deal, action: Action) -> tuple[Event, ...]:
    return apply(deal, deal.turn, action)[1]


# The opening.


def test_the_non_dealer_may_take_the_upcard() -> None:
    deal = deal_from(upcard="5D")
    after, events = apply(deal, Seat.A, TakeUpcard())
    five = parse_card("5D")
    assert events == (UpcardTaken(Seat.A, five),)
    assert (after.phase, after.turn, after.taken, after.upcard) == (
        Phase.DISCARD,
        Seat.A,
        five,
        None,
    )
    assert five in after.hands.a


def test_the_dealer_may_take_what_the_non_dealer_left_and_then_the_other_plays() -> None:
    deal = played(deal_from(b="2S", upcard="5D"), PassUpcard())
    assert legal_actions(deal, Seat.B) == (TakeUpcard(), PassUpcard())
    deal = played(deal, TakeUpcard(), threw("2S"))
    assert (deal.phase, deal.turn, deal.stock_only) == (Phase.DRAW, Seat.A, False)


def test_after_two_passes_the_upcard_is_gone_for_this_turn_only() -> None:
    deal = deal_from()
    assert events_of(deal, PassUpcard()) == (UpcardPassed(Seat.A),)
    deal = played(deal, PassUpcard(), PassUpcard())
    assert (deal.turn, deal.stock_only) == (Seat.A, True)
    assert "draws from the stock" in refusal(deal, TakeUpcard())
    deal = played(deal, DrawStock())
    assert not deal.stock_only


def test_a_knock_is_allowed_on_the_very_first_turn() -> None:
    deal = deal_from(a="4C 5C 6C 9D 9H 9S JD JH 2C KD", upcard="JS")
    deal = played(deal, TakeUpcard(), knocked("KD"))
    assert deal.showdown is not None
    assert deal.showdown.deadwood_cards == Hand.parse("2C")


# Drawing and throwing.


def test_a_draw_from_the_stock_takes_its_top() -> None:
    deal = played(deal_from(stock="7H 8H"), PassUpcard(), PassUpcard())
    after, events = apply(deal, Seat.A, DrawStock())
    assert events == (StockDrawn(Seat.A, parse_card("7H")),)
    assert str(after.stock[0]) == "8H"
    assert (after.drawn, after.taken) == (parse_card("7H"), None)


def test_a_discard_ends_the_turn_and_lies_on_top() -> None:
    deal = played(deal_from(a="2S", upcard="5D"), TakeUpcard())
    after, events = apply(deal, Seat.A, threw("2S"))
    assert events == (CardDiscarded(Seat.A, parse_card("2S")),)
    assert (after.turn, after.phase) == (Seat.B, Phase.DRAW)
    assert (after.upcard, after.taken, after.drawn) == (parse_card("2S"), None, None)


def test_h31_the_card_just_taken_may_not_be_thrown_not_even_to_knock() -> None:
    ten = "5S 5H 5D 9C TC JC QC 2H 3D 4H"
    taken = played(deal_from(a=ten, upcard="KD"), TakeUpcard())
    assert refusal(taken, threw("KD")) == "KD just came from the pile and must stay this turn"
    assert "must stay this turn" in refusal(taken, knocked("KD"))
    assert "15 would be left" in refusal(taken, knocked("4H"))
    drawn = holding_eleven(f"{ten} KD", drawn="KD")
    assert played(drawn, threw("KD")).upcard == parse_card("KD")
    knock = played(drawn, knocked("KD")).showdown
    assert knock is not None
    assert knock.deadwood_cards.points == 9


def test_h31_the_dealer_may_not_throw_the_first_upcard_back_either() -> None:
    deal = played(deal_from(upcard="KD"), PassUpcard(), TakeUpcard())
    assert "must stay this turn" in refusal(deal, threw("KD"))


def test_a_card_taken_earlier_may_be_thrown() -> None:
    deal = deal_from(a="2S", b="3S", upcard="KD", stock="4S 5S")
    deal = played(deal, TakeUpcard(), threw("2S"), DrawStock(), threw("3S"), DrawStock())
    assert played(deal, threw("KD")).upcard == parse_card("KD")


# Refusals change nothing and say why.


def test_nobody_acts_out_of_turn() -> None:
    with pytest.raises(IllegalActionError, match=r"^it is not your turn$"):
        apply(deal_from(), Seat.B, PassUpcard())


def test_nobody_acts_after_the_end() -> None:
    deal = played(holding_eleven(BIG_GIN, drawn="4C", rules=MODERN), BigGin())
    for seat in Seat:
        with pytest.raises(IllegalActionError, match=r"^this hand is over$"):
            apply(deal, seat, PassUpcard())


@pytest.mark.parametrize("action", [DrawStock(), threw("2S"), knocked("2S"), BigGin()])
def test_the_offer_comes_first(action: Action) -> None:
    assert refusal(deal_from(a="2S"), action) == "take the upcard or pass first"


@pytest.mark.parametrize("action", [threw("2S"), knocked("2S"), BigGin()])
def test_a_turn_starts_with_a_draw(action: Action) -> None:
    deal = played(deal_from(a="2S"), PassUpcard(), PassUpcard())
    assert refusal(deal, action) == "draw from the stock or take the discard first"


@pytest.mark.parametrize("action", [DrawStock(), TakeUpcard()])
def test_a_turn_draws_only_once(action: Action) -> None:
    deal = played(deal_from(), PassUpcard(), PassUpcard(), DrawStock())
    assert refusal(deal, action) == "you have drawn already: discard a card or knock"


def test_only_an_offered_upcard_is_passed() -> None:
    deal = played(deal_from(), PassUpcard(), PassUpcard())
    assert refusal(deal, PassUpcard()) == "there is no upcard on offer now"
    assert refusal(played(deal, DrawStock()), PassUpcard()) == "there is no upcard on offer now"


@pytest.mark.parametrize("action", [LayOff(parse_card("2S"), 0), UndoLayoff(), FinishLayoffs()])
def test_layoffs_follow_a_knock_only(action: Action) -> None:
    assert refusal(deal_from(), action) == "nobody has knocked"


@pytest.mark.parametrize("action", [threw("2S"), knocked("2S")])
def test_a_card_not_held_cannot_be_thrown(action: Action) -> None:
    deal = played(deal_from(b="2S"), TakeUpcard())
    assert refusal(deal, action) == "you do not hold 2S"


@pytest.mark.parametrize("action", [DrawStock(), TakeUpcard(), threw("2S"), BigGin()])
def test_after_a_knock_the_cards_are_on_the_table(action: Action) -> None:
    deal = played(holding_eleven(KNOCKING, drawn="KC", b="2S"), knocked("KC"))
    assert refusal(deal, action) == "the cards are on the table already"


# Knocking.


def test_a_knock_at_the_limit_is_allowed_and_above_it_refused() -> None:
    deal = holding_eleven(KNOCKING, drawn="KC")
    assert refusal(deal, knocked("4D")) == "16 would be left; a knock may leave 10 at most"
    after, events = apply(deal, Seat.A, knocked("KC"))
    assert events == (
        Knocked(
            Seat.A,
            parse_card("KC"),
            (parse_meld("9S 9H 9D"), parse_meld("4C 5C 6C")),
            Hand.parse("AD 2H 3S 4D"),
        ),
    )
    assert (after.phase, after.turn, after.upcard) == (Phase.LAYOFF, Seat.B, parse_card("KC"))


def test_under_an_ace_only_gin_may_knock() -> None:
    rules = Rules(oklahoma=True)
    deal = holding_eleven(KNOCKING, drawn="KC", rules=rules, upcard="AC")
    assert refusal(deal, knocked("KC")) == "10 would be left; in this hand only gin may knock"


def test_the_knocker_chooses_the_melds_laid_down() -> None:
    eleven = "4H 5S 5D 5C 6S 6D 6C 7S 7D 7C KH"
    deal = holding_eleven(eleven, drawn="KH")
    runs = ("5S 6S 7S", "5D 6D 7D", "5C 6C 7C")
    chosen = played(deal, knocked("KH", *runs)).showdown
    assert chosen is not None
    assert {str(meld) for meld in chosen.laid} == set(runs)


def test_h18_the_spread_offered_by_default_is_the_one_with_fewer_additions() -> None:
    eleven = "4H 5S 5D 5C 6S 6D 6C 7S 7D 7C KH"
    shown = played(holding_eleven(eleven, drawn="KH"), knocked("KH")).showdown
    assert shown is not None
    assert {str(meld) for meld in shown.laid} == {"5S 5D 5C", "6S 6D 6C", "7S 7D 7C"}


def test_the_default_spread_is_chosen_without_hidden_cards() -> None:
    eleven = "4H 5S 5D 5C 6S 6D 6C 7S 7D 7C KH"
    deal = holding_eleven(eleven, drawn="KH", b="4S 8S 4D 8D 4C 8C")
    shown = played(deal, knocked("KH")).showdown
    assert shown is not None
    assert {str(meld) for meld in shown.laid} == {"5S 5D 5C", "6S 6D 6C", "7S 7D 7C"}


def test_the_default_spread_heeds_the_pile_and_the_card_just_thrown() -> None:
    deal = deal_from(a="4H 5S 5D 5C 6S 6D 6C 7S 7D 7C", upcard="8S", stock="8D 2H 8C")
    deal = played(deal, PassUpcard(), PassUpcard(), DrawStock(), threw("8D"))
    deal = played(deal, DrawStock(), threw("2H"), DrawStock())
    shown = played(deal, knocked("8C")).showdown
    assert shown is not None
    assert {str(meld) for meld in shown.laid} == {"5S 6S 7S", "5D 6D 7D", "5C 6C 7C"}


def test_a_spread_may_leave_more_than_it_must_within_the_limit() -> None:
    deal = holding_eleven("4C 5C 6C 9D 9H 9S 2D 2H 2S AD KC", drawn="KC")
    after = played(deal, knocked("KC", "4C 5C 6C", "9D 9H 9S"))
    assert after.showdown is not None
    assert after.showdown.deadwood_cards.points == 7
    refused = refusal(deal, knocked("KC", "4C 5C 6C", "2D 2H 2S"))
    assert refused == "28 would be left; a knock may leave 10 at most"


@pytest.mark.parametrize(
    "melds",
    [("4C 5C 6C", "4H 4D 4S"), ("4C 5C 6C", "4C 5C 6C"), ("QC KC JC",)],
    ids=["not held", "twice", "with the card thrown"],
)
def test_h55_a_spread_of_other_cards_is_refused_and_nothing_changes(melds: tuple[str, ...]) -> None:
    deal = holding_eleven(KNOCKING, drawn="KC")
    with pytest.raises(MeldError):
        apply(deal, Seat.A, knocked("KC", *melds))
    assert deal == holding_eleven(KNOCKING, drawn="KC")


def test_a_knock_that_leaves_nothing_is_gin_and_ends_the_deal_at_once() -> None:
    deal = holding_eleven("4C 5C 6C 9D 9H 9S JD JH JS JC 2D", drawn="2D", b="KS KH KD KC QS")
    after, events = apply(deal, Seat.A, knocked("2D"))
    left = after.result.defender_deadwood if after.result else 0
    result = DealResult(Ending.GIN, Seat.A, 0, left)
    assert events[1:] == (DealEnded(result),)
    assert (after.phase, after.result) == (Phase.OVER, result)


def test_gin_is_never_declared_for_a_player() -> None:
    deal = holding_eleven("4C 5C 6C 9D 9H 9S JD JH JS JC 2D", drawn="JC")
    assert played(deal, threw("2D")).phase is Phase.DRAW


def test_big_gin_lays_down_eleven_cards_without_a_discard() -> None:
    deal = holding_eleven(BIG_GIN, drawn="4C", rules=MODERN)
    after, events = apply(deal, Seat.A, BigGin())
    assert isinstance(events[0], Knocked)
    assert events[0].discard is None
    assert after.result is not None
    assert after.result.ending is Ending.BIG_GIN
    assert after.showdown is not None
    assert sum(map(len, after.showdown.laid)) == 11
    assert (after.drawn, after.taken) == (None, None)


def test_big_gin_may_use_the_card_just_taken() -> None:
    ten = BIG_GIN.replace("7C ", "")
    deal = played(deal_from(a=ten, upcard="7C", rules=MODERN), TakeUpcard())
    after = played(deal, BigGin((parse_meld("4C 5C 6C 7C"), parse_meld("9S 9H 9D"),
                                 parse_meld("JS JH JD JC"))))  # fmt: skip
    assert after.result is not None
    assert after.result.ending is Ending.BIG_GIN


def test_big_gin_needs_the_rule_and_eleven_melded_cards() -> None:
    without_rule = holding_eleven(BIG_GIN, drawn="4C")
    assert refusal(without_rule, BigGin()) == "big gin is not played at this table"
    deal = holding_eleven(BIG_GIN, drawn="4C", rules=MODERN)
    spread = (parse_meld("4C 5C 6C 7C"), parse_meld("9S 9H 9D"))
    assert refusal(deal, BigGin(spread)) == "big gin needs all eleven cards in melds"
    other = holding_eleven(KNOCKING, drawn="KC", rules=MODERN)
    assert refusal(other, BigGin()) == "big gin needs all eleven cards in melds"


def test_a_spade_upcard_is_remembered_in_the_result() -> None:
    rules = Rules(oklahoma=True, spades_double=True)
    deal = holding_eleven(KNOCKING, drawn="KC", rules=rules, upcard="TS", b="2S")
    gin = holding_eleven("4C 5C 6C 9D 9H 9S JD JH JS JC 2D", drawn="2D", rules=rules, upcard="TS")
    for over in (played(deal, knocked("KC"), FinishLayoffs()), played(gin, knocked("2D"))):
        assert over.result is not None
        assert over.result.doubled
