"""Putting a match off: the offer, the answer, and what there is to do about an absent player."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from textual.geometry import Region

from tui.commands import Command
from tui.gateway import TableSnapshot
from tui.layout import centred
from tui.screens.base import Layer
from tui.screens.leave import LeaveModel, WayOut, adjourn_words, draw_leave
from tui.text import Part, key
from tui.viewer import asks_to_adjourn, first_seat, person
from tui.widgets.cells import Panel


class AdjournLayer(Layer):
    """Asks what is to become of the match; closing it changes nothing."""

    covers = False

    def block(self, width: int, height: int) -> Region:
        """A block in the middle."""
        return centred(width, height, 72, 2 * len(self._model().ways) + 4)

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """The question."""
        return (Panel(self.block(width, height), draw_leave, self._model(), "raised"),)

    def commands(self) -> Sequence[Command]:
        """One command for each answer."""
        gateway, model = self.presenter.gateway, self._model()
        runs = {"w": gateway.claim, "y": gateway.adjourn, "n": gateway.decline}
        ways = [
            Command((way.key,), way.words, self._answering(runs[way.key]), rests=True, footer=None)
            for way in model.ways
        ]
        return [*ways, self.closing("a", "q", label=model.stays)]

    def guard_lines(self) -> tuple[tuple[Part, ...], ...]:
        """The question in few words."""
        model = self._model()
        ways = tuple((key(way.key), f" {way.words}") for way in model.ways)
        return ((model.title,), *ways, (key("Esc"), f" {model.stays}"))

    def arrived(self, _before: TableSnapshot | None, /) -> None:
        """Go when there is nothing left to ask."""
        if not self._model().ways:
            self.presenter.close_layer()

    def _answering(self, answer: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
        async def run() -> None:
            self.presenter.close_layer()
            await answer()

        return run

    def _model(self) -> LeaveModel:
        table = self.presenter.table
        if table is None or table.seat is None:
            return LeaveModel("", ())
        name = person(table, first_seat(table).other)
        adjourns = WayOut("y", *adjourn_words(table))
        if table.may_claim:
            claim = WayOut("w", "Claim the match", f"{name} has been away too long; you win it")
            ways = [claim, adjourns] if table.may_adjourn else [claim]
            return LeaveModel(f"{name} is away".upper(), tuple(ways), "Wait")
        if asks_to_adjourn(table) is not None:
            declines = WayOut("n", "Decline", "play on now")
            return LeaveModel(f"{name} offers to adjourn".upper(), (adjourns, declines), "Later")
        if table.adjourn_offer is table.seat:
            back = WayOut("n", "Take it back", f"{name} has not answered yet; play on")
            return LeaveModel("YOU OFFER TO ADJOURN", (back,), "Leave it open")
        return LeaveModel("ADJOURN THE MATCH?", (adjourns,) if table.may_adjourn else (), "Play on")
