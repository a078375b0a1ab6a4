"""A door with an echoing app behind it, and real clients in front of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import asyncssh
import pytest

from server.ssh.addresses import Networks
from server.ssh.limits import Limits
from server.ssh.listener import Listener
from server.ssh.refusal import Refusal
from tests.support.apps import EchoHouse
from tests.support.ssh import Client, ssh_command, until

QUICK = Limits(idle_link=1.0, stalled=2.0, linger=1.0, app_exit=1.0)


@dataclass
class Door:
    """A listening server and the clients that a test has sent to it."""

    listener: Listener
    house: EchoHouse
    folder: Path
    client_key: asyncssh.SSHKey
    port: int
    refusals: list[Refusal] = field(default_factory=list)
    clients: list[Client] = field(default_factory=list)

    def call(
        self,
        *,
        user: str = "ada",
        key: Path | None = None,
        options: Sequence[str] = (),
        command: Sequence[str] = (),
        term: str | None = "xterm-256color",
        size: tuple[int, int] = (80, 24),
        environment: Mapping[str, str] | None = None,
        answers: Mapping[bytes, bytes] | None = None,
        program: str = "ssh",
    ) -> Client:
        words = ssh_command(
            self.listener.port,
            self.folder,
            user=user,
            key=key,
            options=options,
            command=command,
            program=program,
        )
        client = Client(
            words,
            term=term,
            columns=size[0],
            rows=size[1],
            environment=environment,
            answers=answers,
        )
        self.clients.append(client)
        return client

    async def empty(self) -> None:
        await until(lambda: self.listener.connections == 0, "everybody to leave")


@pytest.fixture(scope="session")
def host_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


@asynccontextmanager
async def opened(
    folder: Path, key: asyncssh.SSHKey, limits: Limits, networks: Networks | None = None
) -> AsyncIterator[Door]:
    """A door held to these limits, for as long as the context lasts."""
    house = EchoHouse()
    refusals: list[Refusal] = []
    listener = Listener(house, limits, networks=networks, count_refusal=refusals.append)
    await listener.start("127.0.0.1", 0, [key])
    door = Door(listener, house, folder, key, listener.port, refusals)
    try:
        yield door
    finally:
        for client in door.clients:
            client.close()
        await listener.close("The server is closing.")


@pytest.fixture
async def door(tmp_path: Path, host_key: asyncssh.SSHKey) -> AsyncIterator[Door]:
    async with opened(tmp_path, host_key, QUICK) as door:
        yield door
