"""What screens keep of what they have worked out, and that none of it is ever stale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.actions import Discard, DrawStock
from engine.deal import Phase
from engine.seats import PerSeat, Seat
from tests.support.gateway import PROFILE, FakeGateway
from tests.support.matches import on_my_clock
from tests.support.screens import Seated, Stage
from tui.gateway import SeatClock
from tui.latest import Latest
from tui.presenter import Presenter
from tui.widgets.cells import Frame
from tui.widgets.clock import draw_clock
from tui.widgets.hand import draw_hand

KEYS = (
    *("left", "right", "home", "end", "space", "1", "4", "-", "o", "<", ">", "i"),
    *("s", "t", "d", "k", "v", "escape"),
)
"""Keys after which a screen opened just now shows the same as the one on which they were pressed."""


def spelt(word: tuple[str, ...]) -> list[str]:
    return list(word)


def test_an_equal_question_gets_the_very_same_answer() -> None:
    latest = Latest(spelt)
    assert latest(("a", "b")) is latest(("a", "b"))
    assert latest(("a", "b")) == ["a", "b"]


def test_another_question_is_thought_through_and_the_old_answer_forgotten() -> None:
    latest = Latest(spelt)
    first = latest(("a",))
    assert latest(("b",)) == ["b"]
    assert latest(("a",)) is not first


def drawn_anew(player: Seated, before: Frame) -> Sequence[Any]:
    """How the panels are drawn that are not as they were."""
    after = Frame(80, 24, player.presenter.painted(80, 24), before)
    pairs = zip(before.drawn, after.drawn, strict=True)
    return [new[0].draw for old, new in pairs if new[2] is not old[2]]


def let_a_second_pass(gateway: FakeGateway) -> None:
    assert gateway.at is not None
    mine, theirs = gateway.at.players
    assert mine is not None
    assert mine.clock is not None
    clock = SeatClock(mine.clock.turn - 1, mine.clock.bank, is_running=True)
    gateway.change(players=PerSeat(replace(mine, clock=clock), theirs))


async def test_a_cursor_key_draws_nothing_but_the_hand() -> None:
    player = Seated(on_my_clock())
    before = player.frame()
    await player.press("right")
    assert drawn_anew(player, before) == [draw_hand]


def test_a_second_on_the_clock_draws_nothing_but_the_clock() -> None:
    gateway = on_my_clock()
    player = Seated(gateway)
    before = player.frame()
    let_a_second_pass(gateway)
    assert drawn_anew(player, before) == [draw_clock]


def shown_by_a_screen_opened_now(gateway: FakeGateway) -> Frame:
    presenter = Presenter(gateway, PROFILE, Stage())
    return Frame(80, 24, presenter.painted(80, 24))


async def something_happens(player: Seated, random: Random) -> None:
    gateway = player.gateway
    match random.randrange(12):
        case 0:
            gateway.hear("bob", f"{random.random()}")
        case 1:
            let_a_second_pass(gateway)
        case 2 | 3 | 4 if gateway.deal.turn is Seat.B and gateway.deal.phase is Phase.DRAW:
            gateway.opponent(DrawStock(), Discard(next(iter(gateway.deal.hands.b))))
        case _:
            await player.press(random.choice(KEYS))


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_happens_nothing_stale_is_shown(seed: int) -> None:
    random = Random(seed)  # noqa: S311 the same each time
    player = Seated(on_my_clock())
    for _ in range(60):
        await something_happens(player, random)
        player.stage.wait(10)  # what is said for a while is gone
        shown, expected = player.frame().canvas, shown_by_a_screen_opened_now(player.gateway).canvas
        assert shown.text() == expected.text()
        assert shown.styles == expected.styles
