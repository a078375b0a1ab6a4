from __future__ import annotations

import asyncio
import os
import re
import subprocess
from pathlib import Path

import asyncssh
import pytest

from server.ssh.identity import wished_name
from tests.server.ssh.conftest import Door
from tests.support.ssh import fingerprint, make_key, until


async def test_a_client_without_a_key_comes_in_unasked(door: Door) -> None:
    client = door.call(user="ada")
    await client.shows("name=ada key=None")
    client.send("aQ")
    assert await client.left() == 0
    assert "Goodbye from the app." in client.text


@pytest.mark.parametrize("kind", ["ed25519", "ecdsa", "rsa"])
async def test_a_client_with_a_key_is_known_by_it(door: Door, tmp_path: Path, kind: str) -> None:
    key = make_key(tmp_path, kind=kind)
    client = door.call(user="ada", key=key)
    await client.shows(f"name=ada key={re.escape(fingerprint(key))[:40]}")
    assert door.house.callers[0].fingerprint == fingerprint(key)
    assert door.house.callers[0].address == "127.0.0.1"


async def test_an_agent_full_of_keys_is_the_same_person_each_time(
    door: Door, tmp_path: Path
) -> None:
    keys = [make_key(tmp_path, f"id{number}") for number in range(12)]
    socket = str(tmp_path / "agent")
    agent = subprocess.Popen(["ssh-agent", "-D", "-a", socket], stdout=subprocess.DEVNULL)
    try:
        await until(lambda: Path(socket).exists())
        environment = {"SSH_AUTH_SOCK": socket}
        subprocess.run(
            ["ssh-add", "-q", *map(str, keys)], check=True, env={**os.environ, **environment}
        )
        for _ in range(2):
            client = door.call(environment=environment)
            await client.shows("key=SHA256")
            client.close()
    finally:
        agent.terminate()
        agent.wait()
    first, second = door.house.callers
    assert first.fingerprint == second.fingerprint


class OfferOnly(asyncssh.SSHClient):
    """Offers a victim's public key without being able to sign, then logs in without a key."""

    def __init__(self, victim: asyncssh.SSHKey) -> None:
        self.victim = victim

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: object
    ) -> list[str]:
        return []


class Unsigned(asyncssh.SSHKeyPair):
    """A key pair of which only the public half is held."""

    def __init__(self, victim: asyncssh.SSHKey) -> None:
        algorithm = victim.get_algorithm().encode()
        super().__init__(algorithm, algorithm, [algorithm], [algorithm], victim.public_data, None)

    async def sign_async(self, data: bytes) -> bytes:
        raise asyncssh.KeyExportError("no private half")


async def test_offering_a_public_key_is_not_holding_it(door: Door) -> None:
    victim = asyncssh.generate_private_key("ssh-ed25519")
    own = asyncssh.generate_private_key("ssh-ed25519")
    offered: list[bool] = []
    for extra in ([], [own]):
        pair = Unsigned(victim)
        connecting = asyncssh.connect(
            "127.0.0.1",
            door.listener.port,
            username="mallory",
            known_hosts=None,
            client_keys=[pair, *extra],
            client_factory=lambda: OfferOnly(victim),
            config=None,
            agent_path=None,
        )
        try:
            link = await connecting
        except asyncssh.KeyExportError:
            offered.append(True)
            continue
        async with link:
            await link.create_process(term_type="xterm", encoding=None)
            await until(lambda: door.house.callers)
            offered.append(True)
            assert all(
                caller.fingerprint != victim.get_fingerprint() for caller in door.house.callers
            )
    assert offered


async def test_the_name_may_be_any_but_only_fit_names_are_taken(door: Door) -> None:
    await door.call(user="a b").shows("name=guest")
    for name in ("ab", "a" * 17, "José", "ada\n", "ada ", "", "ada!"):
        assert wished_name(name) == "guest"
    for name in ("ada", "A-b_9", "x" * 16):
        assert wished_name(name) == name


async def test_no_password_is_asked_for(door: Door) -> None:
    client = door.call(
        options=["-o", "PreferredAuthentications=password", "-o", "NumberOfPasswordPrompts=1"]
    )
    assert await client.left() == 255
    assert "password:" not in client.text


async def test_a_second_session_on_one_link_is_refused(door: Door) -> None:
    async with asyncssh.connect(
        "127.0.0.1",
        door.listener.port,
        username="ada",
        known_hosts=None,
        config=None,
        client_keys=None,
        agent_path=None,
        kbdint_auth=True,
        client_factory=lambda: OfferOnly(asyncssh.generate_private_key("ssh-ed25519")),
    ) as link:
        await link.create_process(term_type="xterm", encoding=None)
        refused = 0
        for _ in range(49):
            with pytest.raises(asyncssh.ChannelOpenError):
                await link.create_process(term_type="xterm", encoding=None)
            refused += 1
        assert refused == 49
        await asyncio.sleep(0)
    await door.empty()
