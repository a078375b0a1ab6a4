"""What is known about the terminal a session is drawn on: data only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol


class ColourDepth(Enum):
    """How many colours may be sent to a terminal."""

    MONO = "mono"
    C16 = "16"
    C256 = "256"
    TRUE = "true"


@dataclass(frozen=True, slots=True)
class TerminalProfile:
    """What a session's terminal is and can do, as found out at login."""

    width: int
    """Cells a row, 20 to 300, at login; later sizes come as resize events."""
    height: int
    """Rows, 6 to 100."""
    depth: ColourDepth
    """The depth found at login; a player's own setting may differ."""
    term: str
    """The client's TERM, cleaned; empty when it sent none."""
    wide_suits: bool = False
    """Suit symbols take more than one cell each: draw letters instead."""
    synchronized: bool = False
    """Frames may be bracketed with synchronized-output marks (mode 2026)."""
    light_background: bool | None = None
    """Whether the background is light; None when the terminal did not say."""


class TerminalControl(Protocol):
    """What a running app may change about its own session."""

    def use_depth(self, depth: ColourDepth) -> None:
        """Send at most this many colours from the next frame on, and repaint."""

    def use_mouse(self, wanted: bool) -> None:
        """Take clicks from the terminal, or leave the mouse to selecting text."""

    def show_title(self, title: str) -> None:
        """Name the terminal's window; its old title comes back when the session ends."""

    def end(self, message: str) -> None:
        """Leave the terminal as it was found, print one plain line and hang up."""


def colour_depth(
    term: str, environment: Mapping[str, str], *, answered_true: bool = False
) -> ColourDepth:
    """Return the depth to start with: NO_COLOR, COLORTERM, the terminal's answer, then TERM.

    Args:
        term: The client's TERM.
        environment: What the client sent of its environment.
        answered_true: The terminal itself said that it keeps 24-bit colours.
    """
    if environment.get("NO_COLOR"):
        return ColourDepth.MONO
    if environment.get("COLORTERM", "").lower() in {"truecolor", "24bit"} or answered_true:
        return ColourDepth.TRUE
    name = term.lower()
    if name in {"", "dumb", "unknown"} or name.startswith("vt"):
        return ColourDepth.MONO
    if name.endswith("-direct"):
        return ColourDepth.TRUE
    return ColourDepth.C256 if "256color" in name else ColourDepth.C16
