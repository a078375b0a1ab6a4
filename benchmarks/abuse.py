"""What each kind of abuse does to somebody who plays meanwhile.

    python -m benchmarks.abuse [--seconds 6] [ATTACK ...]

The whole server runs in a process of its own, held to its usual limits, none of its clients
trusted. Two people sit at a table in real ssh clients; one presses keys and sees how long each takes
to change the screen, while an attack runs from other addresses of this machine. Everything stays on
loopback and ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import mmap
import os
import re
import socket
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from benchmarks.attacks import ATTACKS
from benchmarks.probed_server import LAG, LAG_FILE
from tests.support.ssh import Client, make_key, ssh_command, until

KEY_EVERY = 0.2
LOST = 2.0
"""Seconds after which a key is held to have changed nothing."""
REST = 6.0
"""Seconds in which a server should be as small as before."""
_REFUSED = re.compile(r'^gin_refusals_total\{reason="(\w+)"\} (\d+)', re.MULTILINE)


@dataclass
class Row:
    """What one attack did."""

    name: str
    before: float
    """MB of memory, as the next two."""
    peak: float = 0.0
    after: float = 0.0
    lag: float = 0.0
    """The worst of the loop, in seconds."""
    work: float = 0.0
    """Of one processor's time, the part that the server has used while it lasted."""
    load: float = 0.0
    """Programs that wanted to run on this machine at the end, itself and the attack among them."""
    keys: list[float] = field(default_factory=list)
    """Seconds from a key of the player to the next change of his screen."""
    refusals: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        times = sorted(self.keys) or [LOST]
        p50, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
        refused = ", ".join(f"{times} {reason}" for reason, times in self.refusals.most_common(3))
        return (
            f"{self.name:30} {self.before:6.0f} {self.peak:6.0f} {self.after:6.0f} "
            f"{self.work:5.0%} {self.load:5.1f} {self.lag * 1000:6.0f} "
            f"{p50 * 1000:6.1f} {p95 * 1000:6.1f} {times[-1] * 1000:6.0f}  {refused or '-'}"
        )


HEADING = (
    f"{'':30} {'memory (MB)':^20} {'':11} {'lag':>6} {'key to screen (ms)':^20}\n"
    f"{'attack':30} {'before':>6} {'peak':>6} {'after':>6} {'work':>5} {'load':>5} {'(ms)':>6} "
    f"{'p50':>6} {'p95':>6} {'max':>6}  refused"
)


class Bench:
    """A server and what can be seen of it from outside."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._metrics = free.getsockname()[1]
        self.port = 0
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start the server and wait until it listens."""
        words = ["-m", "benchmarks.probed_server", str(self.folder), str(self._metrics)]
        with (self.folder / "log").open("wb") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *words, stdout=asyncio.subprocess.PIPE, stderr=log
            )
        assert self._process.stdout is not None
        first = (await self._process.stdout.readline()).decode()
        found = re.search(r":(\d+)$", first)
        assert found, (self.folder / "log").read_text()
        self.port = int(found[1])

    async def stop(self) -> None:
        """End it, if it runs."""
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()

    def memory(self) -> float:
        """What it holds, in MB."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        found = re.search(r"^VmRSS:\s+(\d+)", status, re.MULTILINE)
        assert found
        return int(found[1]) / 1024

    def worst_lag(self) -> float:
        """The worst lag since this was last asked."""
        with (self.folder / LAG_FILE).open("r+b") as file, mmap.mmap(file.fileno(), 0) as lag:
            (worst,) = LAG.unpack(lag[: LAG.size])
            lag[: LAG.size] = bytes(LAG.size)
        return float(worst)

    def work(self) -> float:
        """Seconds of processor time that it has used."""
        assert self._process is not None
        used = Path(f"/proc/{self._process.pid}/schedstat").read_text().split()[0]
        return int(used) / 1e9

    async def refusals(self) -> Counter[str]:
        """How many it has refused, by reason."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._metrics)
        writer.write(b"GET /metrics HTTP/1.0\r\n\r\n")
        text = (await reader.read()).decode()
        writer.close()
        await writer.wait_closed()
        return Counter({reason: int(count) for reason, count in _REFUSED.findall(text)})


class Player:
    """Presses keys at the table, and times the screen."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def play(self, times: list[float]) -> None:
        """Press keys until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + KEY_EVERY
            times.append(await self._press("\x1b[C" if len(times) % 2 else "\x1b[D"))
            await asyncio.sleep(max(0.0, due - loop.time()))

    async def _press(self, key: str) -> float:
        before, pressed = len(self._client.raw), perf_counter()
        self._client.send(key)
        while len(self._client.raw) == before and perf_counter() - pressed < LOST:  # noqa: ASYNC110  # no event tells of bytes
            await asyncio.sleep(0.0005)
        return perf_counter() - pressed


async def measure(bench: Bench, player: Player, name: str, number: int, seconds: float) -> Row:
    row = Row(name, bench.memory())
    refused = await bench.refusals()
    bench.worst_lag()
    began, worked = perf_counter(), bench.work()
    playing = asyncio.create_task(player.play(row.keys))
    words = ["-m", "benchmarks.attacks", name, str(bench.port), str(seconds), str(number)]
    attack = await asyncio.create_subprocess_exec(
        sys.executable, *words, stderr=asyncio.subprocess.DEVNULL
    )
    attacking = asyncio.create_task(attack.wait())
    while not attacking.done():
        row.peak = max(row.peak, bench.memory())
        await asyncio.sleep(0.1)
    row.lag = bench.worst_lag()
    row.work = (bench.work() - worked) / (perf_counter() - began)
    row.load = os.getloadavg()[0]
    playing.cancel()
    await asyncio.sleep(REST)
    row.after = bench.memory()
    row.refusals = await bench.refusals() - refused
    return row


async def seated(bench: Bench) -> list[Client]:
    """Two people at one table, their first hand dealt."""
    clients = []
    for name in ("ada", "bob"):
        key = make_key(bench.folder, name)
        clients.append(Client(ssh_command(bench.port, bench.folder, user=name, key=key)))
        await clients[-1].shows("call you")
        await press_until(clients[-1], "\r", "Lobby")
    ada, bob = clients
    await press_until(ada, "n", "NEW TABLE")
    await press_until(ada, "\r", "Table 1")
    await bob.shows("Table 1")
    await press_until(bob, "\r", "hand 1")
    return clients


async def press_until(client: Client, key: str, pattern: str) -> None:
    for _ in range(20):
        client.send(key)
        with contextlib.suppress(AssertionError):
            await client.shows(pattern, 1.0)
            return
    raise AssertionError(client.text)


async def run(names: list[str], seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        clients: list[Client] = []
        try:
            await bench.start()
            clients = await seated(bench)
            print(HEADING, flush=True)
            for number, name in enumerate(names, start=1):
                print(await measure(bench, Player(clients[0]), name, number, seconds), flush=True)
            for client in clients:
                assert client.process.poll() is None, "a seated player was pushed out"
            clients[0].resize(100, 30)
            await until(lambda: "hand 1" in clients[0].text)
            print("Both players still sit at their table.")
        finally:
            for client in clients:
                client.close()
            await bench.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=6.0)
    chosen = parser.parse_args()
    asyncio.run(run(chosen.attacks or list(ATTACKS), chosen.seconds))


if __name__ == "__main__":
    main()
