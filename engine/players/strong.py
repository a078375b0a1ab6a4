"""The strong level: it remembers, looks a draw ahead, and plays to the score."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.cards import Card, Hand
from engine.melds import best_after_discard, best_arrangement, deadwood_of
from engine.players.computer import Situation
from engine.players.knocking import Knockable, is_worth_knocking
from engine.players.styles import throws
from engine.prospects import held_odds, unseen_by, usefulness


@dataclass(frozen=True, slots=True)
class Ahead:
    """Ten cards and what one more draw may make of them."""

    deadwood: int
    expected: float
    """The deadwood after the next draw and the best discard."""
    gin_chance: float
    """The chance that this is gin."""


def ahead(ten: int, unseen: Hand) -> Ahead:
    """Look one draw ahead."""
    after = [best_after_discard(ten | 1 << card) for card in unseen]
    return Ahead(deadwood_of(ten), sum(after) / len(after), after.count(0) / len(after))


@dataclass(frozen=True, slots=True)
class Strong:
    """Weighs deadwood, the next draw, gin and danger; knocks when the sheet says so."""

    gin_weight: float = 15.0
    """Points of deadwood that a certain gin at the next draw would be worth."""
    danger_weight: float = 4.0
    """Points of deadwood that a meld more for the opponent is held to be worth."""
    fixed: float = -1.0

    def wants_upcard(self, situation: Situation) -> bool:
        """Take what finds a place in a meld."""
        view = situation.view
        if view.upcard is None:
            return False
        melds = best_arrangement(view.hand.plus(view.upcard)).melds
        return any(view.upcard in meld for meld in melds)

    def throw(self, situation: Situation) -> Card:
        """Throw the card that costs least."""
        return min(throws(situation.view), key=self._cost(situation))

    def _cost(self, situation: Situation) -> Callable[[Card], float]:
        view = situation.view
        unseen = unseen_by(view)
        odds = held_odds(view, situation.memory.leanings)

        def cost(card: Card) -> float:
            kept = ahead(view.hand.mask ^ card.mask, unseen)
            danger = self.danger_weight * usefulness(card, odds)
            return kept.deadwood + kept.expected - self.gin_weight * kept.gin_chance + danger

        return cost

    def knocks(self, situation: Situation, deadwood: int) -> bool:
        """Knock when that is worth more on the sheet than playing on."""
        view, memory = situation.view, situation.memory
        played_on = view.hand.minus(self.throw(situation))
        now = Knockable(
            deadwood=deadwood,
            turns=memory.turns[view.seat],
            gin_chance=ahead(played_on.mask, unseen_by(view)).gin_chance,
            known=len(view.known[view.seat.other]),
        )
        e = memory.eagerness if self.fixed < 0 else self.fixed
        return is_worth_knocking(now, situation.match, view.seat, e)
