"""What a computer player remembers of public events."""

from __future__ import annotations

import pytest

from engine.cards import Hand, parse_card
from engine.events import (
    CardDiscarded,
    DealEnded,
    DealStarted,
    Event,
    Knocked,
    StockDrawn,
    UpcardPassed,
    UpcardTaken,
)
from engine.players.memory import LATE, SOON, Memory
from engine.prospects import DECLINED, NEUTRAL, THREW, TOOK, leaned
from engine.result import DealResult, Ending
from engine.seats import PerSeat, Seat

ME, OTHER = Seat.A, Seat.B
SEVEN, NINE = parse_card("7H"), parse_card("9C")
STRANGER = Memory()
STARTED = DealStarted(OTHER, SEVEN, 10)


def remembered(*events: Event) -> Memory:
    memory = Memory()
    for event in events:
        memory = memory.after(event, ME)
    return memory


def test_a_new_deal_starts_from_nothing() -> None:
    memory = remembered(STARTED, UpcardTaken(OTHER, SEVEN), CardDiscarded(OTHER, NINE), STARTED)
    assert memory == Memory(on_offer=SEVEN)


@pytest.mark.parametrize("declining", [UpcardPassed(OTHER), StockDrawn(OTHER, None)])
def test_a_card_the_opponent_leaves_is_a_card_it_does_not_want(declining: Event) -> None:
    assert remembered(STARTED, declining).leanings == DECLINED[SEVEN]


def test_a_card_is_declined_only_once() -> None:
    memory = remembered(STARTED, UpcardPassed(OTHER), UpcardPassed(ME), StockDrawn(OTHER, None))
    assert memory.leanings == DECLINED[SEVEN]


def test_my_own_discard_is_on_offer_next() -> None:
    memory = remembered(STARTED, UpcardTaken(ME, SEVEN), CardDiscarded(ME, NINE))
    assert memory.on_offer == NINE
    assert memory.after(StockDrawn(OTHER, None), ME).leanings == DECLINED[NINE]


def test_takes_and_throws_of_the_opponent_are_remembered() -> None:
    memory = remembered(STARTED, UpcardTaken(OTHER, SEVEN), CardDiscarded(OTHER, NINE))
    assert memory.leanings == leaned(TOOK[SEVEN], THREW[NINE])
    assert memory.turns == PerSeat(0, 1)
    assert memory.thrown == NINE


def test_what_i_do_myself_tells_nothing_of_the_opponent() -> None:
    memory = remembered(
        STARTED,
        UpcardPassed(ME),
        StockDrawn(ME, NINE),
        CardDiscarded(ME, NINE),
        UpcardTaken(ME, NINE),
    )
    assert memory.leanings == NEUTRAL
    assert memory.thrown is None
    assert memory.turns == PerSeat(1, 0)


def test_a_knock_itself_changes_nothing() -> None:
    assert remembered(Knocked(OTHER, NINE, (), Hand())) == Memory()


def ended(result: DealResult, turns: int = LATE) -> Memory:
    return remembered(*[CardDiscarded(OTHER, NINE)] * turns, DealEnded(result))


@pytest.mark.parametrize(
    ("result", "eager"),
    [
        (DealResult(Ending.KNOCK, OTHER, 5, 30), True),
        (DealResult(Ending.UNDERCUT, OTHER, 5, 3), True),
        (DealResult(Ending.GIN, OTHER, 0, 30), False),
        (DealResult(Ending.GIN, ME, 0, 8), False),
        (DealResult(Ending.DEAD), False),
        (DealResult(Ending.GIN, ME, 0, 30), None),
        (DealResult(Ending.KNOCK, ME, 5, 30), None),
    ],
)
def test_late_deals_tell_whether_the_opponent_knocks_at_once(
    result: DealResult, eager: bool | None
) -> None:
    before = STRANGER.eagerness
    if eager is None:
        assert ended(result).eagerness == before
    else:
        assert (ended(result).eagerness > before) == eager
        assert ended(result).eagerness != before


def test_a_stranger_is_held_to_knock_rather_than_to_wait() -> None:
    assert 0.5 < STRANGER.eagerness < 1


def test_short_deals_tell_nothing() -> None:
    knocked, waited = DealResult(Ending.KNOCK, OTHER, 5, 30), DealResult(Ending.GIN, OTHER, 0, 30)
    assert ended(knocked, SOON - 1) == remembered(*[CardDiscarded(OTHER, NINE)] * (SOON - 1))
    assert ended(knocked, SOON).eagerness > STRANGER.eagerness
    assert ended(waited, LATE - 1).eagerness == STRANGER.eagerness


def test_what_is_known_of_the_opponent_outlasts_the_deal() -> None:
    memory = ended(DealResult(Ending.KNOCK, OTHER, 5, 30))
    assert memory.after(STARTED, ME).eagerness == memory.eagerness
