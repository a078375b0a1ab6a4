"""The two things systemd and the server tell each other: sockets, and how the server is.

Both are plain enough to speak without a library: sd_listen_fds(3) and sd_notify(3).
"""

from __future__ import annotations

import contextlib
import os
import socket

_FIRST = 3
"""The descriptor of the first socket that is handed over."""


def inherited_sockets() -> list[socket.socket]:
    """Take over the listening sockets that whoever started this process holds for it."""
    is_ours = os.environ.pop("LISTEN_PID", "") == str(os.getpid())
    count = os.environ.pop("LISTEN_FDS", "0")
    os.environ.pop("LISTEN_FDNAMES", None)
    if not is_ours:
        return []
    sockets = [socket.socket(fileno=number) for number in range(_FIRST, _FIRST + int(count))]
    for sock in sockets:
        sock.set_inheritable(False)
    return sockets


def notify(state: str) -> None:
    """Tell systemd how the server is, `READY=1` or the like; nothing happens without systemd."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    if address.startswith("@"):
        address = f"\0{address[1:]}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock, contextlib.suppress(OSError):
        sock.connect(address)
        sock.sendall(state.encode())
