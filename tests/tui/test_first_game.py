"""The first game: somebody who knows nothing can play it by pressing what it says."""

from __future__ import annotations

import re

import pytest

from engine.players.computer import Level
from tests.support.gateway import FakeGateway
from tests.support.lobbies import empty_lobby
from tests.support.screens import Seated, assert_frame
from tui.commands import KEY_NAMES
from tui.gateway import RejectedError, TableSpec
from tui.lesson_table import LessonTable
from tui.lessons import LESSONS
from tui.settings import Settings, SuitSymbols

SIZES = [(80, 24), (120, 40)]
KEYS = {name: key for key, name in KEY_NAMES.items()}


@pytest.fixture
def gateway() -> FakeGateway:
    return empty_lobby()


@pytest.fixture
async def ada(gateway: FakeGateway) -> Seated:
    learner = Seated(gateway)
    await learner.press("f")
    return learner


def said_key(learner: Seated, width: int, height: int) -> str:
    """The key that the lesson and the footer both say to press, read off the screen."""
    text = learner.text(width, height)
    lesson, footer = text[text.index("YOUR FIRST GAME") :], text.split("\n")[-1].split()
    assert f" {footer[0]}  " in lesson
    return KEYS.get(footer[0], footer[0])


def step(learner: Seated) -> int:
    found = re.search(r"YOUR FIRST GAME (\d+) of", learner.text())
    return int(found[1]) if found else 0


@pytest.mark.parametrize("size", SIZES)
async def test_it_is_finished_by_pressing_what_it_says(
    ada: Seated, gateway: FakeGateway, size: tuple[int, int]
) -> None:
    for number in range(1, len(LESSONS) + 1):
        assert step(ada) == number
        await ada.press(said_key(ada, *size))
    assert gateway.asked == [("practise", TableSpec(), Level.BEGINNER)]


@pytest.mark.parametrize("size", SIZES)
async def test_every_lesson_is_to_be_read_whole(ada: Seated, size: tuple[int, int]) -> None:
    for lesson in LESSONS:
        text = ada.text(*size)
        last = lesson.text.split()[-1]
        assert f" {last}" in text[text.index("YOUR FIRST GAME") :]
        assert f"  {lesson.does}" in text
        await ada.press(said_key(ada, *size))


@pytest.mark.parametrize("size", SIZES)
async def test_it_can_be_drawn_at_any_moment(
    ada: Seated, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ada.stage, "redraw", lambda: ada.text(*size))
    for _ in LESSONS:
        await ada.press(said_key(ada, *size))
    assert ada.presenter.layer is None


async def test_other_keys_are_explained_and_change_nothing(ada: Seated) -> None:
    for key in ("s", "t", "k", "q", "?", "left", "1"):
        await ada.press(key)
        assert "For now, press Enter: it goes on." in ada.text()
        assert step(ada) == 1


async def test_esc_stops_it(ada: Seated) -> None:
    await ada.press("escape")
    assert "No tables yet" in ada.text()


async def test_it_goes_on_where_it_was_stopped_and_after_a_lost_line_too(
    ada: Seated, gateway: FakeGateway
) -> None:
    for _ in range(13):
        await ada.press(said_key(ada, 80, 24))
    told = ada.text()
    await ada.press("escape", "f")
    assert ada.text() == told
    again = Seated(gateway)
    await again.press("f")
    assert again.text() == told
    await again.press("home")
    assert step(again) == 1


async def test_who_has_come_to_its_end_starts_again(ada: Seated) -> None:
    for _ in LESSONS:
        await ada.press(said_key(ada, 80, 24))
    await ada.press("f")
    assert step(ada) == 1


async def test_keys_pressed_ahead_skip_no_lesson(ada: Seated) -> None:
    await ada.presenter.press("enter")
    await ada.presenter.press("enter")
    assert step(ada) == 2


async def test_it_can_be_clicked_through(ada: Seated) -> None:
    await ada.click("goes on")
    await ada.click("goes on")
    await ada.click("passes")
    assert step(ada) == 4


async def test_the_hands_show_a_layoff_an_undercut_and_the_three_games(ada: Seated) -> None:
    seen = ""
    for _ in LESSONS:
        seen += ada.text()
        await ada.press(said_key(ada, 80, 24))
    for words in (
        "KNOCK WITH 7?", "laid off 4♠ and kept 35", "you +28 in game I.", "Fits: 6♥ on 2",
        "you undercut computer", "you +11 in games I and II.", "SCORE SHEET",
    ):  # fmt: skip
        assert words in seen


async def test_what_is_for_use_now_is_only_what_is_taught(ada: Seated) -> None:
    frame = ada.frame()
    gold = ada.presenter.look.palette.accent
    rows = [
        y
        for y, styles in enumerate(frame.canvas.styles)
        if any(s.color is not None and s.color.name == gold for s in styles)
        or any(s.bgcolor is not None and s.bgcolor.name == gold for s in styles)
    ]
    assert set(rows) <= {22, 23}


async def test_it_is_the_same_in_letters(gateway: FakeGateway) -> None:
    gateway.settings = Settings(symbols=SuitSymbols.LETTERS)
    learner = Seated(gateway)
    await learner.press("f")
    assert learner.text().isascii()


async def test_the_table_teaches_with_the_real_rules() -> None:
    table = LessonTable("ada", Settings())
    await table.ready()
    with pytest.raises(RejectedError, match="upcard"):
        await table.act(LESSONS[5].then[0], table.table().version)
    await table.act(LESSONS[5].then[0], 99)
    assert table.table().version == 1


async def test_the_frames(ada: Seated) -> None:
    await ada.press("enter", "enter", "p", "s")
    assert_frame("first_game_lift_80", ada.text())
    await ada.press("0", "enter", "t")
    assert_frame("first_game_knock_120", ada.text(120, 40))
    await ada.press("k", "enter")
    assert_frame("first_game_layoff_80", ada.text())
