"""What only a process of its own can show: its environment, its streams, its signals."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from tests.support.ssh import Client, ssh_command, until

HERE = Path.cwd()


class Server:
    """A server process, its port and what it has printed."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder = folder
        (folder / "port").unlink(missing_ok=True)
        self.output = (folder / "output").open("w+b")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.ssh.serve_echo", str(folder)],
            stdin=subprocess.DEVNULL,
            stdout=self.output,
            stderr=subprocess.STDOUT,
            env=dict(environment),
            cwd=HERE,
        )

    def call(self, **environment: str) -> Client:
        port = int((self.folder / "port").read_text())
        words = ssh_command(port, self.folder, options=["-o", "SendEnv=NO_COLOR"], key=None)
        return Client(words, environment=environment)

    def is_stopped(self) -> bool:
        stat = Path(f"/proc/{self.process.pid}/stat").read_text()
        return stat.rpartition(")")[2].split()[0] == "T"

    def printed(self) -> bytes:
        return (self.folder / "output").read_bytes()


@asynccontextmanager
async def serving(folder: Path, **environment: str) -> AsyncIterator[Server]:
    server = Server(folder, environment)
    try:
        port = folder / "port"
        await until(lambda: port.exists() and port.read_text(), "the server")
        yield server
        server.process.terminate()
        await until(lambda: server.process.poll() is not None, "the server's end")
        assert server.process.returncode == 0
    finally:
        server.process.kill()
        server.process.wait()
        server.output.close()


async def test_colours_come_from_the_caller_not_from_the_server(tmp_path: Path) -> None:
    async with serving(
        tmp_path, TERM="dumb", NO_COLOR="1", TEXTUAL_PRESS="Q", ESCDELAY="5000", TEXTUAL="debug"
    ) as server:
        full, mono = server.call(), server.call(NO_COLOR="1")
        await full.shows("depth=C256")
        await mono.shows("depth=MONO")
        full.send("\x1b")
        await full.shows("keys=escape;")
        mono.send("z")
        await mono.shows("keys=z;")
        assert b"38;5;203" in full.raw
        assert b"38;5;203" not in mono.raw
        full.close()
        mono.close()


async def test_the_server_s_own_terminal_and_streams_are_left_alone(tmp_path: Path) -> None:
    async with serving(tmp_path, PATH="/usr/bin:/bin") as server:
        first, second = server.call(), server.call()
        await first.shows("keys=;")
        await second.shows("keys=;")
        first.send("PUQ")
        assert await first.left() == 0
        second.send("\x03\x1a\x11P")
        await second.shows("count=4")
        assert not server.is_stopped()
        assert b"printed by the app" not in first.raw + second.raw
    assert await second.left() == 0
    assert "The server is closing." in second.text
    first.close()
    second.close()
    assert server.printed().replace(b"printed by the app\n", b"") == b""


async def test_the_host_key_is_the_same_after_a_restart(tmp_path: Path) -> None:
    seen = set()
    for _ in range(2):
        async with serving(tmp_path, PATH="/usr/bin:/bin") as server:
            port = (server.folder / "port").read_text()
            scan = await asyncio.create_subprocess_exec(
                "ssh-keyscan",
                "-p",
                port,
                "127.0.0.1",
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            printed, _ = await scan.communicate()
            seen.add(printed.partition(b"ssh-ed25519")[2])
    assert len(seen) == 1
    assert seen.pop().strip()
