"""Set ways to play, against which the computer's levels are measured."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.players.club import Club
from engine.players.situation import Situation, Style, finds_a_meld


class Baseline:
    """The simplest sound play: what the levels are measured against."""

    def wants_upcard(self, situation: Situation, upcard: Card) -> bool:
        """Take what finds a place in a meld."""
        return finds_a_meld(situation.view.hand, upcard)

    def throw(self, situation: Situation) -> Card:
        """Throw the dearest unmelded card."""
        return max(situation.loose_throws, key=lambda card: card.points)

    def knocks(self, situation: Situation, deadwood: int) -> bool:  # noqa: ARG002 any will do
        """Knock at once."""
        return True


@dataclass(frozen=True, slots=True)
class SetKnocker(Club):
    """Plays its own cards well and knocks by a set habit."""

    within_turns: int
    """It knocks as soon as it can in so many turns of its own."""
    later_with: int
    """The most deadwood with which it knocks after that."""

    def knocks(self, situation: Situation, deadwood: int) -> bool:
        """Knock by habit."""
        turns = situation.memory.turns[situation.view.seat]
        return turns < self.within_turns or deadwood <= self.later_with


PANEL: dict[str, Style] = {
    "baseline": Baseline(),
    "hasty": SetKnocker(within_turns=50, later_with=10),
    "between": SetKnocker(within_turns=5, later_with=5),
    "patient": SetKnocker(within_turns=0, later_with=0),
}
"""By name: the baseline; and one each that knocks at once, now and then, and never but with gin."""
