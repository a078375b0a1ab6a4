from __future__ import annotations

import re

import pytest

from tests.server.ssh.conftest import Door
from tests.support.ssh import ANSWERS, Client

COLOURED = re.compile(rb"\x1b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")
PROBED = b"\x1b[c"
"""The end of the login questions, one of which asks about a 24-bit colour."""


def drawn(client: Client) -> bytes:
    """What was sent after the login questions."""
    return bytes(client.raw).partition(PROBED)[2]


@pytest.mark.parametrize(
    ("term", "environment", "depth"),
    [
        ("xterm", {}, "C16"),
        ("linux", {}, "C16"),
        ("screen", {}, "C16"),
        ("xterm-256color", {}, "C256"),
        ("xterm-256color", {"COLORTERM": "truecolor"}, "TRUE"),
        ("vt100", {}, "MONO"),
        ("", {}, "MONO"),
        ("xterm-256color", {"NO_COLOR": "1"}, "MONO"),
        ("x" * 5000, {}, "C256"),
    ],
)
async def test_a_session_has_the_depth_of_its_client(
    door: Door, term: str, environment: dict[str, str], depth: str
) -> None:
    client = door.call(
        term=term,
        environment=environment,
        options=["-o", "SendEnv=COLORTERM NO_COLOR"],
    )
    await client.shows(f"depth={depth}")
    client.send("z")
    await client.shows("keys=z;")
    assert (b"38;2;" in drawn(client)) == (depth == "TRUE")
    assert (b"38;5;" in drawn(client)) == (depth == "C256")
    assert bool(COLOURED.search(drawn(client))) == (depth != "MONO")


async def test_a_terminal_that_keeps_24_bits_gets_them(door: Door) -> None:
    answers = {**ANSWERS, b"\x1bP$qm\x1b\\": b"\x1bP1$r0;48:2::1:2:3m\x1b\\"}
    await door.call(answers=answers).shows("depth=TRUE")


async def test_two_depths_at_once_do_not_mix(door: Door) -> None:
    options = ["-o", "SendEnv=COLORTERM"]
    rich = door.call(environment={"COLORTERM": "truecolor"}, options=options)
    plain = door.call(user="bob", term="vt100")
    await rich.shows("depth=TRUE")
    await plain.shows("depth=MONO")
    for key in "abc":
        rich.send(key)
        plain.send(key)
    await rich.shows("keys=a b c;")
    await plain.shows("keys=a b c;")
    assert b"38;2;" in drawn(rich)
    assert not COLOURED.search(drawn(plain))


async def test_a_player_may_change_the_depth_while_playing(door: Door) -> None:
    client = door.call()
    await client.shows("depth=C256")
    client.send("M")
    await client.shows("keys=M;")
    before = len(client.raw)
    client.send("z")
    await client.shows("keys=M z;")
    assert not COLOURED.search(bytes(client.raw[before:]))


async def test_what_the_terminal_answers_reaches_the_app(door: Door) -> None:
    wide = {**ANSWERS, b"\x1b[6n": b"\x1b[1;9R"}
    await door.call(answers=wide).shows("name=ada")
    await door.call(answers={}).shows("name=ada")
    asked, silent = door.house.terminals
    assert (asked.wide_suits, asked.synchronized, asked.light_background) == (True, True, False)
    assert (silent.wide_suits, silent.synchronized, silent.light_background) == (False, False, None)


async def test_synchronized_output_is_sent_only_to_those_who_know_it(door: Door) -> None:
    knows, silent = door.call(), door.call(answers={})
    for client in (knows, silent):
        await client.shows("name=ada")
        client.send("zQ")
        await client.left()
    assert b"\x1b[?2026h" in knows.raw
    assert b"\x1b[?2026h" not in silent.raw
    assert b"\x1b[?2026l" not in silent.raw
