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
from server.ssh.intake import Intake
from server.ssh.limits import Limits

_WORK = 8
"""Rounds of the loop in which an app has handled a key and drawn what changed."""
_MUCH_WORK = 24
"""Rounds in which it has started, or has taken a new size."""


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """One that was asked for."""

    own: Allowance
    act: Callable[[], None]
    cost: float

    @property
    def rank(self) -> tuple[bool, float]:
        """The greater, the sooner it comes: keys of people who play before anything else."""
        left = self.own.left - self.cost
        return self.cost <= 1 and left >= 0, left


class Turns:
    """Gives turns to all sessions of a server.

    Calm turns are keys of people who play, slow ones are whatever is costly or too much. One of each
    kind may be at work: a key does not wait until an app has started.
    """

    def __init__(self, limits: Limits) -> None:
        self.intake = Intake()
        """The line for what comes before turns: input that is yet to be taken and parsed."""
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Turn] = []
        self._calm_works = self._slow_works = False
        self._calm_at = self._slow_at = 0.0
        """From when on the next turn of each kind may come."""
        self._next: asyncio.TimerHandle | None = None

    def take(self, own: Allowance, act: Callable[[], None], cost: float = 1.0) -> Turn:
        """Call `act` once the turn has come.

        Args:
            own: What the session may do before all others go first.
            act: One thing to do; a session asks for its next turn when it has had this one.
            cost: How much that is, in keys.
        """
        turn = Turn(own, act, cost)
        self._waiting.append(turn)
        if not self._calm_works:
            self._serve_from(self._calm_at)
        return turn

    def withdraw(self, turn: Turn) -> None:
        """Wait for it no longer, if it has not come yet: it costs the others nothing then."""
        if turn in self._waiting:
            self._waiting.remove(turn)

    def _serve_from(self, when: float) -> None:
        if self._next is not None:
            if self._next.when() <= when:
                return
            self._next.cancel()
        # A fresh context: nothing of the session that was served last may leak into the next.
        self._next = self._loop.call_at(when, self._serve, context=contextvars.Context())

    def _serve(self) -> None:
        """Give the next turn, unless it is a slow one that must keep its distance."""
        self._next = None
        if not self._waiting:
            return
        turn = max(self._waiting, key=lambda turn: turn.rank)
        is_calm, left = turn.rank
        now = self._loop.time()
        if is_calm:
            self._calm_works = True
        elif self._slow_works:
            return
        elif now < self._slow_at:
            self._serve_from(self._slow_at)
            return
        else:
            self._slow_works = True
            pause = self._limits.turn if left >= 0 else self._limits.turn_in_debt
            self._slow_at = now + pause * turn.cost
        self._waiting.remove(turn)
        turn.own.spend(turn.cost)
        rounds = _WORK if turn.cost <= 1 else _MUCH_WORK
        self._loop.call_soon(self._watch, is_calm, now, rounds, context=contextvars.Context())
        turn.act()

    def _watch(self, is_calm: bool, began: float, rounds: int) -> None:
        """Let the work that a turn has made be done; slow ones come as much later again."""
        if rounds:
            self._loop.call_soon(self._watch, is_calm, began, rounds - 1)
            return
        now = self._loop.time()
        if is_calm:
            self._calm_works = False
            self._calm_at = now + self._limits.turn
        else:
            self._slow_works = False
        self._slow_at = max(self._slow_at, now + (now - began))
        # To wake up costs more than much that there is to do: not if nobody waits.
        if self._waiting and not self._calm_works:
            self._serve_from(self._calm_at)
