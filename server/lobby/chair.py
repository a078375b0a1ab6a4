"""Who sits in a seat of a table, and how long the table waits for him."""

from __future__ import annotations

from dataclasses import dataclass

from server.lobby.clock import GRACE, Absence
from server.lobby.player import Player

HELD = 24 * 3600.0
"""Seconds a match is kept for two absent players who could still come back."""


@dataclass(slots=True)
class Chair:
    """One seat that somebody took."""

    player: Player
    absence: Absence
    is_ready: bool = False
    """Wants the next deal, or a rematch."""
    has_left: bool = False
    """Gave the seat up after a match; the name stays with the score sheet."""
    is_overdue: bool = False
    """The grace was used up at some time in this match, and the table was told."""

    def start_match(self, now: float) -> None:
        """Begin a match with a whole grace."""
        self.absence = Absence(now, is_away=self.absence.is_away)
        self.is_overdue = False

    def is_gone(self, now: float, *, is_running: bool) -> bool:
        """Whether the table need not wait for this player any longer.

        A guest cannot come back to a seat, so that only a running match keeps it for him.
        """
        if self.has_left or self.player.is_computer:
            return True
        if not self.absence.is_away:
            return False
        match is_running, self.player.is_guest:
            case True, True:
                patience = GRACE
            case True, False:
                patience = HELD
            case _, True:
                patience = GRACE if self.player.is_online else 0.0
            case _:
                patience = GRACE
        return self.absence.lasting(now) >= patience
