"""The palette: everything that can be done now, by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from textual.geometry import Region

from tui.canvas import Canvas
from tui.commands import Command
from tui.layout import centred
from tui.presenter import Presenter
from tui.screens.base import Layer
from tui.text import Span, muted
from tui.theme import Token
from tui.widgets.cells import Panel
from tui.widgets.frame import spelled
from tui.widgets.line_edit import EntryLine, LineEdit, draw_entry

_ROWS = 14


@dataclass(frozen=True, slots=True)
class PaletteModel:
    """The commands that match what was typed."""

    entry: EntryLine
    names: tuple[tuple[str, str, bool], ...]
    """Of each command the label, the key and whether it can be done now."""
    chosen: int


class PaletteLayer(Layer):
    """Finds a command by typing a part of its name."""

    covers = False

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._edit = LineEdit()
        self._chosen = 0

    def _found(self) -> list[Command]:
        """The commands whose name holds what was typed, each name once, the usable ones first."""
        wanted = self._edit.text.strip().lower()
        found: dict[str, Command] = {}
        for command in self.presenter.screen_commands():
            if command.label and wanted in command.label.lower():
                found.setdefault(command.label, command)
        return sorted(found.values(), key=lambda command: bool(command.refusal))

    def block(self, width: int, height: int) -> Region:
        """A block in the middle."""
        return centred(width, height, 56, _ROWS + 4)

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """The line typed and the commands found."""
        found = self._found()
        model = PaletteModel(
            EntryLine("Find:", self._edit, "type a part of a name"),
            tuple((one.label, spelled(one.key_name), not one.refusal) for one in found),
            min(self._chosen, len(found) - 1),
        )
        return (Panel(self.block(width, height), draw_palette, model, "raised"),)

    def commands(self) -> Sequence[Command]:
        """Choose, run, close."""
        count = max(1, len(self._found()))
        rows = [
            Command((f"row:{row}",), "", partial(self._run, row), footer=None)
            for row in range(count)
        ]
        return [
            Command(("down",), "Choose", lambda: self._move(1, count), shown="↑↓"),
            Command(("up",), "Choose", lambda: self._move(-1, count), footer=None),
            Command(("enter",), "Do it", lambda: self._run(self._chosen)),
            self.closing(),
            *rows,
        ]

    def _move(self, by: int, count: int) -> None:
        self._chosen = (min(self._chosen, count - 1) + by) % count

    async def _run(self, row: int) -> None:
        found = self._found()
        self.presenter.close_layer()
        if found:
            await self.presenter.run(found[min(row, len(found) - 1)])

    async def press(self, key: str) -> bool:
        """Type."""
        self._edit = self._edit.pressed(key)
        self._chosen = 0
        return True

    def paste(self, text: str) -> None:
        """Type all of it."""
        self._edit = self._edit.typed(text)


def draw_palette(c: Canvas, palette: PaletteModel) -> None:
    """Draw the entry and the list under it."""
    c.title("ALL COMMANDS")
    line = Canvas(c.width - 2, 1, c.look, c.ground)
    draw_entry(line, palette.entry)
    c.blit(line, 1, 1)
    first = max(0, palette.chosen - _ROWS + 1)
    for row, (label, key, usable) in enumerate(palette.names[first : first + _ROWS]):
        y, is_chosen = 3 + row, first + row == palette.chosen
        on: Token = "surface" if is_chosen else c.ground
        ink: Token = "fg" if usable else "faint"
        c.fill(1, y, c.width - 2, 1, on)
        c.write(
            2,
            y,
            Span("▸ " if is_chosen else "  ", bold=True),
            Span(label, ink, bold=is_chosen),
            on=on,
        )
        c.write_right(c.width - 3, y, Span(key, "accent" if usable else "faint"), on=on)
        c.hit(1, y, c.width - 2, 1, f"row:{first + row}")
    if not palette.names:
        c.write(3, 3, muted("Nothing is called that."))
