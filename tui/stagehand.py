"""What the screens ask of the program that draws them, and lines that go by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tui.terminal import TerminalControl


class Stagehand(Protocol):
    """What a presenter asks of the program that draws it."""

    @property
    def control(self) -> TerminalControl:
        """The session's terminal."""

    def redraw(self) -> None:
        """Show the presenter as it is now."""

    def repaint(self) -> None:
        """Send every cell again."""

    def bell(self) -> None:
        """Ring the terminal's bell."""

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Call something after a while."""


class Notice:
    """A line of text that goes after a while."""

    def __init__(self, stagehand: Stagehand, seconds: float) -> None:
        self.text = ""
        """Empty while there is nothing to say."""
        self._stagehand = stagehand
        self._seconds = seconds
        self._shown = 0

    def show(self, text: str) -> None:
        """Say something in place of what is said now."""
        self.text = text
        self._shown += 1
        shown = self._shown
        self._stagehand.later(self._seconds, lambda: self._hide(shown))

    def clear(self) -> None:
        """Say nothing any more."""
        self.text = ""

    def _hide(self, shown: int) -> None:
        if shown == self._shown and self.text:
            self.clear()
            self._stagehand.redraw()
