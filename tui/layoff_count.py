"""What a defender needs to know while laying off: what fits where, and what it comes to."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Hand
from engine.layoffs import best_layoff, layoff_places
from engine.melds import Meld, best_arrangement, deadwood
from engine.showdown import Showdown
from tui.card_art import meld_order


@dataclass(frozen=True, slots=True)
class LayoffCount:
    """One moment of the showdown in the defender's eyes."""

    melds: tuple[tuple[Card, ...], ...]
    """The cards kept in melds, as they count best."""
    loose: tuple[Card, ...]
    """The rest, low cards first."""
    places: tuple[tuple[int, ...], ...]
    """For each card of `cards` the melds of the spread that it fits, counted from 0."""
    before: int
    """The deadwood with nothing laid off."""
    now: int
    best: int
    """The deadwood after the best layoffs."""
    best_steps: tuple[tuple[Card, int], ...]
    """The best layoffs in an order in which they fit; empty when none lowers the count."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hand in the order it is shown."""
        return (*(card for meld in self.melds for card in meld), *self.loose)

    @property
    def useful(self) -> int:
        """Where the first card of the best layoffs that fits now is shown; 0 if there is none."""
        return self.cards.index(self.best_steps[0][0]) if self.best_steps else 0


def count_layoffs(showdown: Showdown, hand: Hand) -> LayoffCount:
    """Count a defender's hand against the knocker's spread."""
    spread = showdown.spread
    arranged = best_arrangement(hand)
    melds = tuple(meld.cards for meld in sorted(arranged.melds, key=meld_order))
    loose = tuple(sorted(arranged.deadwood_cards, key=lambda card: (card.rank, card.suit)))
    best = best_layoff(spread, hand)
    return LayoffCount(
        melds,
        loose,
        tuple(layoff_places(spread, card) for meld in (*melds, loose) for card in meld),
        before=deadwood(Hand.of((*hand, *(layoff.card for layoff in showdown.layoffs)))),
        now=arranged.deadwood,
        best=best.deadwood,
        best_steps=best.steps(spread),
    )


def added(laid: Meld, now: Meld) -> Hand:
    """The cards laid off on a meld."""
    return Hand(now.mask & ~laid.mask)
