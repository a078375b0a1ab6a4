"""A server that does nothing but write: `python -m tests.server.store.scribe URL MATCH=COUNT…`.

For each match the count says how many commands its players know to be acknowledged. The next one
is therefore sent again, as after a crash, and then more of them until somebody kills the process.
Each acknowledged command is told on standard output.
"""

from __future__ import annotations

import asyncio
import os
import sys
from itertools import count

from server.store.store import Store
from tests.server.store.builders import DRAWN, started


async def _write(store: Store, match: str, acknowledged: int) -> None:
    place = len(await store.log.read(match))
    for number in count(acknowledged + 1):
        command = f"c{number}"
        if number == 1:
            place = await store.log.start(match, command, started())
        else:
            place = await store.log.append(match, place + 1, command, DRAWN)
        os.write(1, f"{match} {number}\n".encode())


async def _main(url: str, matches: list[str]) -> None:
    store = await Store.open(url)
    tasks = (match.split("=") for match in matches)
    await asyncio.gather(*(_write(store, match, int(known)) for match, known in tasks))


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], sys.argv[2:]))
