"""The club's front door: four aces, a question and a field for the answer."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Rank, Suit
from tui.canvas import Canvas
from tui.card_art import LARGE, Face, draw_face
from tui.text import Part, Span, fitted, key, muted, strong, width

HEIGHT = 21
"""Rows that the door needs."""
FIELD_ROW = 13
"""The row of the field, counted from the first row of the door."""
FIELD_WIDTH = 36
_KEY = 7
"""Columns for the name of a key."""
_READING = 68
_ACES = tuple(Face(Card.of(Rank.ACE, suit)) for suit in Suit)
_GAP = 2


@dataclass(frozen=True, slots=True)
class EntranceModel:
    """What is asked at the door."""

    question: str
    note: str
    """What helps with the answer."""
    refused: str
    """Why the last answer would not do; stands in place of the note."""
    ways: tuple[tuple[str, str, str], ...]
    """What the keys do now: each as people know it, what it does, and what a click presses."""


def door_top(height: int) -> int:
    """The first row of the door in a body of this height."""
    return max(0, (height - HEIGHT) // 2)


def draw_entrance(c: Canvas, model: EntranceModel) -> None:
    """Draw the door; the field is a panel of its own."""
    top = door_top(c.height)
    wide = len(_ACES) * (LARGE.width + _GAP) - _GAP
    x = (c.width - wide) // 2
    for face in _ACES:
        draw_face(c, x, top + 1, LARGE, face)
        x += LARGE.width + _GAP
    c.write_centred(0, c.width, top + 7, strong("H O L L Y W O O D   G I N"))
    c.write_centred(0, c.width, top + 8, muted("three games at once, for two players"))
    c.write_centred(0, c.width, top + 11, strong(model.question))
    told: Part = (
        Span("▲ " + model.refused, "warn", bold=True) if model.refused else muted(model.note)
    )
    for row, line in enumerate(fitted([told], _READING, rows=2)):
        c.write_centred(0, c.width, top + FIELD_ROW + 2 + row, *line)
    wide = _KEY + max(width(does) for _, does, _ in model.ways)
    x = (c.width - wide) // 2
    for y, (name, does, pressed) in enumerate(model.ways, start=top + FIELD_ROW + 5):
        c.write_right(x + _KEY - 2, y, key(name))
        c.put(x + _KEY, y, does)
        c.hit(x, y, wide, 1, pressed)
