"""Going to a table that is not listed, by its number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from textual.geometry import Region

from tui.commands import Command
from tui.screens.base import Layer
from tui.widgets.cells import Panel
from tui.widgets.line_edit import EntryLine, LineEdit, draw_entry

if TYPE_CHECKING:
    from tui.presenter import Presenter

_DIGITS = 9
"""No table's number is longer."""


class TableNumberLayer(Layer):
    """A line in which a table's number is typed."""

    covers = False
    takes_text = True

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self.edit = LineEdit()

    def block(self, width: int, height: int) -> Region:
        """The last row of the lobby's list of tables."""
        tables = self.presenter.screen.regions(width, height)["tables"]
        return Region(tables.x, tables.bottom - 1, tables.width, 1)

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """Show what is typed so far."""
        entry = EntryLine("table number", self.edit, "as its owner told you")
        return (Panel(self.block(width, height), draw_entry, entry, "raised"),)

    def commands(self) -> Sequence[Command]:
        """Sit down there, or go back."""
        missing = "" if self.edit.text else "Type the number of the table first."
        return (
            Command(("enter",), "Sit", self._sit, missing),
            Command(("tab",), "Watch", self._watch, missing),
            self.closing(label="Back"),
        )

    async def press(self, key: str) -> bool:
        """Take a digit, or an editing key."""
        is_digit = key.isdecimal() and key.isascii()
        if len(key) > 1 or (is_digit and len(self.edit.text) < _DIGITS):
            self.edit = self.edit.pressed(key)
        return is_digit or len(key) > 1

    def paste(self, text: str) -> None:
        """Take the digits of a pasted number."""
        digits = "".join(sign for sign in text if sign.isdecimal() and sign.isascii())
        self.edit = self.edit.typed(digits[: _DIGITS - len(self.edit.text)])

    async def _sit(self) -> None:
        await self.presenter.gateway.sit(int(self.edit.text))

    async def _watch(self) -> None:
        await self.presenter.gateway.watch(int(self.edit.text))
