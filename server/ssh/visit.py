"""One player's visit: questions to the terminal, then the app, then a tidy goodbye."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from textual.app import App

from server.metrics import KEY_TO_FRAME
from server.ssh.allowance import Allowance
from server.ssh.client_terminal import ClientTerminal, Outlet
from server.ssh.driver import SSHDriver
from server.ssh.house import House
from server.ssh.identity import Caller
from server.ssh.idleness import Idleness
from server.ssh.keyboard import Keyboard
from server.ssh.limits import Limits
from server.ssh.probe import QUESTIONS, Probe
from server.ssh.textual_app import adapt, crash_of, dismantle
from server.ssh.tokens import Answer, Focus, Token
from server.ssh.turns import Turns
from tui.terminal import ColourDepth, TerminalProfile, colour_depth

log = logging.getLogger(__name__)

CRASHED = "Sorry, something went wrong. Come again: nothing that was played is lost."

_UNRELATED = 1.0
"""Seconds after a key from which on a frame has nothing to do with it."""
_EARLY_TOKENS = 1024
"""Input kept of a player who types before the app is there."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a client asked for when it opened its session."""

    caller: Caller
    term: str
    environment: dict[str, str]
    size: tuple[int, int]


class Visit:
    """Runs one app on one terminal; whatever happens, the terminal is restored exactly once.

    It is the driver's stage and the app's `TerminalControl`.
    """

    def __init__(
        self,
        request: Request,
        house: House,
        limits: Limits,
        turns: Turns,
        outlet: Outlet,
        *,
        pause_input: Callable[[bool], None],
        on_over: Callable[[int], None],
        on_done: Callable[[], None],
    ) -> None:
        self.terminal = ClientTerminal(outlet, limits, on_block=self._block)
        own_turns = Allowance(limits.turns_per_second, limits.turns_burst)
        self.keyboard = Keyboard(limits, turns, own_turns, hand_on=self._hear, pause=pause_input)
        self._request = request
        self._house = house
        self._limits = limits
        self._turns = turns
        self._own_turns = own_turns
        self._on_over = on_over
        self._who = {"player": request.caller.name}
        self._size = request.size
        self._probe = Probe()
        self._probed = asyncio.Event()
        self._may_start = asyncio.Event()
        self._early: list[Token] = []
        self._app: App[Any] | None = None
        self._driver: SSHDriver | None = None
        self._resizing: asyncio.TimerHandle | None = None
        self._is_resize_due = False
        self._idleness: Idleness | None = None
        self._key_at: float | None = None
        self._is_over = False
        # A fresh context: nothing of the connection, or of another app, may leak into this one.
        self._task = asyncio.get_running_loop().create_task(
            self._run(), name=f"visit of {request.caller.name}", context=contextvars.Context()
        )
        self._task.add_done_callback(lambda _task: on_done())

    @property
    def is_done(self) -> bool:
        """Whether the app has closed."""
        return self._task.done()

    def use_depth(self, depth: ColourDepth) -> None:
        """Send at most this many colours from the next frame on, and repaint."""
        self.terminal.depth = depth
        if self._driver is not None:
            self._driver.repaint()

    def use_mouse(self, wanted: bool) -> None:
        """Take clicks from the terminal, or leave the mouse to selecting text."""
        self.terminal.use_mouse(wanted)

    def show_title(self, title: str) -> None:
        """Name the terminal's window; its old title comes back at the end."""
        self.terminal.show_title(title)

    def end(self, message: str, status: int = 0) -> None:
        """Restore the terminal, print one plain line and close; the app closes behind it."""
        self._finish(message, status)
        self._dismiss_app()

    def lost(self) -> None:
        """The client is gone: nothing can be written any more."""
        self.terminal.close()
        self.end("")

    def resize(self, width: int, height: int) -> None:
        """Take a new size; the app hears the last one once they stop coming."""
        self._size = (width, height)
        if self._resizing is not None:
            self._resizing.cancel()
        loop = asyncio.get_running_loop()
        self._resizing = loop.call_later(self._limits.resize, self._settle)

    def draw(self, frame: str) -> None:
        """Send a frame, or skip it while the client does not read."""
        if self._key_at is not None:
            passed = time.perf_counter() - self._key_at
            self._key_at = None
            if passed < _UNRELATED:
                KEY_TO_FRAME.observe(passed)
        self.terminal.draw(frame)

    def driver_started(self, driver: SSHDriver) -> None:
        """The app can take input from now on: give it what was typed early."""
        self._driver = driver
        driver.resize(*self._size)
        if self.terminal.is_blocked:
            driver.hold(True)
        early, self._early = self._early, []
        for token in early:
            driver.take(token)

    def _settle(self) -> None:
        self._resizing = None
        if not self._is_resize_due:
            self._is_resize_due = True
            self._turns.take(self._own_turns, self._resized, self._limits.resize_cost)

    def _resized(self) -> None:
        self._is_resize_due = False
        if self._driver is not None:
            self._driver.resize(*self._size)

    def _block(self, blocked: bool) -> None:
        if self._driver is not None:
            self._driver.hold(blocked)

    def _hear(self, token: Token) -> None:
        if isinstance(token, Answer):
            if not self._probed.is_set():
                self._probe.note(token.text)
                if self._probe.is_complete:
                    self._probed.set()
        elif self._driver is not None:
            self._note_presence(token)
            self._driver.take(token)
        elif len(self._early) < _EARLY_TOKENS:
            self._early.append(token)

    def _note_presence(self, token: Token) -> None:
        if self._idleness is not None:
            self._idleness.heard()
        if self._key_at is None and not isinstance(token, Focus):
            self._key_at = time.perf_counter()

    async def _run(self) -> None:
        message, status = "", 0
        try:
            profile = await self._found_out()
            await self._turn_to_start()
            message, status = await self._perform(profile)
        except Exception:
            log.exception("a session failed", extra=self._who)
            message, status = CRASHED, 1
        finally:
            self._finish(message, status)
            self._take_apart()

    async def _found_out(self) -> TerminalProfile:
        """Ask the terminal what it is, for a short while, and set it up."""
        self.terminal.take(QUESTIONS)
        try:
            await asyncio.wait_for(self._probed.wait(), self._limits.probe)
        except TimeoutError:
            self._probed.set()
        probe, request = self._probe, self._request
        depth = colour_depth(
            request.term, request.environment, answered_true=probe.keeps_true_colour
        )
        self.terminal.set_up(depth, synchronized=probe.synchronized)
        width, height = self._size
        return TerminalProfile(
            width=width,
            height=height,
            depth=depth,
            term=request.term,
            wide_suits=probe.wide_suits,
            synchronized=probe.synchronized,
            light_background=probe.light_background,
        )

    async def _turn_to_start(self) -> None:
        """Have apps start one after the other when many come at once."""
        cost = self._limits.start_cost
        turn = self._turns.take(Allowance(cost, cost), self._may_start.set, cost)
        try:
            await self._may_start.wait()
        finally:
            self._turns.withdraw(turn)

    async def _perform(self, profile: TerminalProfile) -> tuple[str, int]:
        """Run the app; return its parting words and its exit status."""
        if self._is_over:
            return "", 0
        if refusal := self._house.refusal(self._request.caller):
            return refusal, 1  # this has come up only while the terminal was asked
        app = self._app = self._house.open_app(self._request.caller, profile, self)
        self._idleness = Idleness(
            self._limits,
            is_spared=lambda: self._house.has_seat(app),
            warn=lambda text: self._house.tell(app, text),
            send_home=self.end,
        )
        driver = functools.partial(SSHDriver, stage=self)
        parting = adapt(app, driver, synchronized=profile.synchronized)
        await app.run_async(size=self._size)
        if error := crash_of(app):
            log.error("an app crashed", exc_info=error, extra=self._who)
            return CRASHED, 1
        return plain_line(parting.getvalue()), app.return_code or 0

    def _finish(self, message: str, status: int) -> None:
        if self._is_over:
            return
        self._is_over = True
        self.keyboard.close()
        if self._resizing is not None:
            self._resizing.cancel()
        if self._idleness is not None:
            self._idleness.close()
            self._idleness = None
        self.terminal.restore(plain_line(message))
        self._on_over(status)
        self._tell_house()

    def _tell_house(self) -> None:
        if self._app is None:
            return
        try:
            self._house.close_app(self._app)
        except Exception:
            log.exception("the house could not take leave", extra=self._who)

    def _dismiss_app(self) -> None:
        """See to it that the app closes: ask, and after a while cancel."""
        if self._task.done():
            return
        self._probed.set()
        self._may_start.set()
        if self._app is not None:
            self._app.exit()
        self._insist_later()

    def _insist_later(self) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(self._limits.app_exit, self._insist, context=contextvars.Context())

    def _insist(self) -> None:
        """Cancel an app that has not closed; again and again, since Textual survives the first."""
        if not self._task.done():
            log.warning("an app does not close: cancelled", extra=self._who)
            self._task.cancel()
            self._insist_later()

    def _take_apart(self) -> None:
        app, driver = self._app, self._driver
        self._app = self._driver = None
        if app is not None:
            # Callbacks that the app left in the loop still run once; after them it can go.
            asyncio.get_running_loop().call_later(
                0.25, dismantle, app, driver.nodes if driver else [], context=contextvars.Context()
            )


def plain_line(text: str) -> str:
    """Return text as one line without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
