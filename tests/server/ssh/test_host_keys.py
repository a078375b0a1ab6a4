from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from asyncssh import SSHKey

from server.ssh.host_keys import (
    FINGERPRINT_NAME,
    KEY_NAME,
    NEXT_KEY_NAME,
    HostKeyChangedError,
    HostKeyMissingError,
    HostKeyUnusableError,
    load_host_keys,
)
from server.ssh.listener import Listener
from tests.support.apps import EchoHouse
from tests.support.ssh import Client, make_key, ssh_command, until

LOAD = """
import sys, pathlib
from server.ssh.host_keys import load_host_keys
print(load_host_keys(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))[0].get_fingerprint())
"""


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    keys, data = tmp_path / "keys", tmp_path / "data"
    (first,) = load_host_keys(keys, data)
    assert (keys / KEY_NAME).stat().st_mode & 0o777 == 0o600
    assert keys.stat().st_mode & 0o777 == data.stat().st_mode & 0o777 == 0o700
    assert load_host_keys(keys, data)[0].get_fingerprint() == first.get_fingerprint()
    assert sorted(path.name for path in keys.iterdir()) == [KEY_NAME]


def test_a_key_that_is_there_is_taken_into_a_new_data_folder(tmp_path: Path) -> None:
    (first,) = load_host_keys(tmp_path / "keys", tmp_path / "data")
    (again,) = load_host_keys(tmp_path / "keys", tmp_path / "moved")
    assert again.get_fingerprint() == first.get_fingerprint()


def test_a_missing_key_is_an_error_and_never_replaced(tmp_path: Path) -> None:
    load_host_keys(tmp_path / "keys", tmp_path / "data")
    (tmp_path / "keys" / KEY_NAME).unlink()
    with pytest.raises(HostKeyMissingError):
        load_host_keys(tmp_path / "keys", tmp_path / "data")
    assert not (tmp_path / "keys" / KEY_NAME).exists()


@pytest.mark.parametrize("content", [b"", b"no key", b"-----BEGIN OPENSSH PRIVATE KEY-----\n"])
def test_a_damaged_key_is_an_error_and_stays(tmp_path: Path, content: bytes) -> None:
    load_host_keys(tmp_path / "keys", tmp_path / "data")
    path = tmp_path / "keys" / KEY_NAME
    path.write_bytes(content)
    with pytest.raises(HostKeyUnusableError):
        load_host_keys(tmp_path / "keys", tmp_path / "data")
    assert path.read_bytes() == content


def test_another_key_is_an_error(tmp_path: Path) -> None:
    load_host_keys(tmp_path / "keys", tmp_path / "data")
    make_key(tmp_path, "other").replace(tmp_path / "keys" / KEY_NAME)
    with pytest.raises(HostKeyChangedError):
        load_host_keys(tmp_path / "keys", tmp_path / "data")


def test_a_key_others_may_read_is_an_error(tmp_path: Path) -> None:
    load_host_keys(tmp_path / "keys", tmp_path / "data")
    (tmp_path / "keys" / KEY_NAME).chmod(0o644)
    with pytest.raises(HostKeyUnusableError):
        load_host_keys(tmp_path / "keys", tmp_path / "data")


def test_a_key_of_another_kind_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "keys").mkdir()
    make_key(tmp_path, "rsa", kind="rsa").replace(tmp_path / "keys" / KEY_NAME)
    with pytest.raises(HostKeyUnusableError):
        load_host_keys(tmp_path / "keys", tmp_path / "data")


def test_servers_that_start_at_once_share_one_key(tmp_path: Path) -> None:
    words = [sys.executable, "-c", LOAD, str(tmp_path / "keys"), str(tmp_path / "data")]
    started = [
        subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=Path.cwd()) for _ in range(4)
    ]
    printed = {process.communicate()[0] for process in started}
    assert len(printed) == 1
    assert printed.pop().startswith("SHA256:")
    assert [path.name for path in (tmp_path / "data").iterdir()] == [FINGERPRINT_NAME]


def turned_over(keys: Path) -> None:
    """Put the next key in the place of the present one."""
    (keys / NEXT_KEY_NAME).replace(keys / KEY_NAME)


def test_the_next_key_is_offered_and_may_take_the_first_one_s_place(tmp_path: Path) -> None:
    keys, data = tmp_path / "keys", tmp_path / "data"
    (first,) = load_host_keys(keys, data)
    coming = make_key(tmp_path, "next")
    coming.replace(keys / NEXT_KEY_NAME)
    offered = load_host_keys(keys, data)
    assert offered[0].get_fingerprint() == first.get_fingerprint()
    old = (keys / KEY_NAME).read_bytes()
    turned_over(keys)
    assert load_host_keys(keys, data)[0].get_fingerprint() == offered[1].get_fingerprint()
    (keys / KEY_NAME).write_bytes(old)
    with pytest.raises(HostKeyChangedError):
        load_host_keys(keys, data)


def test_a_next_key_that_was_never_offered_does_not_do(tmp_path: Path) -> None:
    keys, data = tmp_path / "keys", tmp_path / "data"
    load_host_keys(keys, data)
    make_key(tmp_path, "next").replace(keys / NEXT_KEY_NAME)
    turned_over(keys)
    with pytest.raises(HostKeyChangedError):
        load_host_keys(keys, data)


async def test_players_who_know_the_old_key_learn_the_next_one(tmp_path: Path) -> None:
    keys, data = tmp_path / "keys", tmp_path / "data"
    load_host_keys(keys, data)
    make_key(tmp_path, "next").replace(keys / NEXT_KEY_NAME)
    offered = load_host_keys(keys, data)
    learned = [key.export_public_key().decode().split()[1] for key in offered]
    known = tmp_path / "known_hosts"
    await visit(offered, tmp_path, known.exists)
    await visit(offered, tmp_path, lambda: all(key in known.read_text() for key in learned))
    turned_over(keys)
    # ssh_command's clients accept a first key, and none in the place of one they know.
    await visit(load_host_keys(keys, data), tmp_path, lambda: learned[0] not in known.read_text())


async def visit(offered: Sequence[SSHKey], folder: Path, has_learned: Callable[[], bool]) -> None:
    """A player comes to a server with these keys and stays until the client has learned."""
    listener = Listener(EchoHouse())
    await listener.start("127.0.0.1", 0, offered)
    options = ["-o", "UpdateHostKeys=yes", "-o", "HostKeyAlias=club"]
    client = Client(ssh_command(listener.port, folder, options=options))
    await client.shows("name=ada")
    await until(has_learned)
    client.close()
    await listener.close("")
