"""The cut: before a hand each player may add a text of his own to the shuffle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.geometry import Region

from engine.seats import Seat
from tui.commands import Command
from tui.gateway import ShuffleNote, TableSnapshot
from tui.layout import Regions, is_large, table_regions
from tui.presenter import Presenter
from tui.screens.base import Screen
from tui.screens.match_keys import match_commands
from tui.screens.table_prompt import paused
from tui.screens.talk import mark_read, talk_command
from tui.text import Part, key, muted
from tui.times import minutes
from tui.viewer import first_seat, names_of, person, score_model, table_header, talk_model
from tui.widgets.cells import Panel
from tui.widgets.cut import CutModel, draw_cut, draw_cut_note
from tui.widgets.frame import Header, Prompt, draw_prompt
from tui.widgets.line_edit import EntryLine, LineEdit, draw_entry
from tui.widgets.score import draw_score, draw_sheet
from tui.widgets.talk import draw_talk

_LONGEST = 64
"""Bytes of a cut."""
_NOTE = (
    "Whatever you type is mixed into the shuffle:",
    "then nobody, the house neither, can have chosen the cards.",
)


class CutScreen(Screen):
    """A field for the cut while the table waits, at most a quarter of a minute."""

    shows_prompt = True

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._edit = LineEdit()

    @property
    def table(self) -> TableSnapshot:
        """The table as told last."""
        assert self.presenter.table is not None  # noqa: S101 # the screen is for a table
        return self.presenter.table

    @property
    def _note(self) -> ShuffleNote:
        note = self.table.shuffle
        assert note is not None  # noqa: S101 # routed here by the time left to cut
        return note

    @property
    def takes_text(self) -> bool:  # type: ignore[override]  # a field only until one has cut
        """A seated player types until he has cut."""
        table = self.presenter.table
        return (
            table is not None
            and table.seat is not None
            and table.shuffle is not None
            and table.shuffle.cut_seconds is not None
            and not table.shuffle.has_cut[table.seat]
        )

    def header(self) -> Header:
        """The table, and what is done there."""
        return table_header(self.table, self.presenter.gateway.name, "cutting")

    def regions(self, width: int, height: int) -> Regions:
        """The table's regions; the deck lies on the felt, the field where the hand will be."""
        return table_regions(width, height, with_coach=False)

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """The deck, who has cut, and the field."""
        places, table, note = self.regions(width, height), self.table, self._note
        order = (first_seat(table), first_seat(table).other)
        model = CutModel(
            note.deal,
            note.commitment,
            tuple((self._named(seat), note.has_cut[seat]) for seat in order),
        )
        hand = places["hand"]
        panels: list[Panel[Any]] = [
            Panel(places["felt"], draw_cut, model, "felt"),
            Panel(hand, draw_cut_note, _NOTE if self.takes_text else (), "felt"),
            Panel(places["prompt"], draw_prompt, self._prompt(), "felt_lo"),
            Panel(places["talk"], draw_talk, talk_model(table, self.presenter.gateway.name)),
        ]
        if table.match is not None:
            sheet = draw_sheet if is_large(width, height) else draw_score
            panels.append(Panel(places["score"], sheet, score_model(table)))
        if self.takes_text:
            wide = min(hand.width - 8, _LONGEST + 8)
            field = Region(hand.x + (hand.width - wide) // 2, hand.y + 1, wide, 1)
            entry = EntryLine("your cut", self._edit, "anything; nobody can foresee it")
            panels.append(Panel(field, draw_entry, entry, "raised"))
        return panels

    def _named(self, seat: Seat) -> str:
        return names_of(self.table)[seat]

    def _prompt(self) -> Prompt:
        table, flash = self.table, self.presenter.flash_text
        seconds = self._note.cut_seconds
        right: tuple[Part, ...] = () if seconds is None else (minutes(seconds),)
        if self.takes_text:
            does = "cuts with this" if self._edit.text else "does without a cut"
            says: tuple[Part, ...] = (key("Enter"), f" {does}")
            return paused(table, Prompt("CUT THE DECK", says, right, is_yours=True, flash=flash))
        waits = first_seat(table).other if table.seat is not None else None
        name = person(table, waits) if waits is not None else "both players"
        says = (muted(f"{name} may still cut"),)
        return paused(table, Prompt("CUTTING", says, right, flash=flash))

    def commands(self) -> Sequence[Command]:
        """Cut; with the field gone, what every screen of a match has."""
        if self.takes_text:
            label = "Cut" if self._edit.text else "Without a cut"
            return (Command(("enter",), label, self._cut, rests=True),)
        return (talk_command(self.presenter), *match_commands(self.presenter))

    async def _cut(self) -> None:
        await self.presenter.gateway.cut(self._edit.text)

    async def press(self, key: str) -> bool:
        """Type."""
        if self.takes_text:
            self._type(self._edit.pressed(key))
        return self.takes_text

    def paste(self, text: str) -> None:
        """Type all of it, if it fits."""
        if self.takes_text:
            self._type(self._edit.typed(text))

    def _type(self, edit: LineEdit) -> None:
        if len(edit.text.encode()) <= _LONGEST:
            self._edit = edit
        else:
            self.presenter.flash(f"A cut is at most {_LONGEST} bytes long.")

    def arrived(self, before: TableSnapshot | None, /) -> None:  # noqa: ARG002 # nothing to keep
        """Take note of what was said, as it can be read here."""
        mark_read(self.presenter)

    def guard_lines(self) -> tuple[tuple[Part, ...], ...]:
        """Say what is waited for."""
        return (("The deck is being cut.",),)
