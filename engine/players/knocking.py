"""Whether to knock now or to play on.

The numbers are fits to some thirty thousand positions of the players themselves, each played out
both ways: against an opponent that knocks as soon as it can, whom it pays to lie in wait for, and
against one that lies in wait itself. `benchmarks/players.py` shows what they are good for.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from engine.match import Match
from engine.players.worth import gain
from engine.rules import Rules
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Knockable:
    """A position in which a knock is possible."""

    deadwood: int
    turns: int
    """Turns finished by the seat on turn."""
    gin_chance: float
    """The chance that the next draw makes gin, if it plays on."""
    known: int
    """Cards the opponent is known to hold."""
    is_last: bool
    """No turn follows: it is a knock or a dead deal."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a choice may lead to."""

    win: float
    """The chance to win the deal."""
    points: float
    """Points won then."""
    loss: float
    """The chance to lose it; the rest is a dead deal."""
    points_lost: float

    def worth(self, match: Match, seat: Seat) -> float:
        """What the outcome is worth to a player, in the unit of `gain`."""
        won = gain(match, seat, round(self.points))
        lost = gain(match, seat.other, round(self.points_lost))
        return self.win * won - self.loss * lost


def edge_of_knocking(now: Knockable, match: Match, seat: Seat, eagerness: float) -> float:
    """How much more knocking is held to be worth than playing on, in the unit of `gain`.

    Args:
        now: The position.
        match: The sheet as it stands.
        seat: The player on turn.
        eagerness: How likely the opponent is one that knocks as soon as it can, 0 to 1.
    """
    if now.is_last:
        eager, patient = 0.0, 0.0
    else:
        eager = -_play_on_against_eager(now, match.rules).worth(match, seat)
        patient = -_play_on_against_patient(now, match.rules).worth(match, seat)
    eager += _knock_against_eager(now, match.rules).worth(match, seat)
    patient += _knock_against_patient(now, match.rules).worth(match, seat)
    return eagerness * eager + (1 - eagerness) * patient


def _chance(log_odds: float) -> float:
    return 1 / (1 + exp(-log_odds))


def _knock_against_eager(now: Knockable, rules: Rules) -> Outcome:
    holds = _chance(8.0 - 0.48 * now.deadwood - 0.2 * now.turns)
    points = max(50 / (1 + now.turns) + 7.7 - 0.43 * now.deadwood, 1)
    return Outcome(holds, points, 1 - holds, rules.undercut_bonus + 2)


def _play_on_against_eager(now: Knockable, rules: Rules) -> Outcome:
    win = _chance(4.3 - 0.3 * now.deadwood - 0.12 * now.turns)
    points = 5 + 0.8 * rules.undercut_bonus + 0.2 * rules.gin_bonus
    return Outcome(win, points, 1 - win, 6)


def _knock_against_patient(now: Knockable, rules: Rules) -> Outcome:
    holds = _chance(5.6 - 0.28 * now.deadwood - 0.33 * now.turns - 0.52 * now.known)
    points = max(59 / (1 + now.turns), 1)
    return Outcome(holds, points, 1 - holds, rules.undercut_bonus + 3)


def _play_on_against_patient(now: Knockable, rules: Rules) -> Outcome:
    alive = 1 - _chance(0.15 * now.deadwood + 0.43 * now.turns - 6.1)
    win = _chance(1.2 - 0.21 * now.turns + 9.2 * min(now.gin_chance, 0.25))
    return Outcome(alive * win, rules.gin_bonus + 4, alive * (1 - win), rules.gin_bonus + 4)
