"""What holds for every screen, phase and layer alike."""

from __future__ import annotations

from itertools import combinations
from string import ascii_letters, digits

import pytest
from textual.geometry import Region

from tests.support.every_screen import EVERY
from tests.support.screens import Seated, assert_frame
from tui.layout import MIN_HEIGHT, MIN_WIDTH, body, is_too_small
from tui.settings import ColourChoice, Settings, SuitSymbols, ThemeChoice
from tui.text import ascii_cells

_SIGNS = ascii_letters + digits
SIZES = {80: (80, 24), 120: (120, 40)}
TELLING = [name for name in EVERY if "settings" not in name]
"""All but those that show which colours and letters are chosen."""
EDGES = [
    (20, 6), (79, 24), (80, 23), (80, 24), (95, 29), (96, 30), (111, 36), (112, 35), (112, 36),
    (149, 40), (150, 40), (300, 24), (80, 100), (300, 100),
]  # fmt: skip


def covered(player: Seated) -> bool:
    """Whether a block lies over the screen."""
    return player.presenter.layer is not None and not player.presenter.layer.covers


@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("name", EVERY)
async def test_it_looks_as_it_did(name: str, width: int) -> None:
    assert_frame(f"{name}_{width}", (await EVERY[name].seated()).text(*SIZES[width]))


def _clash(one: Region, other: Region) -> bool:
    """Whether two blocks overlap other than a field lying in its block."""
    return one.overlaps(other) and not (one.contains_region(other) or other.contains_region(one))


@pytest.mark.parametrize("name", EVERY)
async def test_it_keeps_within_its_room_in_every_size(name: str) -> None:
    player = await EVERY[name].seated()
    top = player.presenter.top
    for width in range(MIN_WIDTH, 301):
        for height in range(MIN_HEIGHT, 101) if width in (80, 112, 150, 300) else (24, 36, 100):
            player.presenter.size = (width, height)
            room = body(width, height)
            regions = [region for region in top.regions(width, height).values() if region.area]
            assert all(room.contains_region(region) for region in regions), (width, height)
            clash = [pair for pair in combinations(regions, 2) if _clash(*pair)]
            assert not clash, (width, height)


@pytest.mark.parametrize("name", EVERY)
async def test_it_can_be_drawn_in_every_kind_of_size(name: str) -> None:
    player = await EVERY[name].seated()
    for width, height in EDGES:
        rows = player.text(width, height).split("\n")
        assert len(rows) == height
        assert all(len(row) <= width for row in rows)
        asks = player.presenter.layer is not None and player.presenter.layer.guard_lines()
        too_small = any("Terminal too small" in row for row in rows)
        assert too_small == is_too_small(width, height) or asks


@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("name", TELLING)
async def test_without_colours_it_says_the_same(name: str, width: int) -> None:
    coloured = await EVERY[name].seated()
    plain = await EVERY[name].seated(Settings(colours=ColourChoice.MONO))
    drawn = plain.frame(*SIZES[width]).canvas
    assert all(
        style.color is None and style.bgcolor is None for row in drawn.styles for style in row
    )
    assert drawn.text() == coloured.text(*SIZES[width])


@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("name", TELLING)
async def test_in_ascii_it_says_the_same(name: str, width: int) -> None:
    symbols = (await EVERY[name].seated()).text(*SIZES[width]).split("\n")
    letters = (await EVERY[name].seated(Settings(symbols=SuitSymbols.LETTERS))).text(*SIZES[width])
    assert letters.isascii()
    assert " → " not in "\n".join(symbols), "in letters an arrow reads as greater than"
    *rows, footer = letters.split("\n")
    assert rows == ["".join(ascii_cells(row)) for row in symbols[:-1]]
    assert footer.split()[-1] == symbols[-1].split()[-1]


@pytest.mark.parametrize("name", EVERY)
async def test_gold_is_only_where_something_can_be_done(name: str) -> None:
    """Titles never are; and while a block lies over a screen, only it and the footer have gold."""
    player = await EVERY[name].seated()
    accent = player.presenter.look.palette.accent
    canvas = player.frame().canvas
    rows = canvas.text().split("\n")
    for y, styles in enumerate(canvas.styles):
        gold = [
            x
            for x, style in enumerate(styles)
            if accent in (style.color and style.color.name, style.bgcolor and style.bgcolor.name)
        ]
        words = "".join(rows[y].ljust(canvas.width)[x] for x in gold)
        assert "HOLLYWOOD" not in words
        if covered(player):
            block = player.presenter.top.regions(80, 24)
            inside = [region for region in block.values() if region.y <= y < region.bottom]
            assert not gold or inside or y == canvas.height - 1


@pytest.mark.parametrize("theme", ThemeChoice)
async def test_the_table_in_every_theme(theme: ThemeChoice) -> None:
    player = await EVERY["table_lifted"].seated(Settings(theme=theme))
    assert_frame(f"theme_{theme.value.lower()}_80", coloured(player))


def coloured(player: Seated) -> str:
    """The frame twice: its letters, and for each a sign for its ink and ground, explained below."""
    canvas = player.frame().canvas
    palette = player.presenter.look.palette
    names: dict[str, str] = {}
    for slot in palette.__slots__:
        names.setdefault(getattr(palette, slot), slot)
    signs: dict[str, str] = {}
    rows = []
    for styles in canvas.styles:
        row = ""
        for style in styles:
            ink = names[style.color.name if style.color else ""]
            ground = names[style.bgcolor.name if style.bgcolor else ""]
            worn = f"{ink} on {ground}" + (" bold" if style.bold else "")
            row += signs.setdefault(worn, _SIGNS[len(signs)])
        rows.append(row)
    legend = [f"{sign} {worn}" for worn, sign in signs.items()]
    return "\n".join([canvas.text(), *rows, *legend])
