"""A real OpenSSH client on a pseudo-terminal, and the screen it shows."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pyte

WAIT = 15.0
"""Seconds after which something awaited is held never to come."""

ANSWERS = {
    b"\x1b[6n": b"\x1b[1;5R",
    b"\x1b[?2026$p": b"\x1b[?2026;2$y",
    b"\x1b]11;?\x1b\\": b"\x1b]11;rgb:1010/1010/1010\x1b\\",
    b"\x1b[c": b"\x1b[?62;22c",
}
"""What a modern terminal answers to the login questions, but for 24-bit colour."""


def make_key(folder: Path, name: str = "id", kind: str = "ed25519") -> Path:
    """Make a key pair with ssh-keygen and return the private key's path."""
    path = folder / name
    subprocess.run(
        ["ssh-keygen", "-q", "-t", kind, "-N", "", "-C", "", "-f", str(path)], check=True
    )
    return path


def fingerprint(key: Path) -> str:
    """Return the SHA256 fingerprint of a key as ssh-keygen prints it."""
    shown = subprocess.run(
        ["ssh-keygen", "-l", "-f", f"{key}.pub"], check=True, capture_output=True, text=True
    ).stdout
    return shown.split()[1]


@contextlib.contextmanager
def agent_with(keys: Sequence[Path], folder: Path) -> Iterator[dict[str, str]]:
    """Run an ssh-agent that holds these keys; yield the environment that leads to it."""
    known = {"SSH_AUTH_SOCK": str(folder / "agent")}
    words = ["ssh-agent", "-D", "-a", known["SSH_AUTH_SOCK"]]
    agent = subprocess.Popen(words, stdout=subprocess.PIPE)
    assert agent.stdout is not None
    try:
        agent.stdout.readline()  # printed once the socket is there
        subprocess.run(["ssh-add", "-q", *map(str, keys)], check=True, env={**os.environ, **known})
        yield known
    finally:
        agent.terminate()
        agent.wait()
        agent.stdout.close()


def ssh_command(
    port: int,
    folder: Path,
    *,
    user: str = "ada",
    key: Path | None = None,
    options: Sequence[str] = (),
    command: Sequence[str] = (),
    program: str = "ssh",
) -> list[str]:
    """Return the words of an ssh command that knows nothing of this machine's settings."""
    identity = ["-i", str(key), "-o", "IdentitiesOnly=yes"] if key else ["-o", "IdentityFile=none"]
    flags = ["-F", "/dev/null", "-o", f"UserKnownHostsFile={folder / 'known_hosts'}"]
    flags += ["-o", "StrictHostKeyChecking=accept-new", "-o", "LogLevel=ERROR"]
    target = [f"{user}@127.0.0.1"]
    where = ["-o", f"Port={port}"]
    return [program, *flags, *identity, *where, *options, *target, *command]


async def until(condition: Callable[[], object], what: str = "", wait: float = WAIT) -> None:
    """Let the loop run until the condition holds.

    Raises:
        AssertionError: It did not within `wait` seconds.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + wait
    while not condition():
        assert loop.time() < deadline, f"never came: {what or condition}"
        await asyncio.sleep(0.01)


class Client:
    """One ssh client in its own process, and what it shows."""

    def __init__(
        self,
        words: Sequence[str],
        *,
        term: str | None = "xterm-256color",
        columns: int = 80,
        rows: int = 24,
        environment: Mapping[str, str] | None = None,
        answers: Mapping[bytes, bytes] | None = None,
    ) -> None:
        self.raw = bytearray()
        self.screen = pyte.Screen(columns or 80, rows or 24)
        self._stream = pyte.Stream(self.screen)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._answers = ANSWERS if answers is None else answers
        self._unanswered = b""
        self._master, slave = pty.openpty()
        self._set_size(columns, rows)
        env = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        env |= {"TERM": term} if term is not None else {}
        self.process = subprocess.Popen(
            words,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env | dict(environment or {}),
            start_new_session=True,
        )
        os.close(slave)
        os.set_blocking(self._master, False)
        self._open = True
        asyncio.get_running_loop().add_reader(self._master, self._read)

    @property
    def text(self) -> str:
        """The screen, its rows without trailing blanks."""
        return "\n".join(row.rstrip() for row in self.screen.display)

    def send(self, keys: str | bytes) -> None:
        """Type keys, or send a terminal's own bytes."""
        data = keys.encode() if isinstance(keys, str) else keys
        while data:
            try:
                data = data[os.write(self._master, data) :]
            except BlockingIOError:
                raise AssertionError("the client takes no input; use send_all") from None

    async def send_all(self, data: bytes) -> None:
        """Send much, as fast as the client takes it."""
        while data:
            with contextlib.suppress(BlockingIOError):
                data = data[os.write(self._master, data[:4096]) :]
            await asyncio.sleep(0)

    async def shows(self, pattern: str, wait: float = WAIT) -> str:
        """Wait until the screen matches, and return its text."""
        try:
            await until(lambda: re.search(pattern, self.text), pattern, wait)
        except AssertionError:
            raise AssertionError(f"/{pattern}/ never came; the screen:\n{self.text}") from None
        return self.text

    async def takes_name(self, name: str) -> None:
        """Wait until the entrance offers a newcomer this name, and take it."""
        await self.shows(rf"(?s)Welcome.*\b{name}\b")
        self.send("\r")
        try:
            await self.shows("Lobby", WAIT / 3)
        except AssertionError:
            # A key that waited too long on a busy machine was dropped, as the door promises.
            self.send("\r")
            await self.shows("Lobby")

    async def left(self, wait: float = WAIT) -> int:
        """Wait until the client has ended, and return its exit status."""
        await until(lambda: self.process.poll() is not None and not self._open, "the end", wait)
        return int(self.process.wait())

    def resize(self, columns: int, rows: int) -> None:
        """Change the window's size; the screen kept here follows within its own bounds."""
        self.screen.resize(min(max(rows, 1), 200), min(max(columns, 1), 400))
        self._set_size(columns, rows)
        # The pty is not the client's controlling terminal, so the kernel does not tell it.
        self.signal(signal.SIGWINCH)

    def signal(self, number: signal.Signals) -> None:
        """Send the client process a signal."""
        self.process.send_signal(number)

    def kill(self) -> None:
        """End the client at once, as a power cut would."""
        self.process.kill()

    def close(self) -> None:
        """End the client if need be, and give back what it used."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._shut()

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _read(self) -> None:
        try:
            data = os.read(self._master, 65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._shut()
            return
        self.raw += data
        self._answer(data)
        # pyte draws what it does not know; none of these leaves a mark on a real screen.
        text = re.sub(
            r"\x1b\[[\d?;>]*\$p|\x1bP[^\x1b]*\x1b\\|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[2[23];2t",
            "",
            self._decoder.decode(data),
        )
        self._stream.feed(text)

    def _answer(self, data: bytes) -> None:
        waiting = self._unanswered + data
        asked = [question for question in self._answers if question in waiting]
        for question in sorted(asked, key=waiting.index):
            os.write(self._master, self._answers[question])
        self._unanswered = b"" if b"\x1b[c" in waiting else waiting[-64:]

    def _shut(self) -> None:
        if self._open:
            self._open = False
            asyncio.get_running_loop().remove_reader(self._master)
            os.close(self._master)
