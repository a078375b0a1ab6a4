"""Textual's driver over one SSH channel: no threads, signals, environment or standard streams."""

# ruff: noqa: ARG002  # Textual dictates these signatures

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, BinaryIO, Literal, Protocol, TextIO, assert_never

from textual import events
from textual.app import App
from textual.dom import DOMNode
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from server.ssh.textual_app import hold_frames, key_events, nodes_of
from server.ssh.tokens import Answer, Click, Focus, Paste, Press, Token

_WHEEL, _MOTION, _BUTTONS = 64, 32, 3
_POINTER = "\x1b]22;"
_SHIFT, _META, _CTRL = 4, 8, 16
_WHEEL_EVENTS = (
    events.MouseScrollUp,
    events.MouseScrollDown,
    events.MouseScrollLeft,
    events.MouseScrollRight,
)


class Stage(Protocol):
    """What a driver draws on and hears from: the session."""

    def driver_started(self, driver: SSHDriver) -> None:
        """The app can take input from now on."""

    def draw(self, frame: str) -> None:
        """Send a frame, or skip it while the client does not read."""


class SSHDriver(Driver):
    """Carries one app's frames out and one client's keys in, all in the server's loop."""

    def __init__(
        self,
        app: App[Any],
        *,
        stage: Stage,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.nodes: list[DOMNode] = []
        """What was mounted when the app stopped, to be taken apart."""
        self._stage = stage
        self._frame: list[str] = []
        self._flush: asyncio.Handle | None = None
        self._held: AbstractContextManager[None] | None = None
        self._is_live = False
        # On Python 3.12 every app makes the whole loop start tasks eagerly.
        self._loop.set_task_factory(None)

    def write(self, data: str) -> None:
        """Add to the frame that goes out with the next flush, at the latest in the next turn."""
        if data.startswith(_POINTER):
            return  # a change of the mouse pointer that nothing would undo at the end
        self._frame.append(data)
        if self._flush is None:
            self._flush = self._loop.call_soon(self.flush)

    def flush(self) -> None:
        """Send what has been written as one piece."""
        if self._flush is not None:
            self._flush.cancel()
            self._flush = None
        frame = "".join(self._frame)
        self._frame.clear()
        if frame and self._is_live:
            self._stage.draw(frame)

    def hold(self, wanted: bool) -> None:
        """Compose no frames while the client does not read; afterwards repaint everything."""
        if wanted and self._held is None and self._is_live:
            self._held = hold_frames(self._app)
        elif not wanted and self._held is not None:
            held, self._held = self._held, None
            held.__exit__(None, None, None)
            self.repaint()

    def repaint(self) -> None:
        """Have the app draw its whole screen again."""
        if self._is_live:
            self._app.call_later(self._app.refresh)

    def resize(self, width: int, height: int) -> None:
        """Tell the app that its terminal has another size now."""
        self._size = (width, height)
        if self._is_live:
            size = Size(width, height)
            self.send_message(events.Resize(size, size))

    def send_message(self, message: Message) -> None:
        """Put a message into the app's queue; driver and app share one loop."""
        self._app.post_message(message)

    def take(self, token: Token) -> None:
        """Turn a token of input into the app's events."""
        if not self._is_live:
            return
        match token:
            case Press(text):
                for key in key_events(text):
                    self.process_message(key)
            case Paste(text):
                self.process_message(events.Paste(text.replace("\x00", "")))
            case Click():
                self._click(token)
            case Focus(gained):
                self.process_message(events.AppFocus() if gained else events.AppBlur())
            case Answer():
                pass
            case _:
                assert_never(token)

    def _click(self, click: Click) -> None:
        button = click.button & _BUTTONS
        kind: type[events.MouseEvent]
        if click.button & _WHEEL:
            kind, number = _WHEEL_EVENTS[button], 0
        elif click.button & _MOTION or button == _BUTTONS:
            return
        else:
            kind, number = (events.MouseDown if click.pressed else events.MouseUp), button + 1
        self.process_message(
            kind(
                None,
                click.x,
                click.y,
                0,
                0,
                number,
                bool(click.button & _SHIFT),
                bool(click.button & _META),
                bool(click.button & _CTRL),
                screen_x=click.x,
                screen_y=click.y,
            )
        )

    def start_application_mode(self) -> None:
        """Begin: the session has set the terminal up already."""
        self._is_live = True
        self._stage.driver_started(self)

    def disable_input(self) -> None:
        """Take no more input and send no more frames."""
        self._is_live = False
        self.hold(False)
        if self._flush is not None:
            self._flush.cancel()
            self._flush = None

    def stop_application_mode(self) -> None:
        """End: note what is to be taken apart; the session restores the terminal."""
        self.nodes = nodes_of(self._app)
        self.disable_input()

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Open nothing: the browser would start on the server."""

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Save nothing: the file would be made on the server."""
        binary.close()
        refusal = PermissionError("files cannot be saved over ssh")
        self.send_message(events.DeliveryFailed(delivery_key, refusal, name))
