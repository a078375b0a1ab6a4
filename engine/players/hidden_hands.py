"""Which hands the opponent may hold, and how likely each is, judged from what one seat can see.

A hand is the likelier, the better its cards fit what the opponent took, threw and left, and the
less deadwood it has: more so with every turn, since players improve their hands. Who knocks as soon
as it can also throws its dearest card, as a rule, and both tell what is not in its hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb, exp
from random import Random

from engine.cards import DECK, Card
from engine.meld_tables import deadwood_of, points_of, runs_and_loose
from engine.players.memory import Memory
from engine.prospects import Odds, unseen_by
from engine.view import SeatView

FEW = 1_500
"""Up to so many hands are all looked at; of more, a sample is."""
SAMPLE = 250
EVERY = 16
"""Every so many steps of the walk through the hands, the one it has come to is sampled."""
SETTLING = 400
"""Steps before the first sample."""
KNOCKABLE = 4.0
"""How much lower the log odds are of a hand with which its holder would have knocked."""
DEARER = 3.0
"""The same, for each unmelded card in it that would rather have been thrown."""
_PULL_AT_FIRST, _PULL_PER_TURN = 0.04, 0.0135
"""A fit to the deadwood of the computer players' opponents in positions that allow a knock."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What is known and believed of a hidden hand."""

    known: int
    """The cards it is known to hold, as a bit mask."""
    unseen: tuple[Card, ...]
    count: int
    """How many of the unseen cards are in it."""
    leanings: Odds
    pull: float
    """By how much each point of deadwood lowers the log odds of a hand."""
    dearer: int
    """The cards that count more than the one the opponent threw last, as a bit mask."""

    @property
    def hands(self) -> int:
        """How many hands are possible."""
        return comb(len(self.unseen), self.count)

    def weighed_hands(self) -> Iterator[tuple[int, float]]:
        """Hands as bit masks with their weights: all, or a fair sample that is always the same."""
        if self.hands <= FEW:
            return self.every_hand()
        # A seed of its own: the same position is always judged the same.
        return ((hand, 1.0) for hand in self._walk(SAMPLE, Random(0), None))  # noqa: S311

    def every_hand(self, hasty_limit: int | None = None) -> Iterator[tuple[int, float]]:
        """All possible hands with their weights; `hasty_limit` as for `drawn_hands`."""
        for cards in combinations(self.unseen, self.count):
            hand, weight = self.known, 1.0
            for card in cards:
                hand |= 1 << card
                weight *= self.leanings[card]
            yield hand, weight * exp(-self._doubt(hand, hasty_limit))

    def drawn_hands(self, count: int, random: Random, hasty_limit: int | None = None) -> list[int]:
        """So many hands as bit masks, drawn by how likely they are.

        Args:
            count: How many; the same hand may be among them more than once.
            random: Where chance comes from.
            hasty_limit: The knock limit, of an opponent that knocks as soon as it can and throws
                its dearest card; None for any other.
        """
        if self.hands > FEW:
            return list(self._walk(count, random, hasty_limit))
        hands, weights = zip(*self.every_hand(hasty_limit), strict=True)
        return random.choices(hands, weights, k=count)

    def _walk(self, samples: int, random: Random, hasty_limit: int | None) -> Iterator[int]:
        """Hands met on a random walk that stays in each as long as it is likely.

        Each step swaps a card of the hand for another, or leaves it at that (Metropolis).
        """
        cards, count = list(self.unseen), self.count
        random.shuffle(cards)
        others, chance = len(cards) - count, random.random
        hand = self.known | sum(1 << card for card in cards[:count])
        doubt = self._doubt(hand, hasty_limit)
        for step in range(SETTLING + samples * EVERY):
            inside, outside = int(chance() * count), count + int(chance() * others)
            out, into = cards[inside], cards[outside]
            swapped = hand ^ 1 << out ^ 1 << into
            doubt_then = self._doubt(swapped, hasty_limit)
            likelier = self.leanings[into] / self.leanings[out] * exp(doubt - doubt_then)
            if likelier >= 1 or chance() < likelier:
                cards[inside], cards[outside] = into, out
                hand, doubt = swapped, doubt_then
            if step >= SETTLING and step % EVERY == 0:
                yield hand

    def _doubt(self, hand: int, hasty_limit: int | None) -> float:
        """By how much the log odds of a hand are lower than its cards alone would make them."""
        if hasty_limit is None:
            return self.pull * deadwood_of(hand)
        _, loose = runs_and_loose(hand)
        left = points_of(loose)
        doubt = self.pull * left + DEARER * (loose & self.dearer).bit_count()
        return doubt + KNOCKABLE if left <= hasty_limit else doubt


def guess(view: SeatView, memory: Memory) -> Guess:
    """What a seat may believe of the other's hand."""
    other = view.seat.other
    known = view.known[other]
    return Guess(
        known.mask,
        tuple(unseen_by(view)),
        view.counts[other] - len(known),
        memory.leanings,
        _PULL_AT_FIRST + _PULL_PER_TURN * memory.turns[other],
        _dearer_than(memory.thrown) if memory.thrown is not None else 0,
    )


def _dearer_than(thrown: Card) -> int:
    return sum(card.mask for card in DECK if card.points > thrown.points)
