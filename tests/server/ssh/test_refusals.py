from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from server.ssh.session import DUMB, HOW_TO_JOIN
from tests.server.ssh.conftest import Door
from tests.support.ssh import ssh_command


async def refused(words: Sequence[str], typed: bytes) -> tuple[int | None, str]:
    """Run a client without a terminal to its end: exit status and all it printed."""
    process = await asyncio.create_subprocess_exec(
        *words,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    printed, _ = await process.communicate(typed)
    return process.returncode, printed.decode()


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
    words = ssh_command(door.port, door.folder, options=options, command=command)
    status, printed = await asyncio.wait_for(refused(words, typed), 5)
    assert status == 1
    assert printed.splitlines() == [HOW_TO_JOIN]
    assert "\x1b" not in printed
    assert not door.house.callers


async def test_files_cannot_be_copied(door: Door) -> None:
    sftp = door.call(program="sftp", size=(200, 24))
    scp = door.call(program="scp", size=(200, 24), command=["/dev/null"])
    for client in (sftp, scp):
        assert await client.left() != 0
    assert HOW_TO_JOIN in sftp.text
    assert not door.house.callers


async def test_a_link_without_a_session_is_closed_after_a_while(door: Door) -> None:
    client = door.call(options=["-N", "-o", "LogLevel=INFO"], size=(200, 24))
    assert await client.left() == 255
    assert HOW_TO_JOIN in client.text
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
