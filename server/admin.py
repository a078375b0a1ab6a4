"""Local administration: commands through a Unix socket in the data folder.

Whoever may open the socket may do everything; it is for the owner of the folder alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import socket
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from server.club import Club
from server.command_table import COMMANDS
from server.commands import Asker, Rank
from server.ssh.errand import FAILED
from server.ssh.house import Answer

log = logging.getLogger(__name__)

SOCKET = "admin.sock"
_BY = Asker("admin", Rank.MACHINE)
_LONGEST = 65536
_PATIENCE = 10.0
_WAIT = 600.0
"""Seconds that a client waits for an answer; a backup may take some time."""


class NoServerError(Exception):
    """No server answers; the message is a sentence."""


class AdminSocket:
    """Answers commands as long as the server runs."""

    def __init__(self, club: Club, folder: Path) -> None:
        self._club = club
        self._path = folder / SOCKET
        self._server: asyncio.Server | None = None
        self._inode = 0

    async def start(self) -> None:
        """Listen from now on, in the place of a server that is gone.

        Raises:
            OSError: The socket cannot be made.
        """
        self._path.unlink(missing_ok=True)
        listening = socket.socket(socket.AF_UNIX)
        try:
            listening.bind(str(self._path))
            self._path.chmod(0o600)
            self._server = await asyncio.start_unix_server(
                self._serve, sock=listening, limit=_LONGEST
            )
        except OSError:
            listening.close()
            raise
        self._inode = self._path.stat().st_ino

    async def close(self) -> None:
        """Listen no more."""
        if self._server is None:
            return
        self._server.close()
        with contextlib.suppress(OSError):
            # A server that took over may have put its own there.
            if self._path.stat().st_ino == self._inode:
                self._path.unlink()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            line = await asyncio.wait_for(reader.readline(), _PATIENCE)
            answer = await self._answer(line)
            writer.write(json.dumps(asdict(answer)).encode() + b"\n")
            await writer.drain()
        except (OSError, ValueError, TimeoutError):
            log.debug("an administrator hung up")
        finally:
            writer.close()

    async def _answer(self, line: bytes) -> Answer:
        words = json.loads(line)
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise ValueError("not a list of words")
        try:
            return await COMMANDS.answer(self._club, _BY, words)
        except Exception:
            log.exception("a command failed")
            return FAILED


def ask(folder: Path, words: Sequence[str]) -> Answer:
    """Let the server that runs on a data folder carry out a command.

    Raises:
        NoServerError: If none answers.
    """
    path = folder / SOCKET
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(_WAIT)
        try:
            client.connect(os.fspath(path))
            client.sendall(json.dumps(list(words)).encode() + b"\n")
            with client.makefile("rb") as answers:
                told = json.loads(answers.readline())
        except OSError as error:
            reason = error.strerror or str(error)
            raise NoServerError(f"no server answers at {path}: {reason}") from error
        except ValueError as error:
            raise NoServerError(f"the server at {path} hung up without an answer") from error
    return Answer(**told)
