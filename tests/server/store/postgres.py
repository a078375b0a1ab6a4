"""A throw-away PostgreSQL server for tests, where PostgreSQL is installed."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

OWNER = "postgres"
"""PostgreSQL refuses to run as root; this user comes with its package."""


def programs() -> Path | None:
    """The folder of PostgreSQL's own programs; none if it is not installed."""
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


class Server:
    """A PostgreSQL server on a socket in a folder of its own."""

    def __init__(self, bin_folder: Path, folder: Path) -> None:
        self._programs = bin_folder
        self._folder = folder

    @property
    def url(self) -> str:
        return f"postgresql://{OWNER}@/postgres?host={self._folder}"

    def make(self) -> None:
        _run(self._programs / "initdb", "--no-sync", "-D", self._data, "-A", "trust", "-U", OWNER)

    def start(self, *, sync: bool = False) -> None:
        """Start it; without `sync` it is quick, but a power cut could lose what it keeps."""
        options = f"-c listen_addresses='' -k {self._folder} -c fsync={'on' if sync else 'off'}"
        self._control("start", "-l", self._folder / "log", "-o", options)

    def stop(self) -> None:
        self._control("stop", "-m", "immediate")

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def _control(self, *words: object) -> None:
        _run(self._programs / "pg_ctl", "-D", self._data, "-w", *words)


@contextmanager
def running(*, sync: bool = False) -> Iterator[Server]:
    """Run a server; skip the test where PostgreSQL is not installed."""
    bin_folder = programs()
    if bin_folder is None or not can_run():
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    # Not pytest's folder: that one is closed to another user, and too long for a socket's path.
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, OWNER)
    server = Server(bin_folder, folder)
    try:
        server.make()
        server.start(sync=sync)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)


def _run(*command: object) -> None:
    words = [str(word) for word in command]
    if os.geteuid() == 0:
        words = ["runuser", "-u", OWNER, "--", *words]
    # The server inherits standard output, so a pipe would never come to its end.
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")


def can_run() -> bool:
    """Whether there is a user that PostgreSQL would run as."""
    if os.geteuid() != 0:
        return True
    return any(user.pw_name == OWNER for user in pwd.getpwall())
