"""A seat taken by the computer: it sees and does what a person in that seat could."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Callable
from random import SystemRandom

from engine.actions import Action
from engine.advice import judged_by
from engine.match import Match
from engine.players import ComputerPlayer, Level, computer_player
from engine.seats import Seat
from engine.view import SeatView
from server.lobby.errors import FaultError, NotNowError, StaleActionError
from server.lobby.names import computers_name
from server.lobby.news import Happened
from server.lobby.player import Player
from server.lobby.progress import Stage
from server.lobby.second_thoughts import Thinker
from server.lobby.subscription import Subscription
from server.lobby.table import Table

log = logging.getLogger(__name__)

_UNTIL_NEXT_TRY = 1.0
"""Seconds to wait while the house cannot write anything down."""

Pace = Callable[[], float]
"""Seconds to take over the next action."""


def human_pace() -> float:
    """About as long as a person takes who knows what to do."""
    return SystemRandom().uniform(0.6, 1.5)


class ComputerSeat:
    """Plays one seat of one table."""

    def __init__(
        self,
        level: Level,
        seat: Seat,
        pace: Pace,
        thinker: Thinker,
        player: Player | None = None,
    ) -> None:
        self.player = player or Player(computers_name(level.value), level=level.value)
        self._mind: ComputerPlayer = computer_player(level, seat, SystemRandom(), hands=0)
        self._pace = pace
        self._thinker = thinker
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
                    begun = asyncio.get_running_loop().time()
                    await self._act(table, begun + self._pace())
        except Exception:
            log.exception("the computer at table %d failed and leaves", table.number)
            await table.leave(self.player)

    def _view_on_turn(self, table: Table) -> SeatView | None:
        view = table.view(table.seats.of(self.player))
        is_on = table.stage is Stage.DEAL and not table.play.is_adjourned
        if is_on and isinstance(view, SeatView) and view.is_my_turn:
            return view
        return None

    async def _act(self, table: Table, when: float) -> None:
        view, standing, version = self._view_on_turn(table), table.play.standing, table.play.version
        if view is None or standing is None:
            return
        for line in table.news(view.seat):
            if line.number > self._seen:
                self._seen = line.number
                if isinstance(line, Happened):
                    self._mind.observe(line.event)
        action = await self._decision(view, standing.match)
        await asyncio.sleep(when - asyncio.get_running_loop().time())
        try:
            await table.act(self.player, action, version)
        except FaultError:
            await asyncio.sleep(_UNTIL_NEXT_TRY)
        except (StaleActionError, NotNowError):
            return

    async def _decision(self, view: SeatView, match: Match) -> Action:
        """What to do, on second thoughts where the level has any."""
        first = self._mind.decide(view, match)
        if self._mind.level is not Level.STRONG:
            return first
        situation = judged_by(view, match, self._mind.memory)
        return await self._thinker.reconsidered(situation, first) or first
