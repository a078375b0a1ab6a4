from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from server.serve import CLOSING
from server.ssh.host_keys import FINGERPRINT_NAME
from tests.support.deals import deck_from
from tests.support.server import ServerProcess
from tests.support.ssh import Client, make_key, ssh_command

Call = Callable[..., Client]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    running = await ServerProcess.start(tmp_path, deck_from(upcard="QD"))
    yield running
    assert await running.stop() == 0


@pytest.fixture
async def call(server: ServerProcess, tmp_path: Path) -> AsyncIterator[Call]:
    """Join the club as somebody, with a key or without."""
    clients: list[Client] = []

    def join(name: str, key: Path | None = None) -> Client:
        clients.append(Client(ssh_command(server.port, tmp_path, user=name, key=key)))
        return clients[-1]

    yield join
    for client in clients:
        client.close()


async def test_it_says_where_it_listens_how_to_play_and_its_host_key(
    server: ServerProcess, tmp_path: Path
) -> None:
    key = (tmp_path / "data" / FINGERPRINT_NAME).read_text().strip()
    assert server.lines == [
        f"listening on 127.0.0.1:{server.port}",
        f"to play: ssh -p {server.port} 127.0.0.1",
        f"host key: {key}",
    ]
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    assert (await reader.readline()).startswith(b"SSH-2.0-")
    writer.close()
    await writer.wait_closed()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_it_tidily(
    server: ServerProcess, call: Call, number: signal.Signals
) -> None:
    ada = call("ada")
    await ada.shows("Lobby")
    assert await server.stop(number) == 0
    await ada.shows(CLOSING)
    assert b"\x1b[?1049l" in ada.raw
    await ada.left()
    assert await server.rest() == ""


async def test_two_players_meet_at_a_table(call: Call) -> None:
    ada = call("ada")
    await ada.shows("No tables yet")
    ada.send("n")
    await ada.shows("NEW TABLE")
    ada.send("\r")
    bea = call("bea")
    await bea.shows("opened table 1")
    bea.send("\r")
    await ada.shows("hand 1")
    await bea.shows("hand 1")
    await ada.shows("YOUR TURN +Upcard Q♦")


async def test_the_same_key_in_a_second_window_takes_over(call: Call, tmp_path: Path) -> None:
    key = make_key(tmp_path)
    older = call("ada", key)
    await older.takes_name("ada")
    newer = call("ada", key)
    await older.shows("another window")
    await older.left()
    await newer.shows("PEOPLE 1")


async def test_a_name_without_its_key_is_somebody_else(call: Call, tmp_path: Path) -> None:
    await call("ada", make_key(tmp_path)).takes_name("ada")
    await call("ada").shows("ada-2")
