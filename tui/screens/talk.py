"""The line in which a player talks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.geometry import Region

from tui.commands import Command
from tui.presenter import Presenter
from tui.screens.base import Layer
from tui.widgets.cells import Panel
from tui.widgets.line_edit import EntryLine, LineEdit, draw_entry


class TalkLayer(Layer):
    """Says a line at the table or in the lobby; letters play nothing while it is open."""

    covers = False
    takes_text = True

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._edit = LineEdit()

    def block(self, width: int, height: int) -> Region:
        """The last row of the screen's talk, or the row above the footer."""
        talk = self.presenter.screen.regions(width, height).get("talk")
        if talk is None or not talk.area:
            return Region(0, height - 2, width, 1)
        return Region(talk.x, talk.bottom - 1, talk.width, 1)

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """The line."""
        entry = EntryLine("›", self._edit, "Enter says it, Esc closes")
        return (Panel(self.block(width, height), draw_entry, entry, "raised"),)

    def commands(self) -> Sequence[Command]:
        """Say it, or close."""
        return (Command(("enter",), "Say it", self._say), self.closing())

    async def _say(self) -> None:
        text = self._edit.text.strip()
        self.presenter.close_layer()
        if text:
            await self.presenter.gateway.say(text)

    async def press(self, key: str) -> None:
        """Type."""
        self._edit = self._edit.pressed(key)

    def paste(self, text: str) -> None:
        """Type all of it."""
        self._edit = self._edit.typed(text)
