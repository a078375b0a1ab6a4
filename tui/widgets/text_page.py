"""A page of text under a title, as far as it is scrolled."""

from __future__ import annotations

from dataclasses import dataclass

from tui.canvas import Canvas
from tui.widgets.rules_page import Line


@dataclass(frozen=True, slots=True)
class TextPage:
    """A text and the first of its lines to be seen."""

    title: str
    lines: tuple[Line, ...]
    first: int = 0
    beside: str = ""


def room_for_lines(height: int) -> int:
    """How many lines a page of this height shows."""
    return height - 2


def draw_text_page(c: Canvas, page: TextPage) -> None:
    """Draw the lines in sight, and which they are where not all fit."""
    room = room_for_lines(c.height)
    last = min(page.first + room, len(page.lines))
    counted = f"{page.first + 1}–{last} of {len(page.lines)}" if len(page.lines) > room else ""
    c.title(page.title, beside=page.beside, does=counted)
    for y, line in enumerate(page.lines[page.first : last], start=2):
        c.write(2, y, *line)
