"""Whose input is taken next when clients send much: one slice in a round of the loop, in turn.

What a packet costs is spent before anybody can know what is in it, and so is what it costs to parse
a paste. However many clients flood, a round is no longer for it, and so neither is the way of a
player's key, which takes several.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable


class Intake:
    """The line in which the clients of a server wait to have more of their input taken."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[Callable[[], None], None] = {}
        self._next: asyncio.Handle | None = None

    def line_up(self, go_on: Callable[[], None]) -> None:
        """Call `go_on` in its turn."""
        self._waiting[go_on] = None
        if self._next is None:
            self._next = self._loop.call_soon(self._serve, context=contextvars.Context())

    def leave(self, go_on: Callable[[], None]) -> None:
        """Wait no longer."""
        self._waiting.pop(go_on, None)

    def _serve(self) -> None:
        self._next = None
        if not self._waiting:
            return
        go_on = next(iter(self._waiting))
        del self._waiting[go_on]
        if self._waiting:
            self._next = self._loop.call_soon(self._serve)
        go_on()
