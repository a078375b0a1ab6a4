"""Playing a deal from the opening offer to its end (`docs/RULES.md §2`)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import (
    Action,
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
from engine.cards import Hand, parse_card
from engine.deal import SWAP_LIMIT, Deal, Phase, legal_actions
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
from engine.rules import CLASSIC, MODERN, Rules
from engine.seats import Seat
from tests.support.deals import deal_from, drawn_down_to, holding_eleven, played

BIG_GIN = "4C 5C 6C 7C 9D 9H 9S JC JD JH JS"
KNOCKING = "4C 5C 6C 9D 9H 9S AD 2H 3S 4D KC"
"""Throwing the king leaves exactly ten."""
LAST_WANTED = "4C 5C 6C 9D 9H 9S JD JH 2C 3D"
"""Could knock with the jack of spades, were it the last discard."""


def threw(card: str) -> Discard:
    return Discard(parse_card(card))


def knocked(card: str, *melds: str) -> Knock:
    return Knock(parse_card(card), tuple(map(parse_meld, melds)) or None)


def events_of(deal: Deal, action: Action) -> tuple[Event, ...]:
    return apply(deal, deal.turn, action)[1]


def refusal(deal: Deal, action: Action) -> str:
    """Why the seat on turn may not do this."""
    with pytest.raises(IllegalActionError) as refused:
        apply(deal, deal.turn, action)
    return str(refused.value)


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


# Dead deals.


def test_h32_the_29th_stock_card_may_knock_and_its_discard_kills_the_deal() -> None:
    deal = drawn_down_to(3, deal_from(rules=CLASSIC))
    assert len(deal.stock) == 3
    deal = played(deal, DrawStock())
    assert len(deal.stock) == 2
    assert deal.drawn is not None
    after, events = apply(deal, deal.turn, Discard(deal.drawn))
    result = DealResult(Ending.DEAD)
    assert events[1:] == (DealEnded(result),)
    assert (after.phase, after.result, len(after.stock)) == (Phase.OVER, result, 2)
    assert after.showdown is None


def test_h32_the_29th_drawer_may_knock() -> None:
    deal = drawn_down_to(3, deal_from(a="4C 5C 6C 9D 9H 9S AD 2H 3S 4D"))
    assert deal.turn is Seat.A
    deal = played(deal, DrawStock())
    assert deal.drawn is not None
    assert played(deal, Knock(deal.drawn)).phase is Phase.LAYOFF


def test_a_turn_with_three_stock_cards_may_still_take_the_discard() -> None:
    deal = played(drawn_down_to(3, deal_from()), TakeUpcard())
    card = next(card for card in deal.hands[deal.turn] if card != deal.taken)
    assert played(deal, Discard(card)).phase is Phase.DRAW


def swapped(deal: Deal) -> Deal:
    """The deal after the seat on turn took the upcard and threw another card."""
    deal = played(deal, TakeUpcard())
    return played(deal, Discard(next(c for c in deal.hands[deal.turn] if c != deal.taken)))


def test_fifty_takes_in_a_row_from_the_discard_pile_kill_the_deal() -> None:
    deal = deal_from()
    for _ in range(SWAP_LIMIT - 1):
        deal = swapped(deal)
        assert deal.phase is Phase.DRAW
    deal = swapped(deal)
    assert deal.result == DealResult(Ending.DEAD)
    assert len(deal.stock) == 31


def test_a_stock_draw_in_between_starts_the_count_again() -> None:
    deal = deal_from()
    for _ in range(SWAP_LIMIT - 1):
        deal = swapped(deal)
    deal = played(deal, DrawStock())
    assert deal.drawn is not None
    deal = swapped(played(deal, Discard(deal.drawn)))
    assert (deal.phase, deal.swaps) == (Phase.DRAW, 1)


def test_the_fiftieth_take_may_still_knock() -> None:
    deal = deal_from(a="4C 5C 6C 9D 9H 9S JD JH 2C KD", upcard="JS")
    deal = played(replace(deal, swaps=SWAP_LIMIT - 1), TakeUpcard())
    assert played(deal, knocked("KD")).phase is Phase.LAYOFF
    assert played(deal, threw("KD")).result == DealResult(Ending.DEAD)


# The fiftieth card.


def last_offer(deal: Deal) -> Deal:
    """The deal at the offer of its last discard, the jack of spades."""
    deal = played(drawn_down_to(3, deal), DrawStock())
    return played(deal, threw("JS"))


def wanted() -> Deal:
    return last_offer(deal_from(a=LAST_WANTED, b="JS", rules=MODERN, dealer=Seat.A))


def unwanted() -> Deal:
    return last_offer(deal_from(a="2S 4H 6D 8C TS QH 3C 5H 7D KD", b="JS", rules=MODERN,
                                dealer=Seat.A))  # fmt: skip


def test_the_last_discard_is_offered_under_the_fiftieth_card_rule() -> None:
    deal = wanted()
    assert (deal.phase, deal.turn, len(deal.stock)) == (Phase.LAST_OFFER, Seat.A, 2)
    assert legal_actions(deal, Seat.A) == (TakeUpcard(), PassUpcard())
    assert refusal(deal, DrawStock()) == "take the upcard or pass first"


def test_the_last_discard_may_be_taken_to_knock() -> None:
    deal = played(wanted(), TakeUpcard())
    assert deal.phase is Phase.LAST_KNOCK
    offered = legal_actions(deal, Seat.A)
    assert all(isinstance(action, (Knock, PassUpcard)) for action in offered)
    after = played(deal, next(action for action in offered if isinstance(action, Knock)))
    assert after.phase is Phase.LAYOFF


def test_the_last_discard_may_be_taken_for_big_gin() -> None:
    ten = "4C 5C 6C 7C 9D 9H 9S JC JD JH"
    deal = last_offer(deal_from(a=ten, b="JS", rules=MODERN, dealer=Seat.A))
    assert played(deal, TakeUpcard(), BigGin()).phase is Phase.OVER


def test_taking_the_last_discard_leaves_only_the_knock_or_giving_it_back() -> None:
    deal = played(wanted(), TakeUpcard())
    assert "knock with it or give it back" in refusal(deal, threw("3D"))
    assert refusal(deal, DrawStock()) == "knock with the last card or give it back"
    after, events = apply(deal, Seat.A, PassUpcard())
    assert events == (UpcardPassed(Seat.A), DealEnded(DealResult(Ending.DEAD)))
    assert after.upcard == parse_card("JS")
    assert after.hands.a == wanted().hands.a


def test_declining_the_last_discard_ends_the_deal_dead() -> None:
    after = played(wanted(), PassUpcard())
    assert after.result == DealResult(Ending.DEAD)


def test_the_offer_is_made_even_where_no_knock_is_possible() -> None:
    deal = unwanted()
    assert deal.phase is Phase.LAST_OFFER
    assert legal_actions(deal, Seat.A) == (PassUpcard(),)
    assert "taken only to knock" in refusal(deal, TakeUpcard())


def test_without_the_rule_the_last_discard_is_not_offered() -> None:
    rules = replace(MODERN, fiftieth_card=False)
    deal = deal_from(a=LAST_WANTED, b="JS", rules=rules, dealer=Seat.A)
    assert last_offer(deal).result == DealResult(Ending.DEAD)
