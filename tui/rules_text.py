"""The rules page as the help shows it, read from the one source, `docs/RULES.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from tui.text import Part, strong

_PACKAGED = "RULES.md"
"""What the page is called inside the installed package."""
_MARKED = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A point in a list."""

    parts: tuple[Part, ...]
    depth: int = 0
    """0, or 1 for a point under a point."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table."""

    cells: tuple[str, ...]


Block = Paragraph | Item | Row


@dataclass(frozen=True, slots=True)
class Section:
    """One numbered part of the rules, or the words before the first."""

    title: str
    """With its number, such as `1. The deal`."""
    blocks: tuple[Block, ...]


@cache
def rules_sections() -> tuple[Section, ...]:
    """Return the rules, section by section."""
    return tuple(_sections(_source()))


def _source() -> str:
    packaged = files("tui") / _PACKAGED
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    return (Path(__file__).parents[1] / "docs" / "RULES.md").read_text(encoding="utf-8")


def _sections(source: str) -> Iterator[Section]:
    for part in re.split(r"^##? ", source, flags=re.MULTILINE)[1:]:
        title, _, text = part.partition("\n")
        yield Section(title, tuple(_blocks(text)))


def _blocks(text: str) -> Iterator[Block]:
    for block in re.split(r"\n\s*\n|\n(?= *- )|\n(?=\|)", text.strip("\n")):
        words = " ".join(block.split())
        if block.startswith("|"):
            cells = tuple(cell.strip() for cell in words.strip("|").split("|"))
            if not all(re.fullmatch("-+", cell) for cell in cells):
                yield Row(cells)
        elif words.startswith("- "):
            depth = (len(block) - len(block.lstrip())) // 2
            yield Item(_parts(words[2:]), depth)
        elif words:
            yield Paragraph(_parts(words))


def _parts(text: str) -> tuple[Part, ...]:
    parts: list[Part] = []
    end = 0
    for match in _MARKED.finditer(text):
        parts += [text[end : match.start()], strong(match[1] or match[2])]
        end = match.end()
    return (*parts, text[end:])
