"""A lobby with people, tables and talk."""

from __future__ import annotations

from dataclasses import replace

from engine.rules import CLASSIC, MODERN, SCORESHEET, TRADITIONAL
from tests.support.gateway import FakeGateway
from tui.gateway import (
    Doing,
    LobbySnapshot,
    Noticed,
    PersonRow,
    Said,
    TableRow,
    TableSpec,
    TableStatus,
)
from tui.settings import CoachLevel

LONGEST = ("alexandria-12345", "bartholomew-1234")
"""Names as long as names may be."""
OWN = TableRow(
    3, TableSpec("Cocoanut Grove", MODERN), ("ada", "bob"), TableStatus.PLAYING,
    ((44, 12), (20, 0), (0, 0)), is_yours=True,
)  # fmt: skip
OPEN = TableRow(
    5, TableSpec("Musso & Frank", CLASSIC, CoachLevel.OFF), ("clara",), TableStatus.OPEN, (),
    is_yours=False,
)  # fmt: skip
OKLAHOMA = TableRow(
    6, TableSpec("Beginners welcome", replace(CLASSIC, target=150, oklahoma=True)), ("dmitri",),
    TableStatus.OPEN, (), is_yours=False,
)  # fmt: skip
PLAYING = TableRow(
    9, TableSpec("Brown Derby", TRADITIONAL), LONGEST, TableStatus.PLAYING,
    ((120, 99), (75, 90), (0, 30)), is_yours=False,
)  # fmt: skip
FRESH = TableRow(
    11, TableSpec("Ciro's", SCORESHEET, CoachLevel.BASIC), ("mallory", "niaj"),
    TableStatus.PLAYING, ((0, 0), (0, 0), (0, 0)), is_yours=False,
)  # fmt: skip
TABLES = (OWN, OPEN, OKLAHOMA, PLAYING, FRESH)
PEOPLE = (
    PersonRow("ada", Doing.LOBBY, is_you=True),
    PersonRow("clara", Doing.WAITING, is_you=False),
    PersonRow("dmitri", Doing.WAITING, is_you=False),
    PersonRow(LONGEST[0], Doing.PLAYING, is_you=False),
    PersonRow(LONGEST[1], Doing.PLAYING, is_you=False),
    PersonRow("mallory", Doing.PLAYING, is_you=False),
    PersonRow("sybil", Doing.WATCHING, is_you=False),
    PersonRow("victor", Doing.AWAY, is_you=False),
)
NEWS = (
    Said(1, "clara", "open at Musso & Frank, no coach", "21:03"),
    Noticed(2, "eve beat sybil, three games to none", "21:04"),
    Said(3, "dmitri", "[/] new here [b]is[/b] [@click=app.quit]the knock[/] at 10?", "21:06"),
    Said(4, "ada", "yes, unless the table says Oklahoma", "21:07"),
)


def busy_lobby() -> FakeGateway:
    """A gateway in a lobby with tables of every kind."""
    gateway = FakeGateway()
    gateway.lobby_now = LobbySnapshot(PEOPLE, TABLES, NEWS)
    return gateway


def empty_lobby() -> FakeGateway:
    """A gateway in a lobby with nobody else in it."""
    gateway = FakeGateway()
    gateway.lobby_now = LobbySnapshot(PEOPLE[:1], (), ())
    return gateway
