"""What the house tells somebody who comes in, or back from a table."""

from __future__ import annotations

from tui.canvas import Canvas
from tui.text import muted, strong


def draw_greeting(c: Canvas, greeting: str) -> None:
    """Draw the sentence until the next key is pressed."""
    c.write(1, 0, strong("A word from the house"), muted("   any key closes this"))
    c.paragraph(1, 1, greeting, rows=c.height - 1)
