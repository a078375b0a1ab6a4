"""What it costs to write an action down before it is shown.

    python -m benchmarks.store [--appends 2000] [--folder .]

Alone, one table appends one fact after the other; grouped, twenty tables do so at the same time and
share commits. Both databases sync to the disk that the folder is on (PostgreSQL to that of the
system's temporary files).
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from server.store.dialects import sqlite_url
from server.store.store import Store
from tests.server.store import postgres
from tests.server.store.builders import DRAWN, started

TABLES = 20
WARM_UP = 50


@contextmanager
def databases(folder: Path) -> Iterator[dict[str, str]]:
    with tempfile.TemporaryDirectory(dir=folder) as own:
        sqlite = {"SQLite": sqlite_url(Path(own) / "club.db")}
        if postgres.programs() is None or not postgres.can_run():
            yield sqlite
            return
        with postgres.running(sync=True) as server:
            yield {**sqlite, "PostgreSQL": server.url}


async def timed(append: Awaitable[int]) -> float:
    begun = perf_counter()
    await append
    return perf_counter() - begun


async def play(store: Store, match: str, appends: int) -> list[float]:
    await store.log.start(match, "start", started())
    return [
        await timed(store.log.append(match, seq, str(seq), DRAWN)) for seq in range(2, appends + 2)
    ]


async def measure(url: str, tables: int, appends: int) -> str:
    async with await Store.open(url) as store:
        await play(store, f"warm-{tables}", WARM_UP)
        begun = perf_counter()
        matches = (play(store, f"{tables}-{n}", appends // tables) for n in range(tables))
        lists = await asyncio.gather(*matches)
        spent = perf_counter() - begun
    times = sorted(time for times in lists for time in times)
    p50, p99 = (times[int(len(times) * share)] * 1000 for share in (0.5, 0.99))
    return f"{p50:9.2f} {p99:9.2f} {len(times) / spent:12,.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--appends", type=int, default=2000)
    parser.add_argument("--folder", type=Path, default=Path())
    options = parser.parse_args()
    print(f"{'':24}{'p50 ms':>9} {'p99 ms':>9} {'appends/s':>12}")
    with databases(options.folder) as urls:
        for name, url in urls.items():
            for label, tables in (("alone", 1), (f"{TABLES} tables", TABLES)):
                figures = asyncio.run(measure(url, tables, options.appends))
                print(f"{name + ', ' + label:24}{figures}")


if __name__ == "__main__":
    main()
