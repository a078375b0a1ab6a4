"""Two people with nothing but an ssh client play a whole match, and read it off their screens."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.seats import Seat
from tests.support.deals import deck_from
from tests.support.play import OTHERS_TURN, knock, press, throw_what_is_drawn
from tests.support.server import ServerProcess
from tests.support.ssh import Client, make_key, ssh_command

DEAD = deck_from()
KNOCK = deck_from(
    a="4S 5S 6S 7H 7D 7C 2H 2D AC KH",
    b="7S 3S TH TC JD 9H 9D 5C 6C KS",
    upcard="QC",
    stock="3D",
)
UNDERCUT = deck_from(
    a="4S 5S 6S JH JD JC 2H 2D 5D KC",
    b="3C 3D 3H 8C 9C TC AH AD 2C 4H",
    upcard="QC",
    stock="QS AC",
    dealer=Seat.A,
)
GIN = deck_from(
    a="4S 5S 6S 7H 7D 7C TC JC QC KH",
    b="KS KD QH QD JS TH 9S 9D 8C 6D",
    upcard="2H",
    stock="3S",
)
LAST_GIN = deck_from(
    a="4S 5S 6S 7H 7D 7C TC JC QC KH",
    b="KS KD QH QD JS TH 9S 9D 8C 6D",
    upcard="2H",
    stock="AH 3S",
    dealer=Seat.A,
)
"""The winner of a deal deals the next, so who draws first changes."""


@dataclass
class Players:
    """The two clients, the first having opened the table."""

    ada: Client
    bob: Client

    async def pass_upcard(self, first: Client, second: Client) -> None:
        for client in (first, second):
            await client.shows("Upcard")
            await press(client, "p", OTHERS_TURN)

    async def both_show(self, *patterns: str) -> None:
        for pattern in patterns:
            await self.ada.shows(pattern)
            await self.bob.shows(pattern)

    async def go_on(self, to: str) -> None:
        """Both press Enter on the result."""
        await press(self.ada, "\r", f"{to}|you are ready", patience=1.0)
        await press(self.bob, "\r", to, patience=1.0)
        await self.both_show(to)


@pytest.fixture
async def players(tmp_path: Path) -> AsyncIterator[Players]:
    server = await ServerProcess.start(tmp_path, DEAD, KNOCK, UNDERCUT, GIN, LAST_GIN)
    clients = []
    for name, columns, rows in (("ada", 80, 24), ("bob", 120, 40)):
        words = ssh_command(server.port, tmp_path, user=name, key=make_key(tmp_path, name))
        clients.append(Client(words, columns=columns, rows=rows))
    ada, bob = clients
    await ada.takes_name("ada")
    await bob.takes_name("bob")
    await press(ada, "n", "NEW TABLE", patience=1.0)
    await press(ada, "\r", "Table 1", patience=1.0)
    await bob.shows("Table 1")
    await press(bob, "\r", "hand 1", patience=1.0)
    yield Players(ada, bob)
    for client in clients:
        client.close()
    assert await server.stop() == 0


async def the_sheets_show_who_won(players: Players) -> None:
    await players.ada.shows("you win the match")
    await players.bob.shows("ada wins the match")
    await players.both_show("three games to none")
    for game, entries in (("I", "178.12"), ("II", "117.0"), ("III", "117.0"), ("3.0", "412.12")):
        await players.ada.shows(rf"(?m)\b{game} .* {entries}$")
    for game, entries in (("I", "12.178"), ("II", "0.117"), ("III", "0.117"), ("0.3", "12.412")):
        await players.bob.shows(rf"(?m)\b{game} .* {entries}$")


@pytest.mark.timeout(300)
async def test_two_people_play_a_whole_match(players: Players) -> None:
    ada, bob = players.ada, players.bob

    await players.pass_upcard(ada, bob)
    for turn in range(29):
        await throw_what_is_drawn(ada if turn % 2 == 0 else bob)
    await players.both_show("No points; .* again")
    await players.go_on("hand 2")

    await players.pass_upcard(ada, bob)
    await knock(ada, "-", "KNOCK WITH 8")
    await bob.shows("YOU LAY OFF .*7♠ on 1 or 2 ")
    await press(bob, "\r", "1 run .* 2 set", patience=1.0)
    await press(bob, "1", "lays 3♠", patience=1.0)
    await press(bob, "\r", "laid off so far +–10", patience=1.0)
    await press(bob, "f", "HAND OVER", patience=1.0)
    await ada.shows("run . bob’s 2")
    await ada.shows("HAND OVER +you .61 in game I\\.")
    await bob.shows("ada .61")
    await players.go_on("hand 3")

    await players.pass_upcard(bob, ada)
    await throw_what_is_drawn(bob)
    await knock(ada, "-", "KNOCK WITH 10")
    await bob.shows("YOU LAY OFF")
    await press(bob, "f", "HAND OVER", patience=1.0)
    await bob.shows("undercut bonus +.10")
    await ada.shows("bob undercuts you")
    await ada.shows("HAND OVER +bob .12 in game I\\.")
    await players.go_on("hand 4")

    await players.pass_upcard(ada, bob)
    await knock(ada, "-", "GO GIN")
    await players.both_show("117 in games I and II", "gin bonus +.25")
    await players.go_on("hand 5")
    await bob.shows("I × LOST")

    await players.pass_upcard(bob, ada)
    await throw_what_is_drawn(bob)
    await knock(ada, "-", "GO GIN")
    await players.both_show("117 in game III.* closed before")
    await players.go_on("MATCH OVER")

    await the_sheets_show_who_won(players)

    await press(ada, "\r", "waiting for bob|bob", patience=1.0)
    await press(bob, "\r", "hand 1", patience=1.0)
    await ada.shows("ada .*deals|YOUR TURN|BOB")
