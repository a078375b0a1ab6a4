"""One change at a time: what is asked of a table waits in a queue."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Awaitable, Callable

from server.lobby.errors import LobbyError

log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[None]]


class Turns:
    """Lets changes through one by one, each to its end even if whoever asked for it is gone."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def take(self, work: Work) -> None:
        """Do something once it is its turn, and wait for it."""
        await asyncio.shield(self._start(work))

    def spawn(self, work: Work) -> None:
        """Do something once it is its turn; nobody waits for it."""
        self._start(work).add_done_callback(self._look)

    async def settled(self) -> None:
        """Wait until nothing is under way."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _start(self, work: Work) -> asyncio.Task[None]:
        # A fresh context: the app that asked must not live as long as the task.
        task = asyncio.get_running_loop().create_task(
            self._alone(work), name=self._place, context=contextvars.Context()
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _alone(self, work: Work) -> None:
        async with self._lock:
            await work()

    def _look(self, task: asyncio.Task[None]) -> None:
        if task.cancelled() or task.exception() is None or isinstance(task.exception(), LobbyError):
            return
        log.error("%s: something failed", self._place, exc_info=task.exception())
