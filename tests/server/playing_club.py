"""A club in which four tables play on and on: `python -m tests.server.playing_club URL`.

Whoever runs it may kill it at any moment and start it again on the same database; the matches are
then taken up where they stood. On standard output a line for every action that a player was told
had been done: the match, the action's number in it, and the action as JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from random import Random

from engine.view import SeatView
from server.club import Club, open_club
from server.gateway import LobbyGateway
from server.lobby.facts import Acted
from server.ssh.identity import Caller
from server.store.codec import ACTION
from tests.support.open_club import at_table
from tui.gateway import RejectedError, Stage, TableSpec

TABLES = 4


class Pair:
    """Two people at one table, who do what chance says."""

    def __init__(self, club: Club, number: int) -> None:
        self._club = club
        self._chance = Random()  # noqa: S311 anything will do
        self._players = [self._call(f"ada-{number}x"), self._call(f"bea-{number}x")]
        self._acted: dict[str, int] = {}

    async def play(self) -> None:
        for player in self._players:
            if (entrance := player.entrance()) is not None:
                await player.choose_name(entrance.suggestion)
        ada, bea = self._players
        if ada.table() is None:
            await ada.open_table(TableSpec())
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
            number = self._acted[table.match_id] = self._acted.get(table.match_id, 0) + 1
            told = json.dumps(ACTION.write(action))
            os.write(1, f"{table.match_id} {number} {told}\n".encode())
        else:
            await asyncio.sleep(0)

    def _call(self, name: str) -> LobbyGateway:
        return LobbyGateway(self._club, Caller(name, f"SHA256:{name}", ""), lambda _farewell: None)

    async def _count(self, match: str) -> None:
        entries = await self._club.store.log.read(match)
        self._acted[match] = sum(isinstance(entry.fact, Acted) for entry in entries)


async def main(url: str) -> None:
    async with open_club(url) as club:
        try:
            await asyncio.gather(*(Pair(club, number).play() for number in range(TABLES)))
        except RejectedError as error:
            sys.stderr.write(f"refused: {error}\n")
            raise


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
