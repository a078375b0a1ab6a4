"""The beginner's level."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.players.situation import Situation, finds_a_meld


@dataclass(frozen=True, slots=True)
class Beginner:
    """Sees its melds, but not always; throws what counts most; knocks when it dares."""

    oversight: float = 0.12
    """How often it misses what the upcard would do, or throws carelessly."""
    boldness: float = 0.8
    """How often it knocks when it could."""

    def wants_upcard(self, situation: Situation, upcard: Card) -> bool:
        """Take what finds a place in a meld, unless that is overlooked."""
        overlooked = situation.random.random() < self.oversight
        return not overlooked and finds_a_meld(situation.view.hand, upcard)

    def throw(self, situation: Situation) -> Card:
        """Throw the dearest unmelded card, sometimes any unmelded one."""
        cards, random = situation.loose_throws, situation.random
        if random.random() < self.oversight:
            return random.choice(cards)
        return max(cards, key=lambda card: (card.points, random.random()))

    def knocks(self, situation: Situation, deadwood: int) -> bool:  # noqa: ARG002 any will do
        """Knock on a whim."""
        return situation.random.random() < self.boldness
