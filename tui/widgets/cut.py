"""The deck before the deal: its commitment, and who has cut it."""

from __future__ import annotations

from dataclasses import dataclass

from tui.canvas import Canvas
from tui.card_art import draw_back, shape_for
from tui.text import Part, Span, muted, strong

_LARGE_HEIGHT = 16


@dataclass(frozen=True, slots=True)
class CutModel:
    """A deck that is about to be dealt."""

    deal: int
    commitment: str
    """64 hexadecimal digits."""
    cuts: tuple[tuple[str, bool], ...]
    """Each player's name, and whether he has cut or does without."""


def draw_cut(c: Canvas, model: CutModel) -> None:
    """Draw the deck at the left, and beside it what is promised and done."""
    shape = shape_for(c.look, has_room=c.height >= _LARGE_HEIGHT)
    x, y = 3, max(1, c.height // 2 - shape.height)
    for row in range(shape.height):
        c.put(x + shape.width, y + row, "▌▌▌", "back")
    draw_back(c, x, y, shape.width, shape.height)
    x += shape.width + 5
    c.write(x, y, strong(f"The deck of hand {model.deal} is shuffled"))
    c.write(x, y + 1, muted("Only your cuts can change it now."))
    for row, (name, has_cut) in enumerate(model.cuts, start=3):
        mark: Part = Span("✓", "good", bold=True) if has_cut else muted("·")
        c.write(x, y + row, mark, f" {name} ", muted("is done" if has_cut else "may cut"))
    for row, digits in enumerate(_halves(model.commitment)):
        c.write(3, c.height - 2 + row, muted("commitment " if not row else " " * 11), digits)


def draw_cut_note(c: Canvas, lines: tuple[str, ...]) -> None:
    """Draw what a cut is good for where the hand will lie."""
    for row, line in enumerate(lines, start=3):
        c.write_centred(0, c.width, row, muted(line))


def _halves(digits: str) -> tuple[str, str]:
    middle = len(digits) // 2
    return digits[:middle], digits[middle:]
