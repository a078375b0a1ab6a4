from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest

from tests.support.gateway import FakeGateway
from tests.support.matches import (
    between_hands,
    cutting,
    laying_off_on_the_clock,
    on_my_clock,
)
from tests.support.past import a_regular
from tests.support.screens import Seated
from tests.support.tables import PHASES
from tui.layout import MIN_HEIGHT, MIN_WIDTH, body, centred, is_large, is_too_small, table_regions
from tui.records import Entrance

WIDTHS, HEIGHTS = range(20, 301), range(6, 101)
LAYERS = (
    "leaders",
    "profile",
    "profile:clara",
    "profile/keys",
    "profile/past_match:m7",
    "profile/past_match:m7/replay:m7:1",
    "shuffle:m7:1",
)


@pytest.mark.parametrize("with_coach", [True, False])
def test_no_two_blocks_of_the_table_overlap_or_fall_outside_in_any_size(with_coach: bool) -> None:
    for width in range(MIN_WIDTH, WIDTHS.stop):
        for height in range(MIN_HEIGHT, HEIGHTS.stop):
            regions = [
                region
                for region in table_regions(width, height, with_coach=with_coach).values()
                if region.area
            ]
            room = body(width, height)
            assert all(room.contains_region(region) for region in regions), (width, height)
            clash = [pair for pair in combinations(regions, 2) if pair[0].overlaps(pair[1])]
            assert not clash, (width, height)


def test_the_table_fills_every_row_between_header_and_footer() -> None:
    for width, height in ((80, 24), (95, 29), (111, 60), (112, 36), (150, 40), (300, 100)):
        regions = table_regions(width, height, with_coach=True).values()
        rows = {row for region in regions for row in range(region.y, region.bottom)}
        assert rows == set(range(1, height - 1))


def test_only_80_by_24_and_more_is_large_enough() -> None:
    fits = {
        (width, height) for width in WIDTHS for height in HEIGHTS if not is_too_small(width, height)
    }
    assert min(fits) == (80, 24)
    assert all(width >= 80 and height >= 24 for width, height in fits)
    assert not is_large(111, 36)
    assert not is_large(112, 35)
    assert is_large(112, 36)


def test_a_block_in_the_middle_never_leaves_the_body() -> None:
    for width, height in ((80, 24), (81, 25), (300, 100)):
        for wide, high in ((10, 3), (80, 40), (400, 22)):
            assert body(width, height).contains_region(centred(width, height, wide, high))


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_can_be_drawn_in_every_size(phase: str) -> None:
    player = Seated(PHASES[phase]())
    for width in (20, 33, 60, 79, 80, 81, 96, 111, 112, 149, 150, 300):
        for height in (6, 7, 12, 23, 24, 29, 30, 35, 36, 100):
            frame = player.text(width, height)
            assert len(frame.split("\n")) == height
            assert ("Terminal too small" in frame) == is_too_small(width, height)


@pytest.mark.parametrize("path", ["", *LAYERS])
async def test_what_a_club_remembers_can_be_drawn_in_every_size(path: str) -> None:
    player = Seated(a_regular())
    if path:
        player.presenter.open_layer(path)
        await player.presenter.read()
    for width in (80, 81, 96, 111, 112, 149, 300):
        for height in (24, 25, 35, 36, 100):
            assert len(player.text(width, height).split("\n")) == height
            regions = [at for at in player.presenter.top.regions(width, height).values() if at.area]
            room = body(width, height)
            assert all(room.contains_region(region) for region in regions), (width, height)
            clash = [pair for pair in combinations(regions, 2) if pair[0].overlaps(pair[1])]
            assert not clash, (width, height)


@pytest.mark.parametrize("make", [cutting, between_hands, on_my_clock, laying_off_on_the_clock])
def test_tables_with_clocks_and_cuts_can_be_drawn_in_every_size(
    make: Callable[[], FakeGateway],
) -> None:
    player = Seated(make())
    for width in (20, 60, 80, 81, 96, 111, 112, 149, 300):
        for height in (6, 12, 24, 25, 35, 36, 100):
            assert len(player.text(width, height).split("\n")) == height


@pytest.mark.parametrize("height", [6, 12, 24, 30, 36, 100])
def test_the_entrance_can_be_drawn_in_every_size(height: int) -> None:
    gateway = FakeGateway()
    gateway.asked_at_the_door = Entrance("ada", "")
    player = Seated(gateway)
    for width in (20, 80, 112, 300):
        shown = player.text(width, height)
        assert ("What shall we call you?" in shown) != is_too_small(width, height)
