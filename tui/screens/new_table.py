"""Opening a table: named rules, house rules, the coach, the clock, the cut and who may come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.errors import RulesError
from engine.players.computer import Level
from engine.rules import PRESETS, preset
from tui.commands import Command
from tui.gateway import OFFERED_CLOCK, ClockSpec, TableSpec
from tui.rules_words import KNOBS, PRESET_WORDS, sentences
from tui.screens.base import Layer
from tui.settings import CoachLevel
from tui.text import sentence
from tui.times import minutes
from tui.widgets.cells import Panel
from tui.widgets.choices import ChoiceList, ChoiceRow, draw_choices
from tui.widgets.frame import Header

if TYPE_CHECKING:
    from tui.presenter import Presenter


def _clock_label(clock: ClockSpec | None) -> str:
    return "none" if clock is None else f"{clock.turn} s + {minutes(clock.bank)}"


@dataclass(frozen=True, slots=True)
class Term:
    """Something a table is opened with besides its rules."""

    label: str
    field: str
    """The field of `TableSpec` it sets."""
    choices: tuple[tuple[str, object], ...]
    """What each value is called, and the value."""
    note: str

    def row(self, spec: TableSpec) -> ChoiceRow:
        """The term as it stands."""
        values = [value for _, value in self.choices]
        words = tuple(word for word, _ in self.choices)
        return ChoiceRow(self.label, words, values.index(getattr(spec, self.field)), self.note)

    def changed(self, spec: TableSpec, choice: int) -> TableSpec:
        """The table with another choice."""
        value: dict[str, Any] = {self.field: self.choices[choice][1]}
        return replace(spec, **value)


_CLOCKS = (None, ClockSpec(15, 60), OFFERED_CLOCK, ClockSpec(60, 300))
TERMS = (
    Term(
        "Coach",
        "coach",
        tuple((level.value, level) for level in CoachLevel),
        "The most that the coach may tell either player.",
    ),
    Term(
        "Clock",
        "clock",
        tuple((_clock_label(clock), clock) for clock in _CLOCKS),
        "Time for each turn, and a bank besides for the whole match.",
    ),
    Term(
        "Cut",
        "cuts",
        (("nobody", False), ("both players", True)),
        "Both may mix a text into each shuffle; the table waits up to 15 s for it.",
    ),
    Term(
        "Who may come",
        "private",
        (("everybody", False), ("by number", True)),
        "By number: it is not listed, and whoever you tell its number may sit.",
    ),
)


_ALL_COME = "Whoever sits down; or the computer at a level of its own."


class NewTableLayer(Layer):
    """Choose by what a table plays and against whom, then open it."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self.spec = TableSpec()
        self.level = Level.CLUB if presenter.gateway.is_at_home else None
        """How well the computer plays that takes the other seat; None leaves it to people."""
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
            Command(("p",), "Practise by these rules", self._practise, footer=None),
            self.closing("q", label="Back"),
        )

    async def press(self, key: str) -> bool:
        """Choose by clicking."""
        match key.split(":"):
            case ["row", row]:
                self.cursor = int(row)
            case ["set", row, choice]:
                self.cursor = int(row)
                self._choose(int(choice))
            case _:
                return False
        return True

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
            *(term.row(spec) for term in self._terms),
            self._against(),
        )

    @property
    def _terms(self) -> tuple[Term, ...]:
        return () if self.presenter.gateway.is_at_home else TERMS

    @property
    def _levels(self) -> tuple[Level | None, ...]:
        return tuple(Level) if self.presenter.gateway.is_at_home else (None, *Level)

    def _against(self) -> ChoiceRow:
        levels = self._levels
        words = tuple(level.value if level is not None else "a person" for level in levels)
        note = f"The computer {self.level.label}." if self.level is not None else _ALL_COME
        return ChoiceRow("Against", words, levels.index(self.level), note)

    def _move(self, by: int) -> None:
        self.refused = ""
        self.cursor = (self.cursor + by) % len(self._rows())

    def _turn(self, by: int) -> None:
        row = self._rows()[self.cursor]
        self._choose((row.chosen + by) % len(row.options))

    def _choose(self, choice: int) -> None:
        self.refused = ""
        term = self.cursor - 1 - len(KNOBS)
        if term >= len(self._terms):
            self.level = self._levels[choice]
            return
        if term >= 0:
            self.spec = self._terms[term].changed(self.spec, choice)
            return
        try:
            if self.cursor == 0:
                rules = preset(tuple(PRESETS)[choice])
            else:
                rules = KNOBS[self.cursor - 1].changed(self.spec.rules, choice)
        except RulesError as error:
            self.refused = sentence(str(error))
        else:
            self.spec = replace(self.spec, rules=rules)

    async def _open(self) -> None:
        if self.level is None:
            await self.presenter.gateway.open_table(self.spec)
        else:
            await self.presenter.gateway.practise(self.spec, self.level)

    async def _practise(self) -> None:
        await self.presenter.gateway.practise(self.spec, self.level or Level.CLUB)
