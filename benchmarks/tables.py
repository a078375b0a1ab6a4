"""How quickly the screen follows the keys of a player while others play the computer.

    python -m benchmarks.tables [--tables 20] [--seconds 30] [--level strong]

A real server in a process of its own, held to its usual limits. At every table somebody in a real ssh
client plays the computer, blindly but without rest; at one more a player presses keys and sees how
long each takes to change the screen.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path
from time import perf_counter

from tests.support.ssh import Client, ssh_command

KEY_EVERY = 0.2
BLIND = ("p", "s", "-", "\r", "k", "\r", "f", "f", "0", "\r")
"""Pass, draw, throw the last card, knock if that may be, finish the layoffs, ask for the next hand."""
BLIND_EVERY = 1.0
BUSY = 60.0
"""Seconds that sitting down may take on a busy machine."""
LOST = 2.0
"""Seconds after which a key is held to have changed nothing."""
GOAL = 0.05


@asynccontextmanager
async def server(folder: Path) -> AsyncIterator[int]:
    words = ["serve", "--port", "0", "--data", str(folder / "data")]
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            Path(sys.executable).with_name("hollywood-gin"),
            *words,
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
        )
    assert process.stdout is not None
    found = re.search(r":(\d+)$", (await process.stdout.readline()).decode())
    assert found, (folder / "log").read_text()
    try:
        yield int(found[1])
    finally:
        process.terminate()
        await process.wait()


async def sit_down(client: Client, level: str) -> None:
    """Play the computer of this level, found in the palette."""
    await client.shows("Lobby", BUSY)
    client.send("\x10")
    await client.shows("ALL COMMANDS", BUSY)
    client.send(f"({level}")
    await client.shows(rf"▸ Practise.*\({level}\)")
    client.send("\r")
    await client.shows(rf"(?s)computer \({level}\).*COACH")


async def play_blindly(client: Client) -> None:
    for key in cycle(BLIND):
        client.send(key)
        await asyncio.sleep(BLIND_EVERY)


async def measure(client: Client, seconds: float) -> list[float]:
    """Seconds from each key to the next change of the screen."""
    times, end = [], perf_counter() + seconds
    for key in cycle("lllllhhhhh"):
        before, begun = len(client.raw), perf_counter()
        client.send(key)
        while len(client.raw) == before and perf_counter() < begun + LOST:  # noqa: ASYNC110 bytes
            await asyncio.sleep(0.001)
        times.append(perf_counter() - begun)
        if perf_counter() > end:
            return times
        await asyncio.sleep(KEY_EVERY)
    return times


async def run(tables: int, seconds: float, level: str) -> list[float]:
    clients: list[Client] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with server(folder) as port:

            def call(user: str) -> Client:
                clients.append(Client(ssh_command(port, folder, user=user)))
                return clients[-1]

            playing: list[asyncio.Task[None]] = []
            try:
                for number in range(tables):
                    blind = call(f"blind-{number + 1}")
                    await sit_down(blind, level)
                    playing.append(asyncio.create_task(play_blindly(blind)))
                player = call("player")
                await sit_down(player, level)
                return await measure(player, seconds)
            finally:
                for task in playing:
                    task.cancel()
                for client in clients:
                    client.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--level", default="strong", choices=["beginner", "club", "strong"])
    asked = parser.parse_args()
    times = sorted(asyncio.run(run(asked.tables, asked.seconds, asked.level)))
    p50, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
    print(
        f"{asked.tables} tables with the computer ({asked.level}), {len(times)} keys at one more: "
        f"key to screen {p50 * 1000:.1f} ms (p50), {p95 * 1000:.1f} (p95), "
        f"{times[-1] * 1000:.1f} (most); the goal is {GOAL * 1000:.0f} at p95"
    )


if __name__ == "__main__":
    main()
