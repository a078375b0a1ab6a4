"""The levels below the top: how a beginner and a sensible club player choose."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Discard
from engine.cards import Card, Hand
from engine.melds import best_arrangement, deadwood
from engine.players.computer import Situation
from engine.prospects import look_ahead, unseen_by
from engine.view import SeatView


def throws(view: SeatView) -> list[Card]:
    """The cards the seat may throw, in card order."""
    return [action.card for action in view.legal_actions if isinstance(action, Discard)]


def best_if_taken(view: SeatView) -> tuple[int, Hand]:
    """The least deadwood the upcard would lead to, and the ten cards then held."""
    if view.upcard is None:
        raise ValueError("there is no upcard")
    eleven = view.hand.plus(view.upcard)
    tens = [eleven.minus(card) for card in view.hand]
    return min(((deadwood(ten), ten) for ten in tens), key=lambda kept: (kept[0], kept[1].mask))


@dataclass(frozen=True, slots=True)
class Beginner:
    """Sees melds, but not always, throws what counts most, and knocks when it dares."""

    oversight: float = 0.25
    """How often it misses a meld the upcard would make, or throws carelessly."""
    boldness: float = 0.5
    """How often it knocks when it could."""

    def wants_upcard(self, situation: Situation) -> bool:
        """Take what completes a meld, unless it is overlooked."""
        view = situation.view
        if view.upcard is None or situation.random.random() < self.oversight:
            return False
        melds = best_arrangement(view.hand.plus(view.upcard)).melds
        return any(view.upcard in meld for meld in melds)

    def throw(self, situation: Situation) -> Card:
        """Throw the dearest unmelded card, sometimes any unmelded one."""
        view, random = situation.view, situation.random
        loose = best_arrangement(view.hand).deadwood_cards
        cards = [card for card in throws(view) if card in loose] or throws(view)
        if random.random() < self.oversight:
            return random.choice(cards)
        return max(cards, key=lambda card: (card.points, random.random()))

    def knocks(self, situation: Situation, deadwood: int) -> bool:  # noqa: ARG002 any will do
        """Knock on a whim."""
        return situation.random.random() < self.boldness


@dataclass(frozen=True, slots=True)
class Club:
    """Keeps what the next draw can improve and knocks at once; does not watch the opponent."""

    def wants_upcard(self, situation: Situation) -> bool:
        """Take what leaves less than a card from the stock would on average."""
        view = situation.view
        left, _ = best_if_taken(view)
        return left < look_ahead(view.hand.mask, unseen_by(view))

    def throw(self, situation: Situation) -> Card:
        """Throw what leaves least, now and after one more draw."""
        view = situation.view
        unseen = unseen_by(view)

        def cost(card: Card) -> float:
            ten = view.hand.minus(card)
            return deadwood(ten) + look_ahead(ten.mask, unseen)

        return min(throws(view), key=cost)

    def knocks(self, situation: Situation, deadwood: int) -> bool:  # noqa: ARG002 any will do
        """Knock as soon as it is allowed."""
        return True
