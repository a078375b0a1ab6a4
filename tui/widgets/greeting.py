"""What the house tells somebody who comes in."""

from __future__ import annotations

from tui.canvas import Canvas
from tui.text import muted, strong, wrap


def draw_greeting(c: Canvas, greeting: str) -> None:
    """Draw the sentence until the next key is pressed."""
    c.write(1, 0, strong("Welcome"), muted("  any key closes this"))
    for y, row in enumerate(wrap([greeting], c.width - 2, indent=0), start=1):
        c.write(1, y, *row)
