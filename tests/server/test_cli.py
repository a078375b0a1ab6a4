"""The `hollywood-gin` command itself, mostly as a real process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from server import serve as club
from server.config import Settings
from tests.support.commands import COMMAND, InProcess, run_process


def test_the_command_alone_shows_what_it_can_do(run: InProcess) -> None:
    alone, asked = run(), run("--help")
    assert alone == asked
    assert alone.status == 0
    for command in ("melds", "knocks", "showdown", "sheet", "serve", "config"):
        assert command in alone.output


def test_the_version_is_that_of_the_package(run: InProcess) -> None:
    assert run("--version").output == f"hollywood-gin {version('hollywood-gin')}\n"


def test_the_lines_of_a_pad_are_drawn_in_ascii_where_the_output_needs_it() -> None:
    done = subprocess.run(
        [COMMAND, "sheet", "A10"],
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert b"A |    B" in done.stdout
    assert b"------+------" in done.stdout


def test_serve_hands_its_options_to_the_club(
    run: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Settings] = []

    def opened(settings: Settings) -> int:
        asked.append(settings)
        return 3

    monkeypatch.setattr(club, "serve", opened)
    assert run("serve").status == 3
    run("serve", "--host", "::1", "--port", "0", "--data", "d", "--host-keys", "k")
    assert asked == [
        Settings(),
        Settings(host="::1", port=0, data=Path("d"), host_keys=Path("k")),
    ]


def test_a_bad_case_ends_a_real_process_with_status_2() -> None:
    done = run_process("melds", "AS AS")
    assert (done.status, done.output) == (2, "")
    assert done.errors == "hollywood-gin: the hand: AS stands twice\n"


def test_a_referee_needs_neither_ssh_nor_screens() -> None:
    code = "import sys, server.cli; print({'asyncssh', 'textual', 'rich', 'pydantic'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "set()\n"


def test_a_reader_that_leaves_early_is_no_error_worth_a_word() -> None:
    with subprocess.Popen(
        [COMMAND, "melds", "-", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"AS 2S 3S\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["deadwood"] == 0
        process.stdout.close()
        process.stdin.write(b"AS 2S 3S\n" * 10)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 1


def test_ctrl_c_ends_a_stream_without_a_traceback() -> None:
    with subprocess.Popen(
        [COMMAND, "melds", "-", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"AS 2S 3S\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", [["melds", "AS"], ["--help"]], ids=["answer", "help"])
def test_a_full_disk_is_told_in_one_sentence(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [COMMAND, *words], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60,
            check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == "hollywood-gin: No space left on device\n"


def test_a_closed_standard_input_is_told() -> None:
    words = ["sh", "-c", 'exec "$0" melds - <&-', str(COMMAND)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "hollywood-gin: -: standard input is closed\n"
