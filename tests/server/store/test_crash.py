from __future__ import annotations

import subprocess
import sys
from random import Random

from server.store.store import Store

MATCHES = ("m1", "m2", "m3", "m4")
ROUNDS = {"sqlite": 10, "postgresql": 3}


def write_until_killed(url: str, known: dict[str, int], acknowledgements: int) -> None:
    """Run a writer, kill it after so many acknowledgements and note all that it gave."""
    command = [sys.executable, "-m", "tests.server.store.scribe", url]
    words = [f"{match}={count}" for match, count in known.items()]
    with subprocess.Popen([*command, *words], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        for seen, line in enumerate(writer.stdout, 1):
            match, number = line.split()
            known[match] = int(number)
            if seen == acknowledgements:
                writer.kill()
    assert writer.returncode == -9


async def test_kill_loses_no_acknowledged_fact_and_doubles_none(url: str) -> None:
    moments, known = Random(), dict.fromkeys(MATCHES, 0)  # noqa: S311 any moment will do
    for _ in range(ROUNDS[url.partition(":")[0]]):
        write_until_killed(url, known, moments.randint(1, 80))
        async with await Store.open(url) as store:
            for match, acknowledged in known.items():
                entries = await store.log.read(match)
                assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
                assert [entry.command for entry in entries] == [
                    f"c{number}" for number in range(1, len(entries) + 1)
                ]
                # What was being written may have got there unacknowledged: one fact, not more.
                assert acknowledged <= len(entries) <= acknowledged + 1
