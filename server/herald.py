"""Who is told next of what he only looks at, the lobby or a table of others.

Everybody in the lobby draws it anew for every newcomer, and all who watch a table for every card. If
they did so all at once, they would hold up the loop and the keys of those who play.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable

_WORK = 8
"""Rounds of the loop in which an app has drawn what changed."""


class Herald:
    """Tells one after the other, each as much later as the one before took over it."""

    def __init__(self) -> None:
        self._waiting: dict[Callable[[], None], None] = {}
        self._is_at_work = False

    def tell(self, hear: Callable[[], None]) -> None:
        """Call `hear` soon, once however often this is asked until then."""
        self._waiting[hear] = None
        if not self._is_at_work:
            self._is_at_work = True
            loop = asyncio.get_running_loop()
            # A context of its own: whoever changed the lobby is not to keep another's app alive.
            loop.call_soon(self._serve, context=contextvars.Context())

    def _serve(self) -> None:
        loop = asyncio.get_running_loop()
        hear = next(iter(self._waiting))
        del self._waiting[hear]
        loop.call_soon(self._watch, loop.time(), _WORK)
        hear()

    def _watch(self, began: float, rounds: int) -> None:
        loop = asyncio.get_running_loop()
        if rounds:
            loop.call_soon(self._watch, began, rounds - 1)
        elif self._waiting:
            loop.call_later(loop.time() - began, self._serve)
        else:
            self._is_at_work = False
