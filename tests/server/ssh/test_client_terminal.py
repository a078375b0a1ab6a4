from __future__ import annotations

import asyncio

from server.ssh.client_terminal import ClientTerminal
from server.ssh.limits import Limits
from tests.support.ssh import until

LIMITS = Limits(stalled=0.05, buffered=100)


class Pipe:
    """Where a terminal's bytes go, with as many still waiting as a test wants."""

    def __init__(self) -> None:
        self.written = b""
        self.stuck = 0
        self.is_cut = False

    def write(self, data: bytes) -> None:
        self.written += data

    def waiting(self) -> int:
        return self.stuck

    def cut(self) -> None:
        self.is_cut = True


def terminal_on(pipe: Pipe) -> ClientTerminal:
    return ClientTerminal(pipe, LIMITS, on_block=lambda _: None)


async def test_frames_are_skipped_while_the_client_does_not_read() -> None:
    pipe = Pipe()
    terminal = terminal_on(pipe)
    terminal.pause("channel", True)
    terminal.pause("socket", True)
    terminal.pause("channel", False)
    assert not terminal.draw("skipped")
    terminal.pause("socket", False)
    assert terminal.draw("drawn")
    assert pipe.written == b"drawn"


async def test_a_client_that_reads_nothing_is_cut_off() -> None:
    pipe = Pipe()
    pipe.stuck = 50
    terminal_on(pipe).pause("channel", True)
    await until(lambda: pipe.is_cut)


async def test_a_client_that_reads_slowly_is_not_cut_off() -> None:
    pipe = Pipe()
    pipe.stuck = 90
    terminal = terminal_on(pipe)
    terminal.pause("channel", True)
    for _ in range(8):
        pipe.stuck -= 10
        await asyncio.sleep(LIMITS.stalled)
        assert not pipe.is_cut
    terminal.pause("channel", False)


async def test_a_client_for_whom_too_much_waits_is_cut_off() -> None:
    pipe = Pipe()
    pipe.stuck = 101
    terminal = terminal_on(pipe)
    terminal.draw("frame")
    assert pipe.is_cut


async def test_a_terminal_is_restored_once_and_then_left_alone() -> None:
    pipe = Pipe()
    terminal = terminal_on(pipe)
    terminal.restore("Goodbye.")
    terminal.restore("Again.")
    terminal.draw("late")
    terminal.use_mouse(True)
    assert pipe.written == b"Goodbye.\r\n"
