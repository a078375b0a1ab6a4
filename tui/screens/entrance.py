"""The entrance: a newcomer chooses a name, or shows a code that another machine gave him."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Any

from textual.geometry import Region

from tui.commands import Command
from tui.gateway import RejectedError, TableSnapshot
from tui.layout import Regions, body
from tui.presenter import Presenter
from tui.screens.base import Screen
from tui.text import Part, sentence, strong
from tui.widgets.cells import Panel
from tui.widgets.entrance import (
    FIELD_ROW,
    FIELD_WIDTH,
    EntranceModel,
    door_top,
    draw_entrance,
)
from tui.widgets.frame import Header
from tui.widgets.line_edit import EntryLine, LineEdit, draw_entry

_LONGEST_NAME = 16
_LONGEST_CODE = 32
_NAME_SIGNS = "A name is 3 to 16 letters, digits, - or _."
_CODE_NOTE = "Your profile on the other machine shows one: open its keys, then n."


class EntranceScreen(Screen):
    """One question before the lobby; Enter answers it."""

    takes_text = True

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        asked = presenter.gateway.entrance()
        suggestion = asked.suggestion if asked is not None else ""
        self._note = (
            asked.note if asked is not None else ""
        ) or "Others see this name. Change it, or keep it."
        self._name = LineEdit(suggestion, len(suggestion))
        self._code = LineEdit()
        self._has_code = False
        self._refused = ""

    def header(self) -> Header:
        """Say where one is."""
        return Header(("Welcome",))

    def regions(self, width: int, height: int) -> Regions:
        """The door, and its field in the middle of it."""
        door = body(width, height)
        y = door.y + door_top(door.height) + FIELD_ROW
        return {"door": door, "field": Region((width - FIELD_WIDTH) // 2, y, FIELD_WIDTH, 1)}

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """Show the door with the field on it."""
        regions = self.regions(width, height)
        entry = EntryLine("name", self._name, "3 to 16 letters and digits")
        if self._has_code:
            entry = EntryLine("code", self._code, "as it is shown there")
        return (
            Panel(regions["door"], draw_entrance, self._model(), "felt"),
            Panel(regions["field"], draw_entry, entry, "raised"),
        )

    def _model(self) -> EntranceModel:
        if self._has_code:
            return EntranceModel(
                "Come in as yourself",
                _CODE_NOTE,
                self._refused,
                (("Enter", "adds this machine to your account", "enter"),
                 ("Tab", "no code: choose a name instead", "tab")),
            )  # fmt: skip
        name, odd = self._name.text, self._odd
        return EntranceModel(
            "What shall we call you?",
            self._note,
            self._refused or (_NAME_SIGNS if odd else ""),
            (("Enter", f"come in as {name}" if name and not odd else "come in", "enter"),
             ("Tab", "use a one-time code from another machine of yours", "tab")),
        )  # fmt: skip

    def commands(self) -> Sequence[Command]:
        """Answer, or answer in the other way."""
        other = "Choose a name" if self._has_code else "Use a code"
        return (
            Command(("enter",), "Come in", self._come_in, self._missing()),
            Command(("tab",), other, self._turn),
        )

    def _missing(self) -> str:
        if self._has_code:
            return "" if self._code.text else "Type the code first, or Tab for a name."
        if odd := self._odd:
            return f"No name has {odd} in it: take that out first."
        return "" if self._name.text else "Type a name first."

    @property
    def _odd(self) -> str:
        """What stands in the field and in no name: taken out unseen, it would be another name."""
        odd = next((sign for sign in self._name.text if not _fits_name(sign)), "")
        return "a blank" if odd == " " else odd

    def _turn(self) -> None:
        self._has_code, self._refused = not self._has_code, ""

    async def _come_in(self) -> None:
        gateway, self._refused = self.presenter.gateway, ""
        coming: Awaitable[None] = (
            gateway.redeem(self._code.text)
            if self._has_code
            else gateway.choose_name(self._name.text)
        )
        try:
            await coming
        except RejectedError as refused:
            self._refused = sentence(str(refused))

    async def press(self, key: str) -> bool:
        """Type."""
        self._type(self._edit.pressed(key))
        return True

    def paste(self, text: str) -> None:
        """Type all of it that fits; a code is shown in groups, and is none the worse for it."""
        limit, pasted = _LONGEST_NAME, text.strip()
        if self._has_code:
            limit, pasted = _LONGEST_CODE, "".join(filter(_fits_name, pasted))
        room = max(0, limit - len(self._edit.text))
        self._type(self._edit.typed(pasted[:room]))

    @property
    def _edit(self) -> LineEdit:
        return self._code if self._has_code else self._name

    def _type(self, edit: LineEdit) -> None:
        """Take the field as it would be, if it can be that way."""
        self._refused = ""
        if self._has_code:
            self._code = edit if len(edit.text) <= _LONGEST_CODE else self._code
        elif len(edit.text) <= _LONGEST_NAME:
            self._name = edit
        else:
            self._refused = _NAME_SIGNS

    def arrived(self, before: TableSnapshot | None, /) -> None:
        """Nothing changes at the door."""

    def guard_lines(self) -> tuple[tuple[Part, ...], ...]:
        """Say what will be asked."""
        return ((strong("Then choose a name."),),)


def _fits_name(sign: str) -> bool:
    return sign.isascii() and (sign.isalnum() or sign in "-_")
