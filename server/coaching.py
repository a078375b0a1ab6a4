"""Second thoughts for a player's coach, while nobody else needs them."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Callable
from dataclasses import replace

from engine.actions import BigGin, Discard, Knock
from engine.advice import choice_of, judged_by
from engine.deal import Phase
from engine.players.second_thoughts import is_settled
from engine.view import SeatView
from server.lobby.second_thoughts import Thinker
from tui.advice import advice_on
from tui.gateway import Happened, TableSnapshot
from tui.position import remembered
from tui.settings import CoachLevel

log = logging.getLogger(__name__)


class Coaching:
    """What one player's coach has tried out, for the position the player sees."""

    def __init__(self, thinker: Thinker, changed: Callable[[], None]) -> None:
        """Begin without a thought.

        Args:
            thinker: Who has the second thoughts.
            changed: Called when there is something new to read.
        """
        self._thinker = thinker
        self._changed = changed
        self._position = (0, -1)
        """Table and version that are thought about."""
        self._choice: Discard | Knock | None = None
        self._thinking: asyncio.Task[None] | None = None

    def on(self, table: TableSnapshot, wanted: CoachLevel) -> TableSnapshot:
        """The table with what has been found out about it; otherwise that is begun."""
        view = table.view
        is_full = wanted.within(table.spec.coach) is CoachLevel.FULL
        if not is_full or not isinstance(view, SeatView) or not _has_choice(view):
            return table
        position = (table.id, table.version)
        if position == self._position:
            return replace(table, second_thought=self._choice)
        if self._thinker.is_free:
            self._position, self._choice = position, None
            # A fresh context: the app that reads the table must not live as long as this thought.
            self._thinking = asyncio.get_running_loop().create_task(
                self._think(table, view, position), context=contextvars.Context()
            )
            self._thinking.add_done_callback(_look)
        return table

    async def _think(self, table: TableSnapshot, view: SeatView, position: tuple[int, int]) -> None:
        match = table.match
        assert match is not None  # noqa: S101 a deal is being played
        events = tuple(line.event for line in table.news if isinstance(line, Happened))
        memory = remembered(events, view.seat)
        first = choice_of(advice_on(view, match, memory, CoachLevel.FULL).discards)
        situation = judged_by(view, match, memory)
        if is_settled(situation, first):
            return
        choice = await self._thinker.reconsidered(situation, first)
        if isinstance(choice, Discard | Knock) and position == self._position:
            self._choice = choice
            self._changed()


def _look(thinking: asyncio.Task[None]) -> None:
    if not thinking.cancelled() and (error := thinking.exception()):
        log.error("a coach's second thought failed", exc_info=error)


def _has_choice(view: SeatView) -> bool:
    is_throwing = view.is_my_turn and view.phase is Phase.DISCARD
    return is_throwing and BigGin() not in view.legal_actions
