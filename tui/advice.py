"""What the coach has to say about a position, as far as a level lets it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from engine.actions import Discard, Knock, TakeUpcard
from engine.advice import (
    DiscardAdvice,
    DrawAdvice,
    advise_draw,
    helping_cards,
    judged_by,
    on_second_thoughts,
    rank_discards,
)
from engine.cards import Card, Hand
from engine.deal import HAND_SIZE, Phase
from engine.match import Match
from engine.melds import Arrangement, best_arrangements
from engine.players.memory import Memory
from engine.view import SeatView
from tui.settings import CoachLevel

Helps = tuple[tuple[int, Hand], ...]
"""The cards worth waiting for, by the deadwood they would leave."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What the coach has to say about a position."""

    arrangements: tuple[Arrangement, ...]
    """The best ways to meld the hand."""
    discards: tuple[DiscardAdvice, ...] = ()
    draw: DrawAdvice | None = None
    upcard: Card | None = None
    helps: Helps | None = None
    """None when no more cards are drawn in the hand, or eleven are held."""
    is_tried: bool = False
    """The discards stand as they came out when they were tried on hands the opponent may hold."""

    def on_second_thoughts(self, choice: Discard | Knock | None) -> Advice:
        """The advice as it stands once the discards have been tried."""
        if choice is None or not self.discards:
            return self
        return replace(self, discards=on_second_thoughts(self.discards, choice), is_tried=True)

    @property
    def is_waiting(self) -> bool:
        """Whether there is nothing to decide, and all that can be said is what would help."""
        return not self.discards and self.draw is None and bool(self.helps)


@lru_cache(256)
def advice_on(view: SeatView, match: Match, memory: Memory, level: CoachLevel) -> Advice:
    """What to say about a position at a level."""
    arrangements = best_arrangements(view.hand)
    if level is not CoachLevel.FULL:
        return Advice(arrangements)
    if view.is_my_turn and view.phase in (Phase.DISCARD, Phase.LAST_KNOCK):
        return Advice(arrangements, discards=rank_discards(judged_by(view, match, memory)))
    has_next_draw = len(view.hand) == HAND_SIZE and view.phase is not Phase.LAST_OFFER
    helps = helping_cards(view) if has_next_draw else None
    if TakeUpcard() in view.legal_actions:
        draw = advise_draw(judged_by(view, match, memory))
        return Advice(arrangements, draw=draw, upcard=view.upcard, helps=helps)
    return Advice(arrangements, helps=helps)
