"""The computer at a table: what every level has in common, and the port to what differs."""

from __future__ import annotations

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
from engine.deal import Phase
from engine.events import Event
from engine.layoffs import best_layoff
from engine.match import Match
from engine.melds import deadwood
from engine.players.memory import Memory
from engine.players.second_thoughts import reconsidered
from engine.players.situation import Situation, Style
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
    Level.STRONG: "tries its choices on hands you may hold, and plays to the score",
}


class ComputerPlayer(Protocol):
    """Anything that can take a seat: it sees what its seat sees and remembers public events."""

    level: Level
    memory: Memory

    def observe(self, event: Event) -> None:
        """See an event, redacted for this seat."""

    def decide(self, view: SeatView, match: Match) -> Action:
        """What to do now.

        Raises:
            ValueError: If the seat is not on turn.
        """


class Computer:
    """A computer player of some style; it plays the same for the same seed.

    With `hands` it thinks twice, trying so many hands of its opponent.
    """

    def __init__(
        self, level: Level, style: Style, seat: Seat, random: Random, hands: int = 0
    ) -> None:
        self.level = level
        self.memory = Memory()
        self._style = style
        self._seat = seat
        self._random = random
        self._hands = hands

    def observe(self, event: Event) -> None:
        """See an event, redacted for this seat."""
        self.memory = self.memory.after(event, self._seat)

    def decide(self, view: SeatView, match: Match) -> Action:
        """What to do now.

        Raises:
            ValueError: If the seat is not on turn.
        """
        if not view.is_my_turn:
            raise ValueError("it is not this computer player's turn")
        situation = Situation(view, match, self.memory, self._random)
        first = self._first_thought(situation)
        return reconsidered(situation, first, self._hands) if self._hands else first

    def _first_thought(self, situation: Situation) -> Action:
        view = situation.view
        match view.phase:
            case Phase.OFFER | Phase.DRAW:
                return self._draw(situation)
            case Phase.LAST_OFFER:
                return TakeUpcard() if TakeUpcard() in view.legal_actions else PassUpcard()
            case Phase.DISCARD | Phase.LAST_KNOCK:
                return self._end_of_turn(situation)
            case Phase.LAYOFF | Phase.OVER:
                return _layoff(view)
        assert_never(view.phase)

    def _draw(self, situation: Situation) -> Action:
        view = situation.view
        card = view.upcard if TakeUpcard() in view.legal_actions else None
        if card is not None and self._style.wants_upcard(situation, card):
            return TakeUpcard()
        return PassUpcard() if view.phase is Phase.OFFER else DrawStock()

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
    assert view.showdown is not None  # noqa: S101 there is one in this phase
    spread = view.showdown.spread
    steps = best_layoff(spread, view.hand).steps(spread)
    return LayOff(*steps[0]) if steps else FinishLayoffs()
