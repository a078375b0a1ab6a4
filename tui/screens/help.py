"""The help: the keys here and at the table, the rules, and a worked example."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from textual.geometry import Region

from tui.commands import KEY_NAMES, Command
from tui.help_text import Line, example_lines, example_score, rules_lines, table_key_lines
from tui.screens.base import Layer
from tui.text import Part, muted, strong, wrap
from tui.widgets.cells import Panel
from tui.widgets.frame import Header, Priority
from tui.widgets.help_page import HelpPage, draw_help
from tui.widgets.sheet import FullSheet, draw_full_sheet

if TYPE_CHECKING:
    from tui.presenter import Presenter

PAGES = ("Keys here", "Keys at the table", "Rules", "Example")
_EXAMPLE = 3
_KEYS = 18
"""Columns for the names of keys."""
_EVERYWHERE = (
    ("?", "This help"),
    ("q", "Leave, after asking"),
    ("Ctrl+P", "All commands"),
    ("Ctrl+L", "Draw the screen again"),
)
_READING = 92
"""Longer lines are hard to read."""


class HelpLayer(Layer):
    """Pages to turn and to scroll."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self.page = 0
        self.first = 0

    def header(self) -> Header:
        """Say where one is."""
        return Header(("Help",), self.presenter.gateway.name)

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """Show the page as far as it is scrolled; the example has its sheet below."""
        block, lines = self.block(width, height), self._lines(width)
        room = self._room(height)
        model = HelpPage(
            PAGES, self.page, tuple(lines[self.first : self.first + room]), self.first, len(lines)
        )
        page = Panel(block, draw_help, model)
        if self.page != _EXAMPLE:
            return (page,)
        below = Region(0, block.y + 2 + len(lines), width, block.height - 2 - len(lines))
        return (page, Panel(below, draw_full_sheet, FullSheet(example_score())))

    def commands(self) -> Sequence[Command]:
        """Turn the pages, scroll, close."""
        room = self._room(self.presenter.size[1])
        scrolls = Priority.NORMAL if self._last() else None
        return (
            Command(("left", "h"), "Page", lambda: self._turn_to(self.page - 1), shown="←→"),
            Command(
                ("right", "l", "tab"),
                "Next page",
                lambda: self._turn_to(self.page + 1),
                footer=None,
            ),
            *(
                Command((str(page + 1),), name, self._opens(page), footer=None)
                for page, name in enumerate(PAGES)
            ),
            Command(("up", "k"), "Scroll", lambda: self._scroll(-1), shown="↑↓", footer=scrolls),
            Command(("down", "j"), "Scroll down", lambda: self._scroll(1), footer=None),
            Command(("pagedown", "space"), "Screen", lambda: self._scroll(room), footer=scrolls),
            Command(("pageup",), "Screen back", lambda: self._scroll(-room), footer=None),
            Command(("home",), "Beginning", lambda: self._scroll(-self.first), footer=None),
            Command(("end",), "End", lambda: self._scroll(self._last()), footer=None),
            self.closing("?", "q"),
        )

    def _opens(self, page: int) -> Callable[[], None]:
        return lambda: self._turn_to(page)

    def _turn_to(self, page: int) -> None:
        self.page, self.first = page % len(PAGES), 0

    def _scroll(self, by: int) -> None:
        self.first = max(0, min(self.first + by, self._last()))

    def _room(self, height: int) -> int:
        return height - 2 - 2

    def _last(self) -> int:
        """The furthest one can scroll."""
        wide, high = self.presenter.size
        return max(0, len(self._lines(wide)) - self._room(high))

    def _lines(self, wide: int) -> Sequence[Line]:
        limit = min(wide - 4, _READING)
        match self.page:
            case 0:
                return _key_lines(tuple(_named(self.presenter.screen.commands())), limit)
            case 1:
                return table_key_lines()
            case 2:
                table = self.presenter.table
                return rules_lines(limit, table.spec.rules if table is not None else None)
            case _:
                return example_lines()


def _named(commands: Sequence[Command]) -> Iterator[tuple[str, str, str]]:
    """The keys of each command, what it does and why not now."""
    for command in commands:
        keys = " ".join(KEY_NAMES.get(key, key) for key in command.keys if ":" not in key)
        if keys and command.label:
            yield keys, command.label, command.refusal


@lru_cache(16)
def _key_lines(commands: tuple[tuple[str, str, str], ...], limit: int) -> tuple[Line, ...]:
    """The keys of a screen, from what it really takes."""
    here = (row for named in commands for row in _key_line(*named, limit))
    everywhere = (row for named in _EVERYWHERE for row in _key_line(*named, "", limit))
    return ((strong("What the keys do now"),), (), *here, (), *everywhere)


def _key_line(named: str, label: str, refusal: str, limit: int) -> Iterator[Line]:
    parts: list[Part] = [strong(f"{named:<{_KEYS}}"), label]
    if refusal:
        parts.append(muted(f"   not now: {refusal}"))
    yield from map(tuple, wrap(parts, limit, indent=_KEYS))
