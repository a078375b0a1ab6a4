"""A client is killed in every phase and comes back to the very frame it was torn from."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import asyncssh
import pytest

from engine.actions import (
    Action,
    Discard,
    DrawStock,
    FinishLayoffs,
    Knock,
    LayOff,
    PassUpcard,
)
from engine.cards import Card, parse_card
from engine.deal import Deal, Phase
from engine.melds import parse_meld
from engine.rules import CLASSIC, Rules
from engine.seats import Seat
from server.club import Club, open_club
from server.gateway import LobbyGateway
from server.house import ClubHouse
from server.lobby.progress import Stage
from server.lobby.table import Table
from server.ssh.identity import Caller
from server.ssh.listener import Listener
from tests.support.club import PlannedShuffler
from tests.support.deals import GIN, GINS, deck_from
from tests.support.open_club import at_table
from tests.support.play import OTHERS_TURN, press
from tests.support.server import ServerProcess
from tests.support.ssh import WAIT, Client, fingerprint, make_key, ssh_command, until
from tui.gateway import TableSpec

SPREAD, ACROSS = "6S 6H 6D 7S 7H 7D 8S 8H 8D AC", "9S 9H 5S KC KD KH 2C 2D 3H 4D"
KNOCKING = deck_from(a=ACROSS, b=SPREAD, upcard="QC", stock="QS", dealer=Seat.A)
"""Seat B draws the queen of spades and may knock with one, in sets or in runs."""
DEFENDING = deck_from(a=SPREAD, b=ACROSS, upcard="QC", stock="QS", dealer=Seat.B)
QUEEN = parse_card("QS")
RUNS = tuple(parse_meld(meld) for meld in ("6S 7S 8S", "6H 7H 8H", "6D 7D 8D"))
TO_DRAW: tuple[Action, ...] = (PassUpcard(), PassUpcard())
TO_DISCARD: tuple[Action, ...] = (*TO_DRAW, DrawStock())
TO_LAY_OFF: tuple[Action, ...] = (*TO_DISCARD, Knock(QUEEN, RUNS))
TO_COUNT: tuple[Action, ...] = (*TO_LAY_OFF, LayOff(parse_card("9S"), 0), FinishLayoffs())


@dataclass
class Evening:
    """Ada sits at a table in a real client; bob, across from her, needs none."""

    club: Club
    listener: Listener
    folder: Path
    key: Path
    ada: Client
    bob: LobbyGateway

    @property
    def table(self) -> Table:
        return next(iter(self.club.lobby._tables.values()))

    @property
    def deal(self) -> Deal:
        course = self.table.play.course
        assert course is not None
        assert course.progress is not None
        return course.progress.deal

    async def play(self, *actions: Action) -> None:
        """Do each action for whoever is on turn."""
        for action in actions:
            chair = self.table.seats.taken(self.deal.turn)
            await self.table.act(chair.player, action, self.table.play.version)

    async def press(self, *keys: str) -> None:
        """Press keys that never rest, each once the one before has done its work."""
        for key in keys:
            await settled(self.ada)
            self.ada.send(key)
        await settled(self.ada)

    async def tear_and_return(self) -> None:
        """Kill the client; the next one shows the same frame within 20 seconds."""
        before = await settled(self.ada)
        self.ada.kill()
        chair = self.table.seats.taken(Seat.B)
        await until(lambda: not chair.is_here, "the seat to be empty")
        self.ada.close()
        self.ada = call(self.listener.port, self.folder, self.key)
        await until(lambda: self.ada.text == before, f"the frame again:\n{before}\n", wait=20.0)


async def settled(client: Client) -> str:
    """What the client shows once nothing more comes for a while."""
    text = ""
    for _ in range(round(WAIT / 0.15)):
        if client.text == text and text.strip():
            return text
        text = client.text
        await asyncio.sleep(0.15)
    raise AssertionError("the screen never came to rest")


def call(port: int, folder: Path, key: Path) -> Client:
    return Client(ssh_command(port, folder, user="ada", key=key))


@asynccontextmanager
async def evening_with(
    folder: Path, deck: Sequence[Card], dealer: Seat, rules: Rules = CLASSIC
) -> AsyncIterator[Evening]:
    """Bob opens a table and ada sits down at it, in seat B."""
    key = make_key(folder)
    async with open_club("sqlite://", shuffler=PlannedShuffler([deck], dealer)) as club:
        listener = Listener(ClubHouse(club))
        await listener.start("127.0.0.1", 0, [asyncssh.generate_private_key("ssh-ed25519")])
        await club.members.create(fingerprint(key), "ada")
        bob = LobbyGateway(club, Caller("bob", None, "127.0.0.1"), lambda _farewell: None)
        await bob.open_table(TableSpec("Strip", rules))
        ada = call(listener.port, folder, key)
        await ada.shows("Lobby")
        (player,) = [person for person in club.lobby.people if person.name == "ada"]
        await club.lobby.sit(player, 1)
        await ada.shows("hand 1")
        evening = Evening(club, listener, folder, key, ada, bob)
        yield evening
        evening.ada.close()
        await listener.close("closing")


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    async with evening_with(tmp_path, KNOCKING, Seat.A) as evening:
        yield evening


async def test_at_the_offer(evening: Evening) -> None:
    await evening.tear_and_return()


async def test_at_the_draw(evening: Evening) -> None:
    await evening.play(*TO_DRAW)
    await evening.tear_and_return()


async def test_with_a_card_lifted_and_an_order_of_ones_own(evening: Evening) -> None:
    await evening.play(*TO_DISCARD)
    await evening.press("o", "o", "o", ">", ">", "3")
    await evening.tear_and_return()


async def test_while_the_help_is_open(evening: Evening) -> None:
    await evening.press("?")
    await evening.ada.shows("(?i)help")
    await evening.tear_and_return()


async def test_in_the_knock_dialog_with_a_spread_chosen(evening: Evening) -> None:
    await evening.play(*TO_DISCARD)
    await evening.press("-")
    await press(evening.ada, "k", "KNOCK WITH 1", patience=1.0)
    await evening.press("\x1b[C")
    await evening.tear_and_return()


async def test_while_the_other_lays_off(evening: Evening) -> None:
    await evening.play(*TO_LAY_OFF)
    await evening.tear_and_return()


async def test_at_the_result(evening: Evening) -> None:
    await evening.play(*TO_COUNT)
    await evening.ada.shows("HAND OVER")
    await evening.tear_and_return()


async def test_between_two_deals(evening: Evening) -> None:
    await evening.play(*TO_COUNT)
    await press(evening.ada, "\r", "waiting for bob|you are ready", patience=1.0)
    assert evening.table.is_ready(Seat.B)
    await evening.tear_and_return()
    await evening.bob.ready()
    await evening.ada.shows("hand 2")


async def test_at_the_fiftieth_card(tmp_path: Path) -> None:
    rules = Rules(fiftieth_card=True)
    async with evening_with(tmp_path, DEFENDING, Seat.B, rules) as evening:
        await evening.play(*TO_DRAW)
        while evening.deal.phase is Phase.DRAW:
            await evening.play(DrawStock())
            drawn = evening.deal.drawn
            assert drawn is not None
            await evening.play(Discard(drawn))
        assert (evening.deal.phase, evening.deal.turn) == (Phase.LAST_OFFER, Seat.B)
        await evening.tear_and_return()


async def test_when_the_match_is_over(tmp_path: Path) -> None:
    async with evening_with(tmp_path, GIN, Seat.B, Rules(single_game=True)) as evening:
        await evening.play(*GINS)
        await evening.ada.shows("bob")
        assert evening.table.stage is Stage.MATCH_OVER
        await evening.tear_and_return()
        await evening.bob.ready()
        await press(evening.ada, "\r", "hand 1", patience=1.0)


async def test_on_another_terminal_the_same_table_is_there(evening: Evening) -> None:
    await evening.play(*TO_DISCARD)
    phone = Client(
        ssh_command(evening.listener.port, evening.folder, user="ada", key=evening.key),
        columns=120,
        rows=40,
    )
    try:
        await phone.shows("hand 1")
        await evening.ada.shows("another window")
        await evening.ada.left()
        assert at_table(evening.bob).seat is Seat.A
    finally:
        phone.close()


async def test_at_the_layoffs_with_one_card_laid_off(tmp_path: Path) -> None:
    async with evening_with(tmp_path, DEFENDING, Seat.B) as evening:
        await evening.play(*TO_LAY_OFF)
        await evening.ada.shows("YOU LAY OFF")
        await evening.play(LayOff(parse_card("9S"), 0))
        await evening.tear_and_return()


async def test_the_server_is_killed_and_both_come_back_to_their_frames(tmp_path: Path) -> None:
    keys = {name: make_key(tmp_path, name) for name in ("ada", "bob")}
    server = await ServerProcess.start(tmp_path, DEFENDING)

    def join(name: str) -> Client:
        return Client(ssh_command(server.port, tmp_path, user=name, key=keys[name]))

    ada, bob = join("ada"), join("bob")
    await ada.takes_name("ada")
    await bob.takes_name("bob")
    await press(ada, "n", "NEW TABLE", patience=1.0)
    await press(ada, "\r", "Table 1", patience=1.0)
    await press(bob, "\r", "hand 1", patience=1.0)
    for client in (ada, bob):
        await press(client, "p", OTHERS_TURN)
    await press(ada, "s", "Space Lift")
    for key in ("o", "o", "o", ">"):
        await settled(ada)
        ada.send(key)
    await settled(ada)
    before = [hand(client) for client in (ada, bob)]
    assert before[0] != sorted(before[0])
    await server.kill()
    for client in (ada, bob):
        await client.left()
        client.close()
    server = await ServerProcess.start(tmp_path, DEFENDING)
    ada, bob = join("ada"), join("bob")
    await ada.shows("hand 1")
    await bob.shows("hand 1")
    await until(lambda: [hand(client) for client in (ada, bob)] == before, f"{before} again")
    for client in (ada, bob):
        client.close()
    assert await server.stop() == 0


def hand(client: Client) -> list[str]:
    """The own cards in the order in which they lie; the cursor does not outlive a server."""
    rows = [re.findall(r"(?:10|[2-9AJQK])[♠♥♦♣]", row) for row in client.text.splitlines()]
    return next((row for row in rows if len(row) >= 10), [])
