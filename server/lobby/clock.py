"""Time as the club reads it, and the patience it has with absent players."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

GRACE = 120.0
"""Seconds a player may be away in one match before the other may claim it."""


def _time_of_day() -> str:
    return time.strftime("%H:%M")


@dataclass(frozen=True, slots=True)
class Clock:
    """The two clocks of the house."""

    now: Callable[[], float] = time.monotonic
    """Seconds, never turned back."""
    time_of_day: Callable[[], str] = _time_of_day
    """What the clock on the wall says, `21:07`."""


class Absence:
    """One player's absences from a table, added up over one match."""

    def __init__(self, now: float, *, is_away: bool = False) -> None:
        self._spent = 0.0
        self._since = now if is_away else None

    @property
    def is_away(self) -> bool:
        """Whether the player is away now."""
        return self._since is not None

    def begin(self, now: float) -> None:
        """The player goes; no matter if he is away already."""
        if self._since is None:
            self._since = now

    def end(self, now: float) -> None:
        """The player is back."""
        self._spent += self.lasting(now)
        self._since = None

    def lasting(self, now: float) -> float:
        """Seconds since the player went; 0 while he is here."""
        return 0.0 if self._since is None else now - self._since

    def grace(self, now: float) -> float:
        """Seconds left of the budget, all absences of the match counted; never negative."""
        return max(0.0, GRACE - self._spent - self.lasting(now))
