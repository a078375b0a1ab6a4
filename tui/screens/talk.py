"""The line in which a player talks, and where the screen has no room for it, the talk itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from textual.geometry import Region

from tui.commands import Command
from tui.gateway import Said, TableSnapshot
from tui.presenter import Presenter
from tui.screens.base import Layer
from tui.viewer import talk_model
from tui.widgets.cells import Panel
from tui.widgets.frame import Priority
from tui.widgets.line_edit import EntryLine, LineEdit, draw_entry
from tui.widgets.talk import draw_talk

_ROWS = 7
"""Rows of talk over the line where the screen itself shows none."""


def unread(presenter: Presenter) -> int:
    """How many lines others have said since the player last saw the talk."""
    table, read, you = presenter.table, presenter.desk.read, presenter.gateway.name
    if table is None:
        return 0
    return sum(
        isinstance(news, Said) and news.number > read and news.name != you for news in table.news
    )


def talk_command(presenter: Presenter, count: int = 0, footer: Priority = Priority.LOW) -> Command:
    """The command that opens the line; it tells of lines unread, and then does not give way."""
    label, priority = (f"Talk ({count} new)", Priority.NORMAL) if count else ("Talk", footer)
    return Command(("c", "/"), label, lambda: presenter.open_layer("talk"), footer=priority)


def mark_read(presenter: Presenter) -> None:
    """Take note that everything said so far can be seen."""
    if presenter.table is not None:
        numbers = [news.number for news in presenter.table.news if isinstance(news, Said)]
        read = max([presenter.desk.read, *numbers])
        presenter.arrange(replace(presenter.desk, read=read))


class TalkLayer(Layer):
    """Says a line at the table or in the lobby; letters play nothing while it is open."""

    covers = False

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._edit = LineEdit()

    def arrived(self, _before: TableSnapshot | None, /) -> None:
        """What comes in while the line is open is seen."""
        mark_read(self.presenter)

    def regions(self, width: int, height: int) -> dict[str, Region]:
        """The line in the last row of the screen's talk; else it brings some talk along."""
        talk = self.presenter.screen.regions(width, height).get("talk", Region())
        if talk.area:
            return {"line": Region(talk.x, talk.bottom - 1, talk.width, 1)}
        return {
            "talk": Region(0, height - 2 - _ROWS, width, _ROWS),
            "line": Region(0, height - 2, width, 1),
        }

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """The line, and the talk over it where it brings it along."""
        regions, table = self.regions(width, height), self.presenter.table
        entry = EntryLine("›", self._edit, "Enter says it, Esc closes")
        panels: list[Panel[Any]] = [Panel(regions["line"], draw_entry, entry, "raised")]
        if "talk" in regions and table is not None:
            talk = talk_model(table, self.presenter.gateway.name)
            panels.append(Panel(regions["talk"], draw_talk, talk, "raised"))
        return panels

    def commands(self) -> Sequence[Command]:
        """Say it, or close."""
        return (Command(("enter",), "Say it", self._say), self.closing())

    async def _say(self) -> None:
        text = self._edit.text.strip()
        self.presenter.close_layer()
        if text:
            await self.presenter.gateway.say(text)

    async def press(self, key: str) -> bool:
        """Type."""
        self._edit = self._edit.pressed(key)
        return True

    def paste(self, text: str) -> None:
        """Type all of it."""
        self._edit = self._edit.typed(text)
