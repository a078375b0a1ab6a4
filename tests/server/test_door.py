"""Who is who at the real door, with real keys and real clients."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import asyncssh
import pytest

from server.club import Club, open_club
from server.house import ClubHouse
from server.ssh.listener import Listener
from server.ssh_line import SshLine
from tests.server.ssh.test_login import Keyless, Stolen
from tests.support.ssh import Client, agent_with, fingerprint, make_key, ssh_command, until


@dataclass
class Door:
    """A club behind a door, and the clients that came through it."""

    club: Club
    listener: Listener
    folder: Path
    clients: list[Client] = field(default_factory=list)

    def call(
        self,
        name: str,
        key: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Client:
        words = ssh_command(self.listener.port, self.folder, user=name, key=key)
        self.clients.append(Client(words, environment=environment))
        return self.clients[-1]

    @property
    def people(self) -> set[str]:
        return {person.name for person in self.club.lobby.people}


@pytest.fixture
async def door(tmp_path: Path) -> AsyncIterator[Door]:
    async with open_club("sqlite://") as club:
        listener = Listener(ClubHouse(club))
        await listener.start("127.0.0.1", 0, [asyncssh.generate_private_key("ssh-ed25519")])
        club.line = SshLine("127.0.0.1", listener.port)
        opened = Door(club, listener, tmp_path)
        yield opened
        for client in opened.clients:
            client.close()
        await listener.close("closing")


async def test_a_name_chosen_on_screen_is_the_keys_from_then_on(door: Door, tmp_path: Path) -> None:
    key = make_key(tmp_path)
    first = door.call("ada", key)
    await first.takes_name("ada")
    first.kill()
    again = door.call("somebody", key)
    await again.shows("Lobby")
    assert door.people == {"ada"}


async def test_an_agent_full_of_keys_is_its_owner_when_asked_for_by_name(
    door: Door, tmp_path: Path
) -> None:
    keys = [make_key(tmp_path, f"id{number}") for number in range(12)]
    await door.club.members.create(fingerprint(keys[8]), "ada")
    with agent_with(keys, tmp_path) as known:
        client = door.call("ada", environment=known)
        await client.shows("Lobby")
    assert door.people == {"ada"}
    assert not client.text.count("ada-2")


async def test_without_a_key_of_the_names_owner_one_is_a_guest_and_told(
    door: Door, tmp_path: Path
) -> None:
    await door.club.members.create("SHA256:somebody", "ada")
    with agent_with([make_key(tmp_path, f"id{number}") for number in range(3)], tmp_path) as known:
        client = door.call("ada", environment=known)
        await client.shows("ada-2")
    assert door.people == {"ada-2"}


VICTIM = asyncssh.generate_private_key("ssh-ed25519")
OWN = asyncssh.generate_private_key("ssh-ed25519")


@pytest.mark.parametrize("name", ["ada", "mallory"])
@pytest.mark.parametrize("forges", [False, True])
async def test_a_victims_public_key_alone_ends_as_a_guest_without_a_trace(
    door: Door, name: str, forges: bool
) -> None:
    account = await door.club.members.create(VICTIM.get_fingerprint(), "ada")
    before = await door.club.store.keys.of(account.id)
    stolen = Stolen(VICTIM, OWN if forges else None)
    async with asyncssh.connect(
        "127.0.0.1",
        door.listener.port,
        username=name,
        known_hosts=None,
        client_keys=[stolen],
        client_factory=Keyless,
        config=None,
        agent_path=None,
    ) as link:
        await link.create_process(term_type="xterm", encoding=None)
        await until(lambda: door.people, "somebody in the lobby")
        assert stolen.tried
        (person,) = door.club.lobby.people
        assert person.is_guest
        assert person.name != "ada"
    assert await door.club.store.keys.of(account.id) == before
    kept = await door.club.store.accounts.named("ada")
    assert kept is not None
    assert kept.settings == {}


async def test_a_guest_comes_back_through_the_door_with_the_line_on_his_screen(
    door: Door, tmp_path: Path
) -> None:
    guest = door.call("ada")
    await guest.shows("Lobby")
    guest.send("n")
    await guest.shows("NEW TABLE")
    guest.send("\r")
    await guest.shows("Table 1")
    (table,) = door.club.lobby._tables.values()
    await until(lambda: next(iter(table.seats)).token, "the seat's token")
    token = next(iter(table.seats)).token
    guest.kill()
    await until(lambda: not next(iter(table.seats)).is_here, "the guest to be gone")
    # Even with keys at hand, whoever comes with the token comes as that guest.
    again = door.call(f"ada+{token}", make_key(tmp_path))
    await again.shows("Table 1")
    assert next(iter(table.seats)).is_here
    assert door.people == {"ada"}
