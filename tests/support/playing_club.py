"""The whole server, with four tables that play on and on.

Usage: `python -m tests.support.playing_club FOLDER URL [TOLD]`.

Whoever runs it may kill it at any moment and start it again on the same database; the matches are
then taken up where they stood. Its players sit in the same process, so that hundreds of kills do
not take a day, but they ask and see through the same gateway as the screens. For every action that
was accepted, and that a player was then shown, there is a line on standard output, and before that
in the file TOLD: the match, the action's number in it, and the action as JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from engine.view import SeatView
from server.club import Club, open_club
from server.config import load
from server.gateway import LobbyGateway
from server.lobby.facts import Acted
from server.serve import run
from server.ssh.identity import Caller
from server.store.codec import ACTION
from tests.support.open_club import at_table
from tui.gateway import Stage, TableSpec

TABLES = 4


class Pair:
    """Two people at one table, who do what chance says."""

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
            await ada.open_table(TableSpec())
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
            action = self._chance.choice(table.view.legal_actions)
            await player.act(action, table.version)
            assert all(at_table(player).version > table.version for player in self._players)
            number = self._acted[table.match_id] = self._acted.get(table.match_id, 0) + 1
            line = f"{table.match_id} {number} {json.dumps(ACTION.write(action))}\n"
            for descriptor in self._told:
                os.write(descriptor, line.encode())
        else:
            await asyncio.sleep(0)

    def _call(self, name: str) -> LobbyGateway:
        return LobbyGateway(self._club, Caller(name, f"SHA256:{name}", ""), lambda _farewell: None)

    async def _count(self, match: str) -> None:
        entries = await self._club.store.log.read(match)
        self._acted[match] = sum(isinstance(entry.fact, Acted) for entry in entries)


def main(folder: Path, url: str, told: Path | None = None) -> int:
    # The server itself prints where it listens.
    descriptors = [os.dup(sys.stdout.fileno())]
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    if told is not None:
        descriptors.insert(0, os.open(told, os.O_WRONLY | os.O_CREAT | os.O_APPEND))

    @asynccontextmanager
    async def played(database: str, **others: Any) -> AsyncIterator[Club]:
        async with open_club(database, **others) as club, asyncio.TaskGroup() as games:
            for number in range(TABLES):
                games.create_task(Pair(club, number, descriptors).play())
            yield club

    with patch("server.serve.open_club", played):
        return run(load(flags={"port": 0, "data": folder, "database": url}))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2], *map(Path, sys.argv[3:])))
