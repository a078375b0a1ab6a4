"""The whole score sheet, over any screen of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tui.canvas import Canvas
from tui.commands import Command
from tui.screens.base import Layer
from tui.viewer import score_model
from tui.widgets.cells import Panel
from tui.widgets.frame import Header, draw_dialog
from tui.widgets.score import ScoreModel
from tui.widgets.sheet import FullSheet, draw_full_sheet, last_page

if TYPE_CHECKING:
    from tui.presenter import Presenter


class ScoreSheetLayer(Layer):
    """The sheet entry by entry."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self.first = 0

    @property
    def score(self) -> ScoreModel | None:
        """The match's score; None before there is a match."""
        table = self.presenter.table
        if table is None or table.match is None:
            return None
        return score_model(table, table.deal_number)

    def header(self) -> Header:
        """Say whose sheet it is."""
        table = self.presenter.table
        words = (table.spec.name, "score sheet") if table is not None else ("score sheet",)
        return Header(words, self.presenter.gateway.name)

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """Show the sheet, or that there is none yet."""
        block, score = self.block(width, height), self.score
        if score is None:
            return (Panel(block, _draw_nothing, None),)
        return (Panel(block, draw_full_sheet, FullSheet(score, self.first)),)

    def commands(self) -> Sequence[Command]:
        """Scroll where the entries do not fit, and close."""
        commands = [self.closing("v", "q", label="Back")]
        if self._last():
            commands[:0] = [
                Command(("up", "k"), "Scroll", lambda: self._scroll(-1), shown="↑↓"),
                Command(("down", "j"), "Scroll down", lambda: self._scroll(1), footer=None),
            ]
        return commands

    def _last(self) -> int:
        """The furthest one can scroll."""
        score, height = self.score, self.presenter.size[1] - 2
        return last_page(score, height) if score is not None else 0

    def _scroll(self, by: int) -> None:
        self.first = max(0, min(self.first + by, self._last()))


def _draw_nothing(c: Canvas, _: None) -> None:
    draw_dialog(
        c, "SCORE SHEET", (("There is nothing on it yet: the match begins with two players.",),)
    )
