"""Local administration: the command, its socket and the running server, each a real one."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.admin import SOCKET
from tests.support.commands import Finished, run_process
from tests.support.server import ServerProcess
from tests.support.ssh import Client, make_key, ssh_command, until


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    running = await ServerProcess.start(tmp_path)
    yield running
    assert await running.stop() == 0


async def admin(folder: Path, *words: str) -> Finished:
    return await asyncio.to_thread(run_process, "admin", "--data", str(folder / "data"), *words)


async def test_the_first_host_is_made_and_missed_until_then(
    server: ServerProcess, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    await until(lambda: "hollywood-gin admin role NAME host" in log.read_text())
    key = make_key(tmp_path)
    ada = Client(ssh_command(server.port, tmp_path, user="ada", key=key))
    await ada.takes_name("ada")
    ada.close()
    assert await admin(tmp_path, "role", "ada", "host") == Finished(0, "ada is a host now\n", "")
    listed = json.loads((await admin(tmp_path, "audit", "--json")).output)["deeds"]
    assert [(deed["by"], deed["target"]) for deed in listed] == [("admin", "ada")]
    await server.stop()
    log.unlink()
    again = await ServerProcess.start(tmp_path)
    assert (await admin(tmp_path, "role", "ada", "member")).status == 0
    await again.stop()
    assert "no host yet" not in log.read_text()


async def test_the_socket_is_for_its_owner_alone_and_goes_with_the_server(
    server: ServerProcess, tmp_path: Path
) -> None:
    path = tmp_path / "data" / SOCKET
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    await server.stop()
    assert not path.exists()
    refused = await admin(tmp_path, "help")
    assert (refused.status, refused.output, refused.errors.count("\n")) == (1, "", 1)
    assert "no server answers" in refused.errors


async def test_a_socket_that_was_left_behind_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(tmp_path / "data" / SOCKET))
    running = await ServerProcess.start(tmp_path)
    assert (await admin(tmp_path, "who")).output == "nobody is here\n"
    assert await running.stop() == 0


async def test_the_database_is_copied_while_it_is_in_use(
    server: ServerProcess, tmp_path: Path
) -> None:
    done = await admin(tmp_path, "backup", str(tmp_path / "copy.db"))
    assert (done.status, done.errors) == (0, "")
    connection = sqlite3.connect(tmp_path / "copy.db")
    [count] = connection.execute("SELECT count(*) FROM audit").fetchone()
    connection.close()
    assert count == 1
    failed = await admin(tmp_path, "backup", str(tmp_path / "nowhere" / "copy.db"))
    assert (failed.status, failed.output, failed.errors.count("\n")) == (1, "", 1)
    assert (await server.stop()) == 0


@pytest.mark.parametrize("sent", [b"\n", b"{}\n", b"[1]\n", b"\xff\n", b"x" * 70_000, b""])
async def test_nonsense_on_the_socket_is_hung_up_on(
    server: ServerProcess, tmp_path: Path, sent: bytes
) -> None:
    path = str(tmp_path / "data" / SOCKET)
    reader, writer = await asyncio.open_unix_connection(path)
    writer.write(sent)
    writer.write_eof()
    assert await asyncio.wait_for(_rest(reader), 15) == b""
    writer.close()
    assert (await admin(tmp_path, "who")).status == 0
    assert (await server.stop()) == 0
    assert "Traceback" not in (tmp_path / "log").read_text()


async def _rest(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read()
    except ConnectionError:
        return b""


def test_a_deal_is_verified_and_the_program_for_it_printed(tmp_path: Path) -> None:
    printed = run_process("verify", "--script")
    assert (printed.status, printed.output.splitlines()[0]) == (0, "#!/usr/bin/env python3")
    record = tmp_path / "deal.json"
    record.write_text("{}")
    refused = run_process("verify", str(record))
    assert (refused.status, refused.output[:16]) == (1, "NOT as promised:")
    assert run_process("verify").status == 2
