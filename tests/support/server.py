"""The whole server in a process of its own."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.cards import Card
from tests.support.ssh import WAIT


class ServerProcess:
    """A running server; what it printed, and how to end it."""

    def __init__(self, process: asyncio.subprocess.Process, lines: list[str]) -> None:
        self.lines = lines
        """What it printed up to the moment it was up."""
        self._process = process

    @classmethod
    async def start(cls, folder: Path, *decks: Sequence[Card]) -> ServerProcess:
        """Start a server that deals these decks, and wait until it listens."""
        words = [sys.executable, "-m", "tests.support.serve_club", str(folder / "data")]
        if decks:
            planned = folder / "decks"
            planned.write_text("\n".join(" ".join(map(str, deck)) for deck in decks))
            words.append(str(planned))
        with (folder / "log").open("wb") as log:
            process = await asyncio.create_subprocess_exec(
                *words, stdout=asyncio.subprocess.PIPE, stderr=log
            )
        assert process.stdout is not None
        lines = []
        for _ in range(3):
            line = await asyncio.wait_for(process.stdout.readline(), WAIT)
            assert line, (folder / "log").read_text()
            lines.append(line.decode().rstrip("\n"))
        return cls(process, lines)

    @property
    def port(self) -> int:
        """The port it listens on."""
        found = re.fullmatch(r"listening on 127\.0\.0\.1:(\d+)", self.lines[0])
        assert found, self.lines
        return int(found[1])

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end, and return its exit status."""
        if self._process.returncode is None:
            self._process.send_signal(number)
        return await asyncio.wait_for(self._process.wait(), WAIT)

    async def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._process.kill()
        await self._process.wait()

    async def rest(self) -> str:
        """What it printed after it was up; call once it has ended."""
        assert self._process.stdout is not None
        return (await self._process.stdout.read()).decode()
