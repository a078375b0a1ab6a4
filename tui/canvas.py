"""A grid of cells that drawing functions write on; it becomes the strips Textual shows."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from engine.cards import Card
from tui.text import Part, Span, ascii_cells, card_text, cells, parts_width
from tui.theme import Look, Token


class Hit(NamedTuple):
    """A part of the canvas where a click means the same as a key."""

    region: Region
    key: str


@dataclass(slots=True, init=False)
class Canvas:
    """Cells with a ground and an ordinary ink; everything written outside of it is cut off."""

    width: int
    height: int
    look: Look
    ground: Token
    letters: list[list[str]]
    """By row; the cell after a wide character is empty."""
    styles: list[list[Style]]
    hits: list[Hit]

    def __init__(self, width: int, height: int, look: Look, ground: Token = "surface") -> None:
        self.width, self.height = max(width, 0), max(height, 0)
        self.look, self.ground = look, ground
        style = look.style("fg", ground)
        self.letters = [[" "] * self.width for _ in range(self.height)]
        self.styles = [[style] * self.width for _ in range(self.height)]
        self.hits = []

    def put(
        self,
        x: int,
        y: int,
        text: str,
        ink: Token = "fg",
        *,
        on: Token | None = None,
        bold: bool = False,
    ) -> int:
        """Write text; return the column after it."""
        row = ascii_cells(text) if self.look.in_ascii else cells(text)
        end = x + len(row)
        if 0 <= y < self.height and row:
            start, stop = max(x, 0), min(end, self.width)
            if start < stop:
                shown = list(row[start - x : stop - x])
                if shown[0] == "":
                    shown[0] = " "
                if stop < end and row[stop - x] == "":
                    shown[-1] = " "
                style = self.look.style(ink, on or self.ground, bold=bold)
                self._overwrite(y, start, shown, [style] * (stop - start))
        return end

    def _overwrite(self, y: int, start: int, letters: list[str], styles: list[Style]) -> None:
        """Replace some cells of a row; of a wide character cut in two a blank is left."""
        row, stop = self.letters[y], start + len(letters)
        if row[start] == "" and start > 0:
            row[start - 1] = " "
        if stop < self.width and row[stop] == "":
            row[stop] = " "
        row[start:stop] = letters
        self.styles[y][start:stop] = styles

    def write(self, x: int, y: int, *parts: Part, on: Token | None = None) -> int:
        """Write parts one after the other; return the column after them."""
        for part in parts:
            match part:
                case Card():
                    ink = self.look.suit_ink(part.suit, on_face=False)
                    x = self.put(x, y, card_text(part), ink, on=on, bold=True)
                case Span():
                    x = self.put(
                        x, y, part.text, part.ink or "fg", on=part.on or on, bold=part.bold
                    )
                case str():
                    x = self.put(x, y, part, on=on)
        return x

    def write_right(self, end: int, y: int, *parts: Part, on: Token | None = None) -> int:
        """Write parts so that they end before column `end`; return where they start."""
        start = end - parts_width(parts)
        self.write(start, y, *parts, on=on)
        return start

    def write_centred(
        self, x: int, width: int, y: int, *parts: Part, on: Token | None = None
    ) -> int:
        """Write parts in the middle of some columns; return where they start."""
        start = x + max(0, width - parts_width(parts)) // 2
        self.write(start, y, *parts, on=on)
        return start

    def fill(
        self,
        x: int,
        y: int,
        width: int,
        height: int,
        on: Token,
        *,
        ink: Token = "fg",
        text: str = " ",
    ) -> None:
        """Cover a rectangle with one character."""
        for row in range(y, y + height):
            self.put(x, row, text * width, ink, on=on)

    def hit(self, x: int, y: int, width: int, height: int, key: str) -> None:
        """Let a click into this rectangle mean the same as a key."""
        self.hits.append(Hit(Region(x, y, width, height), key))

    def key_at(self, x: int, y: int) -> str | None:
        """The key that a click there means, the last one said first."""
        for hit in reversed(self.hits):
            if hit.region.contains(x, y):
                return hit.key
        return None

    def title(self, text: str, *, key: str = "", does: str = "", beside: str = "") -> None:
        """Head a block with its one rule: `COACH beside ──────── i hide`.

        Args:
            text: The title.
            key: The key that opens or closes the thing, shown at the right.
            does: What that key does.
            beside: A word beside the title.
        """
        start = self.put(1, 0, text, bold=True)
        if beside:
            start = self.put(start + 1, 0, beside, "muted")
        end = self.width - 1
        if does:
            parts: tuple[Part, ...] = (Span(does, "muted"),)
            if key:
                parts = (Span(key, "accent", bold=True), Span(" " + does, "muted"))
            end = self.write_right(end, 0, *parts) - 1
            if key:
                self.hit(end, 0, self.width - end, 1, key)
        self.put(start + 1, 0, "─" * (end - start - 1), "rule")

    def blit(self, other: Canvas, x: int, y: int, rows: Container[int] | None = None) -> None:
        """Lay another canvas on this one; where `rows` are given, on these alone."""
        left, right = max(x, 0), min(x + other.width, self.width)
        if left >= right:
            return
        for row in range(max(y, 0), min(y + other.height, self.height)):
            if rows is not None and row not in rows:
                continue
            letters = other.letters[row - y][left - x : right - x]
            self._overwrite(row, left, letters, other.styles[row - y][left - x : right - x])

    def strip(self, y: int, start: int = 0, end: int | None = None) -> Strip:
        """One row, or a part of it, for Textual; neighbours of one style are joined."""
        end = self.width if end is None else end
        letters, styles = self.letters[y], self.styles[y]
        segments, left = [], start
        for x in range(start + 1, end + 1):
            if x == end or styles[x] is not styles[left]:
                segments.append(Segment("".join(letters[left:x]), styles[left]))
                left = x
        return Strip(segments, end - start)

    def text(self) -> str:
        """What is written, row by row, without colours."""
        return "\n".join("".join(row).rstrip() for row in self.letters)
