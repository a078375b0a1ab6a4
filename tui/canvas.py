"""A grid of cells that drawing functions write on; it becomes the strips Textual shows."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from engine.cards import Card
from tui.text import Part, Span, ascii_cells, card_text, cells, fitted, parts_width
from tui.theme import Look, Token


class Hit(NamedTuple):
    """A part of the canvas where a click means the same as a key."""

    region: Region
    key: str


@dataclass(slots=True, init=False)
class Canvas:
    """Cells with a ground and an ordinary ink; what does not fit at the right ends in an ellipsis."""

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

    def with_blank(self, rows: Container[int]) -> Canvas:
        """A canvas that shares its rows with this one but for some, which are blank."""
        shared, style = copy(self), self.look.style("fg", self.ground)
        shared.letters = [
            [" "] * self.width if y in rows else row for y, row in enumerate(self.letters)
        ]
        shared.styles = [
            [style] * self.width if y in rows else row for y, row in enumerate(self.styles)
        ]
        shared.hits = []
        return shared

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
                if stop < end:
                    self._end_in_ellipsis(shown, row[stop - x :])
                style = self.look.style(ink, on or self.ground, bold=bold)
                self._overwrite(y, start, shown, [style] * (stop - start))
        return end

    def _end_in_ellipsis(self, shown: list[str], lost: Sequence[str]) -> None:
        """Say so where more than blanks is lost."""
        if lost[0] and not "".join(lost).strip():
            return
        if shown[-1] == "" and len(shown) > 1:
            shown[-2] = " "
        shown[-1] = "." if self.look.in_ascii else "…"

    def _overwrite(self, y: int, start: int, letters: list[str], styles: list[Style]) -> None:
        """Replace some cells of a row; of a wide character cut in two a blank is left."""
        row, stop = self.letters[y], start + len(letters)
        if row[start] == "" and start > 0:
            row[start - 1] = " "
        if stop < self.width and row[stop] == "":
            row[stop] = " "
        row[start:stop] = letters
        self.styles[y][start:stop] = styles

    def write(
        self, x: int, y: int, *parts: Part, on: Token | None = None, end: int | None = None
    ) -> int:
        """Write parts one after the other; return the column after them.

        Where `end` is given they are cut before it, between words.
        """
        for part in parts if end is None else fitted(parts, end - x)[0]:
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

    def paragraph(self, x: int, y: int, *parts: Part, rows: int, indent: int = 0) -> int:
        """Write parts into at most so many rows, as wide as there is room; return the row after.

        Args:
            x: The first column; as many are left free at the right.
            y: The first row.
            parts: What to write.
            rows: The rows there are for it; more text ends in an ellipsis.
            indent: By how much the later rows stand in.
        """
        lines = fitted(parts, self.width - 2 * x, rows, indent)
        for row, line in enumerate(lines, start=y):
            self.write(x, row, *line)
        return y + len(lines)

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

    def pieces(self, y: int, start: int, end: int) -> Iterator[tuple[str, Style]]:
        """A part of a row; neighbours of one style are joined."""
        letters, styles = self.letters[y], self.styles[y]
        left = start
        for x in range(start + 1, end + 1):
            if x == end or styles[x] is not styles[left]:
                yield "".join(letters[left:x]), styles[left]
                left = x

    def strip(self, y: int) -> Strip:
        """One row for Textual."""
        return Strip([Segment(*piece) for piece in self.pieces(y, 0, self.width)], self.width)

    def text(self) -> str:
        """What is written, row by row, without colours."""
        return "\n".join("".join(row).rstrip() for row in self.letters)
