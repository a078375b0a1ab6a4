from __future__ import annotations

import pytest

from server.ssh.colour import reduce_colours
from tui.terminal import ColourDepth, colour_depth

FRAME = "\x1b[1;38;2;255;85;85;48;2;0;95;95mx\x1b[0m"


@pytest.mark.parametrize(
    ("depth", "reduced"),
    [
        (ColourDepth.TRUE, FRAME),
        (ColourDepth.C256, "\x1b[1;38;5;203;48;5;23mx\x1b[0m"),
        (ColourDepth.C16, "\x1b[1;91;100mx\x1b[0m"),
        (ColourDepth.MONO, "\x1b[1mx\x1b[0m"),
    ],
)
def test_colours_are_brought_down_to_the_depth(depth: ColourDepth, reduced: str) -> None:
    assert reduce_colours(FRAME, depth) == reduced


def test_a_colour_of_the_palette_stays_itself() -> None:
    for number, rgb in ((16, "0;0;0"), (23, "0;95;95"), (244, "128;128;128"), (102, "135;135;135")):
        sequence = f"\x1b[38;2;{rgb}m"
        assert reduce_colours(sequence, ColourDepth.C256) == f"\x1b[38;5;{number}m"


def test_bold_dark_colours_are_not_bold_at_16() -> None:
    assert reduce_colours("\x1b[1;38;2;170;0;0m", ColourDepth.C16) == "\x1b[31m"


def test_attributes_survive_without_colours() -> None:
    assert reduce_colours("\x1b[1;4;7;38;5;9;49m", ColourDepth.MONO) == "\x1b[1;4;7m"
    assert reduce_colours("\x1b[31;42m", ColourDepth.MONO) == ""


@pytest.mark.parametrize(
    ("term", "environment", "answered", "depth"),
    [
        ("xterm-256color", {"NO_COLOR": "1", "COLORTERM": "truecolor"}, True, ColourDepth.MONO),
        ("xterm-256color", {"NO_COLOR": ""}, False, ColourDepth.C256),
        ("xterm", {"COLORTERM": "truecolor"}, False, ColourDepth.TRUE),
        ("xterm", {"COLORTERM": "24bit"}, False, ColourDepth.TRUE),
        ("xterm", {}, True, ColourDepth.TRUE),
        ("xterm-direct", {}, False, ColourDepth.TRUE),
        ("screen-256color", {}, False, ColourDepth.C256),
        ("xterm", {}, False, ColourDepth.C16),
        ("linux", {}, False, ColourDepth.C16),
        ("vt100", {}, False, ColourDepth.MONO),
        ("dumb", {}, False, ColourDepth.MONO),
        ("", {}, False, ColourDepth.MONO),
    ],
)
def test_the_depth_follows_the_client(
    term: str, environment: dict[str, str], answered: bool, depth: ColourDepth
) -> None:
    assert colour_depth(term, environment, answered_true=answered) is depth
