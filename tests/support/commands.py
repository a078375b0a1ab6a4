"""Running the `hollywood-gin` command, in this process and as a real one."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from server.cli import main

COMMAND = Path(sys.executable).with_name("hollywood-gin")


@dataclass(frozen=True)
class Finished:
    """What a command left behind."""

    status: int
    output: str
    errors: str

    @property
    def objects(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.output.splitlines()]


@dataclass(frozen=True)
class InProcess:
    """Runs the command in this process."""

    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]

    def __call__(self, *words: str, given: str | bytes = b"") -> Finished:
        raw = given.encode() if isinstance(given, str) else given
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        status = main(words)
        written = self.capsys.readouterr()
        return Finished(status, written.out, written.err)

    def answer(self, *words: str) -> dict[str, Any]:
        """The one JSON object that a sound case is answered with."""
        finished = self(*words, "--json")
        assert (finished.status, finished.errors) == (0, "")
        (answer,) = finished.objects
        return answer

    def complaint(self, *words: str) -> str:
        """The one sentence that an unsound case is answered with."""
        finished = self(*words)
        assert (finished.status, finished.output) == (2, "")
        assert finished.errors.count("\n") == 1
        return finished.errors.removeprefix("hollywood-gin: ").rstrip("\n")


def run_process(*words: str, given: str = "") -> Finished:
    done = subprocess.run(
        [COMMAND, *words], input=given, capture_output=True, text=True, timeout=60, check=False
    )
    return Finished(done.returncode, done.stdout, done.stderr)
