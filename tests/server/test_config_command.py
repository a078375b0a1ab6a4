"""`hollywood-gin config` and what `serve` says of wrong settings, as real processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.config import load
from tests.support.commands import run_process


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "club.toml"


def test_a_sound_file_is_in_order(file: Path) -> None:
    file.write_text("port = 2223\n[limits]\nlogin = 30\n")
    done = run_process("config", "check", str(file))
    assert (done.status, done.output, done.errors) == (0, f"{file}: in order\n", "")


def test_what_is_shown_is_a_file_with_every_setting(file: Path) -> None:
    file.write_text("port = 2223\n")
    shown = run_process("config", "show", "--config", str(file))
    assert (shown.status, shown.errors) == (0, "")
    settings = load(file)
    file.write_text(shown.output)
    assert load(file) == settings


@pytest.mark.parametrize("words", [("config", "check"), ("config", "show", "--config")])
def test_a_wrong_line_ends_with_status_2(file: Path, words: tuple[str, ...]) -> None:
    file.write_text("port = \n")
    done = run_process(*words, str(file))
    assert (done.status, done.output) == (2, "")
    assert done.errors == (
        f"hollywood-gin: {file}: should be TOML: Invalid value (at line 1, column 8)\n"
    )


def test_the_club_does_not_open_with_an_unknown_setting(file: Path) -> None:
    file.write_text("prot = 2223\n")
    done = run_process("serve", "--config", str(file))
    assert (done.status, done.output) == (2, "")
    assert done.errors == f"hollywood-gin: {file}: prot is no setting; did you mean port?\n"


def test_the_club_does_not_open_without_its_file(file: Path) -> None:
    done = run_process("serve", "--config", str(file))
    assert (done.status, done.output) == (2, "")
    assert done.errors == f"hollywood-gin: {file}: cannot be read: No such file or directory\n"
