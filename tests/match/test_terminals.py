"""Every byte that real clients of every kind are sent in an evening at the club."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

import asyncssh
import pytest

from server.club import Club, open_club
from server.house import ClubHouse
from server.ssh.limits import Limits
from server.ssh.listener import Listener
from server.ssh.visit import CRASHED
from tests.support.captures import assert_restored, colours_in, drawn
from tests.support.club import PlannedShuffler
from tests.support.deals import deck_from
from tests.support.play import press
from tests.support.server import ServerProcess
from tests.support.ssh import Client, make_key, ssh_command
from tui.presenter import REST_SECONDS, Presenter

KNOCKABLE = deck_from(
    a="4S 5S 6S 7S 9H 9D 9C AD 2H 3C",
    b="KS KD QH QD JS TH 8S 6D 5C 2C",
    upcard="8D",
    stock="QS",
)
GONE = r"(?s)\A(?!.*{})"
ROUND = (
    ("o", "SETTINGS"), ("\x1b", GONE.format("SETTINGS")),
    ("n", "NEW TABLE"), ("\x1b", "LOBBY TALK"),
    ("?", "What the keys do"), ("4", "SCORE SHEET"), ("\x1b", "LOBBY TALK"),
    ("p", "Upcard"), ("p", "s draw from stock"), ("s", "Choose a discard"),
    ("\x1b[D", "."), ("\x1b[C", "."), ("v", "SCORE SHEET"), ("\x1b", "YOUR TURN"),
    ("\x10", "ALL COMMANDS"), ("\x1b", GONE.format("ALL COMMANDS")),
    ("c", "Enter says it"), ("\x1b", GONE.format("Enter says it")),
    ("-", "Enter throws"), ("k", r"KNOCK WITH 6\?"), ("\r", "HAND OVER|YOU WIN"),
    ("\x0c", "THIS HAND"), ("q", "LEAVE THE TABLE"), ("l", "LOBBY TALK"),
)  # fmt: skip
"""Keys that lead through the screens, each with what the screen then shows."""


@dataclass
class Door:
    """A club that deals the same cards to everybody, and those who came in."""

    listener: Listener
    folder: Path
    clients: list[Client] = field(default_factory=list)

    async def call(
        self, name: str, term: str = "xterm-256color", environment: Mapping[str, str] | None = None
    ) -> Client:
        """Somebody new comes in."""
        key = make_key(self.folder, name)
        client = self.call_again(name, key, term, environment)
        await client.takes_name(name)
        return client

    def call_again(
        self,
        name: str,
        key: Path,
        term: str = "xterm-256color",
        environment: Mapping[str, str] | None = None,
    ) -> Client:
        sent = ["-o", "SendEnv=COLORTERM NO_COLOR"]
        words = ssh_command(self.listener.port, self.folder, user=name, key=key, options=sent)
        self.clients.append(Client(words, term=term, environment=environment))
        return self.clients[-1]


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    decks = PlannedShuffler([KNOCKABLE] * 8)
    async with open_club("sqlite://", shuffler=decks, pace=lambda: 0.0) as club:
        yield club


@pytest.fixture
async def door(club: Club, tmp_path: Path) -> AsyncIterator[Door]:
    listener = Listener(ClubHouse(club), Limits(linger=1.0, app_exit=1.0))
    await listener.start("127.0.0.1", 0, [asyncssh.generate_private_key("ssh-ed25519")])
    door = Door(listener, tmp_path)
    yield door
    for client in door.clients:
        client.close()
    await listener.close("closing")


async def look_round(client: Client) -> None:
    """Go through the screens, play a hand and come back to the lobby."""
    for keys, shown in ROUND:
        await asyncio.sleep(REST_SECONDS)  # what cannot be taken back rests after a change
        await press(client, keys, shown, 3.0)


async def test_four_depths_at_once_each_get_their_own_colours_and_no_other(door: Door) -> None:
    rich = await door.call("ada", environment={"COLORTERM": "truecolor"})
    many = await door.call("bea")
    few = await door.call("cleo", term="xterm")
    none = await door.call("dora", environment={"NO_COLOR": "1"})
    clients = (rich, many, few, none)
    await asyncio.gather(*map(look_round, clients))
    assert [colours_in(drawn(client)) for client in clients] == [{"24-bit"}, {"256"}, {"16"}, set()]
    assert b"\x1b[0;7m" in drawn(none)
    for client in clients:
        sent = drawn(client).decode()
        assert "♠" in sent
        assert not {"\ufe0e", "\ufe0f"} & set(sent)
        assert not any("\U0001f0a0" <= letter <= "\U0001f0ff" for letter in sent)
        await hang_up(client, "q")
        assert await client.left() == 0
        assert_restored(client)


async def test_who_changes_the_colours_changes_nobody_elses(door: Door) -> None:
    ada, bea = await door.call("ada"), await door.call("bea")
    ada.send("o")
    await ada.shows("SETTINGS")
    ada.send("\x1b[B")
    await ada.shows("Auto found 256")
    before = len(ada.raw)
    ada.send("\x1b[D")
    await ada.shows("‹none›")
    ada.send("\x1b")
    await ada.shows("LOBBY TALK")
    await look_round(bea)
    assert colours_in(bytes(ada.raw[before:])) == set()
    assert colours_in(drawn(bea)) == {"256"}


Leave = Callable[[Door, Client, pytest.MonkeyPatch], Awaitable[str]]


async def hang_up(client: Client, key: str) -> None:
    """Ask to leave; the answer rests for a moment after the question."""
    client.send(key)
    await client.shows("LEAVE THE")
    while client.process.poll() is None:
        client.send("h")
        await asyncio.sleep(0.1)


async def say_goodbye(_door: Door, client: Client, _patch: pytest.MonkeyPatch) -> str:
    await hang_up(client, "q")
    return "Goodbye"


async def interrupt(_door: Door, client: Client, _patch: pytest.MonkeyPatch) -> str:
    """Ctrl-C asks, however often it is pressed; only the answer leaves."""
    for _ in range(3):
        client.send("\x03")
        await client.shows("LEAVE THE")
    await hang_up(client, "\x03")
    return "Goodbye"


async def come_in_elsewhere(door: Door, _client: Client, _patch: pytest.MonkeyPatch) -> str:
    """A second window of the same player takes the first one's place."""
    newer = door.call_again("ada", door.folder / "ada")
    await newer.shows("HOLLYWOOD GIN")
    return "another window"


async def crash(_door: Door, client: Client, patch: pytest.MonkeyPatch) -> str:
    def broken(_presenter: Presenter) -> NoReturn:
        raise RuntimeError("a bug in a screen")

    patch.setattr(Presenter, "commands", broken)
    client.send("o")
    return CRASHED


async def close_the_club(door: Door, _client: Client, _patch: pytest.MonkeyPatch) -> str:
    await door.listener.close("The club closes for tonight.")
    return "closes for tonight"


@pytest.mark.parametrize(
    "leave", [say_goodbye, interrupt, come_in_elsewhere, crash, close_the_club]
)
@pytest.mark.parametrize("at_a_table", [False, True])
async def test_whoever_goes_has_the_terminal_back(
    door: Door, monkeypatch: pytest.MonkeyPatch, leave: Leave, at_a_table: bool
) -> None:
    client = await door.call("ada")
    if at_a_table:
        client.send("p")
        await client.shows("Upcard")
    parting = await leave(door, client, monkeypatch)
    await client.left()
    assert parting in " ".join(client.text.split())
    assert_restored(client)


async def test_a_server_that_is_told_to_end_gives_everybody_the_terminal_back(
    tmp_path: Path,
) -> None:
    server = await ServerProcess.start(tmp_path, KNOCKABLE)
    key = make_key(tmp_path)
    client = Client(ssh_command(server.port, tmp_path, user="ada", key=key))
    try:
        await client.takes_name("ada")
        client.send("p")
        await client.shows("Upcard")
        assert await server.stop(signal.SIGTERM) == 0
        await client.left()
        assert_restored(client)
    finally:
        client.close()
        await server.stop()
