"""What a computer player remembers of one deal: public events, and what they tell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp

from engine.cards import Card
from engine.events import (
    CardDiscarded,
    DealEnded,
    DealStarted,
    Event,
    StockDrawn,
    UpcardPassed,
    UpcardTaken,
)
from engine.prospects import DECLINED, NEUTRAL, THREW, TOOK, Odds, leaned
from engine.result import DealResult
from engine.rules import KNOCK_LIMIT
from engine.seats import PerSeat, Seat

SOON = 4
"""Turns after which only a player that always knocks as soon as it can still does so."""
LATE = 6
"""Turns after which a player that can knock and does not is lying in wait."""
EXPECTED = 1.0
"""The log odds that a stranger knocks as soon as he can."""
EVIDENCE = 3.0
"""How much each telling deal shifts them."""


@dataclass(frozen=True, slots=True)
class Memory:
    """One deal as remembered by one seat."""

    leanings: Odds = NEUTRAL
    """How much likelier than at the start the opponent holds each card."""
    turns: PerSeat[int] = PerSeat(0, 0)  # noqa: RUF009 immutable
    """Turns finished by each seat."""
    on_offer: Card | None = None
    """The upcard the opponent has not answered yet."""
    thrown: Card | None = None
    """The card the opponent threw last."""
    hasty: int = 0
    """Deals of the match in which the opponent knocked without gin, and not quite early."""
    waiting: int = 0
    """Deals in which it could have knocked late and did not."""

    @property
    def eagerness(self) -> float:
        """How likely the opponent is one that knocks as soon as it can."""
        return 1 / (1 + exp(EVIDENCE * (self.waiting - self.hasty) - EXPECTED))

    def after(self, event: Event, seat: Seat) -> Memory:
        """The memory of the player in `seat` once it has seen an event."""
        match event:
            case DealStarted(upcard=card):
                return Memory(on_offer=card, hasty=self.hasty, waiting=self.waiting)
            case UpcardTaken(who, card) if who is not seat:
                return replace(self, leanings=leaned(self.leanings, TOOK[card]), on_offer=None)
            case UpcardPassed(who) | StockDrawn(who) if who is not seat:
                if self.on_offer is None:
                    return self
                leanings = leaned(self.leanings, DECLINED[self.on_offer])
                return replace(self, leanings=leanings, on_offer=None)
            case CardDiscarded(who, card) if who is not seat:
                leanings = leaned(self.leanings, THREW[card])
                return replace(
                    self, leanings=leanings, turns=_one_more(self.turns, who), thrown=card
                )
            case CardDiscarded(who, card):
                return replace(self, turns=_one_more(self.turns, who), on_offer=card)
            case DealEnded(result):
                turns = self.turns[seat.other]
                hasty = turns >= SOON and _was_hasty(result, seat.other)
                waited = turns >= LATE and _has_waited(result, seat.other)
                return replace(self, hasty=self.hasty + hasty, waiting=self.waiting + waited)
            case _:
                return self


def _was_hasty(result: DealResult, seat: Seat) -> bool:
    return result.knocker is seat and result.knocker_deadwood > 0


def _has_waited(result: DealResult, seat: Seat) -> bool:
    if result.knocker is seat.other:
        return result.defender_deadwood <= KNOCK_LIMIT
    return result.knocker_deadwood == 0


def _one_more(turns: PerSeat[int], seat: Seat) -> PerSeat[int]:
    return turns.put(seat, turns[seat] + 1)
