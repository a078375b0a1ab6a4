"""A table's rules, shown where the score will be."""

from __future__ import annotations

from engine.rules import Rules
from tui.canvas import Canvas
from tui.rules_words import sentences
from tui.text import wrap


def draw_rules(c: Canvas, rules: Rules) -> None:
    """Draw the rules in a few sentences."""
    c.title("RULES")
    y = 1
    for sentence in sentences(rules):
        for row in wrap([sentence], c.width - 2):
            c.write(1, y, *row)
            y += 1
