from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Region

from engine.cards import parse_card
from tests.support.gateway import PROFILE
from tui.canvas import Canvas
from tui.settings import Settings, SuitSymbols
from tui.text import Span, muted
from tui.theme import Look, look_for
from tui.widgets.cells import Frame, Panel

LOOK = look_for(Settings(), PROFILE)
LETTERS = look_for(Settings(symbols=SuitSymbols.LETTERS), PROFILE)


def canvas(width: int = 10, height: int = 3) -> Canvas:
    return Canvas(width, height, LOOK)


def test_what_stands_outside_is_cut_off() -> None:
    c = canvas(5, 2)
    assert c.put(-2, 0, "abcdefg") == 5
    c.put(0, 5, "never")
    c.put(3, 1, "xy   ")
    assert c.text() == "cdefg\n   xy"


def test_text_that_goes_on_outside_ends_in_an_ellipsis() -> None:
    c = canvas(5, 2)
    c.put(1, 0, "stock")
    assert c.text() == " sto…\n"
    letters = Canvas(5, 1, LETTERS)
    letters.put(1, 0, "stock")
    assert letters.text() == " sto."


def test_text_before_a_column_is_cut_between_words() -> None:
    c = canvas(30, 2)
    c.write(0, 0, muted("drew "), parse_card("8S"), muted(" from stock, threw "), end=16)
    assert c.text().split("\n")[0] == "drew 8♠ from…"
    c.write(0, 1, "one two", end=7)
    assert c.text().split("\n")[1] == "one two"


def test_a_paragraph_takes_no_more_rows_than_it_may() -> None:
    c = canvas(12, 4)
    assert c.paragraph(1, 0, "the quick ", muted("brown fox jumps"), rows=2) == 2
    assert c.paragraph(1, 2, "over the dog", rows=2) == 4
    assert c.text() == " the quick\n brown fox…\n over the\n dog"


def test_a_wide_character_is_never_cut_in_two() -> None:
    c = canvas(4, 4)
    c.put(3, 0, "漢")
    c.put(-1, 1, "漢a")
    c.put(0, 2, "漢字")
    c.put(1, 2, "x")
    other = canvas(1, 1)
    other.put(0, 0, "y")
    c.put(0, 3, "漢字")
    c.blit(other, 2, 3)
    c.put(1, 1, "a漢b")
    assert c.text() == "   …\n a …\n x字\n漢y"
    assert all(strip.cell_length == 4 for strip in map(c.strip, range(4)))


def test_cards_are_written_in_their_colours_or_letters() -> None:
    c = Canvas(10, 1, LETTERS)
    assert c.write(0, 0, muted("a "), parse_card("TD"), Span("!", bold=True)) == 6
    assert c.text() == "a 10D!"


def test_the_last_hit_wins() -> None:
    c = canvas()
    c.hit(0, 0, 5, 1, "a")
    c.hit(2, 0, 1, 1, "b")
    assert [c.key_at(x, 0) for x in (1, 2, 3, 7)] == ["a", "b", "a", None]


def test_a_title_has_one_rule_and_its_key_at_the_end() -> None:
    c = canvas(24, 1)
    c.title("COACH", key="i", does="hide", beside="full")
    assert c.text() == " COACH full ──── i hide"
    assert c.key_at(20, 0) == "i"


def draw_letter(c: Canvas, letter: str) -> None:
    c.fill(0, 0, c.width, c.height, "surface", text=letter)
    DRAWN.append(letter)


DRAWN: list[str] = []


def frame(before: Frame | None, *letters: str, look: Look = LOOK) -> Frame:
    panels = [
        Panel(Region(4 * place, 0, 4, 2), draw_letter, letter)
        for place, letter in enumerate(letters)
    ]
    return Frame(12, 2, [(look, panels)], before)


def test_only_panels_whose_model_changed_are_drawn_again() -> None:
    first = frame(None, "a", "b", "c")
    DRAWN.clear()
    second = frame(first, "a", "x", "c")
    assert DRAWN == ["x"]
    assert list(second.changes_from(first)) == [Region(4, 0, 4, 1), Region(4, 1, 4, 1)]


def test_the_same_model_in_another_look_is_drawn_again() -> None:
    first = frame(None, "a")
    DRAWN.clear()
    frame(first, "a", look=LETTERS)
    assert DRAWN == ["a"]


def letters_at(*places: tuple[int, int]) -> list[Panel[str]]:
    return [
        Panel(Region(x, y, 4, 2), draw_letter, letter)
        for letter, (x, y) in zip("abcdefgh", places, strict=False)
    ]


@given(*[st.lists(st.tuples(st.integers(-2, 11), st.integers(-1, 5)), max_size=6)] * 2)
def test_a_frame_made_from_another_is_the_same_as_one_made_anew(
    before: list[tuple[int, int]], after: list[tuple[int, int]]
) -> None:
    first = Frame(12, 6, [(LOOK, letters_at(*before))])
    follows = Frame(12, 6, [(LOOK, letters_at(*after))], first)
    anew = Frame(12, 6, [(LOOK, letters_at(*after))])
    assert follows.canvas.text() == anew.canvas.text()
    assert follows.canvas.styles == anew.canvas.styles


@given(st.lists(st.tuples(st.integers(0, 39), st.integers(0, 3)), max_size=12))
def test_changed_regions_cover_exactly_what_changed_and_little_more(
    marks: list[tuple[int, int]],
) -> None:
    old, new = Frame(40, 4, [(LOOK, [])]), Frame(40, 4, [(LOOK, [])])
    for x, y in marks:
        new.canvas.put(x, y, "#")
    regions = list(new.changes_from(old))
    covered = {(x, y) for r in regions for y in r.line_range for x in r.column_range}
    assert set(marks) <= covered
    for region in regions:
        assert {(region.x, region.y), (region.right - 1, region.y)} <= set(marks)
