from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from server.ssh.host_keys import (
    FINGERPRINT_NAME,
    KEY_NAME,
    HostKeyChangedError,
    HostKeyMissingError,
    HostKeyUnusableError,
    load_host_key,
)
from tests.support.ssh import make_key

LOAD = """
import sys, pathlib
from server.ssh.host_keys import load_host_key
print(load_host_key(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])).get_fingerprint())
"""


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    keys, data = tmp_path / "keys", tmp_path / "data"
    first = load_host_key(keys, data)
    assert (keys / KEY_NAME).stat().st_mode & 0o777 == 0o600
    assert keys.stat().st_mode & 0o777 == data.stat().st_mode & 0o777 == 0o700
    assert load_host_key(keys, data).get_fingerprint() == first.get_fingerprint()
    assert sorted(path.name for path in keys.iterdir()) == [KEY_NAME]


def test_a_key_that_is_there_is_taken_into_a_new_data_folder(tmp_path: Path) -> None:
    first = load_host_key(tmp_path / "keys", tmp_path / "data")
    again = load_host_key(tmp_path / "keys", tmp_path / "moved")
    assert again.get_fingerprint() == first.get_fingerprint()


def test_a_missing_key_is_an_error_and_never_replaced(tmp_path: Path) -> None:
    load_host_key(tmp_path / "keys", tmp_path / "data")
    (tmp_path / "keys" / KEY_NAME).unlink()
    with pytest.raises(HostKeyMissingError):
        load_host_key(tmp_path / "keys", tmp_path / "data")
    assert not (tmp_path / "keys" / KEY_NAME).exists()


@pytest.mark.parametrize("content", [b"", b"no key", b"-----BEGIN OPENSSH PRIVATE KEY-----\n"])
def test_a_damaged_key_is_an_error_and_stays(tmp_path: Path, content: bytes) -> None:
    load_host_key(tmp_path / "keys", tmp_path / "data")
    path = tmp_path / "keys" / KEY_NAME
    path.write_bytes(content)
    with pytest.raises(HostKeyUnusableError):
        load_host_key(tmp_path / "keys", tmp_path / "data")
    assert path.read_bytes() == content


def test_another_key_is_an_error(tmp_path: Path) -> None:
    load_host_key(tmp_path / "keys", tmp_path / "data")
    make_key(tmp_path, "other").replace(tmp_path / "keys" / KEY_NAME)
    with pytest.raises(HostKeyChangedError):
        load_host_key(tmp_path / "keys", tmp_path / "data")


def test_a_key_others_may_read_is_an_error(tmp_path: Path) -> None:
    load_host_key(tmp_path / "keys", tmp_path / "data")
    (tmp_path / "keys" / KEY_NAME).chmod(0o644)
    with pytest.raises(HostKeyUnusableError):
        load_host_key(tmp_path / "keys", tmp_path / "data")


def test_a_key_of_another_kind_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "keys").mkdir()
    make_key(tmp_path, "rsa", kind="rsa").replace(tmp_path / "keys" / KEY_NAME)
    with pytest.raises(HostKeyUnusableError):
        load_host_key(tmp_path / "keys", tmp_path / "data")


def test_servers_that_start_at_once_share_one_key(tmp_path: Path) -> None:
    words = [sys.executable, "-c", LOAD, str(tmp_path / "keys"), str(tmp_path / "data")]
    started = [
        subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=Path.cwd()) for _ in range(4)
    ]
    printed = {process.communicate()[0] for process in started}
    assert len(printed) == 1
    assert printed.pop().startswith("SHA256:")
    assert [path.name for path in (tmp_path / "data").iterdir()] == [FINGERPRINT_NAME]
