"""The terminal at the far end of a channel: what is written to it, and how much may wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from server.ssh import modes
from server.ssh.colour import reduce_colours
from server.ssh.limits import Limits
from tui.terminal import ColourDepth


class Outlet(Protocol):
    """Where bytes for a client go."""

    def write(self, data: bytes) -> None:
        """Send bytes, now or when the client reads on; silently nothing once it is gone."""

    def waiting(self) -> int:
        """Bytes written that have not left yet."""

    def cut(self) -> None:
        """Drop the connection at once."""


class ClientTerminal:
    """Writes to one terminal, and leaves it as it was found.

    A client that does not read is never written to without bound: while it is blocked frames are
    skipped, and after a while it is cut off.
    """

    def __init__(self, outlet: Outlet, limits: Limits, *, on_block: Callable[[bool], None]) -> None:
        self.depth = ColourDepth.TRUE
        self.is_blocked = False
        self._outlet = outlet
        self._limits = limits
        self._on_block = on_block
        self._pauses: set[str] = set()
        self._stall: asyncio.TimerHandle | None = None
        self._leave = ""
        self._titled = False
        self._closed = False

    def take(self, questions: str) -> None:
        """Switch to the alternate screen and put the login questions."""
        self._leave = modes.LEAVE
        self._write(modes.SCREEN_ON + questions)

    def set_up(self, depth: ColourDepth, *, synchronized: bool) -> None:
        """Clear the screen and start reporting pastes, focus and clicks."""
        self.depth = depth
        if synchronized:
            # A session may end in the middle of a bracketed frame.
            self._leave = modes.LEAVE_SYNCHRONIZED + self._leave
        self._write(modes.ENTER)

    def draw(self, frame: str) -> bool:
        """Send a frame in the session's own colours; False when it was skipped."""
        if self.is_blocked:
            return False
        self._write(reduce_colours(frame, self.depth))
        return True

    def use_mouse(self, wanted: bool) -> None:
        """Switch reports of clicks on or off."""
        self._write(modes.MOUSE_ON if wanted else modes.MOUSE_OFF)

    def show_title(self, title: str) -> None:
        """Name the window, keeping its old title for the end."""
        keep = "" if self._titled else modes.TITLE_KEEP
        self._titled = True
        self._write(keep + modes.title(title))

    def restore(self, message: str) -> None:
        """Undo every mode, print one plain line, and write nothing more."""
        if self._closed:
            return
        title = modes.TITLE_BACK if self._titled else ""
        line = f"{message}\r\n" if message else ""
        self._write(title + self._leave + line)
        self._closed = True

    def close(self) -> None:
        """Forget the client: it is gone."""
        self._closed = True
        self._watch_stall(False)

    def pause(self, source: str, paused: bool) -> None:
        """Note that the channel's window or the socket is full, or has room again.

        Args:
            source: Which of the two it is.
            paused: Whether it is full.
        """
        (self._pauses.add if paused else self._pauses.discard)(source)
        blocked = bool(self._pauses)
        if blocked == self.is_blocked:
            return
        self.is_blocked = blocked
        self._watch_stall(blocked)
        if not self._closed:
            self._on_block(blocked)

    def _watch_stall(self, watched: bool) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None
        if watched:
            loop = asyncio.get_running_loop()
            self._stall = loop.call_later(
                self._limits.stalled, self._check_stall, self._outlet.waiting()
            )

    def _check_stall(self, before: int) -> None:
        """Cut the client off when it has read nothing since; a slow one may go on."""
        if self._outlet.waiting() < before:
            self._watch_stall(True)
        else:
            self._stall = None
            self._outlet.cut()

    def _write(self, text: str) -> None:
        if self._closed or not text:
            return
        self._outlet.write(text.encode("utf-8", "replace"))
        if self._outlet.waiting() > self._limits.buffered:
            self._closed = True
            self._outlet.cut()
