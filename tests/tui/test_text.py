from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import parse_card
from tui.text import (
    Part,
    Span,
    ascii_cells,
    cells,
    clip,
    fitted,
    muted,
    part_text,
    parts_width,
    sentence,
    width,
    wrap,
)


@pytest.mark.parametrize(
    "nasty",
    [
        "\x1b[2J",
        "\x1b]52;c;QUJD\x07",
        "a\x9b2Jb",
        "x\ry\nz\tt",
        "\u202eevil\u202c",
        "a\u200bb\u2060",
        "♥\ufe0f♠\ufe0e",
        "\U000e0041",
        "e" + "\u0301" * 40,
    ],
)
def test_nothing_that_moves_the_cursor_or_hides_is_ever_drawn(nasty: str) -> None:
    shown = "".join(cells(nasty))
    assert not any(character in shown for character in "\x1b\x07\x9b\r\n\t\u202e\u200b\ufe0f\ufe0e")
    assert shown.count("\u0301") <= 2


def test_markup_is_only_letters() -> None:
    assert "".join(cells("[@click=app.quit]Bob[/] x [/red]")) == "[@click=app.quit]Bob[/] x [/red]"


def test_wide_characters_take_two_cells() -> None:
    assert cells("a漢b") == ("a", "漢", "", "b")
    assert width("漢字") == 4


def test_ascii_draws_every_sign_of_ours_in_one_plain_cell() -> None:
    ours = "♠♥♦♣▏▕│║─━┄▁▔▌▐●○◆◇·–—…×✓★▲▸▾←→↑↓‹›╰╯╭╮▒░█’"
    assert all(cell.isascii() and len(cell) == 1 for cell in ascii_cells(ours))
    assert len(ascii_cells(ours)) == len(ours)


def test_ascii_keeps_names_readable() -> None:
    assert "".join(ascii_cells("José Čapek")) == "Jose Capek"
    assert ascii_cells("漢") == ("漢", "")


def test_a_clipped_text_says_so() -> None:
    assert clip("Sunset Strip", 20) == "Sunset Strip"
    assert clip("Sunset Strip", 8) == "Sunset…"
    assert clip("abc", 0) == ""


WORDS = st.lists(
    st.one_of(
        st.text(st.characters(codec="utf-8"), max_size=12),
        st.builds(Span, st.text("ab 漢", max_size=30)),
        st.sampled_from([parse_card("TD"), parse_card("4S")]),
    ),
    max_size=8,
)


@given(WORDS, st.integers(6, 40))
def test_no_wrapped_row_is_wider_than_its_limit(parts: list[Part], limit: int) -> None:
    for row in wrap(parts, limit):
        shown = "".join(part_text(part) for part in row).rstrip()
        assert width(shown) <= limit


def test_a_comma_after_a_card_never_begins_a_row() -> None:
    parts: list[Part] = ["the upcard is ", parse_card("9H"), ", knock at 10"]
    rows = ["".join(map(part_text, row)).rstrip() for row in wrap(parts, 17)]
    assert rows == ["the upcard is 9♥,", "  knock at 10"]
    rows = ["".join(map(part_text, row)).rstrip() for row in wrap(parts, 16)]
    assert rows == ["the upcard is", "  9♥, knock at", "  10"]


def test_wrapping_breaks_between_words_and_stands_in_after_the_first_row() -> None:
    rows = wrap(["bob drew from stock, threw ", parse_card("8D")], 28)
    assert ["".join(map(part_text, row)).rstrip() for row in rows] == [
        "bob drew from stock, threw",
        "  8♦",
    ]


def test_a_card_counts_as_wide_as_it_is_drawn() -> None:
    assert parts_width([parse_card("TD"), " ", parse_card("AS")]) == 6


def test_a_refusal_becomes_a_sentence() -> None:
    assert sentence("there is no table 99") == "There is no table 99."
    assert sentence("Look, then press again!") == "Look, then press again!"
    assert sentence("") == ""


def test_what_does_not_fit_into_its_rows_ends_in_an_ellipsis() -> None:
    parts: list[Part] = ["throw ", parse_card("TD"), muted(" and knock")]
    told = [
        ["".join(map(part_text, row)).rstrip() for row in fitted(parts, 8, rows)]
        for rows in (1, 2, 3)
    ]
    assert told == [["throw…"], ["throw", "10♦ and…"], ["throw", "10♦ and", "knock"]]
    assert [fitted(parts, limit) for limit in (-3, 0, 1)] == [[[]], [[]], [["…"]]]


@given(st.text(alphabet="ab 漢", max_size=40), st.integers(-2, 12), st.integers(1, 3))
def test_whatever_is_fitted_keeps_within_its_cells(text: str, limit: int, rows: int) -> None:
    lines = fitted([text], limit, rows)
    assert len(lines) <= rows
    for line in lines:
        assert width("".join(map(part_text, line)).rstrip()) <= max(limit, 0)
