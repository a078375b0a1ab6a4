"""The computer at a table: what every level has in common, and the port to what differs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Protocol, assert_never

from engine.actions import (
    Action,
    BigGin,
    Discard,
    DrawStock,
    FinishLayoffs,
    Knock,
    LayOff,
    PassUpcard,
    TakeUpcard,
)
from engine.cards import Card
from engine.deal import Phase
from engine.events import Event
from engine.layoffs import best_layoff
from engine.match import Match
from engine.melds import deadwood
from engine.players.memory import Memory
from engine.seats import Seat
from engine.view import SeatView


class Level(Enum):
    """How well a computer player plays."""

    BEGINNER = "beginner"
    CLUB = "club"
    STRONG = "strong"

    @property
    def label(self) -> str:
        """What may honestly be said of the level, as a fragment."""
        return _LABELS[self]


_LABELS = {
    Level.BEGINNER: "looks at its own cards only, and overlooks some of them",
    Level.CLUB: "plays its own cards well and knocks as soon as it can",
    Level.STRONG: "remembers what you took and threw, and plays to the score",
}


@dataclass(frozen=True, slots=True)
class Situation:
    """All that a player may judge by."""

    view: SeatView
    match: Match
    memory: Memory
    random: Random


class Style(Protocol):
    """What differs between the levels."""

    def wants_upcard(self, situation: Situation) -> bool:
        """Whether to take the upcard rather than pass or draw from the stock."""

    def throw(self, situation: Situation) -> Card:
        """The card to throw when the turn does not end in a knock."""

    def knocks(self, situation: Situation, deadwood: int) -> bool:
        """Whether to knock now that it could be done with so much deadwood, gin excluded."""


class ComputerPlayer(Protocol):
    """Anything that can take a seat: it sees what its seat sees and remembers public events."""

    level: Level

    def observe(self, event: Event) -> None:
        """See an event, redacted for this seat."""

    def decide(self, view: SeatView, match: Match) -> Action:
        """What to do now.

        Raises:
            ValueError: If the seat is not on turn.
        """


class Computer:
    """A computer player of some style; it plays the same for the same seed."""

    def __init__(self, level: Level, style: Style, seat: Seat, random: Random) -> None:
        self.level = level
        self._style = style
        self._seat = seat
        self._random = random
        self._memory = Memory()

    def observe(self, event: Event) -> None:
        """See an event, redacted for this seat."""
        self._memory = self._memory.after(event, self._seat)

    def decide(self, view: SeatView, match: Match) -> Action:
        """What to do now.

        Raises:
            ValueError: If the seat is not on turn.
        """
        if view.turn is not view.seat:
            raise ValueError("it is not this computer player's turn")
        situation = Situation(view, match, self._memory, self._random)
        match view.phase:
            case Phase.OFFER:
                return TakeUpcard() if self._style.wants_upcard(situation) else PassUpcard()
            case Phase.DRAW:
                can_take = TakeUpcard() in view.legal_actions
                take = can_take and self._style.wants_upcard(situation)
                return TakeUpcard() if take else DrawStock()
            case Phase.LAST_OFFER:
                return TakeUpcard() if TakeUpcard() in view.legal_actions else PassUpcard()
            case Phase.DISCARD | Phase.LAST_KNOCK:
                return self._end_of_turn(situation)
            case Phase.LAYOFF:
                return _layoff(view)
            case Phase.OVER:
                raise ValueError("the deal is over")
        assert_never(view.phase)

    def _end_of_turn(self, situation: Situation) -> Action:
        view = situation.view
        if BigGin() in view.legal_actions:
            return BigGin()
        knocks = [action for action in view.legal_actions if isinstance(action, Knock)]
        if knocks:
            left, best = min((deadwood(view.hand.minus(k.discard)), k.discard) for k in knocks)
            if left == 0 or self._style.knocks(situation, left):
                return Knock(best)
        if view.phase is Phase.LAST_KNOCK:
            return PassUpcard()
        return Discard(self._style.throw(situation))


def _layoff(view: SeatView) -> Action:
    """The next step of the best layoff, or the end of it."""
    if view.showdown is None:
        raise ValueError("nobody has knocked")
    spread = view.showdown.spread
    steps = best_layoff(spread, view.hand).steps(spread)
    return LayOff(*steps[0]) if steps else FinishLayoffs()
