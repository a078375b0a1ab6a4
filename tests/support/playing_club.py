"""The whole server, with four tables that play on and on.

`python -m tests.support.playing_club` starts a server in a process of its own for every `Order` that
comes as a line of JSON on standard input, so that hundreds of them do not each load the program
again. It says when it is ready, answers an order with the process id and in the end with the exit
status. Whoever ordered a server
may kill it at any moment and order another on the same database; the matches are then taken up
where they stood.

The players sit in the server's process, but they ask and see through the same gateway as the
screens. For every action that was accepted, and that both players were then shown, there is a line
of news: the match, the action's number in it, and the action as JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from engine.actions import Action
from engine.players import computer_player
from engine.players.computer import Level
from engine.rules import CLASSIC
from engine.view import SeatView
from server.club import Club, open_club
from server.config import load
from server.gateway import LobbyGateway
from server.lobby.facts import Acted
from server.serve import run
from server.ssh.identity import Caller
from server.store.codec import ACTION
from tests.support.open_club import at_table
from tui.gateway import Stage, TableSnapshot, TableSpec

TABLES = 4
SHORT = replace(CLASSIC, single_game=True)
"""Rules under which matches end soon enough for a kill to meet their ends."""
_WHIMS = 0.2


class Pair:
    """Two people at one table, who play in a manner, and now and then anything at all."""

    def __init__(self, club: Club, number: int, told: list[int]) -> None:
        self._club = club
        self._chance = Random()  # noqa: S311 anything will do
        self._players = [self._call(f"ada-{number}x"), self._call(f"bea-{number}x")]
        self._told = told
        """Descriptors of where it is told what was done."""
        self._acted: dict[str, int] = {}

    async def play(self) -> None:
        for player in self._players:
            if (entrance := player.entrance()) is not None:
                await player.choose_name(entrance.suggestion)
        ada, bea = self._players
        if ada.table() is None:
            await ada.open_table(TableSpec(rules=SHORT))
        if bea.table() is None:
            await bea.sit(at_table(ada).id)
        await self._count(at_table(ada).match_id)
        while True:
            await self._step(self._chance.choice(self._players))

    async def _step(self, player: LobbyGateway) -> None:
        table = at_table(player)
        if table.stage in (Stage.DEAL_OVER, Stage.MATCH_OVER):
            await player.ready()
        elif isinstance(table.view, SeatView) and table.view.legal_actions:
            action = self._choose(table, table.view)
            await player.act(action, table.version)
            assert all(at_table(player).version > table.version for player in self._players)
            number = self._acted[table.match_id] = self._acted.get(table.match_id, 0) + 1
            line = f"{table.match_id} {number} {json.dumps(ACTION.write(action))}\n"
            for descriptor in self._told:
                os.write(descriptor, line.encode())
        else:
            await asyncio.sleep(0)

    def _choose(self, table: TableSnapshot, view: SeatView) -> Action:
        if self._chance.random() < _WHIMS:
            return self._chance.choice(view.legal_actions)
        assert table.match is not None
        player = computer_player(Level.BEGINNER, view.seat, self._chance)
        return player.decide(view, table.match)

    def _call(self, name: str) -> LobbyGateway:
        return LobbyGateway(self._club, Caller(name, f"SHA256:{name}", "127.0.0.1"), lambda _: None)

    async def _count(self, match: str) -> None:
        entries = await self._club.store.log.read(match)
        self._acted[match] = sum(isinstance(entry.fact, Acted) for entry in entries)


@dataclass(frozen=True, slots=True)
class Order:
    """What server to start."""

    folder: str
    """Of its data."""
    url: str
    """Of its database."""
    keys: str
    """The folder of its host key."""
    log: str
    news: str
    """A named pipe for the lines of news."""
    told: str = ""
    """A file that gets each line of news before the pipe does; none if empty."""
    trace: str = ""
    """Where a power cut's trace of the folder is kept; none if empty."""


def serve(order: Order) -> int:
    """Run the server with its players."""
    if order.trace:
        os.environ.update(POWER_CUT_FOLDER=order.folder, POWER_CUT_TRACE=order.trace)
    told = [os.open(order.told, os.O_WRONLY | os.O_CREAT | os.O_APPEND)] if order.told else []
    told.append(os.open(order.news, os.O_WRONLY))
    log = os.open(order.log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(log, stream.fileno())

    @asynccontextmanager
    async def played(
        database: str,
        **others: Any,  # noqa: ANN401 whatever the server asks for
    ) -> AsyncIterator[Club]:
        async with open_club(database, **others) as club, asyncio.TaskGroup() as games:
            for number in range(TABLES):
                games.create_task(Pair(club, number, told).play())
            yield club

    with patch("server.serve.open_club", played):
        return run(
            load(
                flags={
                    "port": 0,
                    "data": Path(order.folder),
                    "database": order.url,
                    "host_keys": Path(order.keys),
                }
            )
        )


def _say(answer: object) -> None:
    sys.stdout.write(f"{answer}\n")
    sys.stdout.flush()


def main() -> None:
    _say("ready")
    for line in sys.stdin:
        order = Order(**json.loads(line))
        child = os.fork()
        if child == 0:
            status = 1
            try:
                status = serve(order)
            finally:
                os._exit(status)
        _say(child)
        _, ended = os.waitpid(child, 0)
        _say(os.waitstatus_to_exitcode(ended))


if __name__ == "__main__":
    main()
