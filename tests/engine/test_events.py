"""What a played deal tells: the facts alone are enough to follow it."""

from __future__ import annotations

from engine.actions import (
    Action,
    Discard,
    DrawStock,
    FinishLayoffs,
    Knock,
    LayOff,
    PassUpcard,
    TakeUpcard,
    UndoLayoff,
)
from engine.cards import parse_card
from engine.deal import new_deal
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
from engine.play import apply
from engine.rules import CLASSIC
from engine.seats import Seat
from tests.support.deals import deck_from


def test_every_step_of_a_deal_is_told_in_order() -> None:
    deck = deck_from(
        a="4C 5C 6C 9D 9H 9S AD 2H 3S 4D", b="7C KS", upcard="QH", stock="KC", dealer=Seat.B
    )
    king, queen, seven = (parse_card(text) for text in ("KS", "QH", "7C"))
    script: list[Action] = [
        PassUpcard(),
        TakeUpcard(),
        Discard(king),
        DrawStock(),
        Knock(parse_card("KC")),
        LayOff(seven, 1),
        UndoLayoff(),
        LayOff(seven, 1),
        FinishLayoffs(),
    ]
    deal, told = new_deal(CLASSIC, Seat.B, deck)
    told_so_far: list[Event] = list(told)
    for action in script:
        deal, told = apply(deal, deal.turn, action)
        told_so_far += told
    assert deal.result is not None
    assert deal.showdown is not None
    assert told_so_far == [
        DealStarted(Seat.B, queen, 10),
        UpcardPassed(Seat.A),
        UpcardTaken(Seat.B, queen),
        CardDiscarded(Seat.B, king),
        StockDrawn(Seat.A, parse_card("KC")),
        Knocked(Seat.A, parse_card("KC"), deal.showdown.laid, deal.showdown.deadwood_cards),
        CardLaidOff(Seat.B, seven, 1),
        LayoffUndone(Seat.B, seven),
        CardLaidOff(Seat.B, seven, 1),
        DealEnded(deal.result),
    ]
