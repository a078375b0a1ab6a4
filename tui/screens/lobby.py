"""The lobby: the tables, the people, and what they say to each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.geometry import Region

from tui.commands import Command
from tui.gateway import LobbySnapshot, TableRow, TableSnapshot, TableSpec, TableStatus
from tui.layout import Regions, is_large
from tui.screens.base import Screen
from tui.widgets.cells import Panel
from tui.widgets.frame import Header, Priority
from tui.widgets.people import draw_people
from tui.widgets.tables import TableList, draw_details, draw_tables
from tui.widgets.talk import IN_LOBBY, TalkModel, Voices, draw_talk

_PEOPLE = 29
"""Columns for the longest name and what its owner does."""
_DETAILS = 6
_LOW = Priority.LOW


class LobbyScreen(Screen):
    """Where everybody arrives."""

    lobby: LobbySnapshot
    """As it was told last."""
    chosen: int | None = None
    """Number of the chosen table; None before there is one."""

    def arrived(self, before: TableSnapshot | None) -> None:  # noqa: ARG002 # no table here
        """Read the lobby, and keep the choice on its table."""
        self.lobby = self.presenter.gateway.lobby()
        if self.row is None:
            self.chosen = self.lobby.tables[0].id if self.lobby.tables else None

    @property
    def row(self) -> TableRow | None:
        """The chosen table."""
        return next((row for row in self.lobby.tables if row.id == self.chosen), None)

    def header(self) -> Header:
        """Say where one is, and as whom."""
        return Header(("Lobby",), self.presenter.gateway.name)

    def regions(self, width: int, height: int) -> Regions:
        """Tables, the chosen one's rules and the talk at the left, people at the right."""
        side = _PEOPLE + (8 if is_large(width, height) else 0)
        left = width - side - 1
        room = height - 2 - _DETAILS
        tables = room * 9 // 16
        return {
            "tables": Region(0, 1, left, tables),
            "details": Region(0, 1 + tables, left, _DETAILS),
            "talk": Region(0, 1 + tables + _DETAILS, left, room - tables),
            "people": Region(width - side, 1, side, height - 2),
        }

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """Show the lobby as it was told last."""
        regions, lobby, row = self.regions(width, height), self.lobby, self.row
        tables, details = regions["tables"], regions["details"]
        if row is None:
            shown: list[Panel[Any]] = [Panel(tables.union(details), draw_tables, TableList(()))]
        else:
            model = TableList(lobby.tables, lobby.tables.index(row))
            shown = [
                Panel(tables, draw_tables, model),
                Panel(details, draw_details, row, "raised"),
            ]
        return (
            *shown,
            Panel(regions["talk"], draw_talk, self._talk()),
            Panel(regions["people"], draw_people, lobby.people),
        )

    def _talk(self) -> TalkModel:
        voices = Voices(self.presenter.gateway.name, IN_LOBBY, None)
        empty = "Quiet so far. Say hello with c."
        return TalkModel("LOBBY TALK", self.lobby.news, voices, empty, with_clock=True)

    def commands(self) -> Sequence[Command]:
        """Choose a table, sit, watch, or open one."""
        presenter = self.presenter
        mine = self.row is not None and self.row.is_yours
        return (
            Command(("up", "k"), "Choose", lambda: self._step(-1), shown="↑↓"),
            Command(("down", "j"), "Choose the next table", lambda: self._step(1), footer=None),
            Command(("enter",), "Return" if mine else "Sit", self._sit, self._no_seat()),
            Command(("w",), "Watch", self._watch, self._nothing_to_watch()),
            Command(("p",), "Practise", self._practise),
            Command(("o",), "Settings", lambda: presenter.open_layer("settings")),
            Command(
                ("g",), "Table by number", lambda: presenter.open_layer("table_number"), footer=_LOW
            ),
            Command(("n",), "New table", lambda: presenter.open_layer("new_table"), footer=_LOW),
            Command(("c", "/"), "Talk", lambda: presenter.open_layer("talk"), footer=_LOW),
        )

    async def press(self, key: str) -> None:
        """Choose a table by clicking it; click the chosen one to sit or watch."""
        kind, _, place = key.partition(":")
        if kind == "row" and int(place) < len(self.lobby.tables):
            row = self.lobby.tables[int(place)]
            if row.id == self.chosen:
                await self.presenter.press("w" if self._no_seat() else "enter")
            self.chosen = row.id

    def _step(self, by: int) -> None:
        ids = [row.id for row in self.lobby.tables]
        if self.chosen in ids:
            self.chosen = ids[(ids.index(self.chosen) + by) % len(ids)]

    def _no_seat(self) -> str:
        if self.row is None:
            return "There is no table to sit at: n opens one."
        if self.row.is_yours or self.row.status is TableStatus.OPEN:
            return ""
        return "Both seats are taken: w watches, n opens another table."

    def _nothing_to_watch(self) -> str:
        if self.row is None:
            return "There is no table to watch: n opens one."
        if self.row.is_yours:
            return "You play there: Enter goes back to your seat."
        if self.row.status is TableStatus.OPEN:
            return "Nobody plays there yet: Enter takes the free seat."
        return ""

    async def _sit(self) -> None:
        if self.chosen is not None:
            await self.presenter.gateway.sit(self.chosen)

    async def _watch(self) -> None:
        if self.chosen is not None:
            await self.presenter.gateway.watch(self.chosen)

    async def _practise(self) -> None:
        await self.presenter.gateway.practise(TableSpec())
