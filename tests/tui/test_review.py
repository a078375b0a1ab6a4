"""A hand looked at again with the coach."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.actions import (
    BigGin,
    Discard,
    DrawStock,
    FinishLayoffs,
    Knock,
    LayOff,
    PassUpcard,
    TakeUpcard,
    UndoLayoff,
)
from engine.cards import parse_card
from tests.support.gateway import FakeGateway
from tests.support.matches import between_hands, on_my_clock
from tests.support.past import a_regular, replayed
from tests.support.screens import Seated, assert_frame
from tests.support.ssh import until
from tui.canvas import Canvas
from tui.judging import Judging
from tui.screens.review import ReviewLayer, told
from tui.settings import CoachLevel
from tui.text import part_text
from tui.widgets.review import GraphModel, MistakesModel, draw_graph, draw_mistakes


@pytest.fixture
def gateway() -> FakeGateway:
    return a_regular()


async def reviewed(gateway: FakeGateway, *keys: str) -> Seated:
    """A player whose hand has been judged."""
    player = Seated(gateway)
    await player.press(*keys)
    layer = player.presenter.layer
    assert isinstance(layer, ReviewLayer)
    await until(lambda: layer._judging is not None and layer._judging.is_over)
    player.stage.wait(1)
    return player


@pytest.fixture
async def ada(gateway: FakeGateway) -> Seated:
    return await reviewed(gateway, "m", "enter", "enter", "e")


async def test_a_hand_is_judged_move_by_move(ada: Seated) -> None:
    assert "next: ada" in ada.text()
    await ada.press("right", "right", "right", "right")
    assert "ada threw K♦" in ada.text()
    assert "coach: knock K♦" in ada.text()
    await ada.press("right", "right")
    assert "as the coach would" in ada.text()


async def test_the_frames(ada: Seated) -> None:
    await ada.press("1")
    assert_frame("review_80", ada.text())
    assert_frame("review_120", ada.text(120, 40))


async def test_the_mistakes_can_be_jumped_to(ada: Seated) -> None:
    assert "1  ada      throw K♦ / knock K♦" in ada.text()
    await ada.press("end", "m")
    assert "5 OF 12" in ada.text()
    assert "knock now, before they improve" in ada.text()
    await ada.press("home")
    await ada.click("/ knock")
    assert "5 OF 12" in ada.text()


async def test_the_same_key_goes_back_to_the_replay(ada: Seated) -> None:
    await ada.press("e")
    assert "MOVES" in ada.text()
    await ada.press("escape")
    assert "hand 1 of 7" in ada.text()


async def test_another_hand_is_judged_too(gateway: FakeGateway) -> None:
    gateway.replays["m7", 2] = replayed(2)
    ada = await reviewed(gateway, "m", "enter", "enter", "e", "n")
    assert "hand 2 · review" in ada.text()


async def test_a_broken_off_hand_is_judged_as_far_as_it_went(gateway: FakeGateway) -> None:
    gateway.replays["m7", 1] = replayed(1, until=4)
    ada = await reviewed(gateway, "m", "enter", "enter", "e")
    assert "1  ada" in ada.text()


async def test_a_hand_that_is_not_told_is_not_judged(gateway: FakeGateway) -> None:
    gateway.replays = {}
    ada = Seated(gateway)
    await ada.press("m", "enter", "enter")
    ada.presenter.open_layer("review:m7:1")
    await ada.presenter.read()
    assert "This hand cannot be shown." in ada.text()


async def test_it_is_reached_from_the_result() -> None:
    at = between_hands()
    at.replays = {("m7", number): replayed(number) for number in range(1, 8)}
    player = await reviewed(at, "e")
    assert "review" in player.text()


async def test_while_a_match_without_a_coach_runs_nothing_is_judged() -> None:
    at = on_my_clock()
    assert at.at is not None
    at.change(spec=replace(at.at.spec, coach=CoachLevel.OFF))
    player = Seated(at)
    await player.press("e")
    assert "The coach says so once the match is over." in player.text()


def test_a_hand_that_cannot_be_judged_ends_the_judging(caplog: pytest.LogCaptureFixture) -> None:
    replay = replayed()
    broken = replace(replay, frames=(replay.frames[0], *replay.frames[3:]))
    judging = Judging(broken)
    judging.run()
    assert judging.is_over
    assert judging.has_failed
    assert "could not be reviewed" in caplog.text


def drawn(draw: Callable[[Canvas], None], width: int = 40, height: int = 6) -> str:
    canvas = Canvas(width, height, Seated(FakeGateway()).presenter.look, "surface")
    draw(canvas)
    return canvas.text()


def test_until_it_is_judged_the_progress_is_shown() -> None:
    text = drawn(lambda c: draw_mistakes(c, MistakesModel((), None, "", 0.5)))
    assert "50 % of the hand has been judged" in text
    assert text.count("█") == text.count("░") == 18


def test_a_hand_without_mistakes_is_praised() -> None:
    text = drawn(lambda c: draw_mistakes(c, MistakesModel((), None, "None.", 1.0)))
    assert "  None." in text


async def test_a_hand_that_could_not_be_judged_is_not_praised(gateway: FakeGateway) -> None:
    replay = gateway.replays["m7", 1]
    gateway.replays["m7", 1] = replace(replay, frames=(replay.frames[0], *replay.frames[2:]))
    ada = await reviewed(gateway, "m", "enter", "enter", "e")
    assert "The rest could not be judged." in ada.text()
    assert "the coach plays the same" not in ada.text()


def test_the_remark_stands_below_the_mistakes_and_on_none_of_them() -> None:
    lines = ((("ada",), 3.0),) * 5
    text = drawn(lambda c: draw_mistakes(c, MistakesModel(lines, 0, "it helps", 1.0)))
    *_, last, remark = text.splitlines()
    assert "ada" in last
    assert remark.strip() == "it helps"


def test_the_graph_has_a_mark_for_each_turn_and_player() -> None:
    turns = ((40, 50), (30, 30), (8, 20))
    text = drawn(lambda c: draw_graph(c, GraphModel(("ada", "bob"), ("you", "opp"), turns, 1, 10)))
    assert text.count("●") == 3
    assert text.count("○") == 3
    assert text.count("×") == 2
    assert "10│" in text


def test_a_long_hand_shows_its_last_turns() -> None:
    turns = tuple((number, 60) for number in range(60))
    text = drawn(lambda c: draw_graph(c, GraphModel(("a", "b"), ("you", "opp"), turns, 59, 0)))
    assert text.count("○") <= 36


def test_everything_that_can_be_done_has_words() -> None:
    king = parse_card("KD")
    words = [
        "".join(map(part_text, told(action)))
        for action in (
            TakeUpcard(), PassUpcard(), DrawStock(), Discard(king), Knock(king), BigGin(),
            LayOff(king, 0), UndoLayoff(), FinishLayoffs(),
        )
    ]  # fmt: skip
    assert words == [
        "take", "pass", "stock", "throw K♦", "knock K♦", "big gin", "lay off K♦", "undo", "finish",
    ]  # fmt: skip
