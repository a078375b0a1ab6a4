"""Sends home who has pressed no key for long, after a warning."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable

from server.ssh.limits import Limits

SENT_HOME = "You were away for a long while, so the club let you go. Come again any time."


class Idleness:
    """Watches one session; whoever has a seat may think for as long as he likes."""

    def __init__(
        self,
        limits: Limits,
        *,
        is_spared: Callable[[], bool],
        warn: Callable[[str], None],
        send_home: Callable[[str], None],
    ) -> None:
        self._close_after = limits.idle
        self._warn_after = max(0.0, limits.idle - limits.idle_warning)
        self._is_spared = is_spared
        self._warn = warn
        self._send_home = send_home
        self._loop = asyncio.get_running_loop()
        self._heard_at = self._loop.time()
        self._is_warned = False
        self._timer: asyncio.TimerHandle | None = None
        self._look_after(self._warn_after)

    def heard(self) -> None:
        """The player is there."""
        self._heard_at = self._loop.time()
        self._is_warned = False

    def close(self) -> None:
        """Watch no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        if self._is_spared():
            self.heard()
        silent = self._loop.time() - self._heard_at
        if self._is_warned and silent >= self._close_after:
            self._send_home(SENT_HOME)
        elif self._is_warned:
            self._look_after(self._close_after - silent)
        elif silent >= self._warn_after:
            self._is_warned = True
            left = self._close_after - silent
            self._warn(f"Still there? Press a key, or the club lets you go in {_span(left)}.")
            self._look_after(left)
        else:
            self._look_after(self._warn_after - silent)

    def _look_after(self, seconds: float) -> None:
        # Of its own context: the timer must not keep what was going on when it was started.
        self._timer = self._loop.call_later(seconds, self._look, context=contextvars.Context())


def _span(seconds: float) -> str:
    count, unit = round(seconds), "second"
    if count >= 60:
        count, unit = round(seconds / 60), "minute"
    return f"{count} {unit}{'' if count == 1 else 's'}"
