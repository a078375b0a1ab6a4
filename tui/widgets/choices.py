"""A list of things to choose, one a row: the settings and the rules of a new table."""

from __future__ import annotations

from dataclasses import dataclass

from tui.canvas import Canvas
from tui.text import muted, part_text, width, wrap
from tui.theme import Token

_OPTIONS_AT = 21
"""Where the values begin."""


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """One thing to choose."""

    label: str
    options: tuple[str, ...]
    chosen: int
    note: str
    """What it does, shown while the cursor is on it."""
    differs: bool = False
    """Marked: it is not as the preset has it."""

    @property
    def value(self) -> str:
        """The chosen option."""
        return self.options[self.chosen]


@dataclass(frozen=True, slots=True)
class ChoiceList:
    """The rows, where the cursor is, and a line that says something about it."""

    title: str
    rows: tuple[ChoiceRow, ...]
    cursor: int
    refused: str = ""
    """Why the last choice was not possible; stands in place of the note."""
    summary: str = ""
    """What all the choices come to."""
    beside: str = ""


def draw_choices(c: Canvas, model: ChoiceList) -> None:
    """Draw the rows with their options side by side, the chosen one in brackets."""
    c.title(model.title, beside=model.beside)
    summary = wrap([model.summary], c.width - 6, indent=0) if model.summary else []
    if len(model.rows) + len(summary) + 2 > c.height:
        summary = []
    below = len(summary) + 2
    top = 1 if c.height < len(model.rows) + below + 2 else 2
    for place, row in enumerate(model.rows):
        _draw_row(c, top + place, place, row, is_current=place == model.cursor)
    y = top + len(model.rows)
    y += 1 if c.height > y + below - 1 else 0
    if model.refused:
        c.put(3, y, f"▲ {model.refused}", "warn", bold=True)
    else:
        c.put(3, y, model.rows[model.cursor].note, "info")
    for line, words in enumerate(summary, start=y + 1):
        c.write(3, line, *(muted(part_text(word)) for word in words))


def _draw_row(c: Canvas, y: int, place: int, row: ChoiceRow, *, is_current: bool) -> None:
    ground: Token = c.ground
    if is_current:
        ground = "raised" if c.ground == "surface" else "surface"
    c.fill(0, y, c.width, 1, ground)
    c.hit(0, y, c.width, 1, f"row:{place}")
    if is_current:
        c.put(1, y, "▸", "accent", on=ground, bold=True)
    c.put(3, y, row.label, on=ground, bold=is_current)
    if row.differs:
        c.put(_OPTIONS_AT - 3, y, "*", "warn", on=ground, bold=True)
    x = _OPTIONS_AT
    for index, option in enumerate(row.options):
        if index == row.chosen:
            ink: Token = "accent" if is_current else "fg"
            c.put(x, y, f"‹{option}›", ink, on=ground, bold=True)
        else:
            c.put(x + 1, y, option, "muted", on=ground)
        c.hit(x, y, width(option) + 2, 1, f"set:{place}:{index}")
        x += width(option) + 3
