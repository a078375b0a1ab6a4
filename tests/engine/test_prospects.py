"""What a hand may come to, and what the opponent may hold."""

from __future__ import annotations

import pytest

from engine.actions import Discard, DrawStock, PassUpcard, TakeUpcard
from engine.cards import Hand, parse_card
from engine.prospects import (
    DECLINED,
    NEUTRAL,
    PAIRS,
    THREW,
    TOOK,
    held_odds,
    leaned,
    leanings_of,
    look_ahead,
    melding_cards,
    unseen_by,
    usefulness,
)
from engine.seats import Seat
from engine.view import seat_view
from tests.support.deals import deal_from, played


def test_the_unseen_cards_are_the_stock_and_the_hidden_hand() -> None:
    deal = played(deal_from(upcard="5D"), TakeUpcard(), Discard(next(iter(deal_from().hands.a))))
    view = seat_view(deal, Seat.B)
    hidden = deal.hands.a.minus(parse_card("5D"))
    assert unseen_by(view) == Hand.of([*deal.stock, *hidden])


@pytest.mark.parametrize(("card", "pairs"), [("AS", 4), ("2S", 5), ("3S", 6), ("KS", 4)])
def test_a_card_makes_melds_with_pairs_of_its_rank_and_its_suit(card: str, pairs: int) -> None:
    assert len(PAIRS[parse_card(card)]) == pairs


def test_the_king_does_not_run_on_to_the_next_suit() -> None:
    cards = {mate for pair in PAIRS[parse_card("KS")] for mate in pair}
    assert cards == set(Hand.parse("KH KD KC QS JS"))


def test_what_the_opponent_does_tells_of_its_other_cards() -> None:
    seven, rank, neighbour, far = map(parse_card, ("7H", "7S", "8H", "2C"))
    assert THREW[seven][rank] < DECLINED[seven][rank] < 1 < TOOK[seven][rank]
    assert THREW[seven][neighbour] < DECLINED[seven][neighbour] < 1 < TOOK[seven][neighbour]
    assert THREW[seven][far] == DECLINED[seven][far] == TOOK[seven][far] == 1
    assert leaned(TOOK[seven], TOOK[seven])[rank] == TOOK[seven][rank] ** 2


def test_a_dearer_card_would_mostly_have_been_thrown_first() -> None:
    seven, eight, queen, king = map(parse_card, ("7H", "8C", "QH", "KC"))
    assert THREW[seven][king] < THREW[seven][eight] < 1
    assert THREW[queen][king] == TOOK[seven][king] == DECLINED[seven][king] == 1


def test_the_odds_add_up_to_the_opponents_hand() -> None:
    deal = played(deal_from(a="2S 9C", upcard="5D"), TakeUpcard(), Discard(parse_card("2S")))
    view = seat_view(deal, Seat.B)
    odds = held_odds(view, leanings_of(view))
    assert sum(odds) == pytest.approx(10)
    assert odds[parse_card("5D")] == 1
    assert odds[parse_card("2S")] == 0
    assert all(odds[card] == 0 for card in view.hand)


def test_cards_near_a_taken_one_are_likelier() -> None:
    deal = deal_from(a="2S 6D", b="KC", upcard="5D", stock="KH")
    view = seat_view(played(deal, TakeUpcard(), Discard(parse_card("2S"))), Seat.B)
    odds = held_odds(view, leanings_of(view))
    assert odds[parse_card("6D")] > odds[parse_card("KH")]
    assert leanings_of(seat_view(deal, Seat.B)) == NEUTRAL


def test_a_card_is_useful_as_far_as_its_pairs_may_be_held() -> None:
    held = [0.0] * 52
    for card in Hand.parse("7S 7D 8H 9H"):
        held[card] = 1.0
    assert usefulness(parse_card("7H"), held) == 2
    assert usefulness(parse_card("TH"), held) == 1
    assert usefulness(parse_card("KC"), held) == 0


def test_a_look_ahead_averages_over_the_unseen_cards() -> None:
    ten = Hand.parse("4S 5S 6S 9H 9D 9C KS KH 2D AC")
    kept = look_ahead(ten.mask, Hand.parse("KD QS"))
    assert kept.deadwood == 23
    assert kept.expected == (1 + 23) / 2
    assert kept.gin_chance == 0


def test_a_look_ahead_counts_the_cards_that_make_gin() -> None:
    ten = Hand.parse("4S 5S 6S 9H 9D 9C KS KH KD AC")
    assert look_ahead(ten.mask, Hand.parse("7S QH 3S QC")).gin_chance == 0.5


def test_a_card_that_only_replaces_a_dearer_one_does_not_meld() -> None:
    ten = Hand.parse("4S 5S 6S 9H 9D 9C KS KH QD JC")
    assert melding_cards(ten.mask, Hand.parse("AD KD 7S 2C")) == tuple(Hand.parse("7S KD"))


def test_a_stock_draw_leaves_the_drawer_more_cards_than_known() -> None:
    deal = played(deal_from(), PassUpcard(), PassUpcard(), DrawStock())
    view = seat_view(deal, Seat.B)
    assert sum(held_odds(view, NEUTRAL)) == pytest.approx(11)
