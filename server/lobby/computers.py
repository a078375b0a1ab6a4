"""The computer at all tables: whoever it plays as, and the process in which it thinks twice."""

from __future__ import annotations

import asyncio

from engine.players import Level
from engine.seats import Seat
from server.lobby.computer import ComputerSeat, Pace
from server.lobby.player import Player
from server.lobby.second_thoughts import Thinker
from server.lobby.table import Table


class Computers:
    """All seats that the computer has taken."""

    def __init__(self, pace: Pace) -> None:
        """Begin with none.

        Args:
            pace: How long the computer takes over an action.
        """
        self.thinker = Thinker()
        """Has their second thoughts and those of the players' coaches."""
        self._pace = pace
        self._playing: dict[Table, asyncio.Task[None]] = {}

    def seat(self, level: Level, seat: Seat, player: Player | None = None) -> ComputerSeat:
        """A computer for one seat, known by the player that it was before or by a new one."""
        return ComputerSeat(level, seat, self._pace, self.thinker, player)

    def start(self, computer: ComputerSeat, table: Table) -> None:
        """Let a computer play where it has sat down."""
        table.audience.join(computer.player, computer.subscription)
        self._playing[table] = computer.start(table)

    def stop(self, table: Table) -> None:
        """Nobody is left at a table for whom the computer would play on."""
        if table in self._playing:
            self._playing.pop(table).cancel()

    async def close(self) -> None:
        """Stop everywhere, and end the process."""
        for playing in self._playing.values():
            playing.cancel()
        await asyncio.gather(*self._playing.values(), return_exceptions=True)
        self._playing.clear()
        await self.thinker.close()
