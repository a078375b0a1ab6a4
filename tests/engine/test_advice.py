"""The coach: discards ranked, the upcard weighed, and what a knock would mean."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Action, Discard, DrawStock, Knock, PassUpcard, TakeUpcard
from engine.advice import (
    DiscardAdvice,
    DrawAdvice,
    Risk,
    advise_draw,
    choice_of,
    helping_cards,
    judged_by,
    on_second_thoughts,
    rank_discards,
)
from engine.cards import Hand, parse_card
from engine.deal import Deal, Phase
from engine.match import new_match
from engine.melds import deadwood, parse_meld
from engine.players.memory import Memory
from engine.players.situation import Situation
from engine.prospects import leanings_of
from engine.rules import MODERN
from engine.seats import Seat
from engine.view import SeatView, seat_view
from tests.support.deals import deal_from, drawn_down_to, holding_eleven, played, threw


def seen(deal: Deal) -> SeatView:
    return seat_view(deal, deal.turn)


def judged(view: SeatView) -> Situation:
    return judged_by(view, new_match(view.rules, Seat.A), Memory(leanings=leanings_of(view)))


def ranked(view: SeatView) -> tuple[DiscardAdvice, ...]:
    return rank_discards(judged(view))


def advised(view: SeatView) -> DrawAdvice:
    return advise_draw(judged(view))


def advice_on(card: str, view: SeatView) -> DiscardAdvice:
    return next(advice for advice in ranked(view) if str(advice.card) == card)


def one_to_throw() -> SeatView:
    return seen(holding_eleven("4S 5S 6S 9H 9D 9C AD 2H 3C 7D QC", drawn="QC", b="KH", upcard="KS"))


def test_discards_are_ranked_from_the_least_cost() -> None:
    order = ranked(one_to_throw())
    assert len(order) == 11
    assert str(order[0].card) == "QC"
    assert order[0].deadwood == 13


def test_every_discard_says_what_it_leaves() -> None:
    view = one_to_throw()
    for advice in ranked(view):
        left = deadwood(view.hand.minus(advice.card))
        assert advice.deadwood == left
        assert advice.allows_knock == (left <= 10)
        assert advice.makes_gin == (left == 0)


def test_the_card_just_taken_is_left_out() -> None:
    view = seen(played(deal_from(a="4S 5S 6S", upcard="KD"), TakeUpcard()))
    assert "KD" not in [str(advice.card) for advice in ranked(view)]
    assert len(ranked(view)) == 10


def test_nothing_is_ranked_while_waiting() -> None:
    deal = deal_from()
    assert ranked(seat_view(deal, Seat.A)) == ()
    assert ranked(seat_view(played(deal, TakeUpcard()), Seat.B)) == ()


def test_a_discard_that_makes_gin_says_so() -> None:
    deal = holding_eleven("4S 5S 6S 9H 9D 9C JC JD JH JS KD", drawn="KD")
    best = ranked(seen(deal))[0]
    assert (str(best.card), best.makes_gin, best.allows_knock) == ("KD", True, True)
    assert best.reason == "makes gin"


def test_a_discard_that_allows_a_knock_says_so() -> None:
    deal = holding_eleven("4S 5S 6S 9H 9D 9C AD 2H 3C 4D KD", drawn="KD")
    advice = advice_on("KD", seen(deal))
    assert (advice.allows_knock, advice.knocks, advice.deadwood) == (True, True, 10)


def test_breaking_a_meld_is_told_from_shortening_one() -> None:
    deal = holding_eleven("4S 5S 6S 7S 9H 9D 9C 2H KH QD JC", drawn="JC", upcard="AC")
    view = seen(deal)
    assert advice_on("9H", view).reason == "breaks a meld"
    assert advice_on("4S", view).reason == "shortens a meld"


def test_a_card_near_one_they_took_is_risky() -> None:
    deal = deal_from(a="5H 2S", b="8H KS", upcard="AD", stock="JD")
    deal = played(deal, PassUpcard(), TakeUpcard(), threw("KS"), DrawStock(), threw("5H"))
    deal = played(deal, TakeUpcard(), threw("8H"), DrawStock())
    mates = replace(seen(deal), hand=Hand.parse("6H 4H 2S 3C 7D 9C JS QD KC TH JD"))
    advice = advice_on("4H", replace(mates, legal_actions=(Discard(parse_card("4H")),)))
    assert advice.reason == "is far from any meld"
    assert advice.risk is not Risk.SAFE
    either = replace(mates, legal_actions=(Discard(parse_card("4H")), Discard(parse_card("KC"))))
    assert advice_on("4H", either).reason == "goes with a card they took"


@pytest.mark.parametrize(
    ("known", "pile", "risk"),
    [
        ("7S 7D", "2C", Risk.RISKY),
        ("", "2C", Risk.FAIR),
        ("", "7S 7C 8H 6H", Risk.SAFE),
    ],
)
def test_the_risk_is_how_likely_they_can_use_it(known: str, pile: str, risk: Risk) -> None:
    deal = holding_eleven("7H KS QD JC TS 3D 3C AC AD 5S 9D", drawn="9D")
    view = seen(deal)
    other = replace(
        view,
        known=view.known.put(Seat.B, Hand.parse(known)),
        discard_pile=tuple(Hand.parse(pile)),
    )
    assert advice_on("7H", other).risk is risk


@pytest.mark.parametrize(
    ("pile", "reason", "outs"),
    [
        ("2C", "could still make a meld for you", 2),
        ("JH", "could still make a meld for you", 1),
        ("JH JD", "is far from any meld", 0),
    ],
)
def test_a_card_says_whether_it_could_still_be_melded(pile: str, reason: str, outs: int) -> None:
    deal = holding_eleven("JS JC 2S 4H 6D 8C KH AD 9H QD 5C", drawn="QD", upcard="2C")
    view = replace(seen(deal), discard_pile=tuple(Hand.parse(pile)))
    assert advice_on("JS", view).reason == reason
    assert advice_on("QD", view).outs == outs


def test_at_the_last_card_only_knocks_are_ranked() -> None:
    deal = drawn_down_to(2, deal_from(rules=MODERN))
    hand = Hand.parse("4S 5S 6S 9H 9D 9C AD 2H 3C KD")
    deal = replace(deal, hands=deal.hands.put(deal.turn, hand), discard_pile=(parse_card("7S"),))
    offered = seen(deal)
    assert offered.phase is Phase.LAST_OFFER
    taking = advised(offered)
    assert (taking.take, str(taking.throw), taking.reason) == (
        True,
        "KD",
        "it lets you knock with 6",
    )
    order = ranked(seen(played(deal, TakeUpcard())))
    assert [str(advice.card) for advice in order] == ["KD"]


def test_a_last_card_that_allows_no_knock_stays() -> None:
    deal = drawn_down_to(2, deal_from(rules=MODERN))
    hand = Hand.parse("KS QH JD TC 9S 8H 7D 6C 3S 2H")
    deal = replace(deal, hands=deal.hands.put(deal.turn, hand), discard_pile=(parse_card("KC"),))
    advice = advised(seen(deal))
    assert (advice.take, advice.reason) == (False, "you could not knock with it")


def draw_advice(hand: str, upcard: str, *actions: Action) -> tuple[bool, str]:
    deal = played(deal_from(a=hand, upcard=upcard), *actions)
    advice = advised(seat_view(deal, Seat.A))
    return advice.take, advice.reason


def test_an_upcard_that_makes_gin_is_taken() -> None:
    hand = "4S 5S 6S 9H 9D 9C JC JD KH JS"
    assert draw_advice(hand, "7S") == (True, "it makes gin")


def test_an_upcard_that_opens_a_knock_is_taken() -> None:
    hand = "4S 5S 6S 9H 9D 2C AD 3D KS AH"
    assert draw_advice(hand, "9C") == (True, "it lets you knock with 7")


def test_an_upcard_that_breaks_a_meld_to_make_one_is_left() -> None:
    hand = "TS AH 3H 5H KH KD 2C 4C JC KC"
    assert draw_advice(hand, "QC") == (False, "the stock is likely to help more")


def test_an_upcard_that_completes_a_meld_is_taken() -> None:
    deal = deal_from(a="9H 9D 2S 4C 6D 8S TH QC KS JD", upcard="9C")
    advice = advised(seat_view(deal, Seat.A))
    assert (advice.take, advice.reason) == (True, "it completes a meld")
    assert advice.meld == parse_meld("9H 9D 9C")
    assert advice.deadwood_if_taken == deadwood(
        deal.hands.a.plus(parse_card("9C")).minus(advice.throw)
    )


def test_an_upcard_that_completes_nothing_is_left() -> None:
    deal = deal_from(a="9H 9D 2S 4C 6D 8S TH QC KS JD", upcard="KC")
    advice = advised(seat_view(deal, Seat.A))
    assert (advice.take, advice.meld, advice.reason) == (False, None, "it completes no meld")


def test_an_upcard_both_passed_cannot_be_taken() -> None:
    hand = "9H 9D 2S 4C 6D 8S TH QC KS JD"
    passed = draw_advice(hand, "9C", PassUpcard(), PassUpcard())
    assert passed == (False, "both passed it, so draw from the stock")


def test_without_an_upcard_there_is_nothing_to_advise() -> None:
    view = seen(played(deal_from(), TakeUpcard()))
    with pytest.raises(ValueError, match="no upcard"):
        advised(view)


def test_the_cards_that_help_stand_by_what_they_leave() -> None:
    deal = deal_from(a="4S 5S 6S 9H 9D 9C KS KH KD AC", upcard="QD")
    helping = dict(helping_cards(seat_view(deal, Seat.A)))
    assert helping == {0: Hand.parse("3S 7S 9S KC")}


def test_among_the_cards_that_help_the_best_come_first() -> None:
    deal = deal_from(a="4S 5S 6S 9H 9D KS KH 2D AC 7C", upcard="QD")
    left = [points for points, _ in helping_cards(seat_view(deal, Seat.A))]
    assert left == sorted(left)
    assert len(left) > 1


def test_second_thoughts_that_agree_change_nothing() -> None:
    order = ranked(one_to_throw())
    assert on_second_thoughts(order, choice_of(order)) is order


def test_second_thoughts_put_another_discard_first() -> None:
    order = ranked(one_to_throw())
    other = on_second_thoughts(order, Discard(order[2].card))
    assert choice_of(other) == Discard(order[2].card)
    assert other[0].reason == "tried out, it comes out best"
    assert other[1:] == (*order[:2], *order[3:])


def test_second_thoughts_may_be_for_a_knock_or_against_it() -> None:
    view = seen(holding_eleven("4S 5S 6S 9H 9D 9C AD 2H 3C 4D KD", drawn="KD"))
    order = ranked(view)
    knock, other = order[0], order[1].card
    assert choice_of(order) == Knock(knock.card)
    assert choice_of(on_second_thoughts(order, Discard(knock.card))) == Discard(knock.card)
    against = on_second_thoughts(order, Discard(other))
    assert [advice.knocks for advice in against] == [False] * 11
    assert against[1].reason == f"lets you knock with {knock.deadwood}"
    back = on_second_thoughts(against, Knock(knock.card))
    assert choice_of(back) == Knock(knock.card)
    assert back[0].reason == "tried out, a knock comes out best"
