"""Attacks on a server on this machine, each bounded in count and time.

    python -m benchmarks.attacks NAME PORT SECONDS NUMBER

They come from the addresses 127.0.NUMBER.1 to .4, of which the last two are kept for those that log
in and become players.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import asyncssh
from asyncssh.constants import (
    MSG_CHANNEL_OPEN,
    MSG_CHANNEL_REQUEST,
    MSG_GLOBAL_REQUEST,
    MSG_IGNORE,
)
from asyncssh.packet import Boolean, String, UInt32

MOST = 3000
"""Connections that one attack makes at most."""
_HUGE = 1 << 31
_INJECTIONS = (
    b"a\x1b[2Jb",
    b"\x1b]52;c;QUJD\x07",
    b"\x1b]0;HACK\x07",
    b"\x9b2J",
    b"\x1bPq",
    b"[@click=app.quit]Bob[/]",
    b"[/]",
    b"\xe2\x80\xaegnp",
    b"\x1b]",
    b"z" + b"\xcc\xb6" * 200,
)


@dataclass
class Target:
    """Whom to attack, from where, and how much is left."""

    port: int
    number: int
    left: int = MOST

    @property
    def outsiders(self) -> list[str]:
        """Addresses of those who do not log in."""
        return [f"127.0.{self.number}.{last}" for last in (1, 2, 3, 4)]

    @property
    def insiders(self) -> list[str]:
        """Addresses of those who do."""
        return [f"127.0.{self.number}.{last}" for last in (3, 4)]

    def may_go_on(self) -> bool:
        """Use up one of the connections that may be made."""
        self.left -= 1
        return self.left >= 0

    async def dial(self, source: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect, and say nothing yet."""
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(source, 0))

    async def link(self, source: str, **options: Any) -> Any:  # noqa: ANN401  # asyncssh's own mixed type
        """Connect and log in."""
        return await asyncssh.connect(
            "127.0.0.1",
            self.port,
            local_addr=(source, 0),
            username=options.pop("username", "mallory"),
            client_keys=options.pop("client_keys", [KEY]),
            known_hosts=None,
            config=None,
            agent_path=None,
            **options,
        )


Attack = Callable[[Target], Awaitable[None]]
Flood = Callable[[Any, Any], Awaitable[None]]
KEY = asyncssh.generate_private_key("ssh-ed25519")


async def everywhere(target: Target, sources: list[str], width: int, attack: Any) -> None:  # noqa: ANN401  # coroutine functions of two arguments
    """Repeat an attack from each address, so many times side by side."""

    async def repeat(source: str) -> None:
        while target.may_go_on():
            with contextlib.suppress(OSError, asyncssh.Error, asyncio.IncompleteReadError):
                await attack(target, source)
            await asyncio.sleep(0.2)

    await asyncio.gather(*(repeat(source) for source in sources for _ in range(width)))


async def nothing(_target: Target) -> None:
    await asyncio.Event().wait()


async def silent_connections(target: Target) -> None:
    async def hold(target: Target, source: str) -> None:
        reader, writer = await target.dial(source)
        with contextlib.closing(writer):
            await reader.read()

    await everywhere(target, target.outsiders, 20, hold)


async def zeros(target: Target) -> None:
    async def send(target: Target, source: str) -> None:
        _, writer = await target.dial(source)
        with contextlib.closing(writer):
            for _ in range(64):
                writer.write(b"SSH-2.0-zeros\r\n" + bytes(16384))
                await writer.drain()

    await everywhere(target, target.outsiders, 10, send)


async def handshakes(target: Target) -> None:
    async def shake(target: Target, source: str) -> None:
        link = await target.link(source)
        link.abort()
        await link.wait_closed()

    await everywhere(target, target.outsiders, 8, shake)


class Guest(asyncssh.SSHClient):
    """Comes in without a key, by answering no question."""

    def kbdint_auth_requested(self) -> str:
        """Choose no particular way."""
        return ""

    def kbdint_challenge_received(self, *_: object) -> list[str]:
        """Answer nothing."""
        return []


class Forger(asyncssh.SSHKeyPair):
    """Shows a key it does not hold, and signs with another."""

    def __init__(self) -> None:
        shown = asyncssh.generate_private_key("ssh-ed25519")
        super().__init__(
            b"ssh-ed25519",
            b"ssh-ed25519",
            [b"ssh-ed25519"],
            [b"ssh-ed25519"],
            shown.public_data,
            None,
        )

    async def sign_async(self, data: bytes) -> bytes:
        """Sign with a key that was not shown."""
        return KEY.sign(data, b"ssh-ed25519")


async def logins(target: Target) -> None:
    keys = [Forger() for _ in range(30)]

    async def try_keys(target: Target, source: str) -> None:
        await target.link(source, client_keys=keys, preferred_auth=["publickey"])

    await everywhere(target, target.outsiders, 8, try_keys)


def inside(flood: Flood, *, reads: bool = False, window: int = 1 << 21, **options: Any) -> Attack:  # noqa: ANN401  # passed on
    """An attack by people who log in, start to play and then do something without end."""

    async def attack(target: Target) -> None:
        async def visit(target: Target, source: str) -> None:
            name = f"mallory-{random.randrange(10**6)}"
            link = await target.link(
                source, username=name, client_keys=None, client_factory=Guest, **options
            )
            try:
                process = await link.create_process(term_type="xterm", encoding=None, window=window)
                if reads:
                    reading = asyncio.create_task(process.stdout.read())
                await asyncio.sleep(0.5)
                while not link.is_closed():
                    await flood(link, process.channel)
                    await asyncio.sleep(0.001)
                if reads:
                    reading.cancel()
            finally:
                link.abort()
                await link.wait_closed()

        await everywhere(target, target.insiders, 8, visit)

    return attack


async def open_channels(link: Any, _channel: Any) -> None:  # noqa: ANN401
    for number in range(20):
        link.send_packet(
            MSG_CHANNEL_OPEN, String(b"session"), UInt32(number + 9), UInt32(_HUGE), UInt32(1024)
        )


async def set_variables(_link: Any, channel: Any) -> None:  # noqa: ANN401
    for _ in range(20):
        variable = String(b"LC_" + os.urandom(4).hex().encode()) + String(os.urandom(4096))
        channel.send_packet(MSG_CHANNEL_REQUEST, String(b"env"), Boolean(False), variable)


async def ask(link: Any, _channel: Any) -> None:  # noqa: ANN401
    for _ in range(20):
        link.send_packet(MSG_GLOBAL_REQUEST, String(b"flood@test"), Boolean(True))


async def send_packets(link: Any, _channel: Any) -> None:  # noqa: ANN401
    for _ in range(50):
        link.send_packet(MSG_IGNORE, String(b""))


async def change_keys(link: Any, _channel: Any) -> None:  # noqa: ANN401
    link.send_packet(MSG_IGNORE, String(b""))
    await asyncio.sleep(0.02)


async def press_and_never_read(link: Any, channel: Any) -> None:  # noqa: ANN401
    link._transport.pause_reading()  # noqa: SLF001  # an honest client has no way to do this
    channel.write(b"?\x1b[C\x1b[D?")
    await asyncio.sleep(0.01)


async def press(_link: Any, channel: Any) -> None:  # noqa: ANN401
    for _ in range(20):
        channel.write(b"\x1b[C\x1b[D")


async def paste(_link: Any, channel: Any) -> None:  # noqa: ANN401
    channel.write(b"\x1b[200~" + b"paste " * 20_000 + b"\x1b[201~" + b"unbracketed " * 5_000)
    await asyncio.sleep(0.2)


async def resize(_link: Any, channel: Any) -> None:  # noqa: ANN401
    for _ in range(20):
        columns, rows = random.randrange(2**16), random.randrange(2**16)
        channel.change_terminal_size(columns, rows)
        channel.write(f"\x1b[48;{rows};{columns};0;0t".encode())


async def inject(_link: Any, channel: Any) -> None:  # noqa: ANN401
    channel.write(b"c" + random.choice(_INJECTIONS) + b"\r\x1b")
    await asyncio.sleep(0.05)


ATTACKS: dict[str, Attack] = {
    "nothing": nothing,
    "silent connections": silent_connections,
    "garbage before the handshake": zeros,
    "handshake flood": handshakes,
    "login flood": logins,
    "channel flood": inside(open_channels),
    "environment flood": inside(set_variables),
    "global request flood": inside(ask),
    "packet flood": inside(send_packets),
    "rekey flood": inside(change_keys, rekey_bytes=1),
    "stalled readers, huge windows": inside(press_and_never_read, window=_HUGE),
    "key flood": inside(press, reads=True),
    "pastes": inside(paste, reads=True),
    "resizes and in-band reports": inside(resize, reads=True),
    "escapes and markup": inside(inject, reads=True),
}


async def main(name: str, port: int, seconds: float, number: int) -> None:
    os.nice(10)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await ATTACKS[name](Target(port, number))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])))
