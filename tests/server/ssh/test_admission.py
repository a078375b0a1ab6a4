"""The door's bounds, met by real sockets and real clients from several addresses of loopback."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path

import asyncssh
import pytest

from server.ssh.addresses import Networks
from server.ssh.refusal import Refusal
from tests.server.ssh.conftest import QUICK, Door, opened
from tests.support.ssh import make_key, until

OPEN = Networks(trusted=())
"""No address is spared, not even loopback."""
SILENT = replace(QUICK, login=0.5)


async def dial(door: Door, source: str = "127.0.0.1") -> socket.socket:
    sock = socket.socket()
    sock.setblocking(False)
    sock.bind((source, 0))
    await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", door.port))
    return sock


async def heard(sock: socket.socket, until_end: bool = True) -> bytes:
    """What the server says: all of it to the end, or the first piece."""
    loop = asyncio.get_running_loop()
    said = b""
    async with asyncio.timeout(10):
        while piece := await loop.sock_recv(sock, 4096):
            said += piece
            if not until_end:
                break
    return said


async def test_silent_connections_are_closed_in_their_time(
    tmp_path: Path, host_key: asyncssh.SSHKey
) -> None:
    async with opened(tmp_path, host_key, SILENT) as door:
        socks = [await dial(door) for _ in range(100)]
        assert (await heard(socks[0], until_end=False)).startswith(b"SSH-2.0-")
        await until(lambda: door.listener.connections == 100)
        client = door.call(options=["-o", "ConnectTimeout=10"])
        await client.shows("name=ada")
        await until(lambda: door.listener.connections == 1, "all but the player to go")
        for sock in socks:
            assert (await heard(sock)).count(b"\n") <= 1
            sock.close()
        client.send("z")
        await client.shows("keys=z;")


async def test_a_refusal_is_one_plain_line_before_any_ssh(
    tmp_path: Path, host_key: asyncssh.SSHKey
) -> None:
    async with opened(tmp_path, host_key, QUICK, OPEN) as door:
        socks = [await dial(door, "127.0.0.66") for _ in range(5)]
        assert await heard(socks[-1]) == f"{Refusal.ADDRESS_LOGINS.line}\r\n".encode()
        assert door.refusals == [Refusal.ADDRESS_LOGINS]
        refused = door.call(options=["-b", "127.0.0.66", "-v"], size=(200, 50))
        assert await refused.left() == 255
        assert Refusal.ADDRESS_LOGINS.line in refused.text
        await door.call().shows("name=ada")
        for sock in socks:
            sock.close()


async def test_five_people_behind_one_address_play_and_stay(
    tmp_path: Path, host_key: asyncssh.SSHKey
) -> None:
    async with opened(tmp_path, host_key, QUICK, OPEN) as door:
        people = []
        for number in range(5):
            key = make_key(tmp_path, f"key{number}")
            client = door.call(user=f"player{number}", key=key, options=["-b", "127.0.0.5"])
            await client.shows(f"name=player{number}")
            people.append(client)
        assert not door.refusals
        for source in ("127.0.0.5", "127.0.0.66"):
            socks = [await dial(door, source) for _ in range(40)]
            for sock in socks:
                sock.close()
        await until(lambda: door.listener.connections == 5)
        assert set(door.refusals) <= {
            Refusal.ADDRESS_LOGINS,
            Refusal.ADDRESS_RUSH,
            Refusal.ADDRESS_CONNECTIONS,
            Refusal.PENALTY,
        }
        for client in people:
            client.send("z")
            await client.shows("keys=z;")
        await door.call(options=["-b", "127.0.0.7"]).shows("name=ada")


async def test_when_the_house_is_full_players_stay_and_newcomers_are_told(
    tmp_path: Path, host_key: asyncssh.SSHKey
) -> None:
    async with opened(tmp_path, host_key, replace(QUICK, connections=3)) as door:
        player = door.call()
        await player.shows("name=ada")
        socks = [await dial(door) for _ in range(10)]
        assert await heard(socks[-1]) == f"{Refusal.FULL.line}\r\n".encode()
        assert door.refusals == [Refusal.FULL] * 8
        player.send("z")
        await player.shows("keys=z;")
        for sock in socks:
            sock.close()


async def test_who_fails_has_to_wait(tmp_path: Path, host_key: asyncssh.SSHKey) -> None:
    limits = replace(QUICK, penalty_no_login=60.0)
    async with opened(tmp_path, host_key, limits, OPEN) as door:
        first = await dial(door, "127.0.0.66")
        await heard(first, until_end=False)
        first.close()
        await door.empty()
        sock = await dial(door, "127.0.0.66")
        assert await heard(sock) == f"{Refusal.PENALTY.line}\r\n".encode()
        sock.close()
        await door.call().shows("name=ada")


HEADER = b"\r\n\r\n\x00\r\nQUIT\n"
TCP4 = socket.inet_aton("203.0.113.9") + socket.inet_aton("127.0.0.1") + bytes(4)
TCP6 = socket.inet_pton(socket.AF_INET6, "2001:db8::9") + bytes(20)


def proxied(command: int, family: int, addresses: bytes) -> bytes:
    return HEADER + bytes([0x20 + command, family]) + len(addresses).to_bytes(2, "big") + addresses


@pytest.mark.parametrize(
    ("header", "address"),
    [
        (proxied(1, 0x11, TCP4), "203.0.113.9"),
        (proxied(1, 0x21, TCP6), "2001:db8::9"),
        (proxied(1, 0x11, TCP4 + b"\x04\x00\x01x"), "203.0.113.9"),
        (proxied(0, 0x00, b""), "127.0.0.1"),
    ],
)
async def test_a_balancer_says_whom_it_connects(
    tmp_path: Path, host_key: asyncssh.SSHKey, header: bytes, address: str
) -> None:
    balancers = Networks(balancers=(ip_network("127.0.0.1/32"),))
    async with opened(tmp_path, host_key, QUICK, balancers) as door:
        sock = await dial(door)
        loop = asyncio.get_running_loop()
        for at in range(len(header)):
            await loop.sock_sendall(sock, header[at : at + 1])
        link = await asyncssh.connect(
            sock=sock, username="ada", known_hosts=None, config=None, client_keys=[door.client_key]
        )
        await link.create_process(term_type="xterm", encoding=None)
        await until(lambda: door.house.callers)
        assert door.house.callers[0].address == address
        link.abort()
        await link.wait_closed()


@pytest.mark.parametrize(
    "header",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n" + bytes(16),
        b"PROXY TCP4 203.0.113.9 127.0.0.1 1 22\r\n",
        proxied(1, 0x31, TCP4),
        proxied(1, 0x11, TCP4[:8]),
        proxied(2, 0x11, TCP4),
        HEADER + b"\x11\x11\x00\x0c" + TCP4,
        HEADER + b"\x21\x11\xff\xff" + TCP4,
        HEADER,
    ],
)
async def test_a_balancer_that_says_something_else_is_refused(
    tmp_path: Path, host_key: asyncssh.SSHKey, header: bytes
) -> None:
    balancers = Networks(balancers=(ip_network("127.0.0.1/32"),))
    limits = replace(QUICK, proxy_header=0.3)
    async with opened(tmp_path, host_key, limits, balancers) as door:
        sock = await dial(door)
        await asyncio.get_running_loop().sock_sendall(sock, header)
        assert await heard(sock) == f"{Refusal.PROXY_HEADER.line}\r\n".encode()
        assert door.refusals == [Refusal.PROXY_HEADER]
        sock.close()


async def test_a_header_from_anybody_else_is_no_ssh(
    tmp_path: Path, host_key: asyncssh.SSHKey
) -> None:
    balancers = Networks(balancers=(ip_network("127.0.0.1/32"),))
    async with opened(tmp_path, host_key, QUICK, balancers) as door:
        sock = await dial(door, "127.0.0.66")
        await asyncio.get_running_loop().sock_sendall(
            sock, proxied(1, 0x11, TCP4) + b"SSH-2.0-x\r\n"
        )
        assert (await heard(sock)).startswith(b"SSH-2.0-")
        await door.empty()
        sock.close()
    assert not door.house.callers


async def test_limits_hold_for_the_addresses_behind_a_balancer(
    tmp_path: Path, host_key: asyncssh.SSHKey
) -> None:
    networks = Networks(balancers=(ip_network("127.0.0.1/32"),))
    async with opened(tmp_path, host_key, QUICK, networks) as door:
        loop = asyncio.get_running_loop()
        socks = [await dial(door) for _ in range(5)]
        for sock in socks:
            await loop.sock_sendall(sock, proxied(1, 0x11, TCP4))
        assert await heard(socks[-1]) == f"{Refusal.ADDRESS_LOGINS.line}\r\n".encode()
        for sock in socks:
            sock.close()
