"""A lobby with people, tables and talk."""

from __future__ import annotations

from dataclasses import replace

from engine.rules import CLASSIC, MODERN, SCORESHEET, TRADITIONAL
from engine.seats import PerSeat, Seat
from tests.support.gateway import FakeGateway
from tui.gateway import (
    AdjournedRow,
    Doing,
    LobbySnapshot,
    Noticed,
    PersonRow,
    Said,
    TableRow,
    TableSpec,
    TableStatus,
)
from tui.records import LeaderRow, Leaders, Standings
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
PUT_OFF = AdjournedRow(
    14, TableSpec("Chateau Marmont", SCORESHEET), Seat.B, PerSeat("eve", "ada"),
    ((78, 44), (51, 44), (12, 0)), deal_number=9, is_other_here=True, is_other_waiting=False,
)  # fmt: skip
RESUMABLE = AdjournedRow(
    15, TableSpec("Night owls"), Seat.A, PerSeat("ada", "clara"), ((0, 22), (0, 0), (0, 0)),
    deal_number=2, is_other_here=True, is_other_waiting=True,
)  # fmt: skip
LEADERS = Leaders(
    unaided=(LeaderRow("clara", 1188, 41), LeaderRow("ada", 1121, 12), LeaderRow("eve", 1004, 7)),
    coached=(
        LeaderRow(LONGEST[0], 1243, 102),
        LeaderRow("eve", 1210, 88),
        LeaderRow("clara", 1177, 63),
        LeaderRow("mallory", 1102, 31),
        LeaderRow("ada", 1064, 25),
        LeaderRow("sybil", 1011, 9),
        LeaderRow("niaj", 988, 14),
    ),
)
PEOPLE = (
    PersonRow("ada", Doing.LOBBY, is_you=True, standings=Standings(1121, 1064)),
    PersonRow("clara", Doing.WAITING, is_you=False, standings=Standings(1188, 1177)),
    PersonRow("dmitri", Doing.WAITING, is_you=False, is_guest=True),
    PersonRow(LONGEST[0], Doing.PLAYING, is_you=False, standings=Standings(None, 1243)),
    PersonRow(LONGEST[1], Doing.PLAYING, is_you=False),
    PersonRow("mallory", Doing.PLAYING, is_you=False),
    PersonRow("sybil", Doing.WATCHING, is_you=False),
    PersonRow("victor", Doing.AWAY, is_you=False, is_muted=True),
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


def lobby_of_a_regular() -> FakeGateway:
    """A gateway in a busy lobby where two matches wait to be resumed, and with leaders."""
    gateway = FakeGateway()
    gateway.lobby_now = LobbySnapshot(PEOPLE, TABLES, NEWS, (RESUMABLE, PUT_OFF), LEADERS)
    return gateway


def empty_lobby() -> FakeGateway:
    """A gateway in a lobby with nobody else in it."""
    gateway = FakeGateway()
    gateway.lobby_now = LobbySnapshot(PEOPLE[:1], (), ())
    return gateway
