"""The questions put to a terminal at login, and what its answers mean."""

from __future__ import annotations

import re

_SUITS = "♠♥♦♣"
_COLUMN = re.compile(r"\x1b\[\d+;(\d+)R")
_KEPT_COLOUR = re.compile(r"\x1bP1\$r.*48[:;]2[:;]+(?:\d*:)?1[:;]2[:;]3")
_BACKGROUND = re.compile(r"\x1b\]11;rgba?:([0-9a-fA-F]+)/([0-9a-fA-F]+)/([0-9a-fA-F]+)")
_SYNCHRONIZED = re.compile(r"\x1b\[\?2026;[1-3]\$y")
_FENCE = re.compile(r"\x1b\[\?[\d;]*c")

QUESTIONS = (
    f"\x1b[H{_SUITS}\x1b[6n"  # where is the cursor after the four suits?
    "\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[0m"  # is a 24-bit colour kept as it was set?
    "\x1b]11;?\x1b\\"  # what is the background?
    "\x1b[?2026$p"  # is synchronized output known?
    "\x1b[c"  # every terminal answers this one, and answers come in order
)
"""To be written on the alternate screen, which is cleared afterwards."""


class Probe:
    """Collects a terminal's answers; what was not answered keeps its cautious default."""

    def __init__(self) -> None:
        self.is_complete = False
        self.wide_suits = False
        self.keeps_true_colour = False
        self.synchronized = False
        self.light_background: bool | None = None

    def note(self, answer: str) -> None:
        """Take one answer in."""
        if column := _COLUMN.fullmatch(answer):
            self.wide_suits = int(column[1]) - 1 > len(_SUITS)
        elif _KEPT_COLOUR.match(answer):
            self.keeps_true_colour = True
        elif background := _BACKGROUND.match(answer):
            red, green, blue = (_level(part) for part in background.groups())
            self.light_background = 0.299 * red + 0.587 * green + 0.114 * blue > 0.5
        elif _SYNCHRONIZED.fullmatch(answer):
            self.synchronized = True
        elif _FENCE.fullmatch(answer):
            self.is_complete = True


def _level(digits: str) -> float:
    """Return an X11 colour component of any number of hexadecimal digits as 0 to 1."""
    return int(digits, 16) / int("f" * len(digits), 16)
