from dataclasses import fields
from typing import Any

import pytest

from tests.support.lobbies import busy_lobby
from tests.support.screens import Seated, assert_frame
from tests.support.tables import PHASES, at_the_discard
from tui.screens.settings import SETTINGS
from tui.settings import (
    CardSize,
    CoachLevel,
    ColourChoice,
    Settings,
    SuitColours,
    SuitSymbols,
    ThemeChoice,
)
from tui.terminal import ColourDepth


@pytest.fixture
async def ada() -> Seated:
    seated = Seated(busy_lobby())
    await seated.press("o")
    return seated


async def down_to(ada: Seated, label: str) -> None:
    """Move the cursor to the row of that name."""
    while f"▸ {label} " not in ada.text():
        await ada.press("down")


async def test_the_settings_at_80_columns(ada: Seated) -> None:
    assert_frame("settings_80", ada.text())


def test_every_setting_has_a_row_with_all_its_values() -> None:
    kept = {field.name for field in fields(Settings)} - {"lesson"}
    assert {setting.name for setting in SETTINGS} == kept
    for setting in SETTINGS:
        default = getattr(Settings(), setting.name)
        every = (
            {True, False} if isinstance(default, bool) else set(type(default).__members__.values())
        )
        assert set(setting.values) == every


@pytest.mark.parametrize(
    ("name", "value"),
    [
        (setting.name, value)
        for setting in SETTINGS
        for value in setting.values
        if setting.name not in ("alert", "mouse", "confirm_knock")
        and value not in (getattr(Settings(), setting.name), ColourChoice.TRUE, SuitSymbols.SYMBOLS)
    ],
)
def test_every_choice_shows_at_the_table(name: str, value: object) -> None:
    changed: dict[str, Any] = {name: value}
    usual = Seated(at_the_discard()).frame(120, 40).canvas
    other = Seated(at_the_discard(Settings(**changed)))
    drawn = other.frame(120, 40).canvas
    asked = (other.stage.control.depths, other.stage.control.mouse)
    assert (drawn.letters, drawn.styles) != (usual.letters, usual.styles) or asked != ([], [])


def test_small_cards_stay_small_in_a_large_terminal() -> None:
    small = Seated(at_the_discard(Settings(card_size=CardSize.SMALL))).text(120, 40)
    assert_frame("table_small_cards_120", small)


@pytest.mark.parametrize("phase", PHASES)
def test_without_key_hints_the_prompt_line_names_no_keys(phase: str) -> None:
    gateway = PHASES[phase]()
    gateway.settings = Settings(key_hints=False)
    player = Seated(gateway)
    y = player.presenter.screen.regions(80, 24)["prompt"].y
    canvas = player.frame().canvas
    gold = player.presenter.look.palette.accent
    inks = [style.color.name for style in canvas.styles[y] if style.color is not None]
    assert gold not in inks
    assert ("YOUR TURN" in player.text()) == ("YOUR TURN" in Seated(PHASES[phase]()).text())


async def test_a_change_is_saved_at_once(ada: Seated) -> None:
    await ada.press("right")
    assert ada.gateway.saved == [Settings(theme=ThemeChoice.MATINEE)]
    await ada.press("left", "left")
    assert ada.gateway.settings.theme is ThemeChoice.SPOTLIGHT


async def test_fewer_colours_are_sent_at_once(ada: Seated) -> None:
    await ada.press("down", "left")
    assert ada.gateway.settings.colours is ColourChoice.MONO
    assert ada.stage.control.depths == [ColourDepth.MONO]


async def test_letters_for_suits_are_drawn_at_once(ada: Seated) -> None:
    await down_to(ada, "Symbols")
    await ada.press("right", "right")
    assert ada.gateway.settings.symbols is SuitSymbols.LETTERS
    assert ada.text().isascii()


async def test_the_mouse_is_switched_off_at_once(ada: Seated) -> None:
    await down_to(ada, "Mouse")
    await ada.press("space")
    assert ada.stage.control.mouse == [False]


async def test_a_click_chooses_a_value(ada: Seated) -> None:
    await ada.click("2 colours")
    assert ada.gateway.settings.suit_colours is SuitColours.TWO
    await ada.click("basic")
    assert ada.gateway.settings.coach is CoachLevel.BASIC


async def test_what_auto_found_is_told(ada: Seated) -> None:
    await ada.press("down")
    assert "Auto found 24-bit." in ada.text()
    await down_to(ada, "Symbols")
    assert "Auto found symbols." in ada.text()


@pytest.mark.parametrize("key", ["escape", "q", "o"])
async def test_it_closes_without_asking(ada: Seated, key: str) -> None:
    await ada.press(key)
    assert "SETTINGS" not in ada.text()
