"""Opening a table: named rules, house rules, the coach and who may come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.errors import RulesError
from engine.rules import PRESETS, preset
from tui.commands import Command
from tui.gateway import TableSpec
from tui.rules_words import KNOBS, PRESET_WORDS, sentences
from tui.screens.base import Layer
from tui.settings import CoachLevel
from tui.widgets.cells import Panel
from tui.widgets.choices import ChoiceList, ChoiceRow, draw_choices
from tui.widgets.frame import Header

if TYPE_CHECKING:
    from tui.presenter import Presenter

_COACHES = tuple(CoachLevel)


class NewTableLayer(Layer):
    """Choose by what a table plays, then open it."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self.spec = TableSpec()
        self.cursor = 0
        self.refused = ""
        """Why the last choice was not possible."""

    def header(self) -> Header:
        """Say where one is."""
        return Header(("Lobby", "new table"), self.presenter.gateway.name)

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """Show everything that can be chosen."""
        rows = self._rows()
        told = " ".join(sentences(self.spec.rules))
        changed = "* not as in the named rules" if self.spec.rules.house_rules else ""
        model = ChoiceList("NEW TABLE", rows, self.cursor, self.refused, told, changed)
        return (Panel(self.block(width, height), draw_choices, model),)

    def commands(self) -> Sequence[Command]:
        """Choose, change, open."""
        return (
            Command(("up", "k"), "Choose", lambda: self._move(-1), shown="↑↓"),
            Command(("down", "j"), "Next rule", lambda: self._move(1), footer=None),
            Command(("left", "h"), "Change", lambda: self._turn(-1), shown="←→"),
            Command(("right", "l", "space"), "Next choice", lambda: self._turn(1), footer=None),
            Command(("enter",), "Open the table", self._open),
            Command(("p",), "Practise by these rules", self._practise),
            self.closing("q", label="Back"),
        )

    async def press(self, key: str) -> None:
        """Choose by clicking."""
        match key.split(":"):
            case ["row", row]:
                self.cursor = int(row)
            case ["set", row, choice]:
                self.cursor = int(row)
                self._choose(int(choice))

    def _rows(self) -> tuple[ChoiceRow, ...]:
        spec, names = self.spec, tuple(PRESETS)
        return (
            ChoiceRow(
                "Rules", names, names.index(spec.rules.preset), PRESET_WORDS[spec.rules.preset]
            ),
            *(
                ChoiceRow(
                    knob.label,
                    tuple(choice.label for choice in knob.choices),
                    knob.chosen(spec.rules),
                    knob.note,
                    knob.differs(spec.rules),
                )
                for knob in KNOBS
            ),
            ChoiceRow(
                "Coach",
                tuple(level.value for level in _COACHES),
                _COACHES.index(spec.coach),
                "The most that the coach may tell either player.",
            ),
            ChoiceRow(
                "Who may come",
                ("everybody", "by number"),
                int(spec.private),
                "By number: it is not listed, and whoever you tell its number may sit.",
            ),
        )

    def _move(self, by: int) -> None:
        self.refused = ""
        self.cursor = (self.cursor + by) % len(self._rows())

    def _turn(self, by: int) -> None:
        row = self._rows()[self.cursor]
        self._choose((row.chosen + by) % len(row.options))

    def _choose(self, choice: int) -> None:
        rows, self.refused = self._rows(), ""
        try:
            if self.cursor == 0:
                rules = preset(rows[0].options[choice])
            elif self.cursor == len(rows) - 2:
                self.spec = replace(self.spec, coach=_COACHES[choice])
                return
            elif self.cursor == len(rows) - 1:
                self.spec = replace(self.spec, private=bool(choice))
                return
            else:
                rules = KNOBS[self.cursor - 1].changed(self.spec.rules, choice)
        except RulesError as error:
            self.refused = str(error)
        else:
            self.spec = replace(self.spec, rules=rules)

    async def _open(self) -> None:
        await self.presenter.gateway.open_table(self.spec)

    async def _practise(self) -> None:
        await self.presenter.gateway.practise(self.spec)
