"""A table's rules, shown where the score will be."""

from __future__ import annotations

from engine.rules import Rules
from tui.canvas import Canvas
from tui.rules_words import sentences
from tui.text import fitted


def draw_rules(c: Canvas, rules: Rules) -> None:
    """Draw the rules in a few sentences; even with every one of them changed they fit."""
    c.title("RULES")
    told = " ".join(sentences(rules))
    for y, row in enumerate(fitted([told], c.width - 1, rows=c.height - 1), start=1):
        c.write(1, y, *row)
