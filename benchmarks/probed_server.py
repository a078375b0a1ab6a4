"""The server, with a probe in its loop that notes how late the loop comes back.

    python -m benchmarks.probed_server FOLDER METRICS_PORT

The worst lag since it was last reset stands as one double in the file FOLDER/lag.
"""

from __future__ import annotations

import asyncio
import mmap
import struct
import sys
from pathlib import Path

from server.config import load
from server.serve import run

LAG_FILE = "lag"
LAG = struct.Struct("d")
PERIOD = 0.005


class ProbedLoops(asyncio.DefaultEventLoopPolicy):
    """Makes loops that measure themselves."""

    def __init__(self, lag: mmap.mmap) -> None:
        super().__init__()
        self._lag = lag

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        """Make a loop with a probe."""
        loop = super().new_event_loop()
        loop.call_later(PERIOD, self._look, loop, loop.time() + PERIOD)
        return loop

    def _look(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        now = loop.time()
        (worst,) = LAG.unpack(self._lag[: LAG.size])
        if now - due > worst:
            self._lag[: LAG.size] = LAG.pack(now - due)
        loop.call_later(PERIOD, self._look, loop, now + PERIOD)


def main(folder: Path, metrics: str) -> int:
    path = folder / LAG_FILE
    path.write_bytes(bytes(LAG.size))
    with path.open("r+b") as file, mmap.mmap(file.fileno(), LAG.size) as lag:
        asyncio.set_event_loop_policy(ProbedLoops(lag))
        return run(
            load(
                flags={
                    "port": 0,
                    "data": folder / "data",
                    "metrics": f"127.0.0.1:{metrics}",
                    "networks": {"trusted": []},
                }
            )
        )


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
