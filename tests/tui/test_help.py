from collections.abc import Iterator

import pytest

from tests.support.deals import deal_from, holding_eleven
from tests.support.gateway import FakeGateway, sitting_at
from tests.support.lobbies import busy_lobby
from tests.support.screens import Seated, assert_frame
from tests.support.showdowns import knocked
from tui.help_text import TABLE_KEYS
from tui.widgets.hand import PLACE_KEYS

_SIGNS = {"←": "left", "→": "right", "Space": "space", "Enter": "enter", "Ctrl+P": "ctrl+p"}


@pytest.fixture
async def ada() -> Seated:
    seated = Seated(busy_lobby())
    await seated.press("?")
    return seated


def offer() -> FakeGateway:
    return sitting_at(deal_from())


def throwing() -> FakeGateway:
    return sitting_at(holding_eleven("5S 6S 7S 9H 9D 9C AD 2H 3C QS KD", drawn="KD"))


def laying_off() -> FakeGateway:
    return knocked(
        knocker="5H 6H 7H 8H JS JD JC AC 2D 3S", defender="9S 9D 9C 2H 3D 4H 7D 8C JH KS"
    )


async def test_the_keys_of_the_lobby_at_80_columns(ada: Seated) -> None:
    assert_frame("help_keys_80", ada.text())


async def test_the_keys_at_the_table_at_80_columns(ada: Seated) -> None:
    await ada.press("2")
    assert_frame("help_table_keys_80", ada.text())


async def test_the_worked_example_at_80_columns(ada: Seated) -> None:
    await ada.press("4")
    assert_frame("help_example_80", ada.text())


async def test_the_rules_at_120_columns(ada: Seated) -> None:
    await ada.press("3")
    assert_frame("help_rules_120", ada.text(120, 40))


async def test_arrows_turn_the_pages_and_wrap(ada: Seated) -> None:
    await ada.press("left")
    assert "Four hands on the score sheet" in ada.text()
    await ada.press("right", "right")
    assert "Your turn" in ada.text()


async def test_clicks_turn_the_pages(ada: Seated) -> None:
    await ada.click("3 Rules")
    assert "1. The deal" in ada.text()


async def test_the_rules_scroll_to_their_end_and_no_further(ada: Seated) -> None:
    await ada.press("3")
    ada.text()
    await ada.press("down", "j")
    assert " 3–22 of " in ada.text()
    await ada.press("k", "up", "up")
    assert " 1–20 of " in ada.text()
    await ada.press("pagedown")
    assert " 21–40 of " in ada.text()
    await ada.press("end", "down", "pagedown")
    shown = ada.text()
    assert "the computer are not rated" in shown
    await ada.press("pageup", "home")
    assert " 1–20 of " in ada.text()


async def test_at_a_table_its_own_rules_come_first() -> None:
    ada = Seated(offer())
    await ada.press("?", "3")
    assert "At this table" in ada.text()
    assert "Knock at 10, gin 25, undercut 10." in ada.text()


async def test_the_keys_of_the_present_phase_are_told_with_what_is_not_possible() -> None:
    ada = Seated(laying_off())
    await ada.press("?")
    shown = ada.text()
    assert "u Backspace       Undo   not now: Nothing is laid off yet." in shown


@pytest.mark.parametrize("key", ["escape", "?", "q"])
async def test_it_closes_without_asking(ada: Seated, key: str) -> None:
    await ada.press(key)
    assert "LOBBY TALK" in ada.text()


def _keys(text: str) -> Iterator[str]:
    """The keys that a row of the help names."""
    for word in text.replace(" or ", " ").split():
        if word == "arrows":
            yield from ("left", "right")
        elif "–" in word:
            first, last = word.split("–")
            yield from map(str, range(int(first), int(last) + 1))
        else:
            yield _SIGNS.get(word, word)


def test_every_key_the_help_names_does_something_at_a_table() -> None:
    taken = {
        key
        for gateway in (offer(), throwing(), laying_off())
        for command in Seated(gateway).presenter.commands()
        for key in command.keys
    }
    named = {key for _, rows in TABLE_KEYS for keys, _ in rows for key in _keys(keys)}
    assert named <= taken | set(PLACE_KEYS)


def test_every_key_of_playing_is_named_by_the_help() -> None:
    named = {key for _, rows in TABLE_KEYS for keys, _ in rows for key in _keys(keys)}
    for gateway in (offer(), throwing(), laying_off()):
        for command in Seated(gateway).presenter.screen.commands():
            if command.footer is not None:
                assert named & set(command.keys), command.label
