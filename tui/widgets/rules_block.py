"""A table's rules, shown where the score will be."""

from __future__ import annotations

from tui.canvas import Canvas
from tui.gateway import TableSpec
from tui.rules_words import terms
from tui.text import wrap


def draw_rules(c: Canvas, spec: TableSpec) -> None:
    """Draw the rules in a few sentences."""
    c.title("RULES")
    y = 1
    for sentence in terms(spec):
        for row in wrap([sentence], c.width - 2):
            c.write(1, y, *row)
            y += 1
