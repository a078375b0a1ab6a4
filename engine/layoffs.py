"""What a defender may lay off on the knocker's spread, and what is best (`docs/RULES.md §3`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import DECK, Card, Hand
from engine.meld_tables import could_be_melded, deadwood_of
from engine.melds import Meld, Run, meld_of
from engine.runs_and_sets import Growth


@dataclass(frozen=True, slots=True)
class Layoff:
    """The cards a defender lays off, and what that leaves."""

    deadwood: int
    """The least deadwood of the cards the defender keeps."""
    cards: Hand

    def steps(self, spread: Sequence[Meld]) -> tuple[tuple[Card, int], ...]:
        """An order in which the cards fit, each with the index of its meld in the spread.

        Runs are served first: a set has room for one card and gains nothing by it, while on a run
        that card may make room for the next.
        """
        order = sorted(range(len(spread)), key=lambda index: not isinstance(spread[index], Run))
        left = self.cards.mask
        steps = []
        for index in order:
            meld = spread[index]
            while fitting := meld.open_to & left:
                card = DECK[fitting.bit_length() - 1]
                meld = meld_of((*meld.cards, card))
                left ^= card.mask
                steps.append((card, index))
        return tuple(steps)


def layoff_places(spread: Sequence[Meld], card: Card) -> tuple[int, ...]:
    """The indexes of the melds that the card fits as they lie."""
    return tuple(index for index, meld in enumerate(spread) if meld.open_to >> card & 1)


def best_layoff(spread: Sequence[Meld], hand: Hand) -> Layoff:
    """The layoff that leaves the least deadwood, whatever becomes of the defender's own melds.

    Among equals it is the one of fewest cards, then the first in card order.
    """
    cards = hand.mask
    open_to = 0
    for meld in spread:
        open_to |= meld.open_to
    layoffs = _layoffs(spread, cards) if open_to & cards else [0]
    if len(layoffs) > 1:
        return _best_of(layoffs, cards)
    [laid] = layoffs
    return Layoff(deadwood_of(cards ^ laid), Hand(laid))


def _layoffs(spread: Sequence[Meld], cards: int) -> list[int]:
    """All that is worth laying off, as masks; melds take cards without being in each other's way."""
    useful = could_be_melded(cards)
    layoffs = [0]
    for meld in spread:
        for growth in meld.growths:
            if growth[0] & cards:
                additions = _additions(growth, cards, useful)
                layoffs = [laid | added for laid in layoffs for added in additions]
    return layoffs


def _additions(growth: Growth, cards: int, useful: int) -> list[int]:
    """What of the cards is worth adding at one end; those of no other use in any case."""
    additions = [0]
    for added in growth:
        if added & ~cards:
            break
        if not added & useful:
            additions.clear()
        additions.append(added)
    return additions


def _best_of(layoffs: list[int], cards: int) -> Layoff:
    left, _, laid = min([(deadwood_of(cards ^ laid), laid.bit_count(), laid) for laid in layoffs])
    return Layoff(left, Hand(laid))
