"""The lobby: the tables, the people, and what they say to each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from textual.geometry import Region

from engine.players.computer import Level
from tui.commands import Command
from tui.gateway import (
    AdjournedRow,
    LobbySnapshot,
    TableRow,
    TableSnapshot,
    TableSpec,
    TableStatus,
)
from tui.layout import Regions, body, is_large
from tui.screens.base import Screen
from tui.widgets.cells import Panel
from tui.widgets.frame import Header, Priority
from tui.widgets.greeting import draw_greeting
from tui.widgets.leaders import LeadersModel, draw_leaders
from tui.widgets.people import NARROW, WIDE, PeopleModel, draw_people
from tui.widgets.tables import Listed, TableList, draw_details, draw_tables, number_of
from tui.widgets.talk import IN_LOBBY, TalkModel, Voices, draw_talk

_DETAILS = 6
_LEADERS = 15
_LOW = Priority.LOW
_FOR_COMPANY = frozenset(("w", "g", "c", "b", "tab"))
"""Keys that mean nothing where nobody else ever comes."""
_LADDERS = ("unaided", "coached")


class LobbyScreen(Screen):
    """Where everybody arrives."""

    lobby: LobbySnapshot
    """As it was told last."""
    chosen: int | None = None
    """Number of the chosen table; None before there is one."""
    person: str = ""
    """Whom the cursor is on while it is among the people; empty while it is among the tables."""

    def arrived(self, before: TableSnapshot | None) -> None:  # noqa: ARG002 # no table here
        """Read the lobby, and keep the choice on its table and its person."""
        self.lobby = self.presenter.gateway.lobby()
        if self.row is None:
            self.chosen = number_of(self.rows[0]) if self.rows else None
        if self.person not in self._names():
            self.person = ""

    @property
    def rows(self) -> tuple[Listed, ...]:
        """What is listed: one's own matches that were put off, then the tables."""
        return (*self.lobby.adjourned, *self.lobby.tables)

    @property
    def row(self) -> Listed | None:
        """The chosen table."""
        return next((row for row in self.rows if number_of(row) == self.chosen), None)

    def header(self) -> Header:
        """Say where one is, and as whom."""
        you = next((person for person in self.lobby.people if person.is_you), None)
        name = self.presenter.gateway.name
        if you is None:
            return Header(("Lobby",), name)
        ratings = (you.standings.unaided, you.standings.coached)
        told = [
            f"{rating} {ladder}" for rating, ladder in zip(ratings, _LADDERS, strict=True) if rating
        ]
        if you.is_guest:
            told = ["guest"]
        return Header(("Lobby",), " · ".join([name, *told]))

    def regions(self, width: int, height: int) -> Regions:
        """Tables, the chosen one's rules and the talk at the left, people at the right.

        Where nobody else comes, the tables and the rules are all there is.
        """
        if self.presenter.gateway.is_at_home:
            above, below = body(width, height).split_horizontal(-_DETAILS)
            return {"tables": above, "details": below}
        large = is_large(width, height)
        side = WIDE if large else NARROW
        left = width - side - 1
        room = height - 2 - _DETAILS
        tables = room * 9 // 16
        leaders = _LEADERS if large else 0
        regions = {
            "tables": Region(0, 1, left, tables),
            "details": Region(0, 1 + tables, left, _DETAILS),
            "talk": Region(0, 1 + tables + _DETAILS, left, room - tables),
            "people": Region(width - side, 1, side, height - 2 - leaders),
        }
        if leaders:
            regions["leaders"] = Region(width - side, height - 1 - leaders, side, leaders)
        return regions

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """Show the lobby as it was told last."""
        regions, row = self.regions(width, height), self.row
        tables, details = regions["tables"], regions["details"]
        at_home = self.presenter.gateway.is_at_home
        if row is None:
            empty = TableList((), is_at_home=at_home)
            shown: list[Panel[Any]] = [Panel(tables.union(details), draw_tables, empty)]
        else:
            chosen = None if self.person else self.rows.index(row)
            shown = [
                Panel(tables, draw_tables, TableList(self.rows, chosen, at_home)),
                Panel(details, draw_details, row, "raised"),
            ]
        if self.presenter.greeting:
            shown.append(Panel(details, draw_greeting, self.presenter.greeting, "raised"))
        return shown if at_home else [*shown, *self._company(regions)]

    def _company(self, regions: Regions) -> Iterator[Panel[Any]]:
        """Who else is here, what they say and who leads."""
        person = self._names().index(self.person) if self.person else None
        yield Panel(regions["talk"], draw_talk, self._talk())
        yield Panel(regions["people"], draw_people, PeopleModel(self.lobby.people, person))
        if "leaders" in regions:
            leaders = LeadersModel(self.lobby.leaders, self.presenter.gateway.name)
            yield Panel(regions["leaders"], draw_leaders, leaders)

    def _talk(self) -> TalkModel:
        voices = Voices(self.presenter.gateway.name, IN_LOBBY, None)
        empty = "Quiet so far. Say hello with c."
        return TalkModel("LOBBY TALK", self.lobby.news, voices, empty, with_clock=True)

    def commands(self) -> Sequence[Command]:
        """Choose a table or a person, sit, watch, or open a table."""
        presenter = self.presenter
        doing = tuple(self._with_the_person() if self.person else self._with_the_table())
        nothing = "" if self.rows or self.person else "There is no table to choose: n opens one."
        commands = (
            Command(("up", "k"), "Choose", lambda: self._step(-1), nothing, shown="↑↓"),
            Command(("down", "j"), "Choose the next", lambda: self._step(1), nothing, footer=None),
            *doing,
            Command(("p",), "Practise", self._practise),
            Command(("f",), "First game", lambda: presenter.open_layer("first_game"), footer=_LOW),
            Command(("o",), "Settings", lambda: presenter.open_layer("settings")),
            Command(
                ("g",), "Table by number", lambda: presenter.open_layer("table_number"), footer=_LOW
            ),
            Command(("n",), "New table", lambda: presenter.open_layer("new_table"), footer=_LOW),
            Command(("c", "/"), "Talk", lambda: presenter.open_layer("talk"), footer=_LOW),
            Command(("m",), "Your record", lambda: presenter.open_layer("profile"), footer=_LOW),
            Command(("b",), "Leaders", lambda: presenter.open_layer("leaders"), footer=_LOW),
            *self._for_hosts(),
            *(self._practising(level) for level in Level),
        )
        if not presenter.gateway.is_at_home:
            return commands
        return [command for command in commands if command.keys[0] not in _FOR_COMPANY]

    def _practising(self, level: Level) -> Command:
        """Practice at one of the levels, for the palette."""
        return Command(
            (f"practise:{level.value}",),
            f"Practise against the computer ({level.value})",
            partial(self._practise, level),
            footer=None,
            shown=" ",
        )

    def _for_hosts(self) -> Iterator[Command]:
        if self.presenter.gateway.is_host:
            opens = self.presenter.open_layer
            yield Command(("h",), "For hosts", lambda: opens("host"), footer=_LOW)

    def _with_the_table(self) -> Iterator[Command]:
        row = self.row
        mine = isinstance(row, TableRow) and row.is_yours
        sits = "Resume" if isinstance(row, AdjournedRow) else "Return" if mine else "Sit"
        yield Command(("enter",), sits, self._sit, self._no_seat())
        yield Command(("w",), "Watch", self._watch, self._nothing_to_watch())
        yield Command(("tab",), "People", self._turn_to_people, footer=_LOW)

    def _with_the_person(self) -> Iterator[Command]:
        path = f"profile:{self.person}"
        yield Command(("enter",), "Look up", lambda: self.presenter.open_layer(path))
        yield Command(("tab", "escape"), "Tables", self._turn_to_tables)

    async def press(self, key: str) -> bool:
        """Choose by clicking; click what is chosen to sit, watch, or look somebody up."""
        kind, _, place = key.partition(":")
        if kind == "row" and int(place) < len(self.rows):
            row = self.rows[int(place)]
            is_second = number_of(row) == self.chosen and not self.person
            self.chosen, self.person = number_of(row), ""
            if is_second:
                await self.presenter.press("w" if self._no_seat() else "enter")
        elif kind == "person" and int(place) < len(self.lobby.people):
            is_second = self._names()[int(place)] == self.person
            self.person = self._names()[int(place)]
            if is_second:
                await self.presenter.press("enter")
        return kind in ("row", "person")

    def _names(self) -> list[str]:
        return [person.name for person in self.lobby.people]

    def _turn_to_people(self) -> None:
        self.person = self._names()[0] if self.lobby.people else ""

    def _turn_to_tables(self) -> None:
        self.person = ""

    def _step(self, by: int) -> None:
        if self.person:
            names = self._names()
            self.person = names[(names.index(self.person) + by) % len(names)]
            return
        ids = [number_of(row) for row in self.rows]
        if self.chosen in ids:
            self.chosen = ids[(ids.index(self.chosen) + by) % len(ids)]

    def _no_seat(self) -> str:
        row = self.row
        if row is None:
            return "There is no table to sit at: n opens one."
        if isinstance(row, AdjournedRow) or row.is_yours or row.status is TableStatus.OPEN:
            return ""
        return "Both seats are taken: w watches, n opens another table."

    def _nothing_to_watch(self) -> str:
        row = self.row
        if row is None:
            return "There is no table to watch: n opens one."
        if isinstance(row, AdjournedRow):
            return "It is your own match: Enter takes you to its table."
        if row.is_yours:
            return "You play there: Enter goes back to your seat."
        if row.status is TableStatus.OPEN:
            return "Nobody plays there yet: Enter takes the free seat."
        return ""

    async def _sit(self) -> None:
        if self.chosen is not None:
            await self.presenter.gateway.sit(self.chosen)

    async def _watch(self) -> None:
        if self.chosen is not None:
            await self.presenter.gateway.watch(self.chosen)

    async def _practise(self, level: Level = Level.CLUB) -> None:
        await self.presenter.gateway.practise(TableSpec(), level)
