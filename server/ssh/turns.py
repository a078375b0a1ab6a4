"""Whose input an app gets next, so that nobody's keys wait for those of a crowd.

What a key, a new size or a new app costs is spent in the one loop that serves everybody. Turns
therefore follow each other no faster than the loop keeps up with, and whoever has used fewer of
them of late goes first: people who play overtake clients that flood, however many these are.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from dataclasses import dataclass

from server.ssh.allowance import Allowance
from server.ssh.limits import Limits

_WORK = 8
"""Rounds of the loop in which an app has handled a key and drawn what changed."""


@dataclass(frozen=True, slots=True, eq=False)
class _Turn:
    own: Allowance
    act: Callable[[], None]
    cost: float

    @property
    def rank(self) -> tuple[bool, float]:
        """The greater, the sooner it comes: keys of people who play before anything else."""
        left = self.own.left - self.cost
        return self.cost <= 1 and left >= 0, left


class Turns:
    """Gives turns to all sessions of a server."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._waiting: list[_Turn] = []
        self._is_at_work = False
        self._slow_at = 0.0
        self._slow: asyncio.TimerHandle | None = None

    def take(self, own: Allowance, act: Callable[[], None], cost: float = 1.0) -> None:
        """Call `act` once the turn has come.

        Args:
            own: What the session may do before all others go first.
            act: One thing to do; a session asks for its next turn when it has had this one.
            cost: How much that is, in keys.
        """
        self._waiting.append(_Turn(own, act, cost))
        if not self._is_at_work:
            self._is_at_work = True
            self._later(0.0, self._serve)

    def _serve(self) -> None:
        """Give the next turn. Slow ones keep a distance, in which the others may come."""
        self._is_at_work = False
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None
        if not self._waiting:
            return
        turn = max(self._waiting, key=lambda turn: turn.rank)
        is_calm, left = turn.rank
        now = self._loop.time()
        if not is_calm:
            if now < self._slow_at:
                self._slow = self._later(self._slow_at - now, self._serve)
                return
            pause = self._limits.turn if left >= 0 else self._limits.turn_in_debt
            self._slow_at = now + pause * turn.cost
        self._waiting.remove(turn)
        turn.own.spend(turn.cost)
        self._is_at_work = True
        self._later(0.0, self._watch, now, _WORK)
        turn.act()

    def _watch(self, began: float, rounds: int) -> None:
        """Let the work that the turn has made be done; the next one comes as much later again."""
        if rounds:
            self._later(0.0, self._watch, began, rounds - 1)
        else:
            self._later(max(self._limits.turn, self._loop.time() - began), self._serve)

    def _later(
        self, pause: float, act: Callable[..., None], *arguments: object
    ) -> asyncio.TimerHandle:
        # A fresh context: nothing of the session that was served last may leak into the next.
        return self._loop.call_later(pause, act, *arguments, context=contextvars.Context())
