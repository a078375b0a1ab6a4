"""A presenter without a terminal: press keys, read frames."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.gateway import PROFILE, FakeGateway
from tui.presenter import REST_SECONDS, Presenter
from tui.terminal import ColourDepth, TerminalProfile
from tui.widgets.cells import Frame

FRAMES = Path(__file__).parent.parent / "tui" / "frames"


@dataclass
class FakeControl:
    """Remembers what was asked of the terminal."""

    titles: list[str] = field(default_factory=list)
    depths: list[ColourDepth] = field(default_factory=list)
    mouse: list[bool] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)

    def use_depth(self, depth: ColourDepth) -> None:
        self.depths.append(depth)

    def use_mouse(self, wanted: bool) -> None:
        self.mouse.append(wanted)

    def show_title(self, title: str) -> None:
        self.titles.append(title)

    def end(self, message: str) -> None:
        self.ended.append(message)


@dataclass
class Stage:
    """Stands in for the app, its timers and its clock."""

    control: FakeControl = field(default_factory=FakeControl)
    now: float = 100.0
    bells: int = 0
    repaints: int = 0
    timers: list[tuple[float, Callable[[], None]]] = field(default_factory=list)

    def redraw(self) -> None:
        pass

    def repaint(self) -> None:
        self.repaints += 1

    def bell(self) -> None:
        self.bells += 1

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        self.timers.append((self.now + seconds, call))

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds
        due = [call for at, call in self.timers if at <= self.now]
        self.timers = [timer for timer in self.timers if timer[0] > self.now]
        for call in due:
            call()


class Seated:
    """A player at the screens."""

    def __init__(self, gateway: FakeGateway, profile: TerminalProfile = PROFILE) -> None:
        self.gateway = gateway
        self.stage = Stage()
        self.presenter = Presenter(gateway, profile, self.stage, clock=lambda: self.stage.now)
        gateway.listen(self.presenter.update)
        self.stage.wait(1)

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, unhurriedly."""
        for key in keys:
            await self.presenter.press(key)
            self.stage.wait(REST_SECONDS)

    async def type(self, text: str) -> None:
        """Press a key for every letter, without a pause."""
        for letter in text:
            await self.presenter.press("space" if letter == " " else letter)

    def frame(self, width: int = 80, height: int = 24) -> Frame:
        """What is to be seen in a terminal of this size."""
        return Frame(width, height, self.presenter.painted(width, height))

    def text(self, width: int = 80, height: int = 24) -> str:
        """The frame as plain text."""
        return self.frame(width, height).canvas.text()

    async def click(self, word: str, width: int = 80, height: int = 24) -> None:
        """Click on the first place where a word stands."""
        frame = self.frame(width, height)
        for y, line in enumerate(frame.canvas.text().split("\n")):
            if word in line:
                key = frame.key_at(line.index(word), y)
                assert key is not None, f"nothing to click at {word!r}"
                await self.press(key)
                return
        raise AssertionError(f"{word!r} is not on the screen")


def assert_frame(name: str, shown: str) -> None:
    """Compare a frame with the stored one; UPDATE_FRAMES=1 stores it instead."""
    stored = FRAMES / f"{name}.txt"
    if os.environ.get("UPDATE_FRAMES"):
        stored.parent.mkdir(exist_ok=True)
        stored.write_text(shown + "\n", encoding="utf-8")
    assert stored.read_text(encoding="utf-8") == shown + "\n", f"frame {name} has changed"
