"""What a computer player remembers of one deal: public events, and what they tell."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.cards import Card
from engine.events import (
    CardDiscarded,
    DealStarted,
    Event,
    StockDrawn,
    UpcardPassed,
    UpcardTaken,
)
from engine.prospects import DECLINED, NEUTRAL, THREW, TOOK, Odds, leaned
from engine.seats import PerSeat, Seat


@dataclass(frozen=True, slots=True)
class Memory:
    """One deal as remembered by one seat."""

    leanings: Odds = NEUTRAL
    """How much likelier than at the start the opponent holds each card."""
    turns: PerSeat[int] = PerSeat(0, 0)  # noqa: RUF009 immutable
    """Turns finished by each seat."""
    on_offer: Card | None = None
    """The upcard the opponent has not answered yet."""

    def after(self, event: Event, seat: Seat) -> Memory:
        """The memory of the player in `seat` once it has seen an event."""
        match event:
            case DealStarted(upcard=card):
                return Memory(on_offer=card)
            case UpcardTaken(who, card) if who is not seat:
                return replace(self, leanings=leaned(self.leanings, TOOK[card]), on_offer=None)
            case UpcardPassed(who) | StockDrawn(who) if who is not seat:
                if self.on_offer is None:
                    return self
                leanings = leaned(self.leanings, DECLINED[self.on_offer])
                return replace(self, leanings=leanings, on_offer=None)
            case CardDiscarded(who, card) if who is not seat:
                leanings = leaned(self.leanings, THREW[card])
                return replace(self, leanings=leanings, turns=_one_more(self.turns, who))
            case CardDiscarded(who, card):
                return replace(self, turns=_one_more(self.turns, who), on_offer=card)
            case _:
                return self


def _one_more(turns: PerSeat[int], seat: Seat) -> PerSeat[int]:
    return turns.put(seat, turns[seat] + 1)
