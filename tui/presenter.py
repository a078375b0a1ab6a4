"""What one player sees and does: the newest snapshot, the screen it asks for, and what keys do there.

It knows nothing of the program that draws it beyond `Stagehand`, so it works without one.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

from textual.geometry import Region

from engine.actions import Action
from engine.view import SeatView
from tui import layout, routing
from tui.commands import Command
from tui.common_keys import keys_everywhere, screen_keys
from tui.gateway import Desk, Gateway, RejectedError, TableSnapshot
from tui.latest import Latest
from tui.layers import LayerStack
from tui.outside import news_from_outside
from tui.position import Position, position_of
from tui.screens.base import Layer, Screen
from tui.settings import Settings, TurnAlert
from tui.stagehand import Notice, Stagehand
from tui.terminal import TerminalProfile
from tui.text import sentence
from tui.text import width as text_width
from tui.theme import Look, depth_for, look_for
from tui.viewer import still_of
from tui.widgets.cells import Panel
from tui.widgets.frame import (
    Footer,
    Guard,
    draw_footer,
    draw_guard,
    draw_header,
    draw_toast,
)

FLASH_SECONDS = 4.0
TOAST_SECONDS = 5.0
REST_SECONDS = 0.25
"""How long irreversible keys rest after a change of position, so that typing ahead cannot play."""
REST_AFTER_TEXT = 1.5
"""How long they rest after a text field went: who still types must not play."""
RESTING = "The position has just changed: look, then press again."
UNKNOWN = "That key does nothing here: ? tells what the keys do."
UNKNOWN_IN_A_LAYER = "That key does nothing here: Esc goes back."
TITLE = "Hollywood Gin"
_KEYS_IN_ANY_SIZE = ("ctrl+l", "ctrl+q", "ctrl+c")
"""What works on the guard screen: the question before leaving is asked there too."""

Painted = list[tuple[Look, Sequence[Panel[Any]]]]
"""Panels by the look they are drawn in, the lowest first."""


class Presenter:
    """What one player sees and does."""

    def __init__(
        self,
        gateway: Gateway,
        terminal: TerminalProfile,
        stagehand: Stagehand,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.gateway = gateway
        self.terminal = terminal
        self.stagehand = stagehand
        self.size = (terminal.width, terminal.height)
        self.table: TableSnapshot | None = None
        self.desk = Desk()
        """What the player has arranged at the table."""
        self.still: TableSnapshot | None = None
        """The table with its clocks stopped: another object only once something else has changed."""
        self._position_of = Latest(position_of)
        self._common_keys = Latest(screen_keys)
        self._footer_of = Latest(_footer)
        self._layers = LayerStack(self)
        self._flash = Notice(stagehand, FLASH_SECONDS)
        self._toast = Notice(stagehand, TOAST_SECONDS)
        self._clock = clock
        self._rests_until = 0.0
        self._screen_name = ""
        self._acknowledged: tuple[int, int] | None = None
        self._title = ""
        self.has_focus = False
        """Whether the terminal has said that its window is the one being typed into."""
        self.greeting = gateway.greeting
        """What the house has to say to somebody who comes in; the first key closes it."""
        self.screen: Screen
        self._everywhere = keys_everywhere(self)
        self._set_up_terminal()
        self.update()
        self._greet()

    def _set_up_terminal(self) -> None:
        control = self.stagehand.control
        if not self.settings.mouse:
            control.use_mouse(wanted=False)
        if (depth := depth_for(self.settings, self.terminal)) is not self.terminal.depth:
            control.use_depth(depth)

    def _greet(self) -> None:
        """Say at a table what the lobby has a place for."""
        if self.table is not None and self.greeting:
            self.toast(self.greeting)

    # What is shown

    @property
    def settings(self) -> Settings:
        """The player's settings."""
        return self.gateway.settings

    @property
    def look(self) -> Look:
        """How the session looks."""
        return look_for(self.settings, self.terminal)

    @property
    def layer(self) -> Layer | None:
        """The layer that is seen; None for the bare screen."""
        return self._layers.top

    def beneath(self, layer: Layer) -> Screen:
        """What a layer lies on."""
        return self._layers.below(layer) or self.screen

    @property
    def is_too_small(self) -> bool:
        """Whether only the guard screen fits."""
        return layout.is_too_small(*self.size)

    @property
    def top(self) -> Screen:
        """What takes the keys: the open layer, or else the screen."""
        return self.layer or self.screen

    def painted(self, width: int, height: int) -> Painted:
        """Everything there is to see in a terminal of this size."""
        self.size = (width, height)
        look = self.look
        if self.is_too_small:
            whole = Region(0, 0, width, height)
            guard = Guard(self.top.guard_lines() or self.screen.guard_lines())
            return [(look, (Panel(whole, draw_guard, guard, "bg"),))]
        seen: list[Screen] = [self.top]
        while isinstance(lowest := seen[0], Layer) and not lowest.covers:
            seen.insert(0, lowest.beneath)
        *around, top = seen
        under = look_for(self.settings, self.terminal, quiet=True) if around else look
        header = Panel(layout.header(width), draw_header, seen[0].header(), "raised")
        footer = Panel(layout.footer(width, height), draw_footer, self.footer(), "raised")
        painted: Painted = [(under, (header,))]
        painted += [(under, screen.panels(width, height)) for screen in around]
        painted.append((look, (footer, *top.panels(width, height))))
        if self._toast.text:
            wide = min(text_width(self._toast.text) + 4, width - 2)
            where = Region(width - wide, 1, wide, 1)
            painted.append((look, (Panel(where, draw_toast, self._toast.text, "raised"),)))
        return painted

    def footer(self) -> Footer:
        """The keys that may be pressed now, or why the last one did nothing."""
        has_prompt = self.layer is None and self.screen.shows_prompt
        return self._footer_of(self.commands(), "" if has_prompt else self.flash_text)

    # News

    def update(self) -> None:
        """Take the newest snapshot and show the screen it asks for."""
        before, self.table = self.table, self.gateway.table()
        table = self.table
        self.desk = table.desk if table is not None else Desk()
        still = still_of(table) if table is not None else None
        if still != self.still:
            self.still = still
        if before is None or table is None or before.version != table.version:
            self.rest()
        key = (table.id, table.deal_number) if table else None
        name = routing.screen_name(table, acknowledged=key == self._acknowledged)
        if self.gateway.entrance() is not None:
            name = routing.ENTRANCE
        if name != self._screen_name:
            self._change_screen(name)
        if table is not None and (before is None or before.id != table.id):
            self._layers.show(self.desk.layer)
        elif table is None and before is not None:
            self._layers.show("")
        self.screen.arrived(before)
        if self.layer is not None:
            self.layer.arrived(before)
        self._tell_turn(before)
        if news := news_from_outside(before, table):
            self.toast(news)
        self.stagehand.redraw()

    def _change_screen(self, name: str) -> None:
        before, self._screen_name = self._screen_name, name
        if before and self.screen.takes_text:
            self.rest(REST_AFTER_TEXT)
        if before == routing.ENTRANCE:
            self._set_up_terminal()
            self.greeting = self.gateway.greeting
        self.screen = routing.make_screen(name, self)

    def _tell_turn(self, before: TableSnapshot | None) -> None:
        alert = self.settings.alert
        mine = is_my_turn(self.table)
        begins = mine and before is not None and not is_my_turn(before)
        if begins and not self.has_focus and alert in (TurnAlert.BELL, TurnAlert.BELL_TITLE):
            self.stagehand.bell()
        named = alert in (TurnAlert.TITLE, TurnAlert.BELL_TITLE)
        title = f"* your turn - {TITLE}" if mine and named else TITLE
        if title != self._title:
            self._title = title
            self.stagehand.control.show_title(title)

    def acknowledge(self) -> None:
        """Go on from the last deal's result to what the match came to."""
        if self.table is not None:
            self._acknowledged = (self.table.id, self.table.deal_number)
            self.update()

    def flash(self, text: str) -> None:
        """Explain a mistake for a while."""
        self._flash.show(sentence(text))

    @property
    def flash_text(self) -> str:
        """The mistake being explained; empty for none."""
        return self._flash.text

    def toast(self, text: str) -> None:
        """Show news from outside for a while."""
        self._toast.show(text)

    # Keys

    def commands(self) -> tuple[Command, ...]:
        """Everything that keys do now, the top screen's own first."""
        if self.layer is not None:
            return (*self.layer.commands(), *self._everywhere)
        return (*self.screen_commands(), *self._everywhere)

    def screen_commands(self) -> tuple[Command, ...]:
        """What keys do on the screen itself, whatever layer may be open."""
        common = self._common_keys(self, self.screen.takes_text, self.table is not None)
        return (*self.screen.commands(), *common)

    async def press(self, key: str) -> None:
        """Do what a key means, or explain why it means nothing now."""
        asking = self.layer is not None and self.layer.guard_lines()
        if self.is_too_small and key not in _KEYS_IN_ANY_SIZE and not asking:
            return
        self.greeting = ""
        command = next((c for c in self.commands() if key in c.keys), None)
        if command is not None:
            await self.run(command)
        elif not await self.top.press(key):
            self.flash(UNKNOWN_IN_A_LAYER if self.layer is not None else UNKNOWN)
        await self.read()
        self.stagehand.redraw()

    async def run(self, command: Command) -> None:
        """Run a command, unless it is refused or rests."""
        if command.refusal:
            self.flash(command.refusal)
        elif command.rests and self.is_resting:
            self.flash(RESTING)
        else:
            self._flash.clear()
            if (doing := command.run()) is not None:
                await self.ask(doing)

    async def read(self) -> None:
        """Let layers that have been opened read what they show; a refusal is explained."""
        if not self._layers.has_unread:
            return
        try:
            await self._layers.read()
        except RejectedError as refused:
            self.flash(str(refused))
        self.stagehand.redraw()

    async def ask(self, intent: Awaitable[None]) -> None:
        """Wait for an intent; a refusal is explained."""
        try:
            await intent
        except RejectedError as refused:
            self.flash(str(refused))
        self.update()

    async def act(self, action: Action) -> None:
        """Do something in the deal, in the position that is shown.

        Raises:
            RejectedError: If the table refuses.
        """
        if self.table is not None:
            await self.gateway.act(action, self.table.version)

    def paste(self, text: str) -> None:
        """Take pasted text where there is a text field."""
        if not self.is_too_small:
            self.top.paste(text)
            self.stagehand.redraw()

    def rest(self, seconds: float = REST_SECONDS) -> None:
        """Let irreversible keys rest from now on for a moment."""
        self._rests_until = max(self._rests_until, self._clock() + seconds)

    @property
    def is_resting(self) -> bool:
        """Whether irreversible keys rest."""
        return self._clock() < self._rests_until

    # What the player arranges

    @property
    def position(self) -> Position | None:
        """The position of a seated player in a deal; None for watchers and between deals."""
        desk = self.desk
        return self._position_of(self.still, desk.own_order, desk.lifted, self.settings)

    def arrange(self, desk: Desk) -> None:
        """Keep what the player has arranged."""
        if self.table is not None and desk != self.desk:
            self.desk = desk
            self.gateway.arrange(desk)

    def open_layer(self, name: str) -> None:
        """Open a layer over the screen, in place of all that are open."""
        self._open(name)

    def open_over(self, name: str) -> None:
        """Open a layer over the one that is seen, which comes back when it is closed."""
        if not self._layers.is_on_top(name):
            self._open(f"{self._layers.path}/{name}")

    def open_instead(self, name: str) -> None:
        """Open a layer in place of the one that is seen; those below stay."""
        self._open(f"{self._layers.path_below}/{name}")

    def _open(self, path: str) -> None:
        self._layers.show(path)
        self.arrange(replace(self.desk, layer=self._layers.lasting))
        if self.layer is not None:
            self.layer.arrived(self.table)
        self.rest()

    def close_layer(self) -> None:
        """Close the layer that is seen."""
        self._layers.show(self._layers.path_below)
        self.arrange(replace(self.desk, layer=self._layers.lasting))

    def save_settings(self, settings: Settings) -> None:
        """Keep changed settings and draw by them at once."""
        before = self.settings
        self.gateway.save_settings(settings)
        control = self.stagehand.control
        if settings.mouse != before.mouse:
            control.use_mouse(wanted=settings.mouse)
        if depth_for(settings, self.terminal) is not depth_for(before, self.terminal):
            control.use_depth(depth_for(settings, self.terminal))


def is_my_turn(table: TableSnapshot | None) -> bool:
    """Whether the viewer has to act in the deal."""
    return table is not None and isinstance(table.view, SeatView) and table.view.is_my_turn


def _footer(commands: tuple[Command, ...], flash: str) -> Footer:
    return Footer(tuple(c.footer_item for c in commands if c.footer is not None), flash)
