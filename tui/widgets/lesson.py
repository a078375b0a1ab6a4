"""A lesson of the first game: what to know, and the one key to press."""

from __future__ import annotations

from dataclasses import dataclass

from tui.canvas import Canvas
from tui.text import Part, Span, wrap


@dataclass(frozen=True, slots=True)
class LessonModel:
    """What the block shows."""

    number: int
    count: int
    text: str
    key: str
    """What people call the key, and the name of its command."""
    command: str
    does: str


def _rows(text: str, width: int) -> list[list[Part]]:
    return wrap([text], width - 4, indent=0)


def lesson_height(text: str, width: int) -> int:
    """How many rows a text takes with its title, a blank row and the key."""
    return len(_rows(text, width)) + 3


def draw_lesson(c: Canvas, lesson: LessonModel) -> None:
    """Draw the text, and under it the key with what it does."""
    c.title("YOUR FIRST GAME", beside=f"{lesson.number} of {lesson.count}")
    rows = _rows(lesson.text, c.width)
    for y, row in enumerate(rows, start=1):
        c.write(2, y, *row)
    y = min(len(rows) + 2, c.height - 1)
    chip = Span(f" {lesson.key} ", "accent_ink", bold=True, on="accent")
    x = c.write(2, y, chip, f" {lesson.does}")
    c.hit(2, y, x - 2, 1, lesson.command)
