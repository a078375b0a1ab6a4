"""`hollywood-gin play`: the same screens on one's own terminal, and all of it kept."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from server.play import DUMB, IN_USE, NO_TERMINAL, WAITING
from server.ssh.modes import LEAVE
from tests.support.commands import COMMAND, run_process
from tests.support.ssh import Client

Start = Callable[..., Client]
LEAVES_WELL = LEAVE.encode()


@pytest.fixture
async def start(tmp_path: Path) -> AsyncIterator[Start]:
    """Start the program in a terminal, all in one folder."""
    clients: list[Client] = []

    def play(*words: str, term: str = "xterm-256color", **environment: str) -> Client:
        command = (str(COMMAND), "play", "--data", str(tmp_path / "play"), *words)
        clients.append(Client(command, term=term, environment=environment))
        return clients[-1]

    yield play
    for client in clients:
        client.close()


async def quits(client: Client) -> None:
    """Leave by Ctrl-C and the question it asks, unhurriedly."""
    client.send("\x03")
    await client.shows(r"QUIT\?|LEAVE THE TABLE\?")
    await asyncio.sleep(0.3)
    client.send("h")
    assert await client.left() == 0
    assert LEAVES_WELL in client.raw


async def test_it_needs_a_terminal(tmp_path: Path) -> None:
    answer = run_process("play", "--data", str(tmp_path))
    assert (answer.status, answer.errors) == (1, f"hollywood-gin: {NO_TERMINAL}\n")


async def test_it_needs_a_terminal_that_can_place_its_cursor(start: Start) -> None:
    home = start(term="dumb")
    assert await home.left() == 1
    assert DUMB.encode() in home.raw


async def test_it_begins_in_a_lobby_with_nobody_else(start: Start) -> None:
    home = start()
    text = await home.shows("plays the computer")
    assert "teaches the game" in text
    assert "Watch" not in text
    await quits(home)


async def test_one_key_sits_down_with_the_computer(start: Start) -> None:
    home = start()
    await home.shows("plays the computer")
    home.send("p")
    await home.shows(r"computer \(club\)")
    await quits(home)


async def test_a_match_is_kept_and_goes_on(start: Start) -> None:
    home = start("--level", "strong", "--rules", "modern")
    text = await home.shows(r"YOUR TURN(?s:.*)Deadwood|Deadwood(?s:.*)YOUR TURN")
    assert "modern" in text
    hand = next(line for line in text.split("\n") if line.count("▏") > 9)
    await quits(home)
    again = start("--level", "beginner")
    text = await again.shows(r"computer \(strong\)")
    assert hand.strip() in await again.shows("Deadwood")
    await quits(again)


async def test_what_was_set_is_kept(start: Start) -> None:
    home = start()
    await home.shows("plays the computer")
    home.send("o")
    await home.shows("SETTINGS|Theme")
    home.send("l")
    await home.shows("‹Matinee›")
    home.send("\x1b")
    await home.shows("plays the computer")
    await quits(home)
    again = start()
    await again.shows("plays the computer")
    again.send("o")
    await again.shows("‹Matinee›")
    again.send("\x1b")
    await quits(again)


async def test_a_second_one_is_told_to_go_on_in_the_first(start: Start) -> None:
    home = start()
    await home.shows("plays the computer")
    other = start()
    assert await other.left(wait=20) == 1
    assert IN_USE.encode() in other.raw
    assert WAITING.encode() in other.raw
    await quits(home)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
async def test_a_signal_restores_the_terminal(start: Start, number: signal.Signals) -> None:
    home = start()
    await home.shows("plays the computer")
    home.signal(number)
    assert await home.left() == 0
    assert home.raw.rstrip().endswith(LEAVES_WELL)


async def test_a_new_size_is_drawn(start: Start) -> None:
    home = start()
    await home.shows("plays the computer")
    home.resize(120, 40)
    await home.shows(r"\A(?:[^\n]*\n){14,}[^\n]*You play")
    await quits(home)


async def test_colours_follow_the_environment(start: Start) -> None:
    plain = start(NO_COLOR="1")
    await plain.shows("plays the computer")
    assert b"38;" not in plain.raw
    await quits(plain)
    full = start(COLORTERM="truecolor")
    await full.shows("plays the computer")
    assert b"38;2;" in full.raw
    await quits(full)


async def test_the_first_game_can_be_played_at_home(start: Start) -> None:
    home = start()
    await home.shows("teaches the game")
    home.send("f")
    await home.shows("YOUR FIRST GAME 1 of")
    home.send("\x1b")
    await home.shows("plays the computer")
    await quits(home)
