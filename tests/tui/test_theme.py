from __future__ import annotations

from dataclasses import asdict
from itertools import combinations

import pytest

from engine.cards import Suit
from tests.support.colours import CONTRAST_PAIRS, VISIONS, contrast, difference
from tests.support.gateway import PROFILE
from tui.palettes import PALETTES
from tui.settings import ColourChoice, Settings, SuitColours, SuitSymbols, ThemeChoice
from tui.terminal import ColourDepth, TerminalProfile
from tui.theme import Look, depth_for, draws_ascii, look_for

TRUE_AND_256 = [key for key in PALETTES if key[1] is not ColourDepth.C16]
LEVELS = (0, 95, 135, 175, 215, 255)
CUBE = {f"#{r:02x}{g:02x}{b:02x}" for r in LEVELS for g in LEVELS for b in LEVELS}
GREYS = {f"#{8 + 10 * step:02x}" + f"{8 + 10 * step:02x}" * 2 for step in range(24)}
VGA = {f"#{r}{g}{b}" for r in ("00", "aa") for g in ("00", "aa") for b in ("00", "aa")}
VGA = VGA - {"#aaaa00"} | {"#aa5500"}
VGA |= {f"#{r}{g}{b}" for r in ("55", "ff") for g in ("55", "ff") for b in ("55", "ff")}


@pytest.mark.parametrize(("theme", "depth"), PALETTES)
def test_every_text_can_be_read(theme: ThemeChoice, depth: ColourDepth) -> None:
    palette = PALETTES[theme, depth]
    high = theme is ThemeChoice.SPOTLIGHT and depth is not ColourDepth.C16
    least = 7.0 if high else 4.5
    low = {
        (ink, ground): round(contrast(getattr(palette, ink), getattr(palette, ground)), 2)
        for ink, ground in CONTRAST_PAIRS
        if contrast(getattr(palette, ink), getattr(palette, ground)) < least
    }
    assert not low


@pytest.mark.parametrize(("theme", "depth"), TRUE_AND_256)
@pytest.mark.parametrize("where", ["on", "off"])
def test_suits_stay_apart_for_every_kind_of_colour_vision(
    theme: ThemeChoice, depth: ColourDepth, where: str
) -> None:
    palette = PALETTES[theme, depth]
    for vision in VISIONS:
        for one, other in combinations("shdc", 2):
            inks = getattr(palette, f"{one}_{where}"), getattr(palette, f"{other}_{where}")
            assert difference(*inks, vision) >= 8, (vision, one, other)


@pytest.mark.parametrize(("theme", "depth"), PALETTES)
def test_no_other_ink_passes_for_gold(theme: ThemeChoice, depth: ColourDepth) -> None:
    palette = PALETTES[theme, depth]
    for token in ("fg", "muted", "you", "opp", "good", "warn", "bad", "info"):
        apart = difference(getattr(palette, token), palette.accent, "full")
        assert apart >= 20, (token, apart)


def test_palettes_for_fewer_colours_are_exact() -> None:
    for (_, depth), palette in PALETTES.items():
        colours = set(asdict(palette).values())
        if depth is ColourDepth.C256:
            assert colours <= CUBE | GREYS
        if depth is ColourDepth.C16:
            assert colours <= VGA


def look(settings: Settings = Settings(), profile: TerminalProfile = PROFILE) -> Look:  # noqa: B008  # frozen
    return look_for(settings, profile)


def test_a_look_is_shared_by_sessions_that_look_alike() -> None:
    assert look() is look(Settings())
    assert look().style("fg", "bg") is look().style("fg", "bg")


def test_without_colours_faces_and_chips_are_reverse_video() -> None:
    mono = look(Settings(colours=ColourChoice.MONO))
    assert mono.style("s_on", "face").reverse
    assert mono.style("accent_ink", "accent", bold=True).reverse
    assert mono.style("bg", "you").reverse
    assert not mono.style("fg", "felt").reverse
    assert not mono.style("face", "s_on").reverse
    assert mono.style("fg", "bg").color is None


@pytest.mark.parametrize("theme", ThemeChoice)
def test_under_a_layer_nothing_is_gold_and_all_can_be_read(theme: ThemeChoice) -> None:
    quiet = look_for(Settings(theme=theme), PROFILE, quiet=True)
    gold = {quiet.palette.accent, quiet.palette.face_cur}
    for ink, on in CONTRAST_PAIRS:
        style = quiet.style(ink, on)
        assert style.color is not None
        assert style.bgcolor is not None
        assert {style.color.name, style.bgcolor.name}.isdisjoint(gold)
        assert contrast(style.color.name, style.bgcolor.name) >= 4.5, (ink, on)


def test_a_deck_of_two_colours_has_two() -> None:
    two = look(Settings(suit_colours=SuitColours.TWO))
    inks = [two.suit_ink(suit, on_face=True) for suit in Suit]
    assert inks == ["s_on", "h_on", "h_on", "s_on"]
    assert len({look().suit_ink(suit, on_face=False) for suit in Suit}) == 4


def test_letters_are_drawn_where_suits_would_be_two_cells_wide() -> None:
    wide = TerminalProfile(80, 24, ColourDepth.TRUE, "xterm", wide_suits=True)
    assert draws_ascii(Settings(), wide)
    assert not draws_ascii(Settings(symbols=SuitSymbols.SYMBOLS), wide)
    assert draws_ascii(Settings(symbols=SuitSymbols.LETTERS), PROFILE)


def test_the_players_choice_of_colours_wins_over_what_was_found() -> None:
    vt = TerminalProfile(80, 24, ColourDepth.MONO, "vt100")
    assert depth_for(Settings(), vt) is ColourDepth.MONO
    assert depth_for(Settings(colours=ColourChoice.C16), vt) is ColourDepth.C16
