"""Whose input an app gets next, so that nobody's keys wait for those of a crowd.

A key costs its app a good millisecond or two, all of them in one loop. Who presses keys as people
do is served at once. Who presses more waits for a turn, and those turns are so few that they leave
the loop most of its time, however many wait.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections import deque
from collections.abc import Callable

from server.ssh.allowance import Allowance
from server.ssh.limits import Limits


class Turns:
    """Gives turns to all sessions of a server."""

    def __init__(self, limits: Limits) -> None:
        self._loop = asyncio.get_running_loop()
        self._shared = Allowance(limits.shared_turns_per_second, 1.0)
        self._waiting: deque[Callable[[], None]] = deque()
        self._next: asyncio.TimerHandle | None = None

    def take(self, own: Allowance, act: Callable[[], None]) -> None:
        """Call `act` in one of the next turns of the loop, or after those who wait already.

        Args:
            own: What the session may do without waiting.
            act: One thing to do; a session asks for its next turn when it has had this one.
        """
        if own.take():
            self._loop.call_later(0, act)
            return
        self._waiting.append(act)
        if self._next is None:
            self._serve()

    def _serve(self) -> None:
        self._next = None
        if self._waiting:
            # A fresh context: the session that is next is not the one that was served last.
            context = contextvars.Context()
            self._loop.call_later(0, self._waiting.popleft(), context=context)
            pause = self._shared.spend(1.0)
            self._next = self._loop.call_later(pause, self._serve, context=context)
