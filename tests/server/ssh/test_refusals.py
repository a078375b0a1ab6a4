from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence

import pytest

from server.ssh.session import DUMB, HOW_TO_JOIN
from tests.server.ssh.conftest import Door
from tests.support.ssh import ssh_command, until


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
    assert await sftp.left() != 0
    assert HOW_TO_JOIN in sftp.text
    for flags in ([], ["-O"]):
        words = ssh_command(door.port, door.folder, program="scp", options=flags)
        status, printed = await refused([*words[:-1], f"{words[-1]}:/etc/passwd", "-"], b"")
        assert status != 0
        assert HOW_TO_JOIN in printed
    assert not door.house.callers


async def test_who_is_banned_while_his_terminal_is_asked_does_not_come_in(door: Door) -> None:
    client = door.call(answers={})
    await until(lambda: b"\x1b[6n" in client.raw, "the questions to the terminal")
    door.house.objection = "You may not come in."
    assert await client.left() == 1
    assert client.text.strip() == "You may not come in."
    assert not door.house.callers


async def test_a_link_without_a_session_is_closed_after_a_while(door: Door) -> None:
    client = door.call(options=["-N", "-o", "LogLevel=INFO"], size=(200, 24))
    assert await client.left() == 255
    assert HOW_TO_JOIN in client.text
    await door.empty()


@pytest.mark.parametrize(
    "flags",
    [
        ["-R", "0:127.0.0.1:22"],
        ["-R", "9001"],
        ["-R", "/gin-test.sock:127.0.0.1:22"],
        ["-W", "127.0.0.1:22"],
    ],
)
async def test_nothing_is_forwarded(door: Door, flags: list[str]) -> None:
    client = door.call(options=[*flags, "-o", "ExitOnForwardFailure=yes"])
    assert await client.left() == 255
    assert not door.house.callers


@pytest.mark.parametrize("dynamic", [False, True])
async def test_a_port_forwarded_by_the_client_leads_nowhere(door: Door, dynamic: bool) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    flags = ["-D", f"{port}"] if dynamic else ["-L", f"{port}:127.0.0.1:{door.port}"]
    client = door.call(options=flags)
    await client.shows("name=ada")
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    if dynamic:
        host = socket.inet_aton("127.0.0.1")
        writer.write(b"\x05\x01\x00" + b"\x05\x01\x00\x01" + host + door.port.to_bytes(2, "big"))
    said = await asyncio.wait_for(reader.read(), 5)
    assert b"SSH" not in said
    writer.close()
    await writer.wait_closed()


async def test_a_second_session_over_a_shared_link_is_refused(door: Door) -> None:
    control = ["-o", f"ControlPath={door.folder / 'control'}"]
    client = door.call(options=[*control, "-o", "ControlMaster=yes"])
    await client.shows("name=ada")
    # Refused over the shared link, ssh would make one of its own.
    second = door.call(options=[*control, "-o", "ProxyCommand=false"], size=(200, 24))
    assert await second.left() == 255
    assert "Session open refused by peer" in second.text
    client.send("z")
    await client.shows("keys=z;")
    assert len(door.house.callers) == 1


async def test_agent_and_x11_are_not_forwarded_and_play_goes_on(door: Door) -> None:
    client = door.call(options=["-A", "-X"], environment={"DISPLAY": ":99"})
    await client.shows("name=ada")


async def test_a_dumb_terminal_is_told_so(door: Door) -> None:
    client = door.call(term="dumb")
    assert await client.left() == 1
    assert bytes(client.raw).decode().split("\r\n")[0] == DUMB
    assert b"\x1b" not in client.raw
