"""The player's settings, kept and in force as soon as they are changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from textual.geometry import Region

from tui.commands import Command
from tui.layout import centred
from tui.screens.base import Layer
from tui.settings import (
    CardSize,
    CoachLevel,
    ColourChoice,
    Settings,
    SortOrder,
    SuitColours,
    SuitSymbols,
    ThemeChoice,
    TurnAlert,
)
from tui.terminal import ColourDepth, TerminalProfile
from tui.widgets.cells import Panel
from tui.widgets.choices import ChoiceList, ChoiceRow, draw_choices

if TYPE_CHECKING:
    from tui.presenter import Presenter

_SIZE = (76, 16)


@dataclass(frozen=True, slots=True)
class Setting:
    """One field of `Settings` and how it is shown."""

    name: str
    label: str
    values: tuple[Enum | bool, ...]
    note: str
    words: tuple[str, ...] = ()
    """The values in words, where they are not their own."""

    def row(self, settings: Settings, note: str) -> ChoiceRow:
        """The setting as it stands, with a note."""
        words = self.words or tuple(
            str(value.value) for value in self.values if not isinstance(value, bool)
        )
        return ChoiceRow(self.label, words, self.values.index(getattr(settings, self.name)), note)


SETTINGS = (
    Setting("theme", "Theme", tuple(ThemeChoice), "Dark, light, or high contrast."),
    Setting("colours", "Colours", tuple(ColourChoice), "How many colours are sent to you."),
    Setting("suit_colours", "Suits", tuple(SuitColours), "A colour for each suit, or red and black."),
    Setting("symbols", "Symbols", tuple(SuitSymbols), "Letters suit terminals that draw the suit signs too wide.", ("auto", "symbols", "letters")),
    Setting("card_size", "Cards", tuple(CardSize), "Auto takes large cards where there is room."),
    Setting("sort", "Sort", tuple(SortOrder), "How your hand is laid out; o changes it at the table."),
    Setting("coach", "Coach", tuple(CoachLevel), "A table's rules may allow less."),
    Setting("alert", "Your turn", tuple(TurnAlert), "How you are told that it is your turn."),
    Setting("confirm_knock", "Knock", (True, False), "Ask before a knock or gin, with what it means.", ("ask", "at once")),
    Setting("mouse", "Mouse", (True, False), "Off leaves the mouse to selecting text.", ("on", "off")),
    Setting("key_hints", "Key hints", (True, False), "Name the keys in the prompt line.", ("on", "off")),
)  # fmt: skip

_DEPTHS = {
    ColourDepth.MONO: "none",
    ColourDepth.C16: "16",
    ColourDepth.C256: "256",
    ColourDepth.TRUE: "24-bit",
}


class SettingsLayer(Layer):
    """Change a setting and see it at once."""

    covers = False

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self.cursor = 0

    def block(self, width: int, height: int) -> Region:
        """A block in the middle."""
        return centred(width, height, *_SIZE)

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """Show every setting."""
        settings, terminal = self.presenter.settings, self.presenter.terminal
        rows = tuple(s.row(settings, s.note + _found(s.name, terminal)) for s in SETTINGS)
        model = ChoiceList("SETTINGS", rows, self.cursor, beside="saved as you go")
        return (Panel(self.block(width, height), draw_choices, model, "raised"),)

    def commands(self) -> Sequence[Command]:
        """Choose and change."""
        return (
            Command(("up", "k"), "Choose", lambda: self._move(-1), shown="↑↓"),
            Command(("down", "j"), "Next setting", lambda: self._move(1), footer=None),
            Command(("left", "h"), "Change", lambda: self._turn(-1), shown="←→"),
            Command(
                ("right", "l", "space", "enter"), "Next choice", lambda: self._turn(1), footer=None
            ),
            self.closing("q", "o", label="Done"),
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

    def _move(self, by: int) -> None:
        self.cursor = (self.cursor + by) % len(SETTINGS)

    def _turn(self, by: int) -> None:
        setting = SETTINGS[self.cursor]
        now = setting.values.index(getattr(self.presenter.settings, setting.name))
        self._choose((now + by) % len(setting.values))

    def _choose(self, choice: int) -> None:
        setting = SETTINGS[self.cursor]
        changed: dict[str, Any] = {setting.name: setting.values[choice]}
        self.presenter.save_settings(replace(self.presenter.settings, **changed))


def _found(name: str, terminal: TerminalProfile) -> str:
    """What `auto` comes to on this terminal."""
    match name:
        case "colours":
            return f" Auto found {_DEPTHS[terminal.depth]}."
        case "symbols":
            return " Auto found letters." if terminal.wide_suits else " Auto found symbols."
        case _:
            return ""
