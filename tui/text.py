"""Text as terminal cells: measuring, clipping and wrapping plain or coloured words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rich.cells import get_character_cell_size

from engine.cards import Card
from tui.theme import Token

MAX_MARKS = 2
"""Combining marks kept on one letter; more would climb into the rows around it."""
_VARIATION_SELECTORS = "\ufe0e\ufe0f"
_INDENT = 2
"""Cells by which the later rows of a wrapped line stand in."""

_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUIT_SYMBOLS = "♠♥♦♣"

_IN_ASCII = str.maketrans(
    dict(
        zip(
            "♠♥♦♣▏▕│║─━┄▁▔▌▐●○◆◇·–—…×✓★▲▸▾←→↑↓‹›╰╯╭╮▒░█’",
            "SHDC||||-=-_-||*o*o.--.x*+!>v<>^v<>`'..#.#'",
            strict=True,
        )
    )
)


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text in one colour."""

    text: str
    ink: Token | None = None
    """None is the ordinary ink of what it is drawn on."""
    bold: bool = False
    on: Token | None = None
    """None is the ground of the canvas."""


Part = str | Span | Card
"""A piece of a line: text in the ordinary ink, coloured text, or a card as `10♦`."""


def muted(text: str) -> Span:
    """Text that stands back."""
    return Span(text, "muted")


def strong(text: str, ink: Token | None = None) -> Span:
    """Text that stands out."""
    return Span(text, ink, bold=True)


def key(name: str) -> Span:
    """The name of a key that does something now."""
    return Span(name, "accent", bold=True)


def card_text(card: Card) -> str:
    """A card as it is written in running text, such as `10♦`."""
    return _RANKS[card.rank - 1] + SUIT_SYMBOLS[card.suit]


@lru_cache(4096)
def cells(text: str) -> tuple[str, ...]:
    """The text cell by cell; a wide character is followed by an empty cell.

    Whatever could move the cursor or hide, such as control and formatting characters, is dropped.
    """
    row: list[str] = []
    for character in text:
        width = 1 if character.isascii() else get_character_cell_size(character)
        match unicodedata.category(character)[0]:
            case "C":
                continue
            case "M":
                if row and character not in _VARIATION_SELECTORS and len(row[-1]) <= MAX_MARKS:
                    row[-1] += character
            case "Z":
                row.append(" ")
            case _ if width == 2:
                row += [character, ""]
            case _:
                row.append(character)
    return tuple(row)


@lru_cache(4096)
def ascii_cells(text: str) -> tuple[str, ...]:
    """Like `cells`, for a terminal that draws symbols and accented letters two cells wide."""
    return tuple(map(_in_ascii, cells(text.translate(_IN_ASCII))))


def _in_ascii(cell: str) -> str:
    if cell.isascii() or get_character_cell_size(cell[0]) == 2:
        return cell
    base = unicodedata.normalize("NFKD", cell)[0]
    return base if base.isascii() else "?"


def width(text: str) -> int:
    """How many cells the text takes."""
    return len(text) if text.isascii() else len(cells(text))


def part_text(part: Part) -> str:
    """What a part says."""
    match part:
        case str():
            return part
        case Span():
            return part.text
        case Card():
            return card_text(part)


def parts_width(parts: Iterable[Part]) -> int:
    """How many cells the parts take in a row."""
    return sum(width(part_text(part)) for part in parts)


def sentence(text: str) -> str:
    """A refusal as a sentence: with a capital, and a full stop where it has no end."""
    return text[:1].upper() + text[1:] + ("" if text[-1:] in ".!?…" else ".")


def clip(text: str, limit: int) -> str:
    """The text, cut to at most `limit` cells with an ellipsis where it is longer."""
    row = cells(text)
    if len(row) <= limit:
        return text
    return "".join(row[: max(limit - 1, 0)]).rstrip() + "…" if limit > 0 else ""


def wrap(parts: Sequence[Part], limit: int, indent: int = _INDENT) -> list[list[Part]]:
    """The parts broken between words into rows of at most `limit` cells; later rows stand in."""
    rows: list[list[Part]] = [[]]
    used = 0
    for glued in _glued(parts):
        fits_a_row = _bare_width(glued) <= limit - indent
        for words in [glued] if fits_a_row else [[word] for word in glued]:
            bare = _bare_width(words)
            if used + bare > limit and rows[-1]:
                rows.append([" " * indent])
                used = indent
            fits = bare <= limit - used
            for piece in words if fits else _broken(words[0], limit - used, limit - indent):
                if used + _bare_width([piece]) > limit:
                    rows.append([" " * indent])
                    used = indent
                rows[-1].append(piece)
                used += width(part_text(piece))
    return rows


def fitted(parts: Sequence[Part], limit: int, rows: int = 1, indent: int = 0) -> list[list[Part]]:
    """The parts wrapped into at most so many rows; more than they hold ends in an ellipsis."""
    if limit < indent + 2:
        return [["…"]] if limit > 0 and parts_width(parts) else [[]]
    lines = wrap(parts, limit, indent)
    if len(lines) <= rows:
        return lines
    shown = wrap(lines[rows - 1], limit - 1, indent)[0]
    return [*lines[: rows - 1], [*shown[:-1], *map(_bare, shown[-1:]), "…"]]


def _bare(part: Part) -> Part:
    """The part without blanks at its end."""
    match part:
        case Card():
            return part
        case Span():
            return replace(part, text=part.text.rstrip())
        case str():
            return part.rstrip()


def _bare_width(words: Sequence[Part]) -> int:
    """How many cells the words take, blanks at their end not counted."""
    return parts_width(words[:-1]) + width(part_text(words[-1]).rstrip())


def _glued(parts: Iterable[Part]) -> Iterator[list[Part]]:
    """The words that no blank parts, such as a card and the comma after it."""
    glued: list[Part] = []
    for word in _words(parts):
        if glued and part_text(glued[-1]).endswith(" "):
            yield glued
            glued = []
        glued.append(word)
    if glued:
        yield glued


def _words(parts: Iterable[Part]) -> Iterator[Part]:
    """Each word with the blanks that follow it; cards stay whole."""
    for part in parts:
        if isinstance(part, Card):
            yield part
            continue
        text = part_text(part)
        start = 0
        for place in range(1, len(text) + 1):
            if place == len(text) or (text[place - 1] == " " and text[place] != " "):
                word = text[start:place]
                yield word if isinstance(part, str) else replace(part, text=word)
                start = place


def _broken(word: Part, first: int, rest: int) -> Iterator[Part]:
    """A word that is longer than a row, in pieces of at most `first` and then `rest` cells."""
    row = cells(part_text(word).rstrip())
    start, size = 0, first
    while start < len(row):
        end = min(start + size, len(row))
        if end < len(row) and row[end] == "" and end - 1 > start:
            end -= 1
        piece = "".join(row[start:end])
        yield replace(word, text=piece) if isinstance(word, Span) else piece
        start, size = end, rest
