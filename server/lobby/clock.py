"""Time as the club reads it, and the patience it has with absent and slow players."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from engine.seats import PerSeat, Seat
from server.lobby.terms import ClockRule

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


class TableTime:
    """A table's own seconds, which can be made to stand still."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lost = 0.0
        self._stopped_at: float | None = None

    def __call__(self) -> float:
        """The table's time in seconds."""
        return (self._now() if self._stopped_at is None else self._stopped_at) - self._lost

    def stop(self) -> None:
        """Let time stand still from now on, if it does not yet."""
        if self._stopped_at is None:
            self._stopped_at = self._now()

    def go(self) -> None:
        """Let time go on from where it stood still."""
        if self._stopped_at is not None:
            self._lost += self._now() - self._stopped_at
            self._stopped_at = None


class Absence:
    """One player's absences from a table, added up over one match."""

    def __init__(self, now: float, *, is_away: bool = False, grace: float = GRACE) -> None:
        self._spent = GRACE - grace
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


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """How long a player may still think, in seconds."""

    turn: float
    """Of the turn's own time."""
    bank: float
    """Beyond it."""


Turn = tuple[int, Seat]
"""The number of the deal and who has to act: the seats take turns, so a turn lasts as long."""


class TurnClock:
    """Both players' clocks in one match."""

    def __init__(self, rule: ClockRule, bank: PerSeat[float]) -> None:
        self._rule = rule
        self._bank = bank
        """As it was when the present turn began."""
        self._turn: Turn | None = None
        self._since = 0.0

    @property
    def running(self) -> Seat | None:
        """Whose clock runs."""
        return self._turn[1] if self._turn is not None else None

    def follow(self, turn: Turn | None, now: float, thought: float = 0.0) -> None:
        """Let the clock of whoever has to act run from now on, unless it runs already.

        Args:
            turn: Which turn it is; None when nobody has to act.
            now: The table's time.
            thought: Seconds that this turn has lasted already.
        """
        if turn == self._turn:
            return
        if self._turn is not None:
            seat = self._turn[1]
            self._bank = self._bank.put(seat, self.left(seat, now).bank)
        self._turn, self._since = turn, now - thought

    def thought(self, now: float) -> float:
        """Seconds that the present turn has lasted."""
        return 0.0 if self._turn is None else now - self._since

    def left(self, seat: Seat, now: float) -> TimeLeft:
        """How long a seat may still think; both never negative."""
        bank = self._bank[seat]
        if seat is not self.running:
            return TimeLeft(self._rule.turn, bank)
        over = self.thought(now) - self._rule.turn
        return TimeLeft(max(0.0, -over), max(0.0, bank - max(0.0, over)))

    def is_out(self, now: float) -> bool:
        """Whether whoever has to act has no time left."""
        return self._turn is not None and self.left(self._turn[1], now) == TimeLeft(0.0, 0.0)
