"""24-bit colour sequences brought down to what one terminal shows.

Every app renders in 24 bits, since Textual caches rendered styles for the whole process; this is
the one place where a session's own depth applies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from tui.terminal import ColourDepth

_SGR = re.compile(r"\x1b\[([0-9;]*)m")
_LEVELS = (0, 95, 135, 175, 215, 255)
_VGA = (
    (0, 0, 0),
    (170, 0, 0),
    (0, 170, 0),
    (170, 85, 0),
    (0, 0, 170),
    (170, 0, 170),
    (0, 170, 170),
    (170, 170, 170),
    (85, 85, 85),
    (255, 85, 85),
    (85, 255, 85),
    (255, 255, 85),
    (85, 85, 255),
    (255, 85, 255),
    (85, 255, 255),
    (255, 255, 255),
)

_BOLD = 1
_FOREGROUND, _BACKGROUND = 38, 48
_RGB, _INDEXED = 2, 5

Rgb = tuple[int, int, int]


def reduce_colours(text: str, depth: ColourDepth) -> str:
    """Return terminal output with its colours brought down to `depth`."""
    if depth is ColourDepth.TRUE:
        return text
    reduced = _reducer(depth)
    return _SGR.sub(lambda found: reduced(found[1]), text)


@lru_cache
def _reducer(depth: ColourDepth) -> Callable[[str], str]:
    """What brings the parameters of a sequence down to a depth, each once."""
    # One cache a depth: to look for a member of an enum in each key costs more than the rest.
    return lru_cache(4096)(partial(_reduced, depth))


def _reduced(depth: ColourDepth, parameters: str) -> str:
    if parameters.strip("0;") == "":
        return f"\x1b[{parameters}m"
    codes = [code for group in _groups(parameters) for code in _at_depth(group, depth)]
    if depth is ColourDepth.C16 and any(30 <= code <= 37 for code in codes):
        # Many 16-colour terminals show bold by brightening the colour itself.
        codes = [code for code in codes if code != _BOLD]
    return "\x1b[" + ";".join(map(str, codes)) + "m" if codes else ""


def _groups(parameters: str) -> Iterator[tuple[int, ...]]:
    """Split SGR parameters, keeping `38;2;r;g;b` and `38;5;n` together."""
    codes = [int(code or 0) for code in parameters.split(";")]
    while codes:
        size = 1
        if codes[0] in (_FOREGROUND, _BACKGROUND) and len(codes) > 1:
            size = 5 if codes[1] == _RGB else 3
        yield tuple(codes[:size])
        codes = codes[size:]


def _at_depth(group: tuple[int, ...], depth: ColourDepth) -> tuple[int, ...]:
    lead = group[0]
    if depth is ColourDepth.MONO:
        coloured = 30 <= lead <= 49 or 90 <= lead <= 107
        return () if coloured else group
    rgb = _rgb(group)
    if rgb is None:
        return group
    if depth is ColourDepth.C256:
        return group if group[1] == _INDEXED else (lead, _INDEXED, _nearest_256(rgb))
    number = _nearest_16(rgb)
    base = (30 if number < 8 else 82) + (10 if lead == _BACKGROUND else 0)
    return (base + number,)


def _rgb(group: tuple[int, ...]) -> Rgb | None:
    match group:
        case (38 | 48, 2, red, green, blue):
            return red, green, blue
        case (38 | 48, 5, number):
            return _indexed_rgb(number)
        case _:
            return None


def _indexed_rgb(number: int) -> Rgb:
    if number < 16:
        return _VGA[number]
    if number >= 232:
        level = 8 + 10 * (min(number, 255) - 232)
        return level, level, level
    cell = number - 16
    return _LEVELS[cell // 36], _LEVELS[cell // 6 % 6], _LEVELS[cell % 6]


def _distance(one: Rgb, other: Rgb) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _nearest_256(rgb: Rgb) -> int:
    steps = [min(range(6), key=lambda i, value=value: abs(_LEVELS[i] - value)) for value in rgb]  # type: ignore[misc]  # a default argument binds the loop's value
    cube = 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
    grey = 232 + min(max(round((sum(rgb) / 3 - 8) / 10), 0), 23)
    return min((cube, grey), key=lambda number: _distance(_indexed_rgb(number), rgb))


def _nearest_16(rgb: Rgb) -> int:
    return min(range(16), key=lambda number: _distance(_VGA[number], rgb))
