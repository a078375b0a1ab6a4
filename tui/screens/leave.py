"""The question before leaving: what each way out means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual.geometry import Region

from tui.canvas import Canvas
from tui.commands import Command
from tui.gateway import Stage, TableSnapshot
from tui.layout import centred
from tui.screens.base import Layer
from tui.text import Part, key, muted
from tui.viewer import asks_to_adjourn, first_seat, person
from tui.widgets.cells import Panel

if TYPE_CHECKING:
    from tui.presenter import Presenter

_GOODBYE = "Goodbye. Come back any time."


@dataclass(frozen=True, slots=True)
class WayOut:
    """One way to leave."""

    key: str
    words: str
    note: str


@dataclass(frozen=True, slots=True)
class LeaveModel:
    """The ways out, the one that keeps everything last."""

    title: str
    ways: tuple[WayOut, ...]
    stays: str = "Stay"
    """What closing it comes to."""


class LeaveLayer(Layer):
    """Asks before anything is given up; closing it changes nothing."""

    covers = False

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._gives_up = False
        """The player wants to forfeit the match, and is asked once more."""

    def block(self, width: int, height: int) -> Region:
        """A block in the middle."""
        return centred(width, height, 72, 2 * len(self._model().ways) + 4)

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """The question."""
        return (Panel(self.block(width, height), draw_leave, self._model(), "raised"),)

    def commands(self) -> Sequence[Command]:
        """One command for each way out."""
        runs = {
            "h": lambda: self.presenter.stagehand.control.end(_GOODBYE),
            "l": self._step_out,
            "f": self._leave,
            "y": self._give_up,
            "w": self._claim,
            "a": self._adjourn,
        }
        ways = [
            Command((way.key,), way.words, runs[way.key], rests=True, footer=None)
            for way in self._model().ways
        ]
        return [*ways, self.closing("n", label=self._model().stays)]

    def guard_lines(self) -> tuple[tuple[Part, ...], ...]:
        """The question in few words."""
        model = self._model()
        ways = tuple((key(way.key), f" {way.words}") for way in model.ways)
        return ((model.title,), *ways, (key("Esc"), f" {model.stays}"))

    def _model(self) -> LeaveModel:
        table = self.presenter.table
        at_home = self.presenter.gateway.is_at_home
        if at_home and table is None:
            return LeaveModel("QUIT?", (WayOut("h", "Quit", "everything is kept"),))
        if table is None:
            hang_up = WayOut("h", "Hang up", "leave the club and close the connection")
            return LeaveModel("LEAVE THE CLUB?", (hang_up,))
        if self._gives_up:
            sure = WayOut("y", "Give it up", f"{_rival(table)} wins it, and you go to the lobby")
            return LeaveModel("GIVE THE MATCH UP?", (sure,), "Play on")
        return LeaveModel("LEAVE THE TABLE?", tuple(_ways_from(table, at_home=at_home)))

    def arrived(self, _before: TableSnapshot | None, /) -> None:
        """Ask from the beginning once there is no match to give up."""
        table = self.presenter.table
        self._gives_up = self._gives_up and table is not None and _forfeits(table)

    async def _step_out(self) -> None:
        self.presenter.close_layer()
        await self.presenter.gateway.step_out()

    async def _leave(self) -> None:
        table = self.presenter.table
        if table is not None and _forfeits(table):
            self._gives_up = True
            self.presenter.rest()
            return
        self.presenter.close_layer()
        await self.presenter.gateway.leave()

    async def _give_up(self) -> None:
        presenter, table = self.presenter, self.presenter.table
        presenter.close_layer()
        await presenter.gateway.leave()
        if table is not None:
            presenter.greeting = f"You gave the match up: {_rival(table)} has won it."

    async def _claim(self) -> None:
        self.presenter.close_layer()
        await self.presenter.gateway.claim()

    async def _adjourn(self) -> None:
        self.presenter.close_layer()
        await self.presenter.gateway.adjourn()


def _rival(table: TableSnapshot) -> str:
    return person(table, first_seat(table).other)


def _forfeits(table: TableSnapshot) -> bool:
    """Whether leaving the table now loses the match."""
    is_running = table.stage not in (Stage.WAITING, Stage.MATCH_OVER)
    loses = not (table.may_call_off or table.may_claim)
    return table.seat is not None and is_running and loses


def _ways_from(table: TableSnapshot, *, at_home: bool) -> list[WayOut]:
    hang_up = WayOut("h", "Hang up", "close the connection; your seat is kept for a while")
    if at_home:
        hang_up = WayOut("h", "Quit", "your match is kept, and goes on when you play again")
    if table.return_line:
        hang_up = WayOut("h", "Hang up, to come back with the line", table.return_line)
    if table.seat is None:
        return [
            WayOut("f", "Stop watching", "go back to the lobby"),
            WayOut("h", "Hang up", "leave the club and close the connection"),
        ]
    ways = [WayOut("l", "To the lobby", "your seat is kept; come back from the list of tables")]
    if table.may_adjourn and table.adjourn_offer is not table.seat:
        ways.append(WayOut("a", *adjourn_words(table)))
    match table.stage:
        case Stage.WAITING:
            ways.append(WayOut("f", "Close the table", "nobody sits here yet, nothing is lost"))
        case Stage.MATCH_OVER:
            ways.append(WayOut("f", "Leave the table", "the match is over, nothing is lost"))
        case _ if table.may_claim:
            ways.insert(
                0, WayOut("w", "Claim the match", "the other player has been away too long")
            )
        case _ if table.may_call_off:
            ways.append(WayOut("f", "Call the match off", "it has hardly begun; nothing counts"))
        case _:
            ways.append(WayOut("f", "Forfeit the match", "the other player wins it"))
    return [*ways, hang_up]


def adjourn_words(table: TableSnapshot) -> tuple[str, str]:
    """What adjourning is called now, and what it means."""
    rival = table.players[first_seat(table).other]
    if rival is not None and rival.is_computer:
        return "Adjourn the match", "it waits in the lobby until you go on"
    waits = "the match waits in the lobby until you both go on"
    if table.may_claim:
        return "Adjourn the match", waits
    if asks_to_adjourn(table) is not None:
        return "Adjourn as offered", waits
    return "Offer to adjourn", waits


def draw_leave(c: Canvas, leave: LeaveModel) -> None:
    """Draw the question, two rows a way."""
    c.title(leave.title)
    y = 2
    for way in leave.ways:
        c.write(3, y, key(way.key), f"  {way.words}")
        c.write(6, y + 1, muted(way.note))
        c.hit(3, y, c.width - 6, 2, way.key)
        y += 2
    c.write(3, c.height - 1, key("Esc"), f"  {leave.stays}")
    c.hit(3, c.height - 1, 12, 1, "escape")
