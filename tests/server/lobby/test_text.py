from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.lobby.text import MAX_MARKS, clean

BAD = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("a\x1b[2Jb", "a[2Jb"),
        ("\x1b]52;c;QUJD\x07", "]52;c;QUJD"),
        ("\x9b2J", "2J"),
        ("x\ry", "x y"),
        ("x\ny", "x y"),
        ("a\u202eb\u200bc", "abc"),
        ("one\u2028two\u2029three", "one two three"),
        ("[@click=app.quit]Bob[/]", "[@click=app.quit]Bob[/]"),
        ("Jose\u0301", "José"),
        ("♥\ufe0f", "♥"),
        ("\u0301alone", "alone"),
        (" " * 300 + "text", "text"),
        ("   ", ""),
    ],
)
def test_what_could_move_a_terminal_is_dropped(sent: str, kept: str) -> None:
    assert clean(sent) == kept


def test_a_letter_keeps_two_marks() -> None:
    assert clean("z" + "\u0336" * 30 + "o") == "z" + "\u0336" * 2 + "o"


def test_a_line_is_cut_by_cells_not_by_characters() -> None:
    assert len(clean("x" * 500)) == 200
    assert len(clean("龍" * 500)) == 100
    assert clean("龍" * 500, 3) == "龍"


@given(st.text())
def test_a_clean_line_is_safe_and_stays_as_it_is(text: str) -> None:
    line = clean(text)
    assert not BAD & {unicodedata.category(character) for character in line}
    assert unicodedata.is_normalized("NFC", line)
    assert clean(line) == line


@given(st.text(alphabet=st.sampled_from("ae \u0301\u0323\u1160\u1100\u0344\u0e33x"), max_size=40))
def test_marks_never_pile_up(text: str) -> None:
    marks = 0
    for character in clean(text):
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        assert marks <= MAX_MARKS
