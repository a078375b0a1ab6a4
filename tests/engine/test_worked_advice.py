"""What the coach should say in positions whose answer can be told by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from engine.advice import DiscardAdvice, advise_draw, judged_by, rank_discards
from engine.cards import Hand
from engine.match import new_match
from engine.players.memory import Memory
from engine.seats import PerSeat, Seat
from engine.view import SeatView, seat_view
from tests.support.deals import deal_from, holding_eleven


@dataclass(frozen=True)
class Throw:
    """Eleven cards, the last of them drawn from the stock in the first turn."""

    cards: str
    best: str
    why: str
    reason: str
    knocks: bool = False


@dataclass(frozen=True)
class Offer:
    """Ten cards and an upcard."""

    cards: str
    upcard: str
    takes: bool
    why: str
    reason: str


IMPROVE = "knock now, before they improve"
FAR = "is far from any meld"
THROWS = (
    Throw("4S 5S 6S 9H 9D 9C JC JD JH JS KD", "KD", "all else is melded", "makes gin", True),
    Throw("4S 5S 6S 7S 9H 9D 9C KS KH KC 2D", "2D", "even a deuce, for gin", "makes gin", True),
    Throw("AS 2S 3S 4S 5S 6S 7S 8S 9S TS KD", "KD", "a run of ten", "makes gin", True),
    Throw("4S 5S 6S 9H 9D 9C AD 2H 3C 4D KD", "KD", "ten are left, and early", IMPROVE, True),
    Throw("4S 5S 6S 9H 9D 9C KS KH KD 2C 8D", "8D", "two are left, and early", IMPROVE, True),
    Throw("6S 6H 7H 8H TD JD QD 2C 3C 4C 9S", "9S", "six are left, and early", IMPROVE, True),
    Throw("4S 5S 6S 9H 9D 9C AD 2H 3C 7D QC", "QC", "the dearest", FAR),
    Throw("2H 3H 5H 6H 8C 9C JS QS AD AC KD", "KD", "all but it are pairs", FAR),
    Throw("7H 7D 8H 9C TC JC KD QS 4S 3S 2D", "KD", "alone and dear", FAR),
    Throw("AS AH 2C 4D 6H 8S TC QD JH 9S KC", "KC", "alone", FAR),
    Throw("5D 6D 7D 8D JH JS JC KC 3S 2H KH", "KH", "near no card", "they can hardly use it"),
    Throw("3S 4S 5S 3H 3D 8C 9C KD KH JD QC", "QC", "kings are a pair", FAR),
    Throw("TS JS QS KS 2H 2D 5C 6C 8H AC 9D", "9D", "less than 2 2, 5 6", FAR),
    Throw("6S 6H 7H 8H TD JD QD 2C 3C 5C KS", "KS", "5 3 2 hold", FAR),
    Throw("9S TS JS 4H 5H 6H 2D 2C 8D QD KH", "KH", "the dearest", FAR),
    Throw("8S 8H 8D 9D TD 2S 3S 4S QH AC KC", "KC", "8 9 10 is near", FAR),
    Throw(
        "QS QH QD 5H 5C 6C 7C AH 2D 9S TD",
        "TD",
        "queens stay whole",
        "promises least of what is loose",
    ),
    Throw("JC JD 9C 9D TC TD 2S 4H 6S AD KH", "KH", "the rest are runs", FAR),
    Throw("4C 4D 4H 4S 5S 6S QH JS 9C 2D KD", "KD", "the dearest", FAR),
)
OFFERS = (
    Offer("4S 5S 6S 9H 9D 9C JC JD KH JS", "7S", True, "all ten meld", "it makes gin"),
    Offer("4S 5S 6S 9H 9D 2C AD 3D KS AH", "9C", True, "seven left", "it lets you knock with 7"),
    Offer("KS KD 5C 6C 7C 2H 3H 4H AS 9D", "KH", True, "one left", "it lets you knock with 1"),
    Offer("AS AD 5C 6C 7C 2H 3H 4H TS 9D", "AH", True, "nine left", "it lets you knock with 9"),
    Offer("4D 5D 6D 8S 8C 8H JC QC 2S 3S", "KC", True, "a run", "it lets you knock with 2"),
    Offer("4D 5D 6D 8S 8C 8H JC QC 2S 3S", "AS", True, "a run", "it lets you knock with 10"),
    Offer("9H 9D 2S 4C 6D 8S TH QC KS JD", "9C", True, "a set", "it completes a meld"),
    Offer("5H 6H 9S 9D KC QD 2C 4S JH TS", "7H", True, "a run", "it completes a meld"),
    Offer("5H 6H 7H 9S 9D KC QD 2C JH TS", "8H", True, "a longer run", "it completes a meld"),
    Offer("9H 9D 2S 4C 6D 8S TH QC KS JD", "KC", False, "a pair is no meld", "it completes no meld"),
    Offer("9H 9D 2S 4C 6D 8S TH QC KS JD", "AC", False, "cheap, not melded", "it completes no meld"),
    Offer("5H 6H 7H 9S 9D KC QD 2C JH TS", "3H", False, "four is missing", "it completes no meld"),
    Offer(
        "TS AH 3H 5H KH KD 2C 4C JC KC", "QC", False, "it costs the kings",
        "the stock is likely to help more",
    ),
)  # fmt: skip


def first_choice(view: SeatView, memory: Memory = Memory()) -> DiscardAdvice:  # noqa: B008 frozen
    return rank_discards(judged_by(view, new_match(view.rules, Seat.A), memory))[0]


@pytest.mark.parametrize("throw", THROWS, ids=lambda throw: f"{throw.best}: {throw.why}")
def test_the_card_to_throw(throw: Throw) -> None:
    view = seat_view(holding_eleven(throw.cards, drawn=throw.cards.split()[-1]), Seat.A)
    first = first_choice(view)
    assert (str(first.card), first.knocks) == (throw.best, throw.knocks)
    assert first.reason == throw.reason


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: f"{offer.upcard}: {offer.why}")
def test_the_upcard_to_take(offer: Offer) -> None:
    view = seat_view(deal_from(a=offer.cards, upcard=offer.upcard), Seat.A)
    advice = advise_draw(judged_by(view, new_match(view.rules, Seat.A), Memory()))
    assert (advice.take, advice.reason) == (offer.takes, offer.reason)


NEAR_GIN = "4S 5S 6S TH TD TC 2C 3C 4C AD KD"
"""Five cards make gin: 3S, 7S, TS, AC and 5C."""
HASTY = Memory(turns=PerSeat(9, 9), hasty=3)
"""The ninth turn against an opponent that knocks as soon as it can."""


def near_gin(*seen: str) -> SeatView:
    view = seat_view(holding_eleven(NEAR_GIN, drawn="KD"), Seat.A)
    return replace(view, discard_pile=tuple(Hand.parse(" ".join(seen))))


def test_the_coach_lies_in_wait_for_an_opponent_that_knocks() -> None:
    first = first_choice(near_gin("9H"), HASTY)
    assert (first.knocks, first.allows_knock) == (False, True)
    assert first.reason == "play on: 5 cards make gin"
    assert (
        first_choice(near_gin("3S", "7S", "TS", "AC"), HASTY).reason
        == "play on: one card makes gin"
    )


def test_early_the_coach_takes_what_it_can_get() -> None:
    first = first_choice(near_gin("9H"), Memory(turns=PerSeat(2, 2)))
    assert (first.knocks, first.reason) == (True, IMPROVE)


def test_late_in_the_deal_the_coach_fears_an_undercut() -> None:
    view = seat_view(holding_eleven("4S 5S 6S 9H 9D 9C 2H 3H 4C AC KD", drawn="KD"), Seat.A)
    late = Memory(turns=PerSeat(13, 13), waiting=3)
    assert first_choice(view, late).reason == "a knock may be undercut"
    last = first_choice(replace(view, stock_count=2), late)
    assert (last.knocks, last.reason) == (False, "a knock may be undercut")


def test_at_the_last_card_a_good_hand_knocks() -> None:
    view = replace(near_gin("9H"), stock_count=2)
    assert first_choice(view, HASTY).reason == "the last chance to knock"


def test_a_knock_that_is_not_the_best_one_is_still_named() -> None:
    view = seat_view(holding_eleven("4S 5S 6S 9H 9D 9C KC KS AC AD KD", drawn="KD"), Seat.A)
    ranked = rank_discards(judged_by(view, new_match(view.rules, Seat.A), Memory()))
    others = [advice.reason for advice in ranked if advice.allows_knock and not advice.knocks]
    assert others == ["lets you knock with 1"]
