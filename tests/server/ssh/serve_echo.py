"""A whole server process with the echoing app, for tests that need one; prints its port."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

from server.process import settle
from server.ssh.host_keys import load_host_keys
from server.ssh.listener import Listener
from tests.support.apps import EchoHouse


async def serve(folder: Path) -> None:
    listener = Listener(EchoHouse())
    await listener.start("127.0.0.1", 0, load_host_keys(folder / "keys", folder / "data"))
    settle()
    (folder / "port").write_text(str(listener.port))
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await stop.wait()
    await listener.close("The server is closing.")


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
