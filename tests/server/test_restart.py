"""Restarts that nobody at the door notices: a parent holds the port, as systemd does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.handover import Parent
from tests.support.ssh import Client, ssh_command

CONNECTS = 1000
AT_ONCE = 200
PATIENCE = 60.0


@pytest.fixture
async def parent(tmp_path: Path) -> AsyncIterator[Parent]:
    holding = Parent(tmp_path)
    await holding.start()
    yield holding
    await holding.close()


async def greeting(port: int, turn: asyncio.Semaphore) -> str:
    """What a client that connects is told first, or why it is told nothing."""
    async with turn:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError as error:
            return f"refused: {error}"
        try:
            line = await asyncio.wait_for(reader.readline(), PATIENCE)
        except (OSError, TimeoutError) as error:
            return f"cut off: {error!r}"
        finally:
            writer.close()
        return line.decode()


async def test_a_thousand_connects_through_two_restarts_are_all_greeted(parent: Parent) -> None:
    turn = asyncio.Semaphore(AT_ONCE)
    coming = [asyncio.create_task(greeting(parent.port, turn)) for _ in range(CONNECTS)]
    for greeted in (CONNECTS // 3, CONNECTS * 2 // 3):
        while sum(client.done() for client in coming) < greeted:
            await asyncio.wait(coming, return_when=asyncio.FIRST_COMPLETED, timeout=0.05)
        assert await parent.stop() == 0
        await parent.start()
    answers = await asyncio.gather(*coming)
    assert [answer for answer in answers if not answer.startswith("SSH-2.0-")] == []


async def test_a_player_who_calls_during_a_restart_waits_and_comes_in(
    parent: Parent, tmp_path: Path
) -> None:
    await parent.stop()
    ada = Client(ssh_command(parent.port, tmp_path))
    try:
        await parent.start()
        await ada.shows("Lobby")
    finally:
        ada.close()


async def test_a_server_says_that_it_is_well_and_that_it_is_stopping(parent: Parent) -> None:
    assert await parent.told(b"WATCHDOG=1")
    await parent.stop()
    assert await parent.told(b"STOPPING=1")
