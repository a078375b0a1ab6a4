"""One's own terminal in place of an ssh channel: raw while it is played on, and restored after."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_READ = 4096
WATCHED = (signal.SIGWINCH, signal.SIGTERM, signal.SIGHUP)


class OwnTerminal:
    """Writes to the terminal that the program was started on."""

    def __init__(self, keys: int, screen: int) -> None:
        """Use a terminal.

        Args:
            keys: The file descriptor that keys are read from.
            screen: The one that is drawn on.
        """
        self._keys = keys
        self._screen = screen
        self._is_gone = False

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        found = os.get_terminal_size(self._screen)
        return found.columns, found.lines

    def write(self, data: bytes) -> None:
        """Draw; a terminal that is gone is drawn on no more."""
        left = memoryview(data)
        while left and not self._is_gone:
            try:
                left = left[os.write(self._screen, left) :]
            except OSError:
                self._is_gone = True

    def waiting(self) -> int:
        """Nothing waits: a terminal takes what it is given."""
        return 0

    def cut(self) -> None:
        """Draw no more."""
        self._is_gone = True

    @contextmanager
    def raw(self) -> Iterator[None]:
        """Take keys one by one and unseen, Ctrl-C as a key; whatever happens, go back after."""
        before = termios.tcgetattr(self._keys)
        tty.setraw(self._keys)
        try:
            yield
        finally:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self._keys, termios.TCSADRAIN, before)

    @contextmanager
    def watched(
        self,
        *,
        typed: Callable[[bytes], None],
        resized: Callable[[], None],
        gone: Callable[[], None],
    ) -> Iterator[None]:
        """Hear of keys, of a new size, and of the end of the terminal or of the program."""
        loop = asyncio.get_running_loop()

        def read() -> None:
            try:
                data = os.read(self._keys, _READ)
            except OSError:
                data = b""
            if data:
                typed(data)
            else:
                loop.remove_reader(self._keys)
                gone()

        loop.add_reader(self._keys, read)
        for number in WATCHED:
            loop.add_signal_handler(number, resized if number is signal.SIGWINCH else gone)
        try:
            yield
        finally:
            loop.remove_reader(self._keys)
            for number in WATCHED:
                loop.remove_signal_handler(number)
