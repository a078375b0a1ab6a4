"""A finished match's sheet, and its hands card by card."""

from __future__ import annotations

import pytest

from tests.support.gateway import FakeGateway
from tests.support.matches import between_hands, on_my_clock
from tests.support.past import a_regular, replayed
from tests.support.screens import Seated, assert_frame


@pytest.fixture
def gateway() -> FakeGateway:
    return a_regular()


@pytest.fixture
async def ada(gateway: FakeGateway) -> Seated:
    player = Seated(gateway)
    await player.press("m", "enter")
    return player


async def test_a_match_with_its_sheet_at_80_and_120_columns(ada: Seated) -> None:
    assert_frame("past_match_80", ada.text())
    assert_frame("past_match_120", ada.text(120, 40))


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (0, "hand 1 of 7   ada knocked with 4 against 21: ada +17"),
        (1, "hand 2 of 7   bob knocked with 9 and was undercut with 7: ada +12"),
        (2, "hand 3 of 7   dead, no points"),
        (3, "hand 4 of 7   ada went gin against 38: ada +58"),
        (7, "hand 1 of 7"),
    ],
)
async def test_every_hand_says_what_it_came_to(ada: Seated, steps: int, words: str) -> None:
    await ada.press(*["right"] * steps)
    assert words in ada.text()


async def test_a_hand_broken_off_by_a_forfeit_can_be_seen_too(gateway: FakeGateway) -> None:
    ada = Seated(gateway)
    await ada.press("m", "down", "enter", "left")
    assert "hand 2 of 2   broken off when the match was given up" in ada.text()
    await ada.press("enter", "end")
    assert "broken off here" in ada.text()


async def test_a_match_that_is_gone_is_explained() -> None:
    gateway = a_regular()
    ada = Seated(gateway)
    await ada.press("m")
    gateway.matches = []
    await ada.press("enter")
    assert "There is no such match" in ada.text()


async def test_a_replay_at_80_and_120_columns(ada: Seated) -> None:
    await ada.press("enter")
    assert_frame("replay_deal_80", ada.text())
    await ada.press("right", "right", "right")
    assert_frame("replay_drawn_80", ada.text())
    await ada.press("end", "left")
    assert_frame("replay_layoffs_80", ada.text())
    assert_frame("replay_layoffs_120", ada.text(120, 40))
    await ada.press("end")
    assert "ada wins, 6 against 30" in ada.text()


async def test_home_and_end_jump_and_stepping_stops_there(ada: Seated) -> None:
    await ada.press("enter", "left")
    assert "1 OF 12" in ada.text()
    await ada.press("end", "right", "space")
    assert "12 OF 12" in ada.text()
    await ada.press("home", "l", "h", "right")
    assert "2 OF 12" in ada.text()


async def test_a_click_on_a_move_goes_there(ada: Seated) -> None:
    await ada.press("enter")
    await ada.click("ada threw")
    assert "5 OF 12" in ada.text()
    assert "· by the clock" in ada.text()


async def test_page_keys_turn_to_the_other_hands_as_far_as_there_are_any(ada: Seated) -> None:
    await ada.press("enter", "end", "pagedown")
    assert "hand 2 · replay" in ada.text()
    assert "1 OF 12" in ada.text()
    await ada.press("pagedown")
    assert "This hand is not over yet" in ada.text()
    assert "hand 2 · replay" in ada.text()
    await ada.press("pageup", "pageup")
    assert "This is the first hand of the match." in ada.text()
    await ada.press("escape")
    assert "SCORE SHEET" in ada.text()


async def test_the_record_of_its_shuffle_is_a_key_away(ada: Seated) -> None:
    await ada.press("enter", "#")
    assert "Hand 1, now that it is over" in ada.text()
    await ada.press("escape")
    assert "MOVES" in ada.text()


async def test_a_hand_refused_from_the_start_is_explained() -> None:
    gateway = a_regular()
    gateway.replays = {}
    ada = Seated(gateway)
    await ada.press("m", "enter", "enter")
    shown = ada.text()
    assert "This hand is not over yet" in shown
    await ada.press("end", "right")
    assert "This hand cannot be shown." in ada.text()


async def test_the_hand_just_over_can_be_replayed_from_its_result() -> None:
    gateway = between_hands()
    gateway.replays = {("m7", 4): replayed(4)}
    ada = Seated(gateway)
    await ada.press("r")
    assert "hand 4 · replay" in ada.text()
    assert ada.presenter.desk.layer == "replay:m7:4"
    again = Seated(gateway)
    await again.presenter.read()
    assert again.text() == ada.text()


async def test_during_a_hand_only_those_before_it_are_offered() -> None:
    gateway = on_my_clock()
    gateway.replays = {("m7", 6): replayed(6)}
    ada = Seated(gateway)
    await ada.press("r")
    assert "hand 6 · replay" in ada.text()
