"""Computer players: what one seat sees goes in, an action comes out.

`computer_player` makes one; whoever runs the table feeds it every event, redacted for its seat,
and asks it to `decide` whenever that seat is on turn.
"""

from __future__ import annotations

from random import Random
from typing import assert_never

from engine.players.beginner import Beginner
from engine.players.club import Club
from engine.players.computer import Computer, ComputerPlayer, Level
from engine.players.second_thoughts import HANDS
from engine.players.situation import Style
from engine.players.strong import Strong
from engine.seats import Seat

__all__ = ["ComputerPlayer", "Level", "computer_player", "style_of"]


def computer_player(level: Level, seat: Seat, random: Random, hands: int = HANDS) -> ComputerPlayer:
    """A computer player for one seat of a match; the same seed plays the same.

    Args:
        level: How well it plays.
        seat: Where it sits.
        random: What it leaves to chance.
        hands: How many hands of its opponent the strongest level tries when it thinks twice; with
            none it does not.
    """
    return Computer(level, style_of(level), seat, random, hands if level is Level.STRONG else 0)


def style_of(level: Level) -> Style:
    """How a level chooses."""
    match level:
        case Level.BEGINNER:
            return Beginner()
        case Level.CLUB:
            return Club()
        case Level.STRONG:
            return Strong()
    assert_never(level)
