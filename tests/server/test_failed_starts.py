"""A club that cannot open says why in one sentence, and ends with status 1."""

from __future__ import annotations

import socket
import sqlite3
from pathlib import Path

import pytest

from server.ssh.host_keys import FINGERPRINT_NAME, KEY_NAME
from tests.support.commands import run_process
from tests.support.server import ServerProcess


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def last_words(data: Path, *words: str) -> str:
    done = run_process("serve", "--port", "0", "--data", str(data), *words)
    assert (done.status, done.output) == (1, ""), done.errors
    assert done.errors.count("\n") == 1, done.errors
    return done.errors.rstrip("\n")


def test_a_taken_port(data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        words = last_words(data, "--port", str(port))
    assert words == f"cannot listen on 127.0.0.1:{port}: Address already in use"


def test_a_taken_port_for_metrics(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        monkeypatch.setenv("HOLLYWOOD_GIN_METRICS", where)
        assert last_words(data).startswith(f"cannot listen on {where}: ")


def test_an_address_of_another_machine(data: Path) -> None:
    words = last_words(data, "--host", "192.0.2.1")
    assert words == "cannot listen on 192.0.2.1:0: Cannot assign requested address"


def test_a_key_that_is_none(data: Path) -> None:
    keys = data / "host_keys"
    keys.mkdir(parents=True)
    (keys / KEY_NAME).write_text("no key at all")
    assert last_words(data).startswith(f"{keys / KEY_NAME}: the host key cannot be read: ")


def test_a_key_that_is_missing(data: Path) -> None:
    data.mkdir()
    (data / FINGERPRINT_NAME).write_text("SHA256:abc\n")
    assert last_words(data) == (
        f"{data / 'host_keys' / KEY_NAME}: the host key is missing; put it back, players know it"
    )


def test_a_folder_that_cannot_be_made(data: Path) -> None:
    data.write_text("a file")
    keys = data / "deeper" / "host_keys"
    assert last_words(data / "deeper") == f"{keys}: cannot be used: Not a directory"


def test_a_folder_for_the_database_that_is_not_there(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "club.db"
    assert last_words(data, "--database", f"sqlite:///{file}") == (
        f"{file}: cannot be used: No such file or directory"
    )


def test_a_database_that_is_none(data: Path) -> None:
    data.mkdir()
    (data / "club.db").write_text("no database at all, and long enough to be looked at" * 10)
    assert last_words(data) == (
        "the database cannot be opened: the database does not answer as it should"
    )


async def test_a_database_that_another_server_holds(data: Path, tmp_path: Path) -> None:
    running = await ServerProcess.start(tmp_path)
    assert last_words(data) == ("another server has this club's database open; stop that one first")
    assert await running.stop() == 0


async def test_a_database_that_a_newer_program_wrote(data: Path, tmp_path: Path) -> None:
    running = await ServerProcess.start(tmp_path)
    await running.stop()
    with sqlite3.connect(data / "club.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    words = last_words(data)
    assert words.startswith("a newer Hollywood Gin wrote this database (schema 9999, ")
    assert words.endswith("start the newer program, or put back a backup from before")
