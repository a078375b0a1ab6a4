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
from tui.gateway import Desk, Gateway, RejectedError, TableSnapshot
from tui.layers import LayerStack
from tui.outside import news_from_outside
from tui.screens.base import Layer, Screen
from tui.settings import Settings, TurnAlert
from tui.stagehand import Notice, Stagehand
from tui.terminal import TerminalProfile
from tui.text import width as text_width
from tui.theme import Look, depth_for, look_for
from tui.widgets.cells import Panel
from tui.widgets.frame import (
    Footer,
    Guard,
    Priority,
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
        header = Panel(layout.header(width), draw_header, self.top.header(), "raised")
        footer = Panel(layout.footer(width, height), draw_footer, self._footer(), "raised")
        if self.layer is None:
            painted: Painted = [(look, (header, footer, *self.screen.panels(width, height)))]
        elif self.layer.covers:
            painted = [(look, (header, footer, *self.layer.panels(width, height)))]
        else:
            beneath = self.layer.beneath
            header = replace(header, model=beneath.header())
            under = look_for(self.settings, self.terminal, quiet=True)
            painted = [
                (under, (header, *beneath.panels(width, height))),
                (look, (footer, *self.layer.panels(width, height))),
            ]
        if self._toast.text:
            wide = min(text_width(self._toast.text) + 4, width - 2)
            where = Region(width - wide, 1, wide, 1)
            painted.append((look, (Panel(where, draw_toast, self._toast.text, "raised"),)))
        return painted

    def _footer(self) -> Footer:
        items = [c.footer_item for c in self.commands() if c.footer is not None]
        has_prompt = self.layer is None and self.screen.shows_prompt
        return Footer(tuple(items), "" if has_prompt else self.flash_text)

    # News

    def update(self) -> None:
        """Take the newest snapshot and show the screen it asks for."""
        before, self.table = self.table, self.gateway.table()
        table = self.table
        if before is None or table is None or before.version != table.version:
            self.rest()
        key = (table.id, table.deal_number) if table else None
        name = routing.screen_name(table, acknowledged=key == self._acknowledged)
        if self.gateway.entrance() is not None:
            name = routing.ENTRANCE
        if name != self._screen_name:
            self._change_screen(name)
        if table is not None and (before is None or before.id != table.id):
            self._layers.show(table.desk.layer)
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
        self._flash.show(text)

    @property
    def flash_text(self) -> str:
        """The mistake being explained; empty for none."""
        return self._flash.text

    def toast(self, text: str) -> None:
        """Show news from outside for a while."""
        self._toast.show(text)

    # Keys

    def commands(self) -> list[Command]:
        """Everything that keys do now, the top screen's own first."""
        own = list(self.layer.commands()) if self.layer is not None else self.screen_commands()
        return [
            *own,
            Command(("ctrl+q", "ctrl+c"), "Leave", self._opener("leave"), footer=None),
            Command(("ctrl+l",), "Redraw", self.stagehand.repaint, footer=None),
        ]

    def screen_commands(self) -> list[Command]:
        """What keys do on the screen itself, whatever layer may be open."""
        leaving = "Leave" if self.table is not None else "Quit"
        palette = Command(("ctrl+p",), "", self._opener("palette"), footer=None)
        if self.screen.takes_text:
            leave = self._opener("leave")
            named = Command(("ctrl+q",), leaving, leave, footer=Priority.PINNED, shown="Ctrl+Q")
            return [*self.screen.commands(), named, palette]
        return [
            *self.screen.commands(),
            Command(("?",), "Help", self._opener("help"), footer=Priority.PINNED),
            Command(("q",), leaving, self._opener("leave"), footer=Priority.PINNED),
            palette,
            Command(
                ("open:settings",), "Settings", self._opener("settings"), footer=None, shown=" "
            ),
        ]

    def _opener(self, name: str) -> Callable[[], None]:
        return lambda: self.open_layer(name)

    async def press(self, key: str) -> None:
        """Do what a key means, or explain why it means nothing now."""
        asking = self.layer is not None and self.layer.guard_lines()
        if self.is_too_small and key not in _KEYS_IN_ANY_SIZE and not asking:
            return
        self.greeting = ""
        command = next((c for c in self.commands() if key in c.keys), None)
        if command is None:
            await self.top.press(key)
        else:
            await self.run(command)
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
    def desk(self) -> Desk:
        """What the player has arranged at the table."""
        return self.table.desk if self.table is not None else Desk()

    def arrange(self, desk: Desk) -> None:
        """Keep what the player has arranged."""
        if self.table is not None and desk != self.table.desk:
            self.table = replace(self.table, desk=desk)
            self.gateway.arrange(desk)

    def open_layer(self, name: str) -> None:
        """Open a layer over the screen, in place of all that are open."""
        self._open(name)

    def open_over(self, name: str) -> None:
        """Open a layer over the one that is seen, which comes back when it is closed."""
        self._open(f"{self._layers.path}/{name}")

    def open_instead(self, name: str) -> None:
        """Open a layer in place of the one that is seen; those below stay."""
        self._open(f"{self._layers.path_below}/{name}")

    def _open(self, path: str) -> None:
        self._layers.show(path)
        self.arrange(replace(self.desk, layer=self._layers.path))
        if self.layer is not None:
            self.layer.arrived(self.table)
        self.rest()

    def close_layer(self) -> None:
        """Close the layer that is seen."""
        self._layers.show(self._layers.path_below)
        self.arrange(replace(self.desk, layer=self._layers.path))

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
