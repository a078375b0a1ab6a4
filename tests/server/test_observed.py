"""What a host sees of a running club: its log, its numbers and its health."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.deals import deck_from
from tests.support.server import ServerProcess
from tests.support.ssh import Client, ssh_command

DECK = deck_from(upcard="QD")


@pytest.fixture
async def watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[ServerProcess, int]]:
    """A running club, and the port that its numbers and its health can be asked at."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    monkeypatch.setenv("HOLLYWOOD_GIN_METRICS", f"127.0.0.1:{port}")
    server = await ServerProcess.start(tmp_path, DECK)
    yield server, port
    await server.stop(signal.SIGKILL)


async def asked(port: int, path: str) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\n\r\n".encode())
    answer = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    return answer


async def test_a_match_is_seen_in_the_log_and_in_the_numbers(
    watched: tuple[ServerProcess, int], tmp_path: Path
) -> None:
    server, page = watched
    with closing(Client(ssh_command(server.port, tmp_path, user="ada"))) as ada:
        await ada.shows("Lobby")
        ada.send("p")
        await ada.shows("hand 1")
        numbers = await asked(page, "/metrics")
        health = await asked(page, "/healthz")
    assert re.search(r"^gin_sessions 1\.0$", numbers, re.MULTILINE)
    assert re.search(r"^gin_tables 1\.0$", numbers, re.MULTILINE)
    assert re.search(r"^gin_connections 1\.0$", numbers, re.MULTILINE)
    assert re.search(r"^gin_key_to_frame_seconds_count [1-9]", numbers, re.MULTILINE)
    assert re.search(r"^gin_commit_seconds_count [1-9]", numbers, re.MULTILINE)
    assert health.endswith("\r\n\r\nwell\n")
    assert await server.stop() == 0
    log = (tmp_path / "log").read_text()
    assert_told(log, "listening", f"port={server.port}")
    assert_told(log, '"came in"', "player=ada address=127.0.0.1 key=")
    assert_told(log, '"table opened"', "player=ada")
    assert_told(log, '"match started"', 'players="ada ')
    assert_told(log, "left", "player=ada")
    assert_told(log, "closed", "")
    assert not [card for card in DECK if f" {card} " in log]


def assert_told(log: str, event: str, rest: str) -> None:
    line = rf"^timestamp=\S+ level=info event={event}.*{re.escape(rest)}"
    assert re.search(line, log, re.MULTILINE), log
