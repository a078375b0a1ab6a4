"""What somebody sends reaches neither another player's terminal nor the log as control bytes."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from tests.server.ssh.test_login import Keyless
from tests.support.payloads import PAYLOADS
from tests.support.server import ServerProcess
from tests.support.ssh import Client, ssh_command

OURS = re.compile(r"\x1b\[[\d;]*[mH]|\x1b\[\?2026[hl]|\x1b\]2;[ -~·–…♠♥♦♣]*\x07|\x07")
"""All that a frame may have of control sequences: colours, places, the title and a bell."""


@dataclass
class Club:
    """A server, and a guest whose terminal is watched byte for byte."""

    server: ServerProcess
    folder: Path
    victim: Client

    def link(self, user: str = "mallory", keys: Sequence[asyncssh.SSHKey] = ()) -> Any:  # noqa: ANN401  # asyncssh's own mixed type
        return asyncssh.connect(
            "127.0.0.1",
            self.server.port,
            username=user,
            known_hosts=None,
            client_keys=list(keys) or None,
            client_factory=Keyless,
            config=None,
            agent_path=None,
        )

    def seen(self, since: int = 0) -> str:
        """What the victim was sent, but for what frames are made of."""
        return OURS.sub("", bytes(self.victim.raw[since:]).decode())

    async def log(self) -> str:
        await self.server.stop()
        return (self.folder / "log").read_text()


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    server = await ServerProcess.start(tmp_path)
    victim = Client(ssh_command(server.port, tmp_path, user="ada"), columns=160, rows=50)
    await victim.shows("Lobby")
    yield Club(server, tmp_path, victim)
    victim.close()
    await server.stop()


def paste(payload: str) -> bytes:
    # A paste that holds its own end would be over early, and the rest be keys.
    return b"\x1b[200~" + payload.replace("\x1b[201~", "").encode("utf-8", "replace") + b"\x1b[201~"


def assert_harmless(text: str, what: str) -> None:
    left = {character for character in text if not character.isprintable()} - {"\r", "\n"}
    assert not left, f"{what}: {left}"


async def assert_nobody_was_harmed(club: Club, since: int, next_comer: str) -> None:
    """Check what the victim saw until somebody else has come in as well, and the log."""
    async with club.link(user=next_comer) as link:
        await link.create_process(term_type="xterm", encoding=None)
        await club.victim.shows(next_comer)
    assert_harmless(club.seen(since), "the victim's terminal")
    assert_harmless(await club.log(), "the log")


async def say(club: Club, channel: Any, payload: str, number: int) -> None:  # noqa: ANN401
    """Say a line until the victim sees it: who talks much has to wait."""
    for _ in range(10):
        channel.write(b"c" + paste(payload + f" end{number}.") + b"\r")
        with contextlib.suppress(AssertionError):
            await club.victim.shows(rf"end{number}\.", 3.0)
            return
    raise AssertionError(f"{payload!r} was never said:\n{club.victim.text}")


@pytest.mark.timeout(300)
@pytest.mark.parametrize("at_table", [False, True])
async def test_talk_is_text_and_nothing_else(club: Club, at_table: bool) -> None:
    async with club.link() as link:
        process = await link.create_process(term_type="xterm", encoding=None)
        await club.victim.shows("mallory")
        if at_table:
            await open_table(club, process.stdin)
        since = len(club.victim.raw)
        for number, payload in enumerate(PAYLOADS):
            await say(club, process.stdin, payload, number)
        assert_harmless(club.seen(since), "the victim's terminal")
        assert "\u202e" not in club.victim.text
        club.victim.send("?")
        await club.victim.shows("(?i)help")
        assert club.victim.process.poll() is None
    assert_harmless(await club.log(), "the log")


async def open_table(club: Club, keys: Any) -> None:  # noqa: ANN401
    """The one who injects opens a table, and the victim sits down at it."""
    keys.write(b"n")
    await pressed(lambda: keys.write(b"\r"), club.victim, "Table 1")
    await pressed(lambda: club.victim.send("\r"), club.victim, "hand 1")


async def pressed(press: Callable[[], None], client: Client, pattern: str) -> None:
    """Press until the screen shows what that leads to."""
    for _ in range(10):
        press()
        with contextlib.suppress(AssertionError):
            await client.shows(pattern, 1.5)
            return
    raise AssertionError(client.text)


@pytest.mark.timeout(300)
async def test_what_a_client_says_of_itself_is_text_and_nothing_else(club: Club) -> None:
    since = len(club.victim.raw)
    for payload in PAYLOADS:
        with contextlib.suppress(asyncssh.Error, OSError, UnicodeError, ValueError):
            async with club.link(user=payload) as link:
                await link.run(payload, check=False, encoding=None)
        for term, environment in (
            (payload, {}),
            ("xterm", {"LANG": payload, "LC_ALL": payload, "COLORTERM": payload, payload: "x"}),
        ):
            with contextlib.suppress(asyncssh.Error, OSError, UnicodeError, ValueError):
                async with club.link() as link:
                    process = await link.create_process(
                        term_type=term, env=environment, encoding=None
                    )
                    process.stdin.write(b"\x1b[C")
                    assert await process.stdout.read(1)
    await assert_nobody_was_harmed(club, since, next_comer="mallory")


@pytest.mark.timeout(300)
async def test_the_names_that_newcomers_try_are_text_and_nothing_else(club: Club) -> None:
    since = len(club.victim.raw)
    for payload in PAYLOADS:
        async with club.link(keys=[asyncssh.generate_private_key("ssh-ed25519")]) as link:
            process = await link.create_process(term_type="xterm", encoding=None)
            seen = b""
            while b"call you" not in seen:
                seen += await process.stdout.read(4096)
            process.stdin.write(b"\x15" + paste(payload) + b"\r" + paste(payload) + b"\r")
            assert await process.stdout.read(1)
    await assert_nobody_was_harmed(club, since, next_comer="honest-one")
