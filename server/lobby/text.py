"""Text from people, made safe to draw as plain cells."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

TALK_CELLS = 200
MAX_MARKS = 2
"""Combining marks kept on one letter; more would climb into the rows around it."""
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_MARKS = frozenset({"Mn", "Me"})


def clean(text: str, cells: int = TALK_CELLS) -> str:
    """Return the text as one NFC line without controls, at most `cells` wide.

    Control, format, surrogate, private and unassigned characters and variation selectors are
    dropped, every stretch of white space becomes one blank, and a letter keeps two combining marks.
    """
    kept = "".join(map(_plain, text))
    return "".join(_within(unicodedata.normalize("NFC", " ".join(kept.split())), cells)).rstrip()


def _plain(character: str) -> str:
    category = unicodedata.category(character)
    if character.isspace() or category in {"Zs", "Zl", "Zp"}:
        return " "
    return "" if category in _DROPPED or _is_variation_selector(character) else character


def _is_variation_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _within(text: str, cells: int) -> Iterator[str]:
    """Yield characters until the cells are used up, each letter with two marks at most."""
    used, marks = 0, MAX_MARKS
    for character in text:
        if unicodedata.category(character) in _MARKS:
            # Marks without a letter before them are dropped: they would land on foreign cells.
            if marks < MAX_MARKS:
                marks += 1
                yield character
            continue
        used += 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if used > cells:
            return
        marks = MAX_MARKS if character == " " else 0
        yield character
