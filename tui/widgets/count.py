"""The showdown's sum while the defender lays off."""

from __future__ import annotations

from dataclasses import dataclass

from tui.canvas import Canvas
from tui.text import Span, strong
from tui.theme import Token


@dataclass(frozen=True, slots=True)
class CountRow:
    """One line of the sum."""

    label: str
    value: str
    ink: Token
    is_result: bool = False


def draw_count(c: Canvas, rows: tuple[CountRow, ...]) -> None:
    """Draw the sum, and under a rule what it comes to."""
    c.title("COUNT")
    y = 1
    ruled = False
    for row in rows:
        if row.is_result and not ruled:
            c.put(1, y, "─" * (c.width - 2), "rule")
            ruled, y = True, y + 1
        c.write(1, y, strong(row.label) if row.is_result else Span(row.label, "muted"))
        c.write_right(c.width - 1, y, strong(row.value, row.ink))
        y += 1
