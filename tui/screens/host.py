"""For hosts: the people, the tables, the bans and the audit log, and what can be done about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual.geometry import Region

from tui.commands import Command
from tui.house_report import HouseReport
from tui.screens.base import Layer
from tui.widgets.cells import Panel
from tui.widgets.frame import Header, Priority
from tui.widgets.host import PAGES, HostModel, draw_host, rows_of
from tui.widgets.line_edit import EntryLine, LineEdit, draw_entry

if TYPE_CHECKING:
    from tui.presenter import Presenter

_LOW = Priority.LOW
_TIME = "30m, 2h or 7d; Enter alone for good"


@dataclass(frozen=True, slots=True)
class _Question:
    """What is typed, or agreed to, before something is done."""

    label: str
    words: tuple[str, ...]
    """The command so far."""
    hint: str = ""
    """What to type; empty when Enter alone agrees."""
    is_optional: bool = False
    is_split: bool = True
    """Whether what is typed is several words."""


class HostLayer(Layer):
    """One page at a time, with a cursor on one row."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._report = HouseReport()
        self._page = 0
        self._chosen = 0
        self._question: _Question | None = None
        self._edit = LineEdit()
        self._told = ""

    async def read(self) -> None:
        """Read the club's state.

        Raises:
            RejectedError: If the player is no host.
        """
        self._report = await self.presenter.gateway.house_report()
        self._chosen = min(self._chosen, max(0, len(self._rows) - 1))

    @property
    def takes_text(self) -> bool:  # type: ignore[override]  # only while something is typed
        """Whether letters are typed into the line at the bottom."""
        return self._question is not None and bool(self._question.hint)

    @property
    def _rows(self) -> tuple[tuple[str, ...], ...]:
        return rows_of(self._report, PAGES[self._page])

    @property
    def _subject(self) -> str:
        """What the cursor is on: a name, or a table's number."""
        rows = self._rows
        return rows[self._chosen][0] if rows else ""

    def header(self) -> Header:
        """Say where one is."""
        drained = ("no new match begins",) if self._report.is_drained else ()
        return Header(("Lobby", "for hosts", *drained), self.presenter.gateway.name)

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """The page, and under it a question or what came of the last deed."""
        block = self.block(width, height)
        question = self._question
        told = self._told if question is None else f"{question.label}? Enter does it"
        model = HostModel(PAGES[self._page], self._rows, self._chosen, told)
        shown: list[Panel[Any]] = [Panel(block, draw_host, model)]
        if question is not None and question.hint:
            line = Region(block.x, block.bottom - 1, block.width, 1)
            entry = EntryLine(question.label, self._edit, question.hint)
            shown.append(Panel(line, draw_entry, entry, "raised"))
        return shown

    def commands(self) -> Sequence[Command]:
        """Choose a row and do something about it."""
        if self._question is not None:
            return (
                Command(("enter",), "Do it", self._agree, self._missing(), rests=True),
                Command(("escape",), "Never mind", self._never_mind),
            )
        return (
            Command(("up", "k"), "Choose", lambda: self._step(-1), shown="↑↓"),
            Command(("down", "j"), "Choose the next", lambda: self._step(1), footer=None),
            Command(("tab",), "Next page", self._turn),
            *self._about_the_row(),
            Command(("a",), "Announce", self._announce, footer=_LOW),
            Command(("i",), "Invite", self._invite, footer=_LOW),
            Command(("d",), self._drain_label, self._drain, footer=_LOW),
            self.closing("h", "q", label="Back"),
        )

    def _about_the_row(self) -> Iterator[Command]:
        name, page = self._subject, PAGES[self._page]
        missing = "" if name else "There is nobody and nothing to choose here."
        if page == "people":
            asked = _Question(f"send {name} home", ("kick", name))
            mute = _Question(f"mute {name} for", ("mute", name), _TIME, is_optional=True)
            ban = _Question(f"ban {name} for", ("ban", name), _TIME, is_optional=True)
            rename = _Question(f"call {name}", ("rename", name), "another name")
            yield Command(("x",), "Send home", lambda: self._ask(asked), missing)
            yield Command(("m",), "Mute", lambda: self._ask(mute), missing)
            yield Command(("b",), "Ban", lambda: self._ask(ban), missing)
            yield Command(("r",), "Rename", lambda: self._ask(rename), missing)
        elif page == "tables":
            close = _Question(f"close table {name}; its match does not count", ("close", name))
            yield Command(("x",), "Close", lambda: self._ask(close), missing)
        elif page == "bans":
            kind = self._rows[self._chosen][1] if name else ""
            lift = _Question(f"lift the {kind} of {name}", (f"un{kind}", name))
            yield Command(("x",), "Lift", lambda: self._ask(lift), missing)

    @property
    def _drain_label(self) -> str:
        return "Stay open" if self._report.is_drained else "Drain"

    def _missing(self) -> str:
        question = self._question
        needs_text = question is not None and question.hint and not question.is_optional
        return "Type it first." if needs_text and not self._edit.text.strip() else ""

    def _ask(self, question: _Question) -> None:
        self._question, self._edit, self._told = question, LineEdit(), ""
        self.presenter.rest()

    def _never_mind(self) -> None:
        self._question = None

    async def _agree(self) -> None:
        question, self._question = self._question, None
        if question is None:
            return
        text = self._edit.text.strip()
        typed = text.split() if question.is_split else [text]
        await self._do(*question.words, *(typed if text else ()))

    async def _do(self, *words: str) -> None:
        self._told = await self.presenter.gateway.moderate(*words)
        await self.read()

    def _announce(self) -> None:
        asked = _Question("tell everybody", ("announce",), "a sentence", is_split=False)
        self._ask(asked)

    async def _invite(self) -> None:
        await self._do("invite")

    def _drain(self) -> None:
        if self._report.is_drained:
            self._ask(_Question("let matches begin again", ("drain", "off")))
        else:
            self._ask(_Question("let no new match begin", ("drain",)))

    async def _turn(self) -> None:
        self._page, self._chosen, self._told = (self._page + 1) % len(PAGES), 0, ""
        await self.read()

    def _step(self, by: int) -> None:
        if self._rows:
            self._chosen = (self._chosen + by) % len(self._rows)

    async def press(self, key: str) -> bool:
        """Type, or choose by clicking."""
        kind, _, place = key.partition(":")
        if self.takes_text:
            self._edit = self._edit.pressed(key)
        elif kind == "row" and self._question is None and int(place) < len(self._rows):
            self._chosen = int(place)
        return self.takes_text or kind == "row"

    def paste(self, text: str) -> None:
        """Type all of it."""
        if self.takes_text:
            self._edit = self._edit.typed(text)
