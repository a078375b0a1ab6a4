"""The strong level."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Hand
from engine.deal import LAST_STOCK_CARDS
from engine.melds import deadwood_of
from engine.players.knocking import Knockable, edge_of_knocking
from engine.players.situation import Situation, finds_a_meld
from engine.prospects import Odds, held_odds, look_ahead, usefulness

PATIENT_GIN = 100.0
"""Points of deadwood that a certain gin at the next draw is held to be worth against an opponent
that waits for gin itself."""
EAGER_GIN = 20.0
"""The same against one that will knock before that."""
DANGER_WEIGHT = 4.0
"""Points of deadwood that a meld more for the opponent is held to be worth."""
SHORTLIST = 4
"""How many discards are looked at closely after taking the upcard."""


@dataclass(frozen=True, slots=True)
class Scales:
    """Weighs what a discard keeps and what it gives away, in points; less is better."""

    unseen: Hand
    odds: Odds
    gin_weight: float

    def cost(self, ten: int, thrown: Card) -> float:
        """What throwing a card is held to cost that leaves these ten."""
        kept = look_ahead(ten, self.unseen)
        danger = DANGER_WEIGHT * usefulness(thrown, self.odds)
        return kept.deadwood + kept.expected - self.gin_weight * kept.gin_chance + danger

    def least_cost(self, eleven: Hand, throws: Hand, shortlist: int) -> float:
        """The cost of the best of those discards that leave least deadwood."""
        tens = sorted((deadwood_of(eleven.mask ^ card.mask), card) for card in throws)
        return min(self.cost(eleven.mask ^ card.mask, card) for _, card in tens[:shortlist])


class Strong:
    """Remembers, looks a draw ahead, lies in wait for gin, and knocks when the sheet says so."""

    def wants_upcard(self, situation: Situation, upcard: Card) -> bool:
        """Take what finds a place in a meld, if the stock does not promise more."""
        is_useful = finds_a_meld(situation.view.hand, upcard)
        return is_useful and self.edge_of_taking(situation, upcard) > 0

    def edge_of_taking(self, situation: Situation, upcard: Card) -> float:
        """How many points better the upcard is held to be than a card from the stock."""
        hand, scales = situation.view.hand, scales_of(situation)
        taken = scales.least_cost(hand.plus(upcard), hand, SHORTLIST)
        drawn = [
            scales.least_cost(hand.plus(card), hand.plus(card), 1) for card in situation.unseen
        ]
        return sum(drawn) / len(drawn) - taken

    def throw(self, situation: Situation) -> Card:
        """Throw the card that costs least."""
        hand, scales = situation.view.hand.mask, scales_of(situation)
        return min(situation.throws, key=lambda card: scales.cost(hand ^ card.mask, card))

    def knocks(self, situation: Situation, deadwood: int) -> bool:
        """Knock when that is held to be worth more on the sheet than playing on."""
        return self.edge_of_knocking(situation, deadwood) > 0

    def edge_of_knocking(self, situation: Situation, deadwood: int) -> float:
        """How much more a knock is held to be worth than playing on, in the unit of `gain`."""
        view, memory = situation.view, situation.memory
        is_last = view.stock_count <= LAST_STOCK_CARDS
        now = Knockable(
            deadwood=deadwood,
            turns=memory.turns[view.seat],
            gin_chance=0.0 if is_last else self._gin_chance(situation),
            known=len(view.known[view.seat.other]),
            is_last=is_last,
        )
        return edge_of_knocking(now, situation.match, view.seat, memory.eagerness)

    def _gin_chance(self, situation: Situation) -> float:
        """The chance of gin at the next draw, after the best discard."""
        kept = situation.view.hand.minus(self.throw(situation))
        return look_ahead(kept.mask, situation.unseen).gin_chance


def scales_of(situation: Situation) -> Scales:
    """What discards are weighed by in a situation."""
    eagerness = situation.memory.eagerness
    return Scales(
        situation.unseen,
        held_odds(situation.view, situation.memory.leanings),
        eagerness * EAGER_GIN + (1 - eagerness) * PATIENT_GIN,
    )
