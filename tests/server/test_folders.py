from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from server.folders import make_folder
from server.ssh.host_keys import load_host_keys


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The inodes of everything that was synced."""
    inodes: set[int] = set()

    def noted(descriptor: int) -> None:
        inodes.add(os.fstat(descriptor).st_ino)

    monkeypatch.setattr(os, "fsync", noted)
    return inodes


def test_the_name_of_a_new_folder_outlives_a_power_cut(tmp_path: Path, synced: set[int]) -> None:
    folder = tmp_path / "clubs" / "ours"
    make_folder(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert synced == {tmp_path.stat().st_ino, (tmp_path / "clubs").stat().st_ino}


def test_a_folder_that_is_there_stays_as_it_is(tmp_path: Path, synced: set[int]) -> None:
    mode = tmp_path.stat().st_mode
    make_folder(tmp_path)
    assert tmp_path.stat().st_mode == mode
    assert synced == set()


def test_a_new_data_folder_and_its_key_outlive_a_power_cut(
    tmp_path: Path, synced: set[int]
) -> None:
    data = tmp_path / "data"
    load_host_keys(data / "host_keys", data)
    assert {folder.stat().st_ino for folder in (tmp_path, data, data / "host_keys")} <= synced
