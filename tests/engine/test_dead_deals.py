"""Deals that nobody wins, and the last card that may save one (`docs/RULES.md §2`)."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import BigGin, Discard, DrawStock, Knock, PassUpcard, TakeUpcard
from engine.cards import parse_card
from engine.deal import SWAP_LIMIT, Deal, Phase, legal_actions
from engine.events import DealEnded, UpcardPassed
from engine.play import apply
from engine.result import DealResult, Ending
from engine.rules import CLASSIC, MODERN
from engine.seats import Seat
from tests.support.deals import deal_from, drawn_down_to, knocked, played, refusal, threw

LAST_WANTED = "4C 5C 6C 9D 9H 9S JD JH 2C 3D"
"""Could knock with the jack of spades, were it the last discard."""


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
