"""The cut before a hand, and the shuffle that can be checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.actions import Discard
from engine.cards import parse_card
from engine.seats import Seat
from server import verify_deal
from tests.support.gateway import FakeGateway
from tests.support.matches import between_hands, cutting, note, on_my_clock
from tests.support.screens import Seated, assert_frame
from tests.support.tables import knockable
from tui.presenter import REST_AFTER_TEXT, RESTING


def screen_of(player: Seated) -> str:
    return type(player.presenter.screen).__name__


def test_the_cut_at_80_and_120_columns() -> None:
    assert_frame("cut_80", Seated(cutting()).text())
    assert_frame("cut_120", Seated(cutting(Seat.B)).text(120, 40))


async def test_what_is_typed_is_the_cut() -> None:
    gateway = cutting()
    player = Seated(gateway)
    await player.type("q? lucky")
    assert "Enter cuts with this" in player.text()
    await player.press("enter")
    assert gateway.asked == [("cut", "q? lucky")]


async def test_enter_alone_does_without() -> None:
    gateway = cutting()
    await Seated(gateway).press("enter")
    assert gateway.asked == [("cut", "")]


async def test_a_cut_has_at_most_64_bytes() -> None:
    gateway = cutting()
    player = Seated(gateway)
    player.presenter.paste("x" * 63)
    await player.press("ü")
    assert "A cut is at most 64 bytes long." in player.text()
    await player.press("y", "enter")
    assert gateway.asked == [("cut", "x" * 63 + "y")]


async def test_who_has_cut_has_the_keys_of_a_table_again() -> None:
    player = Seated(cutting(Seat.A))
    shown = player.text()
    assert "✓ ada is done" in shown
    assert "bob may still cut" in shown
    assert "nobody can foresee it" not in shown
    await player.press("c")
    assert "Enter says it" in player.text()


async def test_watchers_type_no_cut() -> None:
    gateway = cutting(seat=None)
    player = Seated(gateway)
    assert "both players may still cut" in player.text()
    await player.press("x", "enter")
    assert gateway.asked == []


def test_the_first_hand_of_a_match_is_cut_without_a_hand_before_it() -> None:
    assert "The deck of hand 2 is shuffled" in Seated(cutting(first=True)).text()


async def test_whoever_still_types_when_the_hand_comes_plays_nothing() -> None:
    gateway = cutting()
    player = Seated(gateway)
    await player.type("sunse")
    gateway.change(is_cutting=False, deal=knockable(), version=9)
    assert screen_of(player) == "TableScreen"
    player.stage.wait(1)
    await player.presenter.press("-")
    await player.presenter.press("enter")
    assert RESTING in player.text()
    player.stage.wait(REST_AFTER_TEXT)
    await player.presenter.press("enter")
    assert gateway.asked == [Discard(parse_card("QS"))]


def test_while_the_house_deals_nothing_is_asked() -> None:
    gateway = cutting()
    gateway.change(more={"shuffle": note(7)})
    player = Seated(gateway)
    assert screen_of(player) == "TableScreen"
    assert "DEALING  the next hand" in player.text()


def test_the_commitment_is_shown_before_the_next_hand_and_during_it() -> None:
    assert f"# shuffle {note().commitment[:12]}" in Seated(on_my_clock()).text()
    assert f"# next shuffle {note(8).commitment[:12]}" in Seated(between_hands()).text()


@pytest.mark.parametrize("make", [on_my_clock, between_hands])
async def test_the_whole_of_it_is_a_key_away(make: Callable[[], FakeGateway]) -> None:
    gateway = make()
    player = Seated(gateway)
    await player.press("#")
    shown = player.text(120, 40)
    table = gateway.table()
    assert table is not None
    assert table.shuffle is not None
    assert table.shuffle.commitment in shown
    assert "hollywood-gin verify hand.json" in shown
    await player.press("#")
    assert player.presenter.layer is None


async def test_the_record_of_the_last_hand_is_told_and_printed() -> None:
    player = Seated(on_my_clock())
    await player.press("#")
    assert_frame("shuffle_80", player.text())
    assert_frame("shuffle_120", player.text(120, 40))
    assert '{"match": "m7", "deal": 6, "seed": "0606' in player.text(80, 40)
    player.text()
    await player.press("pagedown")
    assert "python3 verify_deal.py hand.json" in player.text()


@pytest.mark.parametrize("columns", [80, 120, 200])
async def test_the_lines_of_a_record_verify_as_they_are_copied(columns: int) -> None:
    gateway = on_my_clock()
    player = Seated(gateway)
    await player.press("#")
    rows = player.text(columns, 60).splitlines()
    start = next(place for place, row in enumerate(rows) if row.endswith("The record:"))
    copied = "\n".join(rows[start + 1 : rows.index("", start)])
    assert verify_deal.check(verify_deal.read(copied), note(6).commitment)


async def test_a_record_that_cannot_be_read_is_still_printed() -> None:
    gateway = on_my_clock()
    assert gateway.at is not None
    gateway.change(more={"shuffle": replace(note(), published="[]")})
    player = Seated(gateway)
    await player.press("#")
    assert "The hand that is over" in player.text()
