"""The showdown: the knocker's melds lie on the table and the defender lays off."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from textual.geometry import Region

from engine.actions import FinishLayoffs, LayOff, UndoLayoff
from engine.cards import Card
from engine.showdown import Showdown
from engine.view import SeatView
from tui.commands import Command
from tui.gateway import TableSnapshot
from tui.layoff_count import LayoffCount, count_layoffs
from tui.layout import Regions, is_large
from tui.screens.base import Screen
from tui.screens.match_keys import match_commands
from tui.screens.showdown_prompt import (
    Asking,
    Cursor,
    layoff_prompt,
    meld_named,
    waiting_prompt,
)
from tui.screens.table_prompt import paused
from tui.screens.talk import talk_command, unread
from tui.tally import tally, tally_of_others
from tui.text import Part, card_text
from tui.viewer import clock_of, person, score_model, table_header, talk_model
from tui.widgets.cells import Panel
from tui.widgets.clock import clock_at_the_end, row_before_clock
from tui.widgets.count import draw_count
from tui.widgets.frame import Header, Priority, Prompt, draw_prompt
from tui.widgets.layoff_hand import HiddenHand, LayoffHand, draw_hidden_hand, draw_layoff_hand
from tui.widgets.score import draw_score, draw_sheet
from tui.widgets.spread import SpreadModel, draw_spread
from tui.widgets.talk import draw_talk


class ShowdownScreen(Screen):
    """The defender lays off; the others look on."""

    shows_prompt = True
    asking = Asking.NOTHING
    count: LayoffCount | None = None
    """The defender's own count; None for everybody else."""

    @property
    def table(self) -> TableSnapshot:
        """The table as told last."""
        assert self.presenter.table is not None  # noqa: S101 # the screen is for a table
        return self.presenter.table

    @property
    def showdown(self) -> Showdown:
        """What lies on the table."""
        assert self.table.view is not None  # noqa: S101 # routed here by the deal's phase
        assert self.table.view.showdown is not None  # noqa: S101
        return self.table.view.showdown

    def arrived(self, before: TableSnapshot | None) -> None:
        """Count anew after every layoff, and lead the cursor to the next card of use."""
        table, view = self.table, self.table.view
        if self.count is not None and before is not None and before.version == table.version:
            return
        self.asking = Asking.NOTHING
        if isinstance(view, SeatView) and view.seat is not self.showdown.knocker:
            self.count = count_layoffs(self.showdown, view.hand)
            if before is not None:
                self._move_to(self.count.useful)

    @property
    def cursor(self) -> int:
        """The place of the cursor in the hand."""
        last = len(self.count.cards) - 1 if self.count else 0
        return max(0, min(self.presenter.desk.cursor, last))

    @property
    def card(self) -> Card | None:
        """The card under the cursor."""
        return self.count.cards[self.cursor] if self.count and self.count.cards else None

    @property
    def fitting(self) -> tuple[int, ...]:
        """The melds that this card fits."""
        return self.count.places[self.cursor] if self.count and self.count.cards else ()

    # What is shown

    def header(self) -> Header:
        """Say where one is."""
        return table_header(self.table, self.presenter.gateway.name, "showdown")

    def regions(self, width: int, height: int) -> Regions:
        """The spread, the prompt line and the own cards; beside or under them the sums."""
        if is_large(width, height):
            side = 38 if width < 150 else 44
            left = width - side
            return {
                "spread": Region(0, 1, left, 11),
                "prompt": Region(0, 12, left, 1),
                "hand": Region(0, 13, left, 9),
                "talk": Region(0, 22, left, height - 23),
                "count": Region(left, 1, side, 9),
                "score": Region(left, 10, side, height - 11),
            }
        middle = width // 2
        below = 14 if height < 26 else 15
        return {
            "spread": Region(0, 1, width, below - 8),
            "prompt": Region(0, below - 7, width, 1),
            "hand": Region(0, below - 6, width, 6),
            "count": Region(0, below, middle, 9),
            "score": Region(middle, below, width - middle, 9),
            "talk": Region(0, below + 9, width, height - below - 10),
        }

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """Everything a defender needs at once."""
        regions, table = self.regions(width, height), self.table
        score = draw_sheet if is_large(width, height) else draw_score
        defender = self.showdown.knocker.other
        hidden = HiddenHand(
            person(table, defender), table.view.counts[defender] if table.view else 0
        )
        hand: Panel[Any] = Panel(regions["hand"], draw_hidden_hand, hidden, "felt")
        if self.count is not None:
            mine = LayoffHand(self.count, self.cursor)
            hand = Panel(regions["hand"], draw_layoff_hand, mine, "felt")
        rows = tally(table, self.count) if self.count else tally_of_others(table)
        prompt, clock = regions["prompt"], clock_of(table, defender)
        return (
            Panel(regions["spread"], draw_spread, self._spread(), "felt"),
            Panel(row_before_clock(prompt, clock), draw_prompt, self._prompt(), "felt_lo"),
            hand,
            Panel(regions["count"], draw_count, rows),
            Panel(regions["score"], score, score_model(table)),
            *self._talk(regions["talk"]),
            *clock_at_the_end(prompt, clock, "felt_lo"),
        )

    def _talk(self, region: Region) -> tuple[Panel[Any], ...]:
        """The talk, where there is room for it."""
        if region.height < 2:
            return ()
        return (Panel(region, draw_talk, talk_model(self.table, self.presenter.gateway.name)),)

    def _spread(self) -> SpreadModel:
        showdown, count = self.showdown, self.count
        fits: tuple[tuple[Card, tuple[int, ...]], ...] = ()
        if count is not None:
            fits = tuple(
                (card, places)
                for card, places in zip(count.cards, count.places, strict=True)
                if places
            )
        return SpreadModel(
            person(self.table, showdown.knocker),
            self.table.seat is showdown.knocker,
            showdown.laid,
            showdown.spread,
            showdown.deadwood_cards,
            fits,
            self.fitting,
        )

    def _prompt(self) -> Prompt:
        flash, table = self.presenter.flash_text, self.table
        if self.count is None:
            return paused(table, waiting_prompt(table, self.showdown, flash))
        cursor = Cursor(self.showdown, self.count, self.cursor)
        names_keys = self.presenter.settings.key_hints
        prompt = layoff_prompt(table, cursor, self.asking, flash, names_keys=names_keys)
        return paused(table, prompt)

    def guard_lines(self) -> tuple[tuple[Part, ...], ...]:
        """Say how the count stands."""
        if self.count is None:
            return ((person(self.table, self.showdown.knocker.other), " lays off"),)
        return (("You lay off; your deadwood is ", str(self.count.now)),)

    # What keys do

    def commands(self) -> Sequence[Command]:
        """Lay off, undo, finish."""
        presenter = self.presenter
        watching = () if self.count is None else tuple(self._defending(self.count))
        return (
            *watching,
            talk_command(presenter, unread(presenter), Priority.NORMAL),
            Command(
                ("v",), "Sheet", lambda: presenter.open_layer("score_sheet"), footer=Priority.LOW
            ),
            *match_commands(presenter),
        )

    def _defending(self, count: LayoffCount) -> Iterator[Command]:
        if self.asking is not Asking.NOTHING:
            yield Command(("escape",), "Back", self._back)
        yield Command(("left", "h"), "Choose", lambda: self._move(-1), shown="←→")
        yield Command(("right", "l"), "Next card", lambda: self._move(1), footer=None)
        yield Command(("home",), "First card", lambda: self._move_to(0), footer=None)
        yield Command(
            ("end",), "Last card", lambda: self._move_to(len(count.cards) - 1), footer=None
        )
        yield Command(("enter", "space"), "Lay off", self._lay_off, self._fits_nowhere())
        for meld in range(len(self.showdown.laid)):
            yield Command(
                (str(meld + 1),), f"Lay on meld {meld + 1}", self._on_meld(meld),
                self._does_not_fit(meld), footer=None,
            )  # fmt: skip
        none_helps = "" if count.best_steps else "No layoff lowers your count: f finishes."
        yield Command(("x",), "Best", self._lay_off_best, none_helps)
        nothing = "" if self.showdown.layoffs else "Nothing is laid off yet."
        yield Command(("u", "backspace"), "Undo", self._undo, nothing)
        yield Command(("f",), "Finish", self._finish, rests=True)

    async def press(self, key: str) -> bool:
        """Choose a card by clicking it; click the chosen one to lay it off."""
        kind, _, place = key.partition(":")
        if kind == "card" and self.count is not None:
            if int(place) == self.cursor:
                await self.presenter.press("enter")
            else:
                self._move_to(int(place))
        return kind == "card"

    def _back(self) -> None:
        self.asking = Asking.NOTHING

    def _move(self, by: int) -> None:
        if self.count is not None and self.count.cards:
            self._move_to((self.cursor + by) % len(self.count.cards))

    def _move_to(self, place: int) -> None:
        self.asking = Asking.NOTHING
        self.presenter.arrange(replace(self.presenter.desk, cursor=place))

    def _fits_nowhere(self) -> str:
        if self.card is None:
            return "You have laid off everything: f finishes."
        return "" if self.fitting else f"{card_text(self.card)} fits on none of the melds."

    def _does_not_fit(self, meld: int) -> str:
        if self.card is None:
            return self._fits_nowhere()
        if meld in self.fitting:
            return ""
        return f"{card_text(self.card)} does not fit on {meld_named(self.showdown, meld)}."

    async def _lay_off(self) -> None:
        if len(self.fitting) > 1:
            self.asking = Asking.MELD
        elif self.card is not None:
            await self.presenter.act(LayOff(self.card, self.fitting[0]))

    def _on_meld(self, meld: int) -> Callable[[], Awaitable[None]]:
        async def lay_off() -> None:
            if self.card is not None:
                await self.presenter.act(LayOff(self.card, meld))

        return lay_off

    async def _lay_off_best(self) -> None:
        steps = self.count.best_steps if self.count else ()
        for card, meld in steps:
            await self.presenter.act(LayOff(card, meld))
            self.presenter.update()

    async def _undo(self) -> None:
        await self.presenter.act(UndoLayoff())

    async def _finish(self) -> None:
        if self.count and self.count.best_steps and self.asking is not Asking.FINISH:
            self.asking = Asking.FINISH
            self.presenter.rest()
        else:
            await self.presenter.act(FinishLayoffs())
