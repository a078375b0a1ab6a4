"""Who sits in a seat of a table, and how long the table waits for him."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from server.lobby.clock import GRACE, Absence
from server.lobby.player import Player
from server.tokens import digest, plain

HELD = 24 * 3600.0
"""Seconds a table with a match is kept for two absent players who could still come back."""


@dataclass(slots=True)
class Chair:
    """One seat that somebody took."""

    player: Player
    absence: Absence
    is_ready: bool = False
    """Wants a rematch."""
    has_left: bool = False
    """Gave the seat up after a match; the name stays with the score sheet."""
    is_overdue: bool = False
    """The grace was used up at some time in this match, and the table was told."""
    token: str = ""
    """By which a guest comes back to the seat; empty for others, and after the server was started
    again until he has."""
    digest: bytes | None = None
    """What is kept of the token."""
    kept_order: Mapping[str, Any] = field(default_factory=dict)
    """What the player had arranged before the server was started again."""

    @property
    def is_here(self) -> bool:
        """Whether whoever sits here is at the table."""
        return self.player.is_computer or not (self.absence.is_away or self.has_left)

    def hold(self, token: str) -> None:
        """Hold the seat for whoever comes with this token."""
        self.token, self.digest = plain(token), digest(token)

    def start_match(self, now: float, grace: float = GRACE) -> None:
        """Begin a match with a whole grace, or go on with what is left of it."""
        self.absence = Absence(now, is_away=self.absence.is_away, grace=grace)
        self.is_overdue = self.is_ready = False

    def is_gone(self, now: float, *, is_running: bool) -> bool:
        """Whether the table need not wait for this player any longer.

        A guest comes back only with the token of his seat, so that his is kept for a short while.
        """
        if self.has_left or self.player.is_computer:
            return True
        patience = HELD if is_running and not self.player.is_guest else GRACE
        return self.absence.is_away and self.absence.lasting(now) >= patience
