"""The club level."""

from __future__ import annotations

from engine.cards import Card
from engine.players.situation import Situation, finds_a_meld
from engine.prospects import look_ahead


class Club:
    """Keeps what the next draw can improve and knocks at once; does not watch the opponent."""

    def wants_upcard(self, situation: Situation, upcard: Card) -> bool:
        """Take what finds a place in a meld."""
        return finds_a_meld(situation.view.hand, upcard)

    def throw(self, situation: Situation) -> Card:
        """Throw what leaves least, now and after one more draw."""
        hand, unseen = situation.view.hand, situation.unseen

        def cost(card: Card) -> float:
            kept = look_ahead(hand.mask ^ card.mask, unseen)
            return kept.deadwood + kept.expected

        return min(situation.throws, key=cost)

    def knocks(self, situation: Situation, deadwood: int) -> bool:  # noqa: ARG002 any will do
        """Knock as soon as it is allowed."""
        return True
