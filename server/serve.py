"""The running server: lobby, house and door put together, from start to a tidy end."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from itertools import count

import asyncssh

from server import logs, metrics, systemd
from server.admin import SOCKET, AdminSocket
from server.club import Club, open_club
from server.config import Settings
from server.house import ClubHouse
from server.lobby.chance import Shuffler
from server.lobby.computer import Pace, human_pace
from server.lobby.lobby import Lobby
from server.loop_lag import watch_lag
from server.monitor import Monitor
from server.process import Sweeper, settle
from server.refusals import RefusalLog
from server.ssh.host_keys import HostKeyError, load_host_keys
from server.ssh.listener import Listener
from server.ssh_line import SshLine
from server.store.dialects import sqlite_url
from server.store.errors import StoreError, StoreUnavailableError
from tui import routing

log = logging.getLogger(__name__)

CLOSING = "The club is closing. Please come again soon."
_REFUSALS_EVERY = 10
"""Seconds between the lines about who was turned away."""


def serve(settings: Settings) -> int:
    """Run the server until it is told to stop; return its exit status."""
    return run(settings)


def run(settings: Settings, *, shuffler: Shuffler | None = None, pace: Pace = human_pace) -> int:
    """Like `serve`; the cards may come from elsewhere than chance, and the computer may hurry."""
    logs.set_up(settings.log, sys.stderr)
    try:
        return asyncio.run(_serve(settings, shuffler, pace))
    except StoreUnavailableError as error:
        sentence = f"the database cannot be opened: {error.reason}"
    except (_StartError, HostKeyError, StoreError) as error:
        sentence = str(error)
    except OSError as error:
        if error.filename is None:
            raise
        sentence = f"{error.filename}: cannot be used: {error.strerror}"
    sys.stderr.write(f"{sentence}\n")
    return 1


class _StartError(Exception):
    """The server cannot start; the message is a sentence for whoever started it."""


async def _serve(settings: Settings, shuffler: Shuffler | None, pace: Pace) -> int:
    """Open the club and then its door, until a signal or another server ends it."""
    stop, taken_over = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)

    def give_way() -> None:
        taken_over.set()
        stop.set()

    keys = load_host_keys(settings.host_keys, settings.data)
    database = settings.database or sqlite_url(settings.data / "club.db")
    opening = open_club(
        database, rules=settings.club, shuffler=shuffler, pace=pace, taken_over=give_way
    )
    async with opening as club:
        await _open_door(club, settings, keys, stop)
    if taken_over.is_set():
        raise _StartError("another server has taken over this club's database")
    log.info("closed")
    return 0


async def _open_door(
    club: Club, settings: Settings, keys: Sequence[asyncssh.SSHKey], stop: asyncio.Event
) -> None:
    loop = asyncio.get_running_loop()
    house = ClubHouse(club)
    refusals = RefusalLog()
    listener = Listener(
        house, settings.limits, networks=settings.networks, count_refusal=refusals.count
    )
    inherited = systemd.inherited_sockets()
    host = inherited[0].getsockname()[0] if inherited else settings.host
    fingerprint = keys[0].get_fingerprint()
    with _listening_on(_address(settings.host, settings.port)):
        await listener.start(settings.host, settings.port, keys, inherited)
    club.line = SshLine(host, listener.port)
    monitor = Monitor(lambda: "the club is closing" if stop.is_set() else club.book.fault)
    await _open_monitor(monitor, settings)
    admin = AdminSocket(club, settings.data)
    with _listening_on(str(settings.data / SOCKET)):
        await admin.start()
    metrics.CONNECTIONS.set_function(lambda: listener.connections)
    metrics.SESSIONS.set_function(lambda: house.sessions)
    metrics.TABLES.set_function(lambda: club.lobby.table_count)
    routing.load_all()
    settle()
    sys.stdout.write(_welcome(club.line, host, fingerprint))
    sys.stdout.flush()
    started = {"version": version("hollywood-gin"), "port": listener.port, "host_key": fingerprint}
    log.info("listening", extra=started)
    if not club.members.has_host:
        log.warning("no host yet", extra={"make_one": "hollywood-gin admin role NAME host"})
    systemd.notify("READY=1")
    sweeper = Sweeper(lambda: house.sessions, lambda: listener.departures)
    beating = loop.create_task(_beat(club.lobby, refusals, sweeper))
    running = [beating, loop.create_task(watch_lag())]
    await stop.wait()
    log.info("closing")
    systemd.notify("STOPPING=1")
    # The club's time ends first: nobody pays for the seconds in which it closes.
    for task in running:
        task.cancel()
    await listener.close(CLOSING)
    await admin.close()
    await monitor.close()


async def _open_monitor(monitor: Monitor, settings: Settings) -> None:
    if settings.metrics is not None:
        with _listening_on(settings.metrics):
            await monitor.start(settings.metrics)


@contextmanager
def _listening_on(where: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _StartError(f"cannot listen on {where}: {error.strerror or error}") from error


async def _beat(lobby: Lobby, refusals: RefusalLog, sweeper: Sweeper) -> None:
    """Let the lobby's time pass, once a second."""
    for second in count(1):
        await asyncio.sleep(1)
        if second % _REFUSALS_EVERY == 0:
            refusals.tell()
        systemd.notify("WATCHDOG=1")
        try:
            lobby.tick()
            sweeper.look()
        except Exception:
            log.exception("the lobby's clock stumbled")


def _welcome(line: SshLine, host: str, fingerprint: str) -> str:
    return (
        f"listening on {_address(host, line.port)}\nto play: {line.of()}\nhost key: {fingerprint}\n"
    )


def _address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host or '*'}:{port}"
