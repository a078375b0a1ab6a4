from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from server.ssh.identity import wished_name
from tests.server.ssh.conftest import Door
from tests.support.ssh import agent_with, fingerprint, make_key, until


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
    await client.shows(f"name=ada key={re.escape(fingerprint(key)[:40])}")
    assert door.house.callers[0].fingerprint == fingerprint(key)
    assert door.house.callers[0].address == "127.0.0.1"


async def test_an_agent_full_of_keys_is_the_same_person_each_time(
    door: Door, tmp_path: Path
) -> None:
    with agent_with([make_key(tmp_path, f"id{number}") for number in range(12)], tmp_path) as known:
        for _ in range(2):
            client = door.call(environment=known)
            await client.shows("key=SHA256")
            client.close()
    first, second = door.house.callers
    assert first.fingerprint == second.fingerprint


class Keyless(asyncssh.SSHClient):
    """Answers the question-less keyboard-interactive method, when nothing else is left."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, *_: object) -> list[str]:
        return []


class Stolen(asyncssh.SSHKeyPair):
    """A key pair of which only the public half is held: it cannot sign, or signs falsely."""

    def __init__(self, victim: asyncssh.SSHKey, forger: asyncssh.SSHKey | None = None) -> None:
        algorithm = victim.get_algorithm().encode()
        super().__init__(algorithm, algorithm, [algorithm], [algorithm], victim.public_data, None)
        self.forger = forger
        self.tried = False

    async def sign_async(self, data: bytes) -> bytes:
        self.tried = True
        if self.forger is None:
            raise ValueError("no private half")
        return self.forger.sign(data, self.forger.get_algorithm().encode())


def link_to(door: Door, *keys: object) -> Any:  # noqa: ANN401  # asyncssh's own mixed type
    return asyncssh.connect(
        "127.0.0.1",
        door.port,
        username="mallory",
        known_hosts=None,
        client_keys=list(keys) or None,
        client_factory=Keyless,
        config=None,
        agent_path=None,
    )


VICTIM = asyncssh.generate_private_key("ssh-ed25519")
OWN = asyncssh.generate_private_key("ssh-ed25519")


@pytest.mark.parametrize("forges", [False, True])
@pytest.mark.parametrize("has_own", [False, True])
async def test_offering_a_public_key_is_not_holding_it(
    door: Door, forges: bool, has_own: bool
) -> None:
    stolen = Stolen(VICTIM, OWN if forges else None)
    async with link_to(door, stolen, *([OWN] if has_own else [])) as link:
        await link.create_process(term_type="xterm", encoding=None)
        await until(lambda: door.house.callers)
    assert stolen.tried
    known_as = OWN.get_fingerprint() if has_own else None
    assert [caller.fingerprint for caller in door.house.callers] == [known_as]


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
    async with link_to(door) as link:
        await link.create_process(term_type="xterm", encoding=None)
        for _ in range(49):
            with pytest.raises(asyncssh.ChannelOpenError):
                await link.create_process(term_type="xterm", encoding=None)
        await until(lambda: door.house.callers)
    await door.empty()
    assert len(door.house.callers) == 1
