"""Where things stand: pure functions from a terminal's size to regions."""

from __future__ import annotations

from textual.geometry import Region

MIN_WIDTH, MIN_HEIGHT = 80, 24
"""Below this only the guard screen is shown."""
_LARGE_WIDTH, _LARGE_HEIGHT = 112, 36
"""From here on there is room for large cards and the whole score sheet."""

_STRIPS = 12
"""So few columns around a block show nothing but words cut in two."""

Regions = dict[str, Region]


def is_too_small(width: int, height: int) -> bool:
    """Whether only the guard screen fits."""
    return width < MIN_WIDTH or height < MIN_HEIGHT


def is_large(width: int, height: int) -> bool:
    """Whether large cards and the whole score sheet fit."""
    return width >= _LARGE_WIDTH and height >= _LARGE_HEIGHT


def header(width: int) -> Region:
    """The row at the top."""
    return Region(0, 0, width, 1)


def footer(width: int, height: int) -> Region:
    """The row at the bottom."""
    return Region(0, height - 1, width, 1)


def body(width: int, height: int) -> Region:
    """All between header and footer."""
    return Region(0, 1, width, height - 2)


def centred(width: int, height: int, wide: int, high: int) -> Region:
    """A block in the middle of the body, cut to it where it is larger.

    One that would leave only strips at its sides fills the row.
    """
    wide, high = wide if wide + _STRIPS < width else width, min(high, height - 2)
    return Region((width - wide) // 2, 1 + (height - 2 - high) // 2, wide, high)


def table_regions(width: int, height: int, *, with_coach: bool) -> Regions:
    """The table screen: `felt`, `score`, `prompt`, `hand`, `coach`, `talk`.

    Args:
        width: Cells a row, at least 80.
        height: Rows, at least 24.
        with_coach: Whether the table's rules allow a coach; else its room goes to the talk.
    """
    if is_large(width, height):
        return _large_table(width, height, with_coach=with_coach)
    side = 33 if width < 96 else 38
    felt_height = 10 if height >= 30 else 9
    below = 1 + felt_height
    low = below + 7
    low_height = height - 1 - low
    coach_width = width - side - 1 if with_coach else 0
    talk_x = width - side if with_coach else 0
    return {
        "felt": Region(0, 1, width - side, felt_height),
        "score": Region(width - side, 1, side, felt_height),
        "prompt": Region(0, below, width, 1),
        "hand": Region(0, below + 1, width, 6),
        "coach": Region(0, low, coach_width, low_height if with_coach else 0),
        "talk": Region(talk_x, low, width - talk_x, low_height),
    }


def _large_table(width: int, height: int, *, with_coach: bool) -> Regions:
    side = 38 if width < 150 else 44
    left = width - side
    coach_height = 7 if with_coach else 0
    felt_height = height - 2 - 1 - 8 - coach_height
    prompt_y = 1 + felt_height
    sheet_height = min(22, height - 14)
    return {
        "felt": Region(0, 1, left, felt_height),
        "prompt": Region(0, prompt_y, left, 1),
        "hand": Region(0, prompt_y + 1, left, 8),
        "coach": Region(0, prompt_y + 9, left if with_coach else 0, coach_height),
        "score": Region(left, 1, side, sheet_height),
        "talk": Region(left, 1 + sheet_height, side, height - 2 - sheet_height),
    }
