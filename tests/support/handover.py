"""A parent that holds the listening socket and restarts the server behind it, as systemd does."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from pathlib import Path

from tests.support.commands import COMMAND
from tests.support.ssh import WAIT

_START = 'exec 3<&"$1"; export LISTEN_FDS=1 LISTEN_PID=$$; shift; exec "$@"'
"""Hands the socket over as descriptor 3, to a process that is not yet known when it is written."""


class Parent:
    """Holds a socket that stays open whatever becomes of the server."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=512)
        self._heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._heard.bind(str(folder / "notify"))
        self._heard.setblocking(False)
        self._server: asyncio.subprocess.Process | None = None

    @property
    def port(self) -> int:
        """The port it holds."""
        return int(self._socket.getsockname()[1])

    async def start(self, *words: str) -> None:
        """Start a server on the socket, and wait until it says that it is ready."""
        with (self._folder / "log").open("ab") as log:
            self._server = await asyncio.create_subprocess_exec(
                "bash", "-c", _START, "start", str(self._socket.fileno()),
                str(COMMAND), "serve", "--data", str(self._folder / "data"), *words,
                pass_fds=[self._socket.fileno()],
                env={**os.environ, "NOTIFY_SOCKET": str(self._folder / "notify")},
                stdout=asyncio.subprocess.DEVNULL,
                stderr=log,
            )  # fmt: skip
        assert await self.told(b"READY=1")

    async def told(self, *states: bytes) -> bytes:
        """Wait until the server says one of these of itself."""
        loop = asyncio.get_running_loop()
        while (
            state := await asyncio.wait_for(loop.sock_recv(self._heard, 100), WAIT)
        ) not in states:
            pass
        return state

    async def stop(self) -> int:
        """Ask the server to end, as a restart does, and return its exit status."""
        assert self._server is not None
        self._server.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self._server.wait(), WAIT)

    async def close(self) -> None:
        """Let go of everything."""
        if self._server is not None and self._server.returncode is None:
            self._server.kill()
            await self._server.wait()
        self._socket.close()
        self._heard.close()
