"""What a hand may come to and what its opponent may hold, judged from what one seat can see.

Cards stand here as bit masks (bit `card` of `engine.cards`), since computer players ask these
questions thousands of times a deal. Odds are one number per card, by index.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from operator import mul

from engine.cards import DECK, Card, Hand
from engine.melds import best_after_discard, deadwood_of
from engine.view import SeatView

Odds = tuple[float, ...]
"""One number for each of the 52 cards."""

NEUTRAL: Odds = (1.0,) * 52
"""Leanings of an opponent of whom nothing is known."""

_SAME_RANK = tuple(tuple(other for other in DECK if other % 13 == card % 13) for card in DECK)


def _at_distance(card: Card, distance: int) -> tuple[Card, ...]:
    """The cards of the same suit so many ranks away."""
    ranks = (card % 13 - distance, card % 13 + distance)
    return tuple(DECK[card // 13 * 13 + rank] for rank in ranks if 0 <= rank < 13)


def _pairs_with(card: Card) -> Iterator[tuple[Card, Card]]:
    mates = [mate for mate in _SAME_RANK[card] if mate != card]
    yield from ((mates[0], mates[1]), (mates[0], mates[2]), (mates[1], mates[2]))
    run = [DECK[card // 13 * 13 + rank] for rank in range(13)]
    for low in range(max(card % 13 - 2, 0), min(card % 13, 10) + 1):
        first, second = (mate for mate in run[low : low + 3] if mate != card)
        yield first, second


PAIRS: tuple[tuple[tuple[Card, Card], ...], ...] = tuple(tuple(_pairs_with(c)) for c in DECK)
"""For each card the pairs it makes a meld of three with."""


def _leaning(card: Card, rank: float, neighbour: float, gap: float, dearer: float = 1.0) -> Odds:
    leaning = [_dearness(card, other, dearer) for other in DECK]
    for cards, factor in (
        (_SAME_RANK[card], rank),
        (_at_distance(card, 1), neighbour),
        (_at_distance(card, 2), gap),
    ):
        for other in cards:
            leaning[other] *= factor
    return tuple(leaning)


def _dearness(card: Card, other: Card, dearer: float) -> float:
    """The factor for a card that counts more, and half the effect where it is hardly more."""
    more = other.points - card.points
    if more <= 0:
        return 1.0
    return dearer if more > 2 else sqrt(dearer)


THREW: tuple[Odds, ...] = tuple(_leaning(card, 0.4, 0.6, 0.8, dearer=0.35) for card in DECK)
"""How much likelier than before the opponent holds each card, once it threw this one.

Dearer cards would mostly have gone first, unless they are melded.
"""
DECLINED: tuple[Odds, ...] = tuple(_leaning(card, 0.7, 0.85, 1.0) for card in DECK)
"""The same, once it left this card on the pile."""
TOOK: tuple[Odds, ...] = tuple(_leaning(card, 2.0, 1.7, 1.3) for card in DECK)
"""The same, once it took this one from the pile."""


def leaned(leanings: Odds, evidence: Odds) -> Odds:
    """The leanings once something more is known."""
    return tuple(map(mul, leanings, evidence))


def unseen_by(view: SeatView) -> Hand:
    """The cards that may be in the stock or hidden in the opponent's hand."""
    seen = view.hand.mask | view.known[view.seat.other].mask | Hand.of(view.discard_pile).mask
    return Hand(2**52 - 1 & ~seen)


def leanings_of(view: SeatView) -> Odds:
    """What the cards the opponent is known to hold tell of the others it may hold."""
    leanings = NEUTRAL
    for card in view.known[view.seat.other]:
        leanings = leaned(leanings, TOOK[card])
    return leanings


def held_odds(view: SeatView, leanings: Odds) -> Odds:
    """For each card the chance that the opponent holds it: 1 if known to, 0 if elsewhere."""
    other = view.seat.other
    known, unseen = view.known[other], unseen_by(view)
    hidden = view.counts[other] - len(known)
    weight = sum(leanings[card] for card in unseen)
    odds = [0.0] * 52
    for card in unseen:
        odds[card] = min(hidden * leanings[card] / weight, 1.0)
    for card in known:
        odds[card] = 1.0
    return tuple(odds)


def usefulness(card: Card, odds: Sequence[float]) -> float:
    """How many melds of three the opponent may be expected to complete with a card."""
    return sum([odds[first] * odds[second] for first, second in PAIRS[card]])


@dataclass(frozen=True, slots=True)
class Ahead:
    """Ten cards, and what one more draw may make of them."""

    deadwood: int
    expected: float
    """The deadwood to be expected after one more draw and the best discard."""
    gin_chance: float
    """The chance that this is gin."""


def look_ahead(ten: int, unseen: Hand) -> Ahead:
    """Look one draw ahead."""
    after = [best_after_discard(ten | 1 << card) for card in unseen]
    return Ahead(deadwood_of(ten), sum(after) / len(after), after.count(0) / len(after))


def melding_cards(ten: int, unseen: Hand) -> tuple[Card, ...]:
    """The unseen cards that would find a place in a meld and so lower the deadwood.

    A card that would only take the place of a dearer unmelded one is not among them.
    """
    least = deadwood_of(ten)
    return tuple(card for card in unseen if deadwood_of(ten | 1 << card) <= least)
