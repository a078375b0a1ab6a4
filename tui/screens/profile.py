"""A player's record and finished matches: one's own, or somebody else's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from textual.geometry import Region

from tui.commands import Command
from tui.gateway import PersonRow, RejectedError
from tui.layout import Regions
from tui.records import PastMatch, Profile
from tui.screens.base import Layer
from tui.text import sentence
from tui.widgets.cells import Panel
from tui.widgets.frame import Header
from tui.widgets.profile import (
    HistoryModel,
    RecordModel,
    draw_columns,
    draw_history,
    draw_record,
)

if TYPE_CHECKING:
    from tui.presenter import Presenter

_RECORD = 9


class ProfileLayer(Layer):
    """Of `profile` one's own record; of `profile:bob` bob's."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._profile: Profile | None = None
        self._matches: tuple[PastMatch, ...] = ()
        self._refused = ""
        self._chosen = 0

    @property
    def name(self) -> str:
        """Whose record it is."""
        return self.subject or self.presenter.gateway.name

    @property
    def is_own(self) -> bool:
        """Whether it is one's own."""
        return self.name == self.presenter.gateway.name

    async def read(self) -> None:
        """Read the record and the matches; what is not kept is said in their place."""
        gateway = self.presenter.gateway
        asked = "" if self.is_own else self.name
        try:
            self._profile = await gateway.profile(asked)
            self._matches = await gateway.history(asked)
        except RejectedError as refused:
            self._refused = sentence(str(refused))

    def header(self) -> Header:
        """Say whose record it is."""
        words = "your record" if self.is_own else f"{self.name}’s record"
        return Header(("Players", words), self.presenter.gateway.name)

    def regions(self, width: int, height: int) -> Regions:
        """The record beside the games, the matches under them."""
        middle = width // 2
        return {
            "record": Region(0, 1, middle, _RECORD),
            "games": Region(middle, 1, width - middle, _RECORD),
            "matches": Region(0, 1 + _RECORD, width, height - 2 - _RECORD),
        }

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """Show what is known."""
        regions = self.regions(width, height)
        record = RecordModel(self.name, self._profile, self._told())
        history = HistoryModel(self.name, self._matches, self._chosen)
        return (
            Panel(regions["record"], draw_record, record),
            Panel(regions["games"], draw_columns, self._profile),
            Panel(regions["matches"], draw_history, history),
        )

    def _told(self) -> str:
        person = self._person()
        if person is not None and person.is_blocked:
            return "Blocked: you never sit at a table together."
        if person is not None and person.is_muted:
            return "Muted: you hear nothing from here."
        return self._refused

    def _person(self) -> PersonRow | None:
        people = self.presenter.gateway.lobby().people
        return next((person for person in people if person.name == self.name), None)

    def commands(self) -> Sequence[Command]:
        """Choose a match and look at it; one's own keys; whom one wants to hear and meet."""
        presenter = self.presenter
        missing = "" if self._matches else "No match has been played to its end yet."
        return (
            Command(("up", "k"), "Choose", lambda: self._step(-1), missing, shown="↑↓"),
            Command(("down", "j"), "Next match", lambda: self._step(1), missing, footer=None),
            Command(("enter",), "Sheet", self._open, missing),
            *(
                (Command(("s",), "SSH keys", lambda: presenter.open_over("keys")),)
                if self.is_own
                else self._about_the_person()
            ),
            self.closing("q", label="Back"),
        )

    def _about_the_person(self) -> Iterator[Command]:
        person = self._person()
        is_muted = person is not None and person.is_muted
        is_blocked = person is not None and person.is_blocked
        gateway, name = self.presenter.gateway, self.name
        yield Command(
            ("m",),
            "Hear again" if is_muted else "Mute",
            lambda: gateway.mute(name, wanted=not is_muted),
        )
        yield Command(
            ("b",),
            "Unblock" if is_blocked else "Block",
            lambda: gateway.block(name, wanted=not is_blocked),
        )

    async def press(self, key: str) -> bool:
        """Choose by clicking; click the chosen one to see its sheet."""
        kind, _, place = key.partition(":")
        if kind == "row" and int(place) < len(self._matches):
            if int(place) == self._chosen:
                self._open()
            self._chosen = int(place)
        return kind == "row"

    def _step(self, by: int) -> None:
        self._chosen = (self._chosen + by) % len(self._matches)

    def _open(self) -> None:
        self.presenter.open_over(f"past_match:{self._matches[self._chosen].id}")
