"""A tiny Textual app that shows the keys it gets, for tests of the door alone."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.strip import Strip
from textual.widget import Widget

from server.ssh.house import Answer
from server.ssh.identity import Caller
from tui.terminal import ColourDepth, TerminalControl, TerminalProfile

RED = Style.parse("bold #ff5555 on #005f5f")


class Lines(Widget):
    """Draws the app's lines, one a row."""

    DEFAULT_CSS = "Lines { width: 1fr; height: 1fr; }"

    def render_line(self, y: int) -> Strip:
        assert isinstance(self.app, EchoApp)
        lines = self.app.lines()
        text = lines[y] if y < len(lines) else ""
        return Strip([Segment(text.ljust(self.size.width)[: self.size.width], RED)])


class EchoApp(App[None]):
    """Shows its caller, its size and the keys it got; some keys do something."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, caller: Caller, terminal: TerminalProfile, control: TerminalControl) -> None:
        super().__init__()
        self.caller = caller
        self.terminal = terminal
        self.control = control
        self.keys: list[str] = []
        self.pastes: list[str] = []
        self.clicks: list[tuple[int, int]] = []

    def compose(self) -> ComposeResult:
        yield Lines()

    def lines(self) -> list[str]:
        pasted = sum(map(len, self.pastes))
        return [
            f"name={self.caller.name} key={self.caller.fingerprint}",
            f"size={self.size.width}x{self.size.height} depth={self.terminal.depth.name}",
            f"count={len(self.keys)} pasted={pasted} clicks={self.clicks[-1:]}",
            "keys=" + " ".join(self.keys[-5:]) + ";",
        ]

    async def action_quit(self) -> None:
        """Ctrl+Q, which Textual binds before any other handling, is shown like other keys."""
        self.keys.append("ctrl+q")
        self.query_one(Lines).refresh()

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.keys.append(event.key)
        self.act(event.key)
        self.query_one(Lines).refresh()

    def act(self, key: str) -> None:
        match key:
            case "Q":
                self.exit(message="Goodbye from the app.")
            case "X":
                raise RuntimeError("the app was told to crash")
            case "M":
                self.control.use_depth(ColourDepth.MONO)
            case "T":
                self.control.show_title("gin\x1b]0;no\x07")
            case "P":
                print("printed by the app")  # noqa: T201  # the stream it goes to is tested
            case "U":
                self.open_url("http://127.0.0.1/")
            case "H":
                self.run_worker(asyncio.sleep(60), exclusive=False)

    def on_paste(self, event: events.Paste) -> None:
        self.pastes.append(event.text)
        self.query_one(Lines).refresh()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.clicks.append((event.x, event.y))
        self.query_one(Lines).refresh()

    def on_resize(self) -> None:
        self.query_one(Lines).refresh()


Make = Callable[[Caller, TerminalProfile, TerminalControl], App[Any]]


@dataclass
class EchoHouse:
    """Opens a new app for every caller and remembers, weakly, which are alive."""

    make: Make = EchoApp
    live: weakref.WeakSet[App[Any]] = field(default_factory=weakref.WeakSet)
    callers: list[Caller] = field(default_factory=list)
    terminals: list[TerminalProfile] = field(default_factory=list)
    controls: list[weakref.ref[TerminalControl]] = field(default_factory=list)
    closed: list[weakref.ref[App[Any]]] = field(default_factory=list)
    seated: weakref.WeakSet[App[Any]] = field(default_factory=weakref.WeakSet)
    told: list[str] = field(default_factory=list)
    owners: dict[str, str] = field(default_factory=dict)
    """Which key the name of an account is for."""
    objection: str = ""
    """Why nobody may come in."""
    answers: dict[str, Awaitable[Answer]] = field(default_factory=dict)
    """To commands, each for one caller."""

    def open_app(
        self, caller: Caller, terminal: TerminalProfile, control: TerminalControl
    ) -> App[Any]:
        app = self.make(caller, terminal, control)
        self.live.add(app)
        self.callers.append(caller)
        self.terminals.append(terminal)
        self.controls.append(weakref.ref(control))
        return app

    def accepts(self, caller: Caller) -> bool:
        owner = self.owners.get(caller.name, caller.fingerprint)
        return not caller.token and owner == caller.fingerprint

    def refusal(self, caller: Caller) -> str:  # noqa: ARG002  # as every house is asked
        return self.objection

    def answer(self, caller: Caller, command: str) -> Awaitable[Answer] | None:  # noqa: ARG002  # as every house is
        return self.answers.pop(command, None)

    def has_seat(self, app: App[Any]) -> bool:
        return app in self.seated

    def tell(self, app: App[Any], text: str) -> None:
        assert app in self.live
        self.told.append(text)

    def close_app(self, app: App[Any]) -> None:
        self.closed.append(weakref.ref(app))
