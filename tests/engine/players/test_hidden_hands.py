"""What is believed of a hidden hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine.cards import DECK, Card, Hand, parse_card
from engine.events import CardDiscarded
from engine.meld_tables import deadwood_of
from engine.melds import best_arrangement
from engine.players.hidden_hands import FEW, Guess, guess
from engine.players.memory import Memory
from engine.seats import Seat
from engine.view import seat_view
from tests.support.chance import seeded
from tests.support.deals import holding_eleven

LIMIT = 10
FOUR = parse_card("4D")


def believed(unseen: int, thrown: Card = FOUR) -> Guess:
    """What A believes of B, who has just thrown a card, with so many cards unseen."""
    view = seat_view(holding_eleven("4S 5S 6S 9H 9D 9C JC JD AH 2D KD", drawn="KD"), Seat.A)
    pile = tuple(card for card in DECK if card not in view.hand)[::2]
    rest = [card for card in DECK if card not in view.hand and card not in pile]
    pile += tuple(rest[: 41 - len(pile) - unseen])
    memory = Memory().after(CardDiscarded(Seat.B, thrown), Seat.A)
    return guess(replace(view, discard_pile=pile), memory)


def dearer_than(thrown: Card, hand: int) -> int:
    return sum(card.points > thrown.points for card in best_arrangement(Hand(hand)).deadwood_cards)


def mean_dearer(hands: Iterable[int], thrown: Card) -> float:
    counts = [dearer_than(thrown, hand) for hand in hands]
    return sum(counts) / len(counts)


def test_who_throws_his_dearest_card_keeps_none_that_is_dearer() -> None:
    hidden = believed(20)
    assert hidden.hands > FEW
    any_hand, hasty_hand = (
        mean_dearer(hidden.drawn_hands(400, seeded(1), limit), FOUR) for limit in (None, LIMIT)
    )
    assert hasty_hand < any_hand / 2


def test_a_king_thrown_tells_nothing_of_dearer_cards() -> None:
    assert believed(20, parse_card("KH")).dearer == 0


def test_who_would_have_knocked_holds_more_than_the_limit() -> None:
    hidden = believed(20, parse_card("KH"))
    points = sorted(deadwood_of(hand) for hand in hidden.drawn_hands(400, seeded(1)))
    median = points[200]
    hasty_hands = hidden.drawn_hands(400, seeded(1), median)
    assert sum(deadwood_of(hand) <= median for hand in hasty_hands) < 100


@pytest.mark.parametrize("limit", [None, LIMIT])
def test_hands_are_drawn_as_often_as_they_are_likely(limit: int | None) -> None:
    hidden = believed(14)
    assert hidden.hands < FEW
    weighed = list(hidden.every_hand(limit))
    whole = sum(weight for _, weight in weighed)
    for drawn in (
        hidden.drawn_hands(4000, seeded(2), limit),
        [*hidden._walk(4000, seeded(2), limit)],
    ):
        for card in hidden.unseen:
            likely = sum(weight for hand, weight in weighed if hand >> card & 1) / whole
            often = sum(hand >> card & 1 for hand in drawn) / len(drawn)
            assert often == pytest.approx(likely, abs=0.08)
