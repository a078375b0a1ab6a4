"""A seat taken by the computer: it sees and does what a person in that seat could."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Callable
from random import SystemRandom

from engine.players import ComputerPlayer, Level, computer_player
from engine.seats import Seat
from engine.view import SeatView
from server.lobby.names import COMPUTER
from server.lobby.news import Happened
from server.lobby.player import Player
from server.lobby.progress import Stage
from server.lobby.subscription import Subscription
from server.lobby.table import Table

log = logging.getLogger(__name__)

Pace = Callable[[], float]
"""Seconds to take over the next action."""


def human_pace() -> float:
    """About as long as a person takes who knows what to do."""
    return SystemRandom().uniform(0.6, 1.5)


class ComputerSeat:
    """Plays one seat of one table."""

    def __init__(self, level: Level, seat: Seat, pace: Pace) -> None:
        self.player = Player(COMPUTER, is_computer=True)
        self._mind: ComputerPlayer = computer_player(level, seat, SystemRandom())
        self._pace = pace
        self._woken = asyncio.Event()
        self._seen = 0
        """Number of the last news of the table that the mind has taken in."""
        self.subscription = Subscription(self._woken.set)

    def start(self, table: Table) -> asyncio.Task[None]:
        """Play from now on, until the task is cancelled."""
        # A fresh context: the app that asked for the computer must not live as long as its task.
        return asyncio.get_running_loop().create_task(
            self._play(table),
            name=f"computer at table {table.number}",
            context=contextvars.Context(),
        )

    async def _play(self, table: Table) -> None:
        try:
            while True:
                self._woken.clear()
                self.subscription.renew()
                if self._view_on_turn(table) is None:
                    await self._woken.wait()
                else:
                    await asyncio.sleep(self._pace())
                    self._act(table)
        except Exception:
            log.exception("the computer at table %d failed and leaves", table.number)
            table.leave(self.player)

    def _view_on_turn(self, table: Table) -> SeatView | None:
        view = table.view(table.seat_of(self.player))
        if table.stage is Stage.DEAL and isinstance(view, SeatView) and view.is_my_turn:
            return view
        return None

    def _act(self, table: Table) -> None:
        view, standing = self._view_on_turn(table), table.standing
        if view is None or standing is None:
            return
        for line in table.news(view.seat):
            if line.number > self._seen:
                self._seen = line.number
                if isinstance(line, Happened):
                    self._mind.observe(line.event)
        table.act(self.player, self._mind.decide(view, standing.match), table.version)
