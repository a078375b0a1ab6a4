"""What the help pages say."""

from __future__ import annotations

from functools import cache

from engine.match import Match, new_match
from engine.result import DealScore
from engine.rules import CLASSIC, Rules
from engine.seats import PerSeat, Seat
from tui.rules_text import rules_sections
from tui.rules_words import sentences
from tui.text import muted, parts_width, strong
from tui.verdict import games_named
from tui.widgets.rules_page import Line, section_lines
from tui.widgets.score import ScoreModel

__all__ = [
    "TABLE_KEYS",
    "Line",
    "example_lines",
    "example_score",
    "rules_lines",
    "table_key_lines",
]

TABLE_KEYS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "Your hand",
        (
            ("arrows or h l", "move the cursor"),
            ("1–9 0 -", "lift that card"),
            ("Space", "lift or lower"),
            ("< >", "move the card itself"),
            ("o", "sort the hand another way"),
        ),
    ),
    (
        "Your turn",
        (
            ("s", "draw from the stock"),
            ("t", "take the discard"),
            ("p", "pass the upcard"),
            ("Enter or d", "throw the lifted card"),
            ("k", "knock or go gin"),
        ),
    ),
    (
        "Laying off",
        (
            ("Enter", "lay the card on a meld"),
            ("1 2 3", "lay it on that meld"),
            ("x", "lay off the best there is"),
            ("u", "take the last one back"),
            ("f", "finish"),
        ),
    ),
    (
        "Any time",
        (
            ("i", "coach: full, basic, off"),
            ("v", "score sheet"),
            ("c or /", "talk"),
            ("?", "this help"),
            ("q", "leave, after asking"),
            ("Ctrl+P", "all commands"),
        ),
    ),
)
"""The keys at a table, for reading before one sits down."""

_EXAMPLE = ((Seat.B, 10), (Seat.A, 18), (Seat.B, 30), (Seat.B, 4))
_NAMES = PerSeat("Al", "Bo")
_ORDINALS = ("first", "second", "third")
_COLUMN = 39


@cache
def table_key_lines() -> tuple[Line, ...]:
    """The keys at a table in two columns."""
    left = _columns(TABLE_KEYS[:2])
    right = _columns(TABLE_KEYS[2:])
    rows = max(len(left), len(right))
    blank: Line = ()
    left += [blank] * (rows - len(left))
    right += [blank] * (rows - len(right))
    return tuple(_beside(one, other) for one, other in zip(left, right, strict=True))


def _columns(groups: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]) -> list[Line]:
    lines: list[Line] = []
    for title, keys in groups:
        lines += [(strong(title),)]
        lines += [(strong(f"{name:<12}"), muted(does)) for name, does in keys]
        lines += [()]
    return lines


def _beside(left: Line, right: Line) -> Line:
    return (*left, " " * (_COLUMN - parts_width(left)), *right)


@cache
def rules_lines(limit: int, rules: Rules | None) -> tuple[Line, ...]:
    """The rules in rows of at most `limit` cells, a table's own in front of them."""
    lines: list[Line] = []
    if rules is not None:
        lines += [(strong("At this table"),), ()]
        lines += [(sentence,) for sentence in sentences(rules)]
        lines += [()]
    for section in rules_sections():
        lines += section_lines(section, limit)
    return tuple(lines)


@cache
def _example() -> tuple[tuple[Line, ...], Match]:
    match, lines = new_match(CLASSIC, Seat.A), []
    for seat, points in _EXAMPLE:
        entered = games_named(list(match.games_entered(seat)))
        which = _ORDINALS[match.wins[seat]]
        games = "games" if " " in entered else "game"
        lines.append(
            (strong(f"{_NAMES[seat]} wins {points:<3}"), muted(f"a {which} win: {games} {entered}"))
        )
        match = match.scored(DealScore(seat, difference=points))
    return tuple(lines), match


def example_lines() -> tuple[Line, ...]:
    """What the worked example's four hands do."""
    return ((strong("Four hands on the score sheet"),), (), *_example()[0], ())


def example_score() -> ScoreModel:
    """The worked example's sheet."""
    return ScoreModel(_example()[1], Seat.A, _NAMES)
