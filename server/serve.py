"""The running server: lobby, house and door put together, from start to a tidy end."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from pathlib import Path

from server.house import ClubHouse
from server.lobby.chance import Shuffler
from server.lobby.computer import Pace, human_pace
from server.lobby.lobby import Lobby
from server.process import settle
from server.ssh.host_keys import HostKeyError, load_host_key
from server.ssh.listener import Listener

log = logging.getLogger(__name__)

CLOSING = "The club is closing. Please come again soon."
_EVERYWHERE = {"", "0.0.0.0", "::"}  # noqa: S104 compared with, not listened on


def serve(host: str, port: int, data: Path | None, host_keys: Path | None) -> int:
    """Run the server until it is told to stop; return its exit status.

    Args:
        host: The address to listen on; empty for every address of this machine.
        port: The port, or 0 for any free one.
        data: The data folder; None for the user's own.
        host_keys: The folder of the host key; None for one inside the data folder.
    """
    return run(host, port, data, host_keys)


def run(
    host: str,
    port: int,
    data: Path | None,
    host_keys: Path | None,
    *,
    shuffler: Shuffler | None = None,
    pace: Pace = human_pace,
) -> int:
    """Like `serve`; the cards may come from elsewhere than chance, and the computer may hurry."""
    # Bound to the stream of this moment: apps put their own in the place of sys.stderr.
    logging.basicConfig(
        level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(levelname)s %(message)s"
    )
    folder = data or _user_data()
    try:
        lobby = Lobby(shuffler=shuffler, pace=pace)
        asyncio.run(_serve(lobby, host, port, folder, host_keys or folder / "host_keys"))
    except _StartError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


class _StartError(Exception):
    """The server cannot start; the message is a sentence for whoever started it."""


async def _serve(lobby: Lobby, host: str, port: int, data: Path, host_keys: Path) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    listener = Listener(ClubHouse(lobby))
    fingerprint = await _open(listener, host, port, data, host_keys)
    settle()
    sys.stdout.write(_welcome(host, listener.port, fingerprint))
    sys.stdout.flush()
    heartbeat = loop.create_task(_beat(lobby))
    await stop.wait()
    log.info("closing")
    await listener.close(CLOSING)
    heartbeat.cancel()
    lobby.close()


async def _open(listener: Listener, host: str, port: int, data: Path, host_keys: Path) -> str:
    """Start to listen; return the host key's fingerprint.

    Raises:
        _StartError: If the key or the address cannot be used.
    """
    try:
        key = load_host_key(host_keys, data)
    except HostKeyError as error:
        raise _StartError(str(error)) from error
    except OSError as error:
        raise _StartError(f"{error.filename}: cannot be used: {error.strerror}") from error
    try:
        await listener.start(host, port, [key])
    except OSError as error:
        where = _address(host, port)
        raise _StartError(f"cannot listen on {where}: {error.strerror or error}") from error
    return key.get_fingerprint()


async def _beat(lobby: Lobby) -> None:
    """Let the lobby's time pass, once a second."""
    while True:
        await asyncio.sleep(1)
        try:
            lobby.tick()
        except Exception:
            log.exception("the lobby's clock stumbled")


def _welcome(host: str, port: int, fingerprint: str) -> str:
    target = "localhost" if host in _EVERYWHERE else host
    flag = "" if port == 22 else f"-p {port} "
    return (
        f"listening on {_address(host, port)}\n"
        f"to play: ssh {flag}{target}\n"
        f"host key: {fingerprint}\n"
    )


def _address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host or '*'}:{port}"


def _user_data() -> Path:
    """The user's own data folder."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "hollywood-gin"
