from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import asyncssh
from textual import events

from server.ssh.limits import Limits
from server.ssh.listener import Listener
from tests.server.ssh.conftest import Door
from tests.support.apps import EchoHouse
from tests.support.ssh import Client, ssh_command, until


async def make_busy(door: Door) -> None:
    """Have the app of a client that reads nothing draw until its output is blocked."""
    app = next(app for app in door.house.live if app.caller.name == "slow")  # type: ignore[attr-defined]
    for number in range(20_000):
        app.call_later(app.refresh)
        await asyncio.sleep(0.002)
        if app._batch_count:
            return
        assert number < 15_000, "the client never blocked"


async def test_a_client_that_does_not_read_holds_up_nobody_and_is_cut_off(door: Door) -> None:
    slow = door.call(user="slow", size=(200, 60))
    other = door.call(user="bob")
    await slow.shows("name=slow")
    await other.shows("name=bob")
    slow.signal(signal.SIGSTOP)
    await make_busy(door)
    other.send("z")
    await other.shows("keys=z;", wait=2)
    await until(lambda: door.listener.connections == 1, "the cut")
    slow.signal(signal.SIGCONT)
    assert await slow.left() == 255


async def test_a_client_that_reads_again_sees_the_present(door: Door) -> None:
    slow = door.call(user="slow", size=(200, 60))
    await slow.shows("name=slow")
    slow.signal(signal.SIGSTOP)
    await make_busy(door)
    app = next(iter(door.house.live))
    app.call_later(app.on_key, events.Key("up", None))  # type: ignore[attr-defined]
    slow.signal(signal.SIGCONT)
    await slow.shows("keys=up;")
    slow.send("z")
    await slow.shows("keys=up z;")


async def test_a_client_that_vanishes_is_noticed(tmp_path: Path, host_key: asyncssh.SSHKey) -> None:
    house = EchoHouse()
    listener = Listener(house, Limits(keepalive=0.2))
    await listener.start("127.0.0.1", 0, [host_key])
    client = Client(ssh_command(listener.port, tmp_path))
    await client.shows("name=ada")
    client.signal(signal.SIGSTOP)
    await until(lambda: house.closed, "the house to be told")
    await until(lambda: listener.connections == 0)
    client.close()
    await listener.close("")
