"""What a computer player judges by, and what differs between the levels."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol

from engine.actions import Discard
from engine.cards import Card, Hand
from engine.match import Match
from engine.melds import best_arrangement
from engine.players.memory import Memory
from engine.prospects import unseen_by
from engine.view import SeatView


@dataclass(frozen=True, slots=True)
class Situation:
    """All that a player may judge by."""

    view: SeatView
    match: Match
    memory: Memory
    random: Random

    @property
    def unseen(self) -> Hand:
        """The cards that may be in the stock or hidden in the opponent's hand."""
        return unseen_by(self.view)

    @property
    def throws(self) -> tuple[Card, ...]:
        """The cards that may be thrown, in card order."""
        actions = self.view.legal_actions
        return tuple(action.card for action in actions if isinstance(action, Discard))

    @property
    def loose_throws(self) -> tuple[Card, ...]:
        """Those of them outside the best melds; all of them when there are none."""
        loose = best_arrangement(self.view.hand).deadwood_cards
        return tuple(card for card in self.throws if card in loose) or self.throws


class Style(Protocol):
    """What differs between the levels."""

    def wants_upcard(self, situation: Situation, upcard: Card) -> bool:
        """Whether to take the upcard rather than pass or draw from the stock."""

    def throw(self, situation: Situation) -> Card:
        """The card to throw when the turn does not end in a knock."""

    def knocks(self, situation: Situation, deadwood: int) -> bool:
        """Whether to knock now that it could be done with so much deadwood, gin excluded."""


def finds_a_meld(hand: Hand, card: Card) -> bool:
    """Whether a card more would lie in one of the best melds."""
    return any(card in meld for meld in best_arrangement(hand.plus(card)).melds)
