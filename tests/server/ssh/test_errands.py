"""Commands in the place of a terminal: what goes wrong on the way of a question and its answer."""

from __future__ import annotations

import asyncio
import socket

import asyncssh

from server.ssh.house import Answer
from server.ssh.limits import KIB
from tests.server.ssh.conftest import QUICK, Door
from tests.support.ssh import ssh_command, until


def taken_from(door: Door) -> float:
    """How much input the one client that is there has used up."""
    (connection,) = door.listener._connections
    assert connection._guard is not None
    return QUICK.input_burst - connection._guard._input.left


async def test_what_a_script_s_standard_input_holds_is_no_flood(door: Door) -> None:
    words = ssh_command(door.port, door.folder, command=["who"])
    read = asyncio.Event()

    async def answer() -> Answer:
        await read.wait()
        return Answer("nobody\n")

    door.house.answers["who"] = answer()
    process = await asyncio.create_subprocess_exec(
        *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdin is not None
    process.stdin.write(b"x" * 300 * KIB)
    await process.stdin.drain()
    await until(lambda: taken_from(door) > 2 * QUICK.early_input or door.refusals)
    read.set()
    printed, _ = await process.communicate()
    assert (process.returncode, printed) == (0, b"nobody\n")
    assert not door.refusals


async def test_a_long_answer_is_read_to_its_end_over_a_slow_line(door: Door) -> None:
    size = 600 * KIB

    async def answer() -> Answer:
        return Answer("x" * size)

    door.house.answers["export"] = answer()
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8 * KIB)
    sock.setblocking(False)
    await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", door.port))
    async with asyncssh.connect(
        sock=sock,
        username="mallory",
        known_hosts=None,
        client_keys=[door.client_key],
        config=None,
        agent_path=None,
    ) as link:
        process = await link.create_process("export", encoding=None)
        reading = asyncio.create_task(process.wait())
        transport = link._transport
        assert isinstance(transport, asyncio.Transport)
        while not reading.done():
            transport.pause_reading()
            await asyncio.sleep(0.15)
            transport.resume_reading()
            for _ in range(4):
                await asyncio.sleep(0)
        done = reading.result()
    assert done.exit_status == 0
    assert isinstance(done.stdout, bytes)
    assert len(done.stdout) == size
