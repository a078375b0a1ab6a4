"""The Textual app of one session: it hands keys to the presenter and shows what the presenter paints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from textual import events
from textual.app import App
from textual.message import Message

from tui.gateway import Gateway
from tui.presenter import Presenter
from tui.repaint import SurfaceScreen
from tui.terminal import TerminalControl, TerminalProfile
from tui.widgets.cells import Surface

_SAME_KEYS = {"ctrl+j": "enter", "ctrl+h": "backspace"}
"""Keys that terminals send for others: Enter as line feed, Backspace as 08."""


class GinApp(App[None], inherit_bindings=False):
    """One player's session."""

    CSS = "Screen { layout: vertical; overflow: hidden; }"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    AUTO_FOCUS = None
    TITLE = "Hollywood Gin"

    class Changed(Message):
        """Posted when the gateway has newer snapshots."""

    def __init__(
        self,
        gateway: Gateway,
        terminal: TerminalProfile,
        control: TerminalControl,
    ) -> None:
        super().__init__()
        self.control = control
        self._stage = SurfaceScreen()
        self.presenter = Presenter(gateway, terminal, self)
        self._told = False
        gateway.listen(self._changed)

    def get_default_screen(self) -> SurfaceScreen:
        """The one screen."""
        return self._stage

    def _changed(self) -> None:
        """Ask for one update, however often it is called before that comes."""
        if not self._told:
            self._told = True
            self.post_message(self.Changed())

    async def on_mount(self) -> None:
        """Fill the layer that was open when the player was here last."""
        await self.presenter.read()

    async def on_gin_app_changed(self) -> None:
        """Take the newest snapshots."""
        self._told = False
        self.presenter.update()
        await self.presenter.read()

    async def on_event(self, event: events.Event) -> None:
        """Take keys and focus as they come, past all that Textual would ask and restyle first."""
        match event:
            case events.Key():
                await self._press(event)
            case events.AppFocus() | events.AppBlur():
                self.presenter.has_focus = isinstance(event, events.AppFocus)
            case _:
                await super().on_event(event)

    async def _press(self, event: events.Key) -> None:
        """Hand a key to the presenter: a letter or sign as itself, others by name."""
        letter = event.character if event.is_printable else None
        if letter is None or letter == " ":
            letter = _SAME_KEYS.get(event.key, event.key)
        await self.presenter.press(letter)

    def on_paste(self, event: events.Paste) -> None:
        """Hand pasted text to the presenter."""
        event.stop()
        self.presenter.paste(event.text)

    async def on_surface_clicked(self, event: Surface.Clicked) -> None:
        """A click means a key."""
        if self.presenter.settings.mouse:
            await self.presenter.press(event.key)

    def on_surface_resized(self) -> None:
        """Paint for the new size."""
        self.redraw()

    def redraw(self) -> None:
        """Show the presenter as it is now."""
        size = self._stage.surface.extent
        if size:
            self._stage.show(self.presenter.painted(*size))

    def repaint(self) -> None:
        """Send every cell again."""
        self._stage.repaint()

    def refresh(
        self, *, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """Send every cell again; else as Textual does it."""
        if repaint and self.is_running:
            self.repaint()
        return super().refresh(repaint=repaint, layout=layout, recompose=recompose)

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Call something after a while."""
        self.set_timer(seconds, call)
