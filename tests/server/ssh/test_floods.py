"""Clients that log in and then do too much of something, while another plays on."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.constants import (
    MSG_CHANNEL_OPEN,
    MSG_CHANNEL_REQUEST,
    MSG_GLOBAL_REQUEST,
    MSG_IGNORE,
)
from asyncssh.packet import Boolean, String, UInt32

from server.ssh.limits import KIB
from server.ssh.refusal import Refusal
from tests.server.ssh.conftest import QUICK, Door, opened
from tests.support.ssh import until

Link = Any
"""asyncssh.connect gives a connection of a mixed type."""


def link_to(door: Door, **options: Any) -> Link:  # noqa: ANN401  # passed on
    return asyncssh.connect(
        "127.0.0.1",
        door.port,
        username="mallory",
        known_hosts=None,
        client_keys=[door.client_key],
        config=None,
        agent_path=None,
        **options,
    )


async def session_on(link: Link, door: Door) -> Link:
    """Open a session and wait until its app is there; return the client's channel."""
    process = await link.create_process(term_type="xterm", encoding=None)
    await until(lambda: door.house.callers)
    return process.channel


async def cut_off(link: Link, door: Door, *reasons: Refusal) -> None:
    await asyncio.wait_for(link.wait_closed(), 10)
    assert door.refusals == list(reasons)
    await door.empty()


async def ask_much(link: Link, _channel: Link) -> None:
    for _ in range(200):
        link.send_packet(MSG_GLOBAL_REQUEST, String(b"flood@test"), Boolean(True))


async def open_much(link: Link, _channel: Link) -> None:
    for number in range(200):
        link.send_packet(
            MSG_CHANNEL_OPEN, String(b"session"), UInt32(number + 9), UInt32(1 << 20), UInt32(1024)
        )


async def request_much(_link: Link, channel: Link) -> None:
    for _ in range(200):
        channel.send_packet(MSG_CHANNEL_REQUEST, String(b"flood@test"), Boolean(True))


async def set_much(_link: Link, channel: Link) -> None:
    for number in range(200):
        variable = String(f"LC_{number}".encode()) + String(os.urandom(512))
        channel.send_packet(MSG_CHANNEL_REQUEST, String(b"env"), Boolean(False), variable)


async def send_nonsense(link: Link, _channel: Link) -> None:
    for _ in range(200):
        link.send_packet(200, b"")


@pytest.mark.parametrize("flood", [ask_much, open_much, request_much, set_much, send_nonsense])
async def test_a_flood_of_requests_is_cut_off_and_the_others_play_on(
    door: Door, flood: Callable[[Link, Link], Awaitable[None]]
) -> None:
    victim = door.call(user="bob")
    await victim.shows("name=bob")
    async with link_to(door) as link:
        channel = await session_on(link, door)
        await until(lambda: len(door.house.callers) == 2)
        link._recv_handler = lambda: False  # it listens to no answer
        await flood(link, channel)
        await asyncio.wait_for(link.wait_closed(), 10)
    assert door.refusals == [Refusal.REQUESTS]
    victim.send("z")
    await victim.shows("keys=z;")


async def test_keys_are_exchanged_a_few_times_and_not_on_end(door: Door) -> None:
    async with link_to(door, rekey_bytes=1) as link:
        await session_on(link, door)
        for _ in range(100):
            link.send_packet(MSG_IGNORE, String(b""))
            await asyncio.sleep(0.02)
        await cut_off(link, door, Refusal.REKEYS)


async def test_a_client_may_change_keys_now_and_then(door: Door) -> None:
    client = door.call(options=["-o", "RekeyLimit=64K"])
    await client.shows("keys=;")
    await client.send_all(b"\x1b[200~" + b"x" * 40 * KIB + b"\x1b[201~z")
    await client.shows("keys=z;")
    assert not door.refusals


@pytest.mark.parametrize("size", [9 * KIB, 200 * KIB])
async def test_a_long_request_is_cut_off(door: Door, size: int) -> None:
    async with link_to(door) as link:
        await session_on(link, door)
        link.send_packet(MSG_GLOBAL_REQUEST, String(b"x" * size), Boolean(True))
        await cut_off(link, door, Refusal.LONG_REQUEST)


async def test_much_input_before_a_session_is_cut_off(door: Door) -> None:
    async with link_to(door) as link:
        for _ in range(70):
            link.send_packet(MSG_IGNORE, String(bytes(KIB)))
        await cut_off(link, door, Refusal.EARLY_INPUT)


async def test_a_megabyte_of_zeros_is_cut_off(door: Door) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
    writer.write(b"SSH-2.0-zeros\r\n" + bytes(1024 * KIB))
    async with asyncio.timeout(10):
        with contextlib.suppress(ConnectionError):
            await reader.read()
    writer.transport.abort()
    await door.empty()


@pytest.fixture
async def slow_door(tmp_path: Path, host_key: asyncssh.SSHKey) -> AsyncIterator[Door]:
    limits = replace(QUICK, input_per_second=20.0 * KIB, input_burst=4.0 * KIB)
    async with opened(tmp_path, host_key, limits) as door:
        yield door


async def test_input_past_the_allowance_waits_at_the_client(slow_door: Door) -> None:
    client = slow_door.call()
    await client.shows("keys=;")
    loop = asyncio.get_running_loop()
    started = loop.time()
    await client.send_all(b"\x1b[200~" + b"x" * 40 * KIB + b"\x1b[201~z")
    await client.shows("keys=z;")
    assert loop.time() - started > 1.5
    assert f"pasted={40 * KIB}" in client.text


async def test_packets_cost_more_than_their_bytes(slow_door: Door) -> None:
    async with link_to(slow_door) as link:
        channel = await session_on(link, slow_door)
        app = next(iter(slow_door.house.live))
        for _ in range(200):
            channel.write(b"z")
        loop = asyncio.get_running_loop()
        started = loop.time()
        await until(lambda: len(app.keys) == 200)  # type: ignore[attr-defined]
        assert loop.time() - started > 1.5


async def test_answers_that_nobody_reads_do_not_pile_up(
    tmp_path: Path, host_key: asyncssh.SSHKey
) -> None:
    limits = replace(QUICK, requests_burst=1e9, input_burst=1e9, stalled=60.0)
    async with opened(tmp_path, host_key, limits) as door, link_to(door) as link:
        await session_on(link, door)
        (connection,) = door.listener._connections
        guard = connection._guard
        assert guard is not None
        link._transport.pause_reading()
        most, more = 0, 100
        async with asyncio.timeout(30):
            while more:
                for _ in range(50):
                    link.send_packet(MSG_GLOBAL_REQUEST, String(b"x" * 200), Boolean(True))
                await asyncio.sleep(0.002)
                most = max(most, guard.unsent())
                more -= most > limits.unread / 2
        assert most < limits.unread + 64 * KIB
        link.abort()


async def test_frames_held_back_by_an_endless_key_exchange_are_bounded(
    tmp_path: Path, host_key: asyncssh.SSHKey
) -> None:
    limits = replace(QUICK, buffered=100 * KIB, stalled=60.0)
    async with opened(tmp_path, host_key, limits) as door, link_to(door) as link:
        await session_on(link, door)
        link._recv_handler = lambda: False
        link._send_kexinit()
        app = next(iter(door.house.live))
        for _ in range(3000):
            app.call_later(app.refresh)
            await asyncio.sleep(0.002)
            if not door.listener.connections:
                break
        assert door.refusals == [Refusal.SLOW_READER]
        link.abort()


class Forger(asyncssh.SSHKeyPair):
    """Shows a key it does not hold, and signs with another, or not at all."""

    def __init__(self, *, signs: bool = True) -> None:
        self._signs = signs
        shown = asyncssh.generate_private_key("ssh-ed25519")
        self._own = asyncssh.generate_private_key("ssh-ed25519")
        algorithm = shown.get_algorithm().encode()
        super().__init__(algorithm, algorithm, [algorithm], [algorithm], shown.public_data, None)

    async def sign_async(self, data: bytes) -> bytes:
        if not self._signs:
            raise ValueError("no private half")
        return self._own.sign(data, b"ssh-ed25519")


async def failed_login(door: Door, keys: list[Any]) -> str:
    """Why a login with these keys, and nothing else, did not come about."""
    with pytest.raises(asyncssh.Error) as failed:
        await asyncssh.connect(
            "127.0.0.1",
            door.port,
            username="mallory",
            known_hosts=None,
            client_keys=keys,
            preferred_auth=["publickey"],
            config=None,
            agent_path=None,
        )
    return str(failed.value)


async def test_six_false_signatures_are_one_login_too_many(door: Door) -> None:
    await failed_login(door, [Forger() for _ in range(6)])
    assert not door.refusals
    reason = await failed_login(door, [Forger() for _ in range(7)])
    assert reason == Refusal.LOGIN_TRIES.line
    assert door.refusals == [Refusal.LOGIN_TRIES]


async def test_twenty_four_keys_may_be_offered_for_nothing(door: Door) -> None:
    await failed_login(door, [Forger(signs=False) for _ in range(24)])
    assert not door.refusals
    reason = await failed_login(door, [Forger(signs=False) for _ in range(25)])
    assert reason == Refusal.KEY_OFFERS.line
    assert door.refusals == [Refusal.KEY_OFFERS]


async def test_a_flood_of_logins_is_bounded_and_players_are_let_in(door: Door) -> None:
    player = door.call()
    await player.shows("name=ada")
    for _ in range(3):
        await asyncio.gather(*(failed_login(door, [Forger() for _ in range(7)]) for _ in range(5)))
    await door.call(user="bob").shows("name=bob")
    player.send("z")
    await player.shows("keys=z;")
    assert door.refusals == [Refusal.LOGIN_TRIES] * 15
