"""What a table is opened with."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.rules import CLASSIC, Rules


class Hints(Enum):
    """The most the coach may say to anybody at a table."""

    OFF = "off"
    BASIC = "basic"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class ClockRule:
    """How long a player may think, in seconds."""

    turn: int
    """For each turn anew."""
    bank: int
    """Beyond the turns' own time, for the whole match."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a player chooses when opening a table; fixed as long as the table stands."""

    name: str = ""
    """Empty lets the house choose one."""
    rules: Rules = CLASSIC
    hints: Hints = Hints.FULL
    is_private: bool = False
    """Not listed for others: only who is told its number can come."""
    clock: ClockRule | None = None
    """None lets everybody think as long as he likes."""
    has_cuts: bool = False
    """Both players may cut before each deal."""
