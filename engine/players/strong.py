"""The strong level."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.melds import deadwood
from engine.players.computer import Situation
from engine.players.styles import best_if_taken, throws
from engine.prospects import held_odds, look_ahead, unseen_by, usefulness


@dataclass(frozen=True, slots=True)
class Strong:
    danger: float = 4.0
    ahead: float = 1.0
    margin: float = 0.0
    knock_turns: int = 4
    knock_small: int = 0

    def wants_upcard(self, situation: Situation) -> bool:
        view = situation.view
        left, _ = best_if_taken(view)
        return left + self.margin < look_ahead(view.hand.mask, unseen_by(view))

    def throw(self, situation: Situation) -> Card:
        view = situation.view
        unseen = unseen_by(view)
        odds = held_odds(view, situation.memory.leanings)

        def cost(card: Card) -> float:
            ten = view.hand.minus(card)
            return (
                deadwood(ten)
                + self.ahead * look_ahead(ten.mask, unseen)
                + self.danger * usefulness(card, odds)
            )

        return min(throws(view), key=cost)

    def knocks(self, situation: Situation, deadwood: int) -> bool:
        turns = situation.memory.turns[situation.view.seat]
        return turns < self.knock_turns or deadwood <= self.knock_small
