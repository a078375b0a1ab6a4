from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from server import systemd


def test_no_sockets_are_taken_over_that_were_meant_for_another_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LISTEN_PID", str(os.getpid() + 1))
    monkeypatch.setenv("LISTEN_FDS", "1")
    assert systemd.inherited_sockets() == []
    assert "LISTEN_FDS" not in os.environ


def test_sockets_are_taken_over_in_order() -> None:
    program = (
        "from server.systemd import inherited_sockets as taken; "
        "print([sock.getsockname()[1] for sock in taken()], taken())"
    )
    with (
        socket.create_server(("127.0.0.1", 0)) as one,
        socket.create_server(("::1", 0), family=socket.AF_INET6) as two,
    ):
        script = (
            f'exec 3<&{one.fileno()} 4<&{two.fileno()}; export LISTEN_PID=$$; exec "$0" -c "$1"'
        )
        done = subprocess.run(
            ["bash", "-c", script, sys.executable, program],
            env={**os.environ, "LISTEN_FDS": "2"},
            pass_fds=[one.fileno(), two.fileno()],
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        ports = [one.getsockname()[1], two.getsockname()[1]]
    assert done.stdout == f"{ports} []\n"


@pytest.mark.parametrize("abstract", [False, True])
def test_systemd_is_told_how_the_server_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, abstract: bool
) -> None:
    path = f"@gin-{os.getpid()}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(path.replace("@", "\0"))
        monkeypatch.setenv("NOTIFY_SOCKET", path)
        systemd.notify("READY=1")
        assert heard.recv(100) == b"READY=1"


def test_without_systemd_nobody_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    systemd.notify("READY=1")
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    systemd.notify("READY=1")
