"""The entrance: one question before the lobby."""

from __future__ import annotations

import pytest

from tests.support.gateway import FakeGateway
from tests.support.screens import Seated, assert_frame
from tui.gateway import RejectedError
from tui.records import Entrance
from tui.settings import Settings


def at_the_door(note: str = "") -> FakeGateway:
    gateway = FakeGateway()
    gateway.name = ""
    gateway.asked_at_the_door = Entrance("ada-2" if note else "ada", note)
    return gateway


@pytest.fixture
def gateway() -> FakeGateway:
    return at_the_door()


@pytest.fixture
def newcomer(gateway: FakeGateway) -> Seated:
    return Seated(gateway)


def test_the_door_at_80_columns_says_why_the_name_is_another() -> None:
    gateway = at_the_door("The name ada belongs to somebody else; ada-2 is free.")
    assert_frame("entrance_80", Seated(gateway).text())


def test_the_door_at_120_columns(newcomer: Seated) -> None:
    assert_frame("entrance_120", newcomer.text(120, 40))


async def test_one_enter_leads_into_the_lobby(newcomer: Seated, gateway: FakeGateway) -> None:
    await newcomer.press("enter")
    assert gateway.asked == [("choose_name", "ada")]
    assert "LOBBY TALK" in newcomer.text()


async def test_letters_that_are_keys_elsewhere_are_typed(
    newcomer: Seated, gateway: FakeGateway
) -> None:
    await newcomer.press("ctrl+u")
    await newcomer.type("quinn_c")
    await newcomer.press("enter")
    assert gateway.asked == [("choose_name", "quinn_c")]


@pytest.mark.parametrize("sign", ["?", "/", "ë", "♠", "space"])
async def test_a_sign_that_no_name_has_stays_until_it_is_taken_out(
    newcomer: Seated, gateway: FakeGateway, sign: str
) -> None:
    await newcomer.press(sign, "x")
    shown = newcomer.text()
    assert f"name ada{' ' if sign == 'space' else sign}x\n" in shown
    assert "A name is 3 to 16 letters, digits, - or _." in shown
    await newcomer.press("enter")
    assert gateway.asked == []
    told = "a blank" if sign == "space" else sign
    assert f"No name has {told} in it: take that out first." in newcomer.text()
    await newcomer.press("left", "backspace", "enter")
    assert gateway.asked == [("choose_name", "adax")]


async def test_a_name_has_at_most_16_letters(newcomer: Seated) -> None:
    await newcomer.type("bcdefghijklmnopqrst")
    newcomer.presenter.paste("tuvw")
    assert "name adabcdefghijklmn\n" in newcomer.text()


async def test_a_pasted_name_is_taken_as_it_is(newcomer: Seated, gateway: FakeGateway) -> None:
    await newcomer.press("ctrl+u")
    newcomer.presenter.paste(" bea\n")
    await newcomer.press("enter")
    assert gateway.asked == [("choose_name", "bea")]


async def test_a_pasted_code_loses_its_blanks(newcomer: Seated, gateway: FakeGateway) -> None:
    await newcomer.press("tab")
    newcomer.presenter.paste(" 7KQ2 M9XD\n")
    await newcomer.press("enter")
    assert gateway.asked == [("redeem", "7KQ2M9XD")]


async def test_an_empty_name_is_explained(newcomer: Seated, gateway: FakeGateway) -> None:
    await newcomer.press("ctrl+u", "enter")
    assert gateway.asked == []
    assert "Type a name first." in newcomer.text()


async def test_a_refused_name_says_why_under_the_field_until_the_next_key() -> None:
    class Taken(FakeGateway):
        async def choose_name(self, name: str) -> None:
            raise RejectedError(f"Somebody is called much like {name}: choose another name.")

    gateway = Taken()
    gateway.asked_at_the_door = Entrance("ada", "")
    newcomer = Seated(gateway)
    await newcomer.press("enter")
    newcomer.stage.wait(60)
    assert_frame("entrance_refused_80", newcomer.text())
    await newcomer.press("backspace")
    assert "much like" not in newcomer.text()


async def test_a_code_from_another_machine_opens_the_account(
    newcomer: Seated, gateway: FakeGateway
) -> None:
    await newcomer.press("tab")
    assert_frame("entrance_code_80", newcomer.text())
    await newcomer.type("7KQ2M9XD")
    await newcomer.press("enter")
    assert gateway.asked == [("redeem", "7KQ2M9XD")]
    assert "LOBBY TALK" in newcomer.text()


async def test_tab_goes_back_to_the_name_as_it_was_typed(
    newcomer: Seated, gateway: FakeGateway
) -> None:
    await newcomer.type("x")
    await newcomer.press("tab", "enter")
    assert "Type the code first, or Tab for a name." in newcomer.text()
    await newcomer.press("tab", "enter")
    assert gateway.asked == [("choose_name", "adax")]


async def test_an_accounts_own_settings_hold_once_inside() -> None:
    class Known(FakeGateway):
        async def redeem(self, code: str) -> None:
            self.settings = Settings(mouse=False)
            await super().redeem(code)

    gateway = Known()
    gateway.asked_at_the_door = Entrance("ada", "")
    newcomer = Seated(gateway)
    assert newcomer.stage.control.mouse == []
    await newcomer.press("tab", "x", "enter")
    assert newcomer.stage.control.mouse == [False]


async def test_ctrl_q_asks_before_hanging_up(newcomer: Seated) -> None:
    assert "Ctrl+Q Quit" in newcomer.text()
    await newcomer.press("ctrl+q")
    assert "LEAVE THE CLUB?" in newcomer.text()


async def test_a_click_does_what_its_line_says(newcomer: Seated, gateway: FakeGateway) -> None:
    await newcomer.click("use a one-time code")
    assert "Come in as yourself" in newcomer.text()
    await newcomer.click("no code")
    await newcomer.click("come in as")
    assert gateway.asked == [("choose_name", "ada")]
