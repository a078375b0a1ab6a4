"""What the screens cost: widgets, processor time, memory and bytes, beside the first sketch's figures.

    python -m benchmarks.screens [--keys 200] [--sessions 20] [--seconds 5]

A real server in a process of its own, real ssh clients. Processor time is the server's alone, read
from the kernel; it includes the encryption, the socket and everything else that a key costs.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.deals import deck_from
from tests.support.ssh import Client, make_key, ssh_command, until
from tui.repaint import SurfaceScreen

DECK = deck_from(
    a="4S 5S 6S 7S 9H 9D 9C AD 2H 3C",
    b="KS KD QH QD JS TH 8S 6D 5C 2C",
    upcard="8D",
    stock="QS",
)
BUSY = 60.0
"""Seconds that anything may take on a busy machine."""
QUIET = 0.15
"""Seconds without a byte after which a screen is held to be complete."""
SKETCH = {
    "widgets": "about 10",
    "start": "33-39 ms",
    "memory": "0.9 MiB",
    "key": "1.5 KB, 2.9 ms",
    "tick": "184 B, 0.7 ms",
    "idle": "nothing",
}
GOALS = {"widgets": "<= 12", "key": "<= 1.2 KB, <= 1.5 ms", "tick": "<= 200 B", "idle": "about 0"}


@dataclass
class Server:
    """A running server and what the kernel says of it."""

    pid: int
    port: int
    folder: Path

    @property
    def milliseconds(self) -> float:
        """Processor time so far."""
        tasks = Path(f"/proc/{self.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e6

    @property
    def mebibytes(self) -> float:
        """Memory held now."""
        found = re.search(r"VmRSS:\s*(\d+)", Path(f"/proc/{self.pid}/status").read_text())
        assert found
        return int(found[1]) / 1024

    def call(self, name: str, key: Path | None, size: tuple[int, int] = (80, 24)) -> Client:
        """Somebody comes in with a 256-colour terminal."""
        words = ssh_command(self.port, self.folder, user=name, key=key)
        return Client(words, columns=size[0], rows=size[1])


@asynccontextmanager
async def server(folder: Path) -> AsyncIterator[Server]:
    (folder / "decks").write_text("\n".join([" ".join(map(str, DECK))] * 40))
    words = ["-m", "tests.support.serve_club", str(folder / "data"), str(folder / "decks")]
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, *words, stdout=asyncio.subprocess.PIPE, stderr=log
        )
    assert process.stdout is not None
    found = re.search(r":(\d+)$", (await process.stdout.readline()).decode())
    assert found, (folder / "log").read_text()
    try:
        yield Server(process.pid, int(found[1]), folder)
    finally:
        process.terminate()
        await process.wait()


async def settled(client: Client) -> None:
    """Wait until nothing more is sent."""
    before = -1
    while len(client.raw) != before:
        before = len(client.raw)
        await asyncio.sleep(QUIET)


async def answered(client: Client, key: str) -> None:
    """Press a key and wait until it changes something."""
    before = len(client.raw)
    client.send(key)
    await until(lambda: len(client.raw) > before, "an answer", BUSY)


async def press(client: Client, keys: str, then: str) -> None:
    """Press keys until the screen shows what they lead to."""
    for _ in range(round(BUSY)):
        client.send(keys)
        try:
            await client.shows(then, 1.0)
        except AssertionError:
            continue
        await settled(client)
        return
    raise AssertionError(f"{keys!r} never led to /{then}/; the screen:\n{client.text}")


@dataclass(frozen=True, slots=True)
class Cost:
    """What one key, or one second, comes to."""

    bytes: float
    milliseconds: float

    def __str__(self) -> str:
        return f"{self.bytes:7.0f} B {self.milliseconds:6.2f} ms"


async def each(server: Server, client: Client, keys: tuple[str, ...], count: int) -> Cost:
    """The mean cost of these keys, pressed in turn; each waits for its answer."""
    await settled(client)
    sent, spent = len(client.raw), server.milliseconds
    for number in range(count):
        await answered(client, keys[number % len(keys)])
    await settled(client)
    return Cost((len(client.raw) - sent) / count, (server.milliseconds - spent) / count)


async def each_second(server: Server, client: Client, seconds: int) -> Cost:
    """The mean cost of a second in which nobody presses anything."""
    await settled(client)
    sent, spent = len(client.raw), server.milliseconds
    await asyncio.sleep(seconds)
    return Cost((len(client.raw) - sent) / seconds, (server.milliseconds - spent) / seconds)


LEFT_RIGHT, DOWN_UP = ("\x1b[D", "\x1b[C"), ("\x1b[B", "\x1b[A")
Stop = tuple[str, str, str, tuple[str, ...]]
REDRAW = ("\x0c",)
ON_THE_TABLE: tuple[Stop, ...] = (
    ("table, discard", "", "", LEFT_RIGHT),
    ("knock question", "k", r"KNOCK WITH 6\?", LEFT_RIGHT),
    ("", "\x1b", r"(?s)\A(?!.*KNOCK WITH 6\?)", ()),
    ("settings", "\x10settings\r", "SETTINGS", DOWN_UP),
    ("", "\x1b", r"(?s)\A(?!.*SETTINGS)", ()),
    ("help", "?", "What the keys do", LEFT_RIGHT),
    ("", "\x1b", "TABLE TALK", ()),
    ("score sheet", "v", "SCORE SHEET", REDRAW),
)
"""Screens from the table on: a name, the keys that lead there, what they show, keys to measure."""
IN_THE_LOBBY: tuple[Stop, ...] = (
    ("lobby", "", "", REDRAW),
    ("new table", "n", "NEW TABLE", DOWN_UP),
    ("", "\x1b", "LOBBY TALK", ()),
)


async def walk(
    server: Server, client: Client, size: str, stops: tuple[Stop, ...], count: int
) -> None:
    for name, keys, shown, measured in stops:
        if keys:
            await press(client, keys, shown)
        if measured:
            whole = await each(server, client, REDRAW, 5)
            cost = await each(server, client, measured, count)
            print(f"  {name:18} {size:7} whole {whole}    key {cost}", flush=True)


async def to_the_discard(client: Client) -> None:
    """Sit down with the computer and draw the first card."""
    await press(client, "p", "Upcard")
    await press(client, "p", "s draw from stock")
    await press(client, "s", "Choose a discard")


async def screens(server: Server, count: int) -> None:
    """Every screen with a cursor, at both sizes."""
    for name, size in (("ada", (80, 24)), ("bea", (120, 40))):
        client = server.call(name, make_key(server.folder, name), size)
        try:
            await client.takes_name(name)
            shown = f"{size[0]}x{size[1]}"
            await walk(server, client, shown, IN_THE_LOBBY, count)
            await to_the_discard(client)
            await walk(server, client, shown, ON_THE_TABLE, count)
        finally:
            client.close()


async def ticks(server: Server, seconds: int) -> tuple[Cost, Cost]:
    """A second at a table whose clock runs, and one at a table without a clock."""
    client = server.call("cleo", make_key(server.folder, "cleo"))
    try:
        await client.takes_name("cleo")
        await to_the_discard(client)
        idle = await each_second(server, client, seconds)
        await press(client, "q", "LEAVE THE TABLE")
        await press(client, "f", "LOBBY TALK")
        await press(client, "n", "NEW TABLE")
        while not re.search(r"▸ Clock", client.text):
            await press(client, "\x1b[B", ".")
        await press(client, "\x1b[C", "‹15 s")
        await to_the_discard(client)
        return await each_second(server, client, seconds), idle
    finally:
        client.close()


async def starts(server: Server, sessions: int) -> tuple[float, float, float]:
    """Processor time of a connection alone and of a session beyond that; memory of a session."""
    key = server.folder / "ada"
    spent = server.milliseconds
    for _ in range(5):
        words = ssh_command(server.port, server.folder, user="ada", key=key, options=["-N", "-v"])
        client = Client(words)
        await client.shows("(?i)entering interactive|pledge", BUSY)
        client.close()
    link = (server.milliseconds - spent) / 5
    clients: list[Client] = []
    try:
        for number in range(sessions + 3):
            if number == 3:
                await asyncio.sleep(1)
                spent, held = server.milliseconds, server.mebibytes
            clients.append(server.call(f"guest{number}", None))
            await clients[-1].shows("Lobby", BUSY)
            await settled(clients[-1])
        start = (server.milliseconds - spent) / sessions - link
        return link, start, (server.mebibytes - held) / sessions
    finally:
        for client in clients:
            client.close()


def widgets() -> int:
    """How many there are on the one screen."""
    return len(list(SurfaceScreen().compose())) + 1


async def main(keys: int, sessions: int, seconds: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        async with server(Path(name)) as running:
            print("each screen (bytes to a 256-colour terminal; server's processor time)")
            await screens(running, keys)
            tick, idle = await ticks(running, seconds)
            link, start, memory = await starts(running, sessions)
    rows: tuple[tuple[str, str], ...] = (
        ("widgets", str(widgets())),
        ("start", f"{start:.0f} ms, and {link:.0f} ms for the connection"),
        ("memory", f"{memory:.2f} MiB"),
        ("tick", str(tick)),
        ("idle", f"{idle} a second, the whole server"),
    )
    print(f"\n{'':10} {'here':45} {'sketch':18} goal")
    for name, value in rows:
        print(f"{name:10} {value.strip():45} {SKETCH[name]:18} {GOALS.get(name, '')}")
    print(f"{'key':10} {'as above':45} {SKETCH['key']:18} {GOALS['key']}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=100)
    parser.add_argument("--sessions", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=5)
    options = parser.parse_args()
    asyncio.run(main(options.keys, options.sessions, options.seconds))
