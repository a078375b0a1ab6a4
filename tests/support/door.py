"""The whole club in this process: a real door, real ssh clients, and the administrator's socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncssh

from engine.cards import Card
from engine.view import SeatView
from server.admin import AdminSocket, ask
from server.club import Club, open_club
from server.config import ClubRules
from server.gateway import LobbyGateway
from server.house import ClubHouse
from server.ssh.house import Answer
from server.ssh.identity import Caller
from server.ssh.limits import Limits
from server.ssh.listener import Listener
from server.ssh_line import SshLine
from tests.support.club import PlannedShuffler
from tests.support.open_club import at_table
from tests.support.ssh import WAIT, Client, fingerprint, make_key, ssh_command
from tui.gateway import TableSpec

OPEN = ClubRules()


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    status: int
    output: str
    errors: str

    @property
    def data(self) -> Any:  # noqa: ANN401  # whatever the command tells
        return json.loads(self.output)


@dataclass
class OpenHouse:
    """A club with a door, and what tests do in front of it."""

    club: Club
    folder: Path
    clients: list[Client] = field(default_factory=list)

    def key(self, owner: str) -> Path:
        """The key of somebody, made when first asked for."""
        path = self.folder / f"key-{owner}"
        return path if path.exists() else make_key(self.folder, path.name)

    def fingerprint(self, owner: str) -> str:
        return fingerprint(self.key(owner))

    def call(
        self,
        user: str,
        key: str | None = "",
        *,
        options: Sequence[str] = (),
        command: Sequence[str] = (),
    ) -> Client:
        """Connect with a terminal; with one's own key, with another's, or with None."""
        words = self._words(user, key, command, options)
        self.clients.append(Client(words, columns=100))
        return self.clients[-1]

    def gateway(self, name: str) -> LobbyGateway:
        """A connection of somebody without a screen."""
        caller = Caller(name, self.fingerprint(name), "127.0.0.1")
        return LobbyGateway(self.club, caller, lambda _line: None)

    async def join(self, name: str) -> Client:
        """Somebody comes in with a key of his own, for the first time or again."""
        client = self.call(name)
        if self.club.members.named(name) is None:
            await client.takes_name(name)
        else:
            await client.shows("Lobby")
        return client

    async def enlist(self, *names: str) -> None:
        """Make accounts for these, without anybody coming."""
        for name in names:
            if self.club.members.named(name) is None:
                await self.club.members.create(self.fingerprint(name), name)

    async def run(self, user: str, *command: str, key: str | None = "") -> Done:
        """Give a command by a real ssh client."""
        process = await asyncio.create_subprocess_exec(
            *self._words(user, key, command),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        output, errors = await asyncio.wait_for(process.communicate(), WAIT)
        assert b"\x1b" not in output + errors
        assert process.returncode is not None
        return Done(process.returncode, output.decode(), errors.decode())

    async def admin(self, *words: str) -> Answer:
        """Give a command through the administrator's socket."""
        return await asyncio.to_thread(ask, self.folder, words)

    def _words(
        self,
        user: str,
        key: str | None,
        command: Sequence[str] = (),
        options: Sequence[str] = (),
    ) -> list[str]:
        owner = user.partition("+")[0] if key == "" else key
        path = None if owner is None else self.key(owner)
        port = self.club.line.port
        return ssh_command(port, self.folder, user=user, key=path, command=command, options=options)


@asynccontextmanager
async def open_house(
    folder: Path,
    rules: ClubRules = OPEN,
    database: str = "sqlite://",
    decks: Sequence[Sequence[Card]] = (),
) -> AsyncIterator[OpenHouse]:
    """Open the club to callers by these rules, the first deals from these decks."""
    async with open_club(
        database, rules=rules, shuffler=PlannedShuffler(decks), pace=lambda: 0.0
    ) as club:
        listener = Listener(ClubHouse(club), Limits(linger=1.0, app_exit=1.0))
        await listener.start("127.0.0.1", 0, [asyncssh.generate_private_key("ssh-ed25519")])
        club.line = SshLine("127.0.0.1", listener.port)
        admin = AdminSocket(club, folder)
        await admin.start()
        house = OpenHouse(club, folder)
        try:
            yield house
        finally:
            for client in house.clients:
                client.close()
            await admin.close()
            await listener.close("The club is closing.")


async def forfeited_match(house: OpenHouse) -> str:
    """A match between ada and bea that ada gives up after some turns; return its id."""
    await house.enlist("ada", "bea")
    ada, bea = house.gateway("ada"), house.gateway("bea")
    await ada.open_table(TableSpec("Sunset Strip"))
    await bea.sit(at_table(ada).id)
    for _ in range(8):
        for player in (ada, bea):
            view = at_table(player).view
            if isinstance(view, SeatView) and view.is_my_turn:
                await player.act(view.legal_actions[0], at_table(player).version)
                break
    match = at_table(ada).match_id
    await ada.leave()
    await bea.leave()
    for gateway in (ada, bea):
        gateway.close()
    return match
