"""Pages of text in the help: the rules laid out in rows of cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from tui.rules_text import Block, Item, Paragraph, Row, Section
from tui.text import Part, Span, strong, width, wrap

Line = tuple[Part, ...]

_GAP = 2
"""Cells between the columns of a table."""


def section_lines(section: Section, limit: int) -> Iterator[Line]:
    """A section's heading and text in rows of at most `limit` cells."""
    yield (strong(section.title),)
    yield ()
    for kind, blocks in groupby(section.blocks, key=type):
        if kind is Row:
            yield from _table([block for block in blocks if isinstance(block, Row)])
            yield ()
            continue
        for block in blocks:
            yield from _text(block, limit)
            if isinstance(block, Paragraph):
                yield ()
        if kind is Item:
            yield ()


def _text(block: Block, limit: int) -> Iterator[Line]:
    match block:
        case Paragraph(parts):
            yield from map(tuple, wrap(parts, limit, indent=0))
        case Item(parts, depth):
            indent = "  " * depth
            for place, row in enumerate(wrap(parts, limit - len(indent) - 2, indent=0)):
                sign = "· " if place == 0 else "  "
                yield (Span(indent + sign, "muted"), *row)
        case Row():
            pass


def _table(rows: Sequence[Row]) -> Iterator[Line]:
    columns = list(zip(*(row.cells for row in rows), strict=True))
    wide = [max(map(width, column)) + _GAP for column in columns]
    for place, row in enumerate(rows):
        cells = [
            " " * (room - width(cell)) + cell if index else cell + " " * (room - width(cell))
            for index, (cell, room) in enumerate(zip(row.cells, wide, strict=True))
        ]
        text = "".join(cells)
        yield (strong(text) if place == 0 else text,)
