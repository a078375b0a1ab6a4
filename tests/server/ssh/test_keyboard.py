from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from functools import partial
from itertools import pairwise

from server.ssh.allowance import Allowance
from server.ssh.keyboard import Keyboard
from server.ssh.limits import KIB, Limits
from server.ssh.tokens import Press, Token
from server.ssh.turns import Turns
from tests.support.ssh import until

ESC = Press("\x1b")
AT_ONCE = Limits(turn=0.0, turns_burst=1e9, waiting_keys=10**6, stale_key=60.0)
"""Turns follow each other as fast as they can."""


class Desk:
    """A keyboard, what came of its keys, and whether its channel was paused."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.tokens: list[Token] = []
        self.pauses: list[bool] = []
        self.limits = limits or Limits()
        self.turns = Turns(self.limits)
        self.keyboard = Keyboard(
            self.limits,
            self.turns,
            Allowance(self.limits.turns_per_second, self.limits.turns_burst),
            hand_on=self.tokens.append,
            pause=self.pauses.append,
        )

    @property
    def text(self) -> str:
        return "".join(token.text for token in self.tokens if isinstance(token, Press))


async def test_a_lone_escape_arrives_after_a_moment() -> None:
    desk = Desk()
    desk.keyboard.receive(b"\x1b")
    await until(lambda: desk.tokens)
    assert desk.tokens == [ESC]


async def test_characters_may_be_split_and_bad_bytes_are_ignored() -> None:
    desk = Desk()
    for piece in (b"\xff", b"\xe2\x99", b"\xa0", b"\xe2\x99", b"q"):
        desk.keyboard.receive(piece)
    await until(lambda: desk.text.endswith("q"))
    assert desk.text == "♠q"


async def test_an_app_gets_one_key_in_a_turn_while_the_channel_waits() -> None:
    desk = Desk(replace(AT_ONCE, keys_burst=1e6))
    desk.keyboard.receive(b"x" * 5 * KIB)
    assert desk.pauses == [True]
    came = [0]
    while came[-1] < 5 * KIB:
        await asyncio.sleep(0)
        came.append(len(desk.tokens))
    assert max(after - before for before, after in pairwise(came)) == 1
    assert desk.pauses == [True, False]


async def test_keys_that_too_many_wait_before_are_dropped() -> None:
    desk = Desk(Limits(waiting_keys=10, stale_key=60.0))
    desk.keyboard.receive(b"abcdefghijklmnopqrstuvwxyz")
    await until(lambda: len(desk.tokens) == 10)
    desk.keyboard.receive(b"Z")
    await until(lambda: "Z" in desk.text)
    assert desk.text == "abcdefghijZ"


async def test_keys_past_the_allowance_are_dropped_not_kept_for_later() -> None:
    desk = Desk(replace(AT_ONCE, keys_per_second=0.001))
    desk.keyboard.receive(b"x" * 3000)
    await until(lambda: len(desk.tokens) == 1000)
    await asyncio.sleep(0.1)
    assert len(desk.tokens) == 1000


async def test_keys_that_wait_too_long_for_their_turn_are_dropped() -> None:
    desk = Desk(Limits(turns_burst=2.0, turns_per_second=1e-3, turn_in_debt=0.3, stale_key=0.2))
    desk.keyboard.receive(b"abcdefgh")
    await until(lambda: len(desk.tokens) == 3)
    await asyncio.sleep(0.5)
    desk.keyboard.receive(b"z")
    await until(lambda: len(desk.tokens) == 4)
    assert desk.text == "abcz"


async def test_a_closed_keyboard_hands_on_nothing_and_lets_the_channel_run() -> None:
    desk = Desk()
    desk.keyboard.receive(b"x" * 3000)
    desk.keyboard.close()
    desk.keyboard.receive(b"y")
    assert desk.tokens == []
    assert desk.pauses[-1] is False


async def test_a_sequence_whose_end_waits_to_be_parsed_is_not_given_up() -> None:
    desk = Desk(replace(AT_ONCE, slice=4))
    crowded = True

    def go_on(number: int) -> None:
        if crowded:
            desk.turns.intake.line_up(crowd[number])
            time.sleep(0.06)  # the loop is held up, so that each slice comes late

    crowd = [partial(go_on, number) for number in range(3)]
    for client in crowd:
        desk.turns.intake.line_up(client)
    desk.keyboard.receive(b"abc\x1b[Cxyz")
    await until(lambda: desk.tokens[-1:] == [Press("z")])
    crowded = False
    assert desk.tokens == [Press("a"), Press("b"), Press("c"), Press("\x1b[C"), *map(Press, "xyz")]
