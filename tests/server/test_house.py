from __future__ import annotations

import gc
import weakref
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from textual.app import App

from engine.seats import Seat
from server.club import Club, open_club
from server.house import ClubHouse
from server.lobby.table import Table
from server.ssh.identity import Caller
from server.ssh.limits import Limits
from server.ssh.listener import Listener
from server.ssh_line import SshLine
from tests.support.ssh import Client, make_key, ssh_command, until
from tui.terminal import TerminalControl, TerminalProfile


class WatchedHouse(ClubHouse):
    """The club's house, with weak references to the apps it opened."""

    def __init__(self, club: Club) -> None:
        super().__init__(club)
        self.apps: list[weakref.ref[App[Any]]] = []

    def open_app(
        self, caller: Caller, terminal: TerminalProfile, control: TerminalControl
    ) -> App[Any]:
        app = super().open_app(caller, terminal, control)
        self.apps.append(weakref.ref(app))
        return app

    def is_rid_of_apps(self) -> bool:
        gc.collect()
        return not any(app() for app in self.apps)


@dataclass
class OpenClub:
    """A lobby with a door, and the clients that came through it."""

    club: Club
    house: WatchedHouse
    listener: Listener
    folder: Path
    clients: list[Client] = field(default_factory=list)

    def call(self, name: str, key: Path | None = None) -> Client:
        words = ssh_command(self.listener.port, self.folder, user=name, key=key)
        self.clients.append(Client(words))
        return self.clients[-1]

    @property
    def table(self) -> Table:
        return next(iter(self.club.lobby._tables.values()))


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[OpenClub]:
    async with open_club("sqlite://") as club:
        house = WatchedHouse(club)
        listener = Listener(house, Limits(linger=1.0, app_exit=1.0))
        await listener.start("127.0.0.1", 0, [asyncssh.generate_private_key("ssh-ed25519")])
        club.line = SshLine("127.0.0.1", listener.port)
        behind_a_door = OpenClub(club, house, listener, tmp_path)
        yield behind_a_door
        for client in behind_a_door.clients:
            client.close()
        await listener.close("closing")


async def begin(club: OpenClub) -> tuple[Client, Client]:
    """Ada, with a key, and Bea, without one, begin a match."""
    ada = club.call("ada", make_key(club.folder))
    await ada.takes_name("ada")
    await ada.shows("No tables yet")
    ada.send("n")
    await ada.shows("NEW TABLE")
    ada.send("\r")
    bea = club.call("bea")
    await bea.shows("opened table 1")
    bea.send("\r")
    await ada.shows("hand 1")
    return ada, bea


async def test_a_killed_client_loses_no_seat_and_comes_back_to_it(club: OpenClub) -> None:
    ada, bea = await begin(club)
    ada.kill()
    await bea.shows("ada lost the connection")
    assert club.table.grace(Seat.A) is not None
    again = club.call("ada", club.folder / "id")
    await again.shows("hand 1")
    await bea.shows("ada is back")
    assert club.table.grace(Seat.A) is None


async def test_a_second_window_takes_the_seat_over_at_once(club: OpenClub) -> None:
    older, bea = await begin(club)
    newer = club.call("ada", club.folder / "id")
    await newer.shows("hand 1")
    await older.shows("another window")
    await older.left()
    assert club.table.grace(Seat.A) is None
    assert "lost the connection" not in bea.text


async def test_apps_of_those_who_left_are_not_kept(club: OpenClub) -> None:
    _, bea = await begin(club)
    newer = club.call("ada", club.folder / "id")
    await newer.shows("hand 1")
    for client in (newer, bea):
        client.kill()
    await until(lambda: club.listener.connections == 0, "everybody to leave")
    assert len(club.house.apps) == 3
    await until(club.house.is_rid_of_apps, "the apps to go")
    assert not club.house._gateways
