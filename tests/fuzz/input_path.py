"""Throws bytes at everything that a client's input passes on its way to an app.

Run by `make fuzz`, for a minute. Whatever the bytes, nothing may be raised, nothing may take long,
and afterwards one more key must still arrive.
"""

from __future__ import annotations

import asyncio
import selectors
import sys
from collections.abc import Iterator
from typing import assert_never

import atheris

with atheris.instrument_imports(include=["server.ssh.keyboard", "server.ssh.tokens"]):
    from server.ssh.keyboard import Keyboard
    from server.ssh.tokens import Answer, Click, Focus, Paste, Press, Token
from server.ssh.allowance import Allowance
from server.ssh.limits import Limits
from server.ssh.probe import Probe
from server.ssh.textual_app import key_events
from server.ssh.turns import Turns

LAST = b"\x1b[201~q"
LIMITS = Limits(keys_burst=1e9, turns_burst=1e9, stale_key=1e9, waiting_keys=10**6)


class Hasty(selectors.SelectSelector):
    """Waits for nothing: time passes at once when there is nothing to do."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        Hasty.now += timeout or 0.0
        return super().select(0)


class HastyLoop(asyncio.SelectorEventLoop):
    """An event loop that runs by the clock of its selector."""

    def __init__(self) -> None:
        super().__init__(Hasty())

    def time(self) -> float:
        return Hasty.now


class Terminal:
    """Takes tokens as a visit and its driver do."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.failure: Exception | None = None
        self.probe = Probe()

    def hear(self, token: Token) -> None:
        # The keyboard goes on after an error; here it is to be seen.
        try:
            self._take(token)
        except Exception as error:  # noqa: BLE001  # raised again by the caller
            self.failure = error

    def _take(self, token: Token) -> None:
        match token:
            case Press(text):
                self.keys += [event.key for event in key_events(text)]
            case Paste(text):
                assert len(text) <= LIMITS.paste
            case Answer(text):
                self.probe.note(text)
            case Click(_, x, y):
                assert x >= 0 <= y
            case Focus():
                pass
            case _:
                assert_never(token)


def pieces(data: bytes) -> Iterator[bytes]:
    """Cut input as a network might; its first byte says how."""
    size = data[0] + 1 if data else 1
    for at in range(1, len(data), size):
        yield data[at : at + size]


async def type_in(data: bytes) -> None:
    terminal = Terminal()
    waits = [False]
    own_turns = Allowance(LIMITS.turns_per_second, LIMITS.turns_burst)
    keyboard = Keyboard(LIMITS, Turns(LIMITS), own_turns, hand_on=terminal.hear, pause=waits.append)
    for piece in pieces(data):
        keyboard.receive(piece)
        await asyncio.sleep(0)
    await asyncio.sleep(5)  # until the last unfinished sequence has been given up
    keyboard.receive(LAST)
    await asyncio.sleep(5)
    keyboard.close()
    if terminal.failure is not None:
        raise terminal.failure
    assert terminal.keys[-1] == "q", "the last key did not arrive"
    assert waits[-1] is False


LOOP = HastyLoop()


def test_one_input(data: bytes) -> None:
    LOOP.run_until_complete(type_in(data))


if __name__ == "__main__":
    atheris.Setup(sys.argv, test_one_input)
    atheris.Fuzz()
