"""What a table looks like in every phase, as plain text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.rules import TRADITIONAL
from engine.seats import PerSeat
from tests.support.gateway import PROFILE
from tests.support.matches import clocked
from tests.support.screens import Seated, assert_frame
from tests.support.tables import PHASES, alone, at_the_discard, while_waiting
from tui.gateway import ClockSpec, SeatClock, SeatInfo, TableSpec
from tui.settings import ColourChoice, Settings, SuitSymbols
from tui.widgets.cells import Frame


@pytest.mark.parametrize("phase", PHASES)
def test_a_phase_at_80_by_24(phase: str) -> None:
    assert_frame(f"table_{phase}_80", Seated(PHASES[phase]()).text(80, 24))


@pytest.mark.parametrize("phase", ["offer", "discard", "waiting", "coach_off", "alone", "watching"])
def test_a_phase_at_120_by_40(phase: str) -> None:
    assert_frame(f"table_{phase}_120", Seated(PHASES[phase]()).text(120, 40))


async def test_a_lifted_card_is_raised_at_80_by_24() -> None:
    player = Seated(at_the_discard())
    await player.press("-")
    assert_frame("table_lifted_80", player.text(80, 24))


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        (("k",), "knock"),
        (("q",), "leave"),
        (("ctrl+p",), "palette"),
        (("c", "h", "i"), "talk"),
    ],
)
async def test_a_layer_at_80_by_24(keys: tuple[str, ...], name: str) -> None:
    player = Seated(at_the_discard())
    await player.press(*keys)
    assert_frame(f"layer_{name}_80", player.text(80, 24))


async def test_the_guard_screen_shows_turn_and_hand() -> None:
    assert_frame("guard_60x12", Seated(at_the_discard()).text(60, 12))
    assert_frame("guard_20x6", Seated(at_the_discard()).text(20, 6))


async def _cursor_on_the_drawn_card(settings: Settings) -> Frame:
    player = Seated(at_the_discard(settings), PROFILE)
    await player.press("-")
    return player.frame()


async def test_ascii_carries_the_same_information() -> None:
    plain = await _cursor_on_the_drawn_card(Settings())
    letters = await _cursor_on_the_drawn_card(Settings(symbols=SuitSymbols.LETTERS))
    text = letters.canvas.text()
    assert text.isascii()
    assert len(text) == len(plain.canvas.text())
    assert_frame("table_ascii_80", text)


async def test_mono_says_by_reverse_and_letters_what_colours_say() -> None:
    player = Seated(at_the_discard(Settings(colours=ColourChoice.MONO)))
    await player.press("-")
    canvas = player.frame().canvas
    styles = {style for row in canvas.styles for style in row}
    assert all(style.color is None and style.bgcolor is None for style in styles)
    coloured = await _cursor_on_the_drawn_card(Settings())
    assert canvas.text() == coloured.canvas.text()
    lines = canvas.text().split("\n")
    for word in ("YOUR TURN", "KNOCK WITH 6", "‹-›", "I ✓"):
        y = next(y for y, line in enumerate(lines) if word in line)
        assert canvas.styles[y][lines[y].index(word)].reverse, word


@pytest.mark.parametrize("phase", PHASES)
def test_no_frame_holds_a_selector_or_a_playing_card_character(phase: str) -> None:
    for size in ((80, 24), (120, 40)):
        text = Seated(PHASES[phase]()).text(*size)
        assert not any("\ufe00" <= letter <= "\ufe0f" for letter in text)
        assert not any("\U0001f0a0" <= letter <= "\U0001f0ff" for letter in text)


@pytest.mark.parametrize("phase", PHASES)
def test_gold_is_only_for_what_can_be_acted_on_now(phase: str) -> None:
    player = Seated(PHASES[phase]())
    frame = player.frame()
    gold = player.presenter.look.palette.accent
    shown = "".join(
        letter
        for letters, styles in zip(frame.canvas.letters, frame.canvas.styles, strict=True)
        for letter, style in zip(letters, styles, strict=True)
        if style.color is not None
        and style.bgcolor is not None
        and gold in (style.color.name, style.bgcolor.name)
    )
    mine = phase not in ("waiting", "away", "alone", "watching")
    assert ("YOUR TURN" in shown) == mine
    assert "HOLLYWOOD" not in shown
    assert "SCORE" not in shown


@pytest.mark.parametrize("has_clock", [False, True])
def test_what_the_other_does_is_told_without_cutting_a_word(has_clock: bool) -> None:
    gateway = while_waiting()
    gateway.change(players=PerSeat(SeatInfo("ada"), SeatInfo("bartholomew-1234")))
    if has_clock:
        clocked(gateway, SeatClock(30, 120, True), SeatClock(30, 120, False))
    row = Seated(gateway).text().split("\n")[1]
    assert "…" not in row[:47]


def test_a_table_with_every_rule_changed_is_told_whole() -> None:
    rules = replace(
        TRADITIONAL, target=125, third_game_doubled=True, oklahoma=True, spades_double=True,
        big_gin_bonus=31, fiftieth_card=True, undercut_bonus=20, box_bonus=25,
        shutout_doubled=True, game_bonus=100, shutout_bonus=200,
    )  # fmt: skip
    gateway = alone()
    gateway.change(spec=TableSpec("House", rules, clock=ClockSpec(15, 60), cuts=True))
    shown = Seated(gateway).text()
    for last in ("box 25.", "Clock: 15 s a turn, 1:00 besides. Both may cut the deck."):
        assert last in shown
