"""A page of the help under the names of all its pages."""

from __future__ import annotations

from dataclasses import dataclass

from tui.canvas import Canvas
from tui.text import key, muted, strong, width
from tui.widgets.rules_page import Line


@dataclass(frozen=True, slots=True)
class HelpPage:
    """What of a page is to be seen."""

    pages: tuple[str, ...]
    current: int
    lines: tuple[Line, ...]
    """Those that fit."""
    first: int
    """How many are above them."""
    total: int


def draw_help(c: Canvas, page: HelpPage) -> None:
    """Draw the pages' names and the lines in sight."""
    x = 1
    for index, name in enumerate(page.pages):
        start = x
        if index == page.current:
            c.fill(x - 1, 0, width(name) + 4, 1, "raised")
            x = c.write(x, 0, strong(f"{index + 1} {name}"), on="raised") + 3
        else:
            x = c.write(x, 0, key(str(index + 1)), muted(f" {name}")) + 3
        c.hit(start - 1, 0, x - start, 1, str(index + 1))
    if page.total > len(page.lines):
        last = page.first + len(page.lines)
        c.write_right(c.width - 1, 0, muted(f"{page.first + 1}–{last} of {page.total}"))
    for y, line in enumerate(page.lines, start=2):
        c.write(2, y, *line)
