"""What the tests of the command share."""

from __future__ import annotations

import pytest

from tests.support.commands import InProcess


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> InProcess:
    return InProcess(monkeypatch, capsys)
