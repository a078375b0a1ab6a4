from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import sys
from pathlib import Path
from typing import NoReturn

import asyncssh
import pytest

from server.ssh.visit import CRASHED
from tests.server.ssh.conftest import Door
from tests.support.captures import assert_restored
from tests.support.ssh import until


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


async def test_the_terminal_is_restored_on_leaving(door: Door) -> None:
    client = door.call()
    await client.shows("name=ada")
    client.send("TQ")
    assert await client.left() == 0
    assert client.text.strip() == "Goodbye from the app."
    assert_restored(client)
    assert b"\x1b[22;2t\x1b]2;gin]0;no\x07" in client.raw
    assert b"\x1b[23;2t" in client.raw


async def test_a_crash_ends_one_session_with_a_plain_line(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    client, other = door.call(), door.call(user="bob")
    await client.shows("name=ada")
    await other.shows("name=bob")
    client.send("X")
    assert await client.left() == 1
    assert client.text.strip() == CRASHED
    assert_restored(client)
    crashes = [record for record in caplog.records if record.exc_info]
    assert len(crashes) == 1
    assert "the app was told to crash" in str(crashes[0].exc_info)
    other.send("z")
    await other.shows("keys=z;")


async def test_a_house_that_cannot_open_an_app_says_so_too(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> NoReturn:
        raise ValueError("no app today")

    door.house.make = broken
    client = door.call()
    assert await client.left() == 1
    assert client.text.strip() == CRASHED
    assert_restored(client)
    assert len([record for record in caplog.records if record.exc_info]) == 1


async def test_the_house_may_end_a_session_with_a_word(door: Door) -> None:
    client = door.call()
    await client.shows("name=ada")
    control = door.house.controls[0]()
    assert control is not None
    control.end("You came in from\nsomewhere else.")
    assert await client.left() == 0
    assert client.text.strip() == "You came in from somewhere else."
    assert_restored(client)


async def test_the_server_closes_everybody_s_terminal(door: Door) -> None:
    client, other = door.call(), door.call(user="bob", options=["-N"])
    await client.shows("name=ada")
    await until(lambda: door.listener.connections == 2)
    loop = asyncio.get_running_loop()
    started = loop.time()
    await door.listener.close("The club closes for tonight.")
    assert loop.time() - started < 10
    assert await client.left() == 0
    assert client.text.strip() == "The club closes for tonight."
    assert_restored(client)
    assert await other.left() == 255
    assert door.listener.connections == 0
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", door.port)).close()


async def test_a_house_that_cannot_take_leave_is_logged_once(
    door: Door, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> NoReturn:
        raise ValueError("no leave today")

    monkeypatch.setattr(door.house, "close_app", broken)
    client = door.call()
    await client.shows("name=ada")
    client.kill()
    await door.empty()
    assert len([record for record in caplog.records if record.exc_info]) == 1


async def test_an_app_that_does_not_close_is_cancelled(door: Door) -> None:
    client = door.call()
    await client.shows("name=ada")
    app = next(iter(door.house.live))

    async def never() -> None:
        await asyncio.Event().wait()

    app.call_later(never)
    del app
    client.kill()
    await until(lambda: not door.house.live, "the app to be freed")
    await door.empty()


async def test_nothing_is_left_of_200_sessions(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    streams = sys.stdout, sys.stderr
    await one_session(door, kill=False)
    await settle(door)
    files, tasks = open_files(), len(asyncio.all_tasks())
    gc.disable()
    try:
        for _ in range(10):
            await asyncio.gather(*(one_session(door, kill=number % 2 == 0) for number in range(20)))
        await settle(door)
        # With the collector off only reference counting can have freed them.
        await until(lambda: not door.house.live, "every app to be freed")
    finally:
        gc.enable()
    assert len(door.house.callers) == len(door.house.closed) == 201
    await until(lambda: len(asyncio.all_tasks()) <= tasks)
    assert open_files() <= files
    assert (sys.stdout, sys.stderr) == streams
    gc.collect()
    assert not caplog.records, [record.getMessage() for record in caplog.records]


async def one_session(door: Door, *, kill: bool) -> None:
    """Come in, press arrow keys and leave, or be cut off."""
    client = door.call(size=(40, 6))
    await client.shows("keys=;")
    client.send("\x1b[A\x1b[B\x1b[C\x1b[D")
    await client.shows("keys=up down right left;")
    if kill:
        client.kill()
    else:
        client.send("Q")
    await client.left()
    client.close()
    door.clients.remove(client)


async def settle(door: Door) -> None:
    await door.empty()
    await until(lambda: not door.house.live)


@pytest.mark.parametrize("stage", ["connected", "greeted", "asked"])
async def test_leaving_during_login_leaves_nothing(
    door: Door, caplog: pytest.LogCaptureFixture, stage: str
) -> None:
    tasks = len(asyncio.all_tasks())
    for _ in range(50):
        _, writer = await asyncio.open_connection("127.0.0.1", door.port)
        if stage != "connected":
            writer.write(b"SSH-2.0-Test\r\n")
        if stage == "asked":
            writer.write(os.urandom(64))
        await writer.drain()
        writer.transport.abort()
    await door.empty()
    await until(lambda: len(asyncio.all_tasks()) <= tasks)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("size", [(80, 24), None])
async def test_leaving_right_after_login_leaves_nothing(
    door: Door, caplog: pytest.LogCaptureFixture, size: tuple[int, int] | None
) -> None:
    tasks = len(asyncio.all_tasks())
    for _ in range(20):
        link = await asyncssh.connect(
            "127.0.0.1",
            door.port,
            username="ada",
            known_hosts=None,
            config=None,
            client_keys=[door.client_key],
            agent_path=None,
        )
        if size is not None:
            await link.create_process(term_type="xterm", term_size=size, encoding=None)
        link.abort()
        await link.wait_closed()
    await door.empty()
    await until(lambda: not door.house.live)
    await until(lambda: len(asyncio.all_tasks()) <= tasks)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
