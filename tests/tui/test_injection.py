"""Whatever is typed or pasted into a text field, what is drawn and what is asked for is plain text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.gateway import FakeGateway, sitting_at
from tests.support.matches import cutting
from tests.support.payloads import PAYLOADS
from tests.support.screens import Seated
from tests.support.tables import knockable
from tui.house_report import HouseReport, Visitor
from tui.records import Entrance


def in_the_lobby() -> FakeGateway:
    gateway = FakeGateway()
    gateway.is_host = True
    gateway.report = HouseReport(people=(Visitor("bea", "lobby", "192.0.2.7"),))
    return gateway


def at_the_door() -> FakeGateway:
    gateway = FakeGateway()
    gateway.asked_at_the_door = Entrance("ada", "")
    return gateway


FIELDS: dict[str, tuple[Callable[[], FakeGateway], tuple[str, ...], str]] = {
    "talk": (lambda: sitting_at(knockable()), ("c",), "Say it"),
    "name": (at_the_door, ("ctrl+u",), "name"),
    "code": (at_the_door, ("tab",), "code"),
    "cut": (cutting, (), "Without a cut"),
    "number of a table": (in_the_lobby, ("g",), "number"),
    "palette": (in_the_lobby, ("ctrl+p",), "Find:"),
    "announcement": (in_the_lobby, ("h", "a"), "tell everybody"),
    "another's new name": (in_the_lobby, ("h", "r"), "call bea"),
    "time of a ban": (in_the_lobby, ("h", "b"), "ban bea for"),
}
"""Where each field is found, by which keys, and what stands beside it."""


def is_plain(text: str) -> bool:
    return all(letter.isprintable() or letter == "\n" for letter in text)


@pytest.mark.parametrize("payload", PAYLOADS, ids=ascii)
@pytest.mark.parametrize("field", FIELDS)
async def test_a_field_holds_plain_text_alone(field: str, payload: str) -> None:
    make_gateway, way, beside = FIELDS[field]
    gateway = make_gateway()
    player = Seated(gateway)
    await player.press(*way)
    assert beside in player.text()
    player.presenter.paste(payload)
    await player.press(*filter(str.isprintable, payload))
    assert is_plain(player.text())
    assert is_plain(player.text(120, 40))
    await player.press("enter")
    assert is_plain(player.text())
    asked = [words for words in gateway.asked if isinstance(words, tuple)]
    assert all(word.isprintable() for words in asked for word in words if isinstance(word, str))
