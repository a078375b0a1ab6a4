"""What may leave the table for a person: own cards, open cards, counts."""

from __future__ import annotations

import pytest

from engine.actions import BigGin, Discard, DrawStock, FinishLayoffs, Knock, PassUpcard, TakeUpcard
from engine.cards import Hand, parse_card
from engine.deal import Deal, Phase, legal_actions
from engine.events import (
    CardDiscarded,
    CardLaidOff,
    DealEnded,
    DealStarted,
    Event,
    Knocked,
    LayoffUndone,
    StockDrawn,
    UpcardPassed,
    UpcardTaken,
)
from engine.melds import parse_meld
from engine.result import DealResult, Ending
from engine.rules import MODERN
from engine.seats import PerSeat, Seat
from engine.view import redacted, seat_view, spectator_view
from tests.support.deals import deal_from, drawn_down_to, holding_eleven, played

CARD = parse_card("7H")


def knocked() -> Deal:
    deal = holding_eleven("4C 5C 6C 9D 9H 9S AD 2H 3S 4D KC", drawn="KC", b="3C 7S")
    return played(deal, Knock(parse_card("KC")))


def test_a_player_sees_own_cards_and_what_may_be_done() -> None:
    deal = deal_from(upcard="5D")
    view = seat_view(deal, Seat.A)
    assert (view.seat, view.hand, view.legal_actions) == (
        Seat.A,
        deal.hands.a,
        legal_actions(deal, Seat.A),
    )
    assert view.is_my_turn
    assert not seat_view(deal, Seat.B).is_my_turn
    assert seat_view(deal, Seat.B).legal_actions == ()


def test_everybody_sees_the_open_cards_and_the_counts() -> None:
    deal = played(deal_from(upcard="5D"), TakeUpcard())
    for view in (spectator_view(deal), seat_view(deal, Seat.A), seat_view(deal, Seat.B)):
        assert view.counts == PerSeat(11, 10)
        assert view.stock_count == 31
        assert (view.discard_pile, view.upcard, view.taken) == ((), None, parse_card("5D"))
        assert view.hands is None
    passed = spectator_view(played(deal_from(upcard="5D"), PassUpcard(), PassUpcard()))
    assert (passed.upcard, passed.stock_only) == (parse_card("5D"), True)


def test_a_card_drawn_from_the_stock_is_seen_by_the_drawer_only() -> None:
    deal = played(deal_from(stock="7H"), PassUpcard(), PassUpcard(), DrawStock())
    assert seat_view(deal, Seat.A).drawn == CARD
    assert seat_view(deal, Seat.B).drawn is None


def test_a_card_taken_in_sight_is_known_until_it_is_thrown() -> None:
    deal = deal_from(a="2S", b="3S", upcard="5D", stock="4S 6S")
    deal = played(deal, TakeUpcard(), Discard(parse_card("2S")))
    assert spectator_view(deal).known == PerSeat(Hand.parse("5D"), Hand())
    deal = played(deal, TakeUpcard(), Discard(parse_card("3S")), DrawStock())
    assert spectator_view(deal).known == PerSeat(Hand.parse("5D"), Hand.parse("2S"))
    deal = played(deal, Discard(parse_card("5D")))
    assert spectator_view(deal).known == PerSeat(Hand(), Hand.parse("2S"))


def test_a_knock_opens_the_knockers_hand_and_the_end_opens_both() -> None:
    deal = knocked()
    watched = spectator_view(deal)
    assert watched.showdown == deal.showdown
    assert watched.hands is None
    over = played(deal, FinishLayoffs())
    assert spectator_view(over).hands == over.hands
    assert spectator_view(over).result == over.result


def test_nobody_is_on_turn_once_the_deal_is_over() -> None:
    over = played(knocked(), FinishLayoffs())
    assert not any(seat_view(over, seat).is_my_turn for seat in Seat)


def test_a_dead_deal_opens_no_hand() -> None:
    deal = drawn_down_to(2, deal_from())
    assert deal.phase is Phase.OVER
    assert spectator_view(deal).hands is None
    assert seat_view(deal, Seat.A).hand == deal.hands.a


def test_after_big_gin_no_card_is_marked_as_just_drawn() -> None:
    deal = holding_eleven("4C 5C 6C 7C 9D 9H 9S JC JD JH JS", drawn="4C", rules=MODERN)
    over = played(deal, BigGin())
    assert all(seat_view(over, seat).drawn is None for seat in Seat)
    assert spectator_view(over).taken is None


def test_a_stock_draw_is_cut_for_everybody_but_the_drawer() -> None:
    drawn = StockDrawn(Seat.A, CARD)
    assert redacted(drawn, Seat.A) == drawn
    assert redacted(drawn, Seat.B) == StockDrawn(Seat.A, None)
    assert redacted(drawn, None) == StockDrawn(Seat.A, None)


@pytest.mark.parametrize(
    "event",
    [
        DealStarted(Seat.A, CARD, 10),
        UpcardTaken(Seat.A, CARD),
        UpcardPassed(Seat.A),
        CardDiscarded(Seat.A, CARD),
        Knocked(Seat.A, CARD, (parse_meld("4C 5C 6C"),), Hand.parse("AD")),
        CardLaidOff(Seat.B, CARD, 0),
        LayoffUndone(Seat.B, CARD),
        DealEnded(DealResult(Ending.DEAD)),
    ],
    ids=lambda event: type(event).__name__,
)
def test_what_happened_in_sight_of_all_is_told_to_all(event: Event) -> None:
    for viewer in (Seat.A, Seat.B, None):
        assert redacted(event, viewer) == event
