from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

from server.ssh.session import DUMB, HOW_TO_JOIN
from tests.server.ssh.conftest import Door
from tests.support.ssh import ssh_command, until


async def refused(door: Door, *, typed: bytes = b"", **call: object) -> tuple[int, str]:
    """Run a client without a terminal to its end: exit status and all it printed."""
    words = ssh_command(door.listener.port, door.folder, **call)  # type: ignore[arg-type]
    process = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(typed)
    process.stdin.close()
    await until(lambda: process.poll() is not None)
    printed = process.stdout.read().decode()
    process.stdout.close()
    return process.returncode, printed


@pytest.mark.parametrize(
    ("options", "command", "typed"),
    [
        (["-T"], [], b""),
        ([], ["ls"], b""),
        (["-tt"], ["ls"], b""),
        ([], [], b"x"),
        ([], ["mosh-server", "new"], b""),
        (["-s"], ["sftp"], b""),
    ],
)
async def test_a_client_without_a_terminal_is_told_how_to_join(
    door: Door, options: list[str], command: list[str], typed: bytes
) -> None:
    started = time.monotonic()
    status, printed = await refused(door, options=options, command=command, typed=typed)
    assert time.monotonic() - started < 5
    assert status == 1
    assert printed.splitlines() == [HOW_TO_JOIN]
    assert "\x1b" not in printed
    assert not door.house.callers


@pytest.mark.parametrize("program", ["sftp", "scp"])
async def test_files_cannot_be_copied(door: Door, program: str) -> None:
    client = (
        door.call(program=program, command=[] if program == "sftp" else [str(Path(__file__))])
        if program == "sftp"
        else None
    )
    if client is None:
        words = ssh_command(door.listener.port, door.folder, program="scp")
        words[-1:] = [str(Path(__file__)), "ada@127.0.0.1:x"]
        done = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        await until(lambda: done.poll() is not None)
        assert done.stdout is not None
        printed = done.stdout.read().decode()
        done.stdout.close()
        assert done.returncode != 0
    else:
        assert await client.left() != 0
        printed = " ".join(client.text.split())
    assert HOW_TO_JOIN in printed
    assert not door.house.callers


async def test_a_link_without_a_session_is_closed_after_a_while(door: Door) -> None:
    client = door.call(options=["-N", "-o", "LogLevel=INFO"])
    assert await client.left() == 255
    assert HOW_TO_JOIN in " ".join(client.text.split())
    await door.empty()


@pytest.mark.parametrize("flag", ["-L 0:127.0.0.1:22", "-R 0:127.0.0.1:22", "-R 9001"])
async def test_nothing_is_forwarded(door: Door, flag: str) -> None:
    options = [*flag.split(), "-N", "-o", "ExitOnForwardFailure=yes"]
    if flag.startswith("-L"):
        options = ["-W", f"127.0.0.1:{door.listener.port}"]
    client = door.call(options=options)
    assert await client.left() == 255


async def test_agent_and_x11_are_not_forwarded_and_play_goes_on(door: Door) -> None:
    client = door.call(options=["-A", "-X"], environment={"DISPLAY": ":99"})
    await client.shows("name=ada")


async def test_a_dumb_terminal_is_told_so(door: Door) -> None:
    client = door.call(term="dumb")
    assert await client.left() == 1
    assert bytes(client.raw).decode().split("\r\n")[0] == DUMB
    assert b"\x1b" not in client.raw
