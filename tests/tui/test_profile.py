"""Records, finished matches and keys."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.seats import PerSeat
from tests.support.gateway import FakeGateway
from tests.support.lobbies import LONGEST
from tests.support.past import a_regular, forfeited
from tests.support.screens import Seated, assert_frame
from tests.support.tables import at_the_discard
from tui.gateway import RejectedError
from tui.records import KeyCode


@pytest.fixture
def gateway() -> FakeGateway:
    return a_regular()


@pytest.fixture
def ada(gateway: FakeGateway) -> Seated:
    return Seated(gateway)


async def look_up(ada: Seated, name: str) -> None:
    """Find somebody in the list of people and press Enter."""
    await ada.press("tab")
    while f"▸● {name}" not in ada.text() and f"▸○ {name}" not in ada.text():
        await ada.press("down")
    await ada.press("enter")


# Records


async def test_ones_own_record_at_80_and_120_columns(ada: Seated) -> None:
    await ada.press("m")
    assert_frame("profile_80", ada.text())
    assert_frame("profile_120", ada.text(120, 40))


async def test_a_new_players_record_says_what_is_missing() -> None:
    gateway = FakeGateway()
    ada = Seated(gateway)
    await ada.press("m")
    shown = ada.text()
    assert "Nothing is known of" in shown
    assert "No match has been played to its end yet." in shown
    await ada.press("enter")
    assert gateway.asked == []


async def test_anothers_record_comes_from_the_list_of_people(
    ada: Seated, gateway: FakeGateway
) -> None:
    await look_up(ada, "clara")
    shown = ada.text()
    assert "clara’s record" in shown
    assert "rating, coached   none yet" in shown
    assert "lost by forfeit" in shown
    assert "SSH keys" not in shown
    await ada.press("m", "b")
    assert gateway.asked == [("mute", "clara", True), ("block", "clara", True)]


async def test_who_is_muted_is_named_so_and_can_be_heard_again(
    ada: Seated, gateway: FakeGateway
) -> None:
    await ada.press("tab", "up", "enter")
    shown = ada.text()
    assert "Muted: you hear nothing from here." in shown
    await ada.press("m")
    assert gateway.asked == [("mute", "victor", False)]


async def test_escape_closes_one_layer_after_the_other(ada: Seated) -> None:
    await ada.press("m", "enter", "enter", "#")
    for title in ("THE SHUFFLE", "MOVES", "SCORE SHEET", "RECORD", "LOBBY TALK"):
        assert title in ada.text()
        await ada.press("escape")


async def test_the_choice_among_matches_stays_while_one_is_looked_at(ada: Seated) -> None:
    await ada.press("m", "down", "enter")
    assert "ada beat clara, who gave the match up" in ada.text()
    await ada.press("escape")
    assert "▸ 2026-11-28 23:59  clara" in ada.text()


async def test_a_second_click_opens_a_match(ada: Seated) -> None:
    await ada.press("m")
    await ada.click("clara")
    assert "▸ 2026-11-28 23:59" in ada.text()
    await ada.click("clara")
    assert "broken off" not in ada.text()
    assert "hand 1 of 2" in ada.text()


async def test_a_record_lies_over_a_table_too() -> None:
    gateway = at_the_discard()
    gateway.profiles = a_regular().profiles
    ada = Seated(gateway)
    await ada.press("ctrl+p")
    await ada.type("bob’s record")
    await ada.press("enter")
    assert "Nothing is known of bob" in ada.text()
    await ada.press("escape")
    assert "YOUR TURN" in ada.text()


# Keys


async def test_the_keys_at_80_columns(ada: Seated) -> None:
    await ada.press("m", "s")
    assert_frame("keys_80", ada.text())


async def test_a_key_is_removed_only_after_asking(ada: Seated, gateway: FakeGateway) -> None:
    first, second = gateway.own_keys
    await ada.press("m", "s", "down", "x")
    assert_frame("keys_asking_80", ada.text())
    await ada.press("escape")
    assert gateway.asked == []
    await ada.press("x", "enter")
    assert gateway.asked == [("remove_key", second.fingerprint)]
    assert gateway.own_keys == [first]
    assert "1, each opens your account" in ada.text()


async def test_the_answer_rests_for_a_moment(ada: Seated, gateway: FakeGateway) -> None:
    await ada.press("m", "s")
    await ada.presenter.press("x")
    await ada.presenter.press("enter")
    assert gateway.asked == []


async def test_the_last_key_stays_and_the_house_says_so() -> None:
    class Strict(FakeGateway):
        async def remove_key(self, fingerprint: str) -> None:  # noqa: ARG002 # the port's
            raise RejectedError("Your last key stays, or you could not come back.")

    gateway = Strict()
    gateway.own_keys = a_regular().own_keys[:1]
    ada = Seated(gateway)
    await ada.press("m", "s", "x", "enter")
    assert "Your last key stays" in ada.text()


async def test_a_code_for_another_machine_is_shown_with_what_to_do(ada: Seated) -> None:
    await ada.press("m", "s", "n")
    assert_frame("keys_code_80", ada.text())
    assert KeyCode("7KQ2M9XD", 10).code in ada.text()


async def test_a_guest_has_no_keys() -> None:
    class House(FakeGateway):
        async def keys(self) -> tuple[()]:
            raise RejectedError("You came without a key.")

    ada = Seated(House())
    await ada.press("m", "s")
    assert "You came without a key." in ada.text()
    ada.stage.wait(5)
    assert "No key is kept" in ada.text()


async def test_of_a_match_given_up_between_long_names_all_is_to_be_read() -> None:
    gateway = a_regular()
    gateway.matches = [replace(forfeited(), players=PerSeat(*LONGEST))]
    ada = Seated(gateway)
    ada.presenter.open_layer("past_match:m6")
    await ada.presenter.read()
    shown = ada.text()
    assert f"{LONGEST[0]} beat {LONGEST[1]}, who gave the match up" in shown
    assert "2026-11-28 23:59 · coach off · not rated" in shown
