"""How a hand lies: groups, own order, cards in every state."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given

from engine.cards import Hand, parse_card, parse_cards
from tests.support.gateway import PROFILE
from tests.support.hands import any_hands
from tui.canvas import Canvas
from tui.card_art import LARGE, SMALL, Face, draw_back, draw_bracket, draw_face
from tui.hand_order import SORTS, Group, grouped, next_sort, own_order, shifted
from tui.settings import CoachLevel, Settings, SortOrder
from tui.theme import look_for
from tui.widgets.hand import HandModel, draw_hand

LOOK = look_for(Settings(), PROFILE)


@given(any_hands(11))
def test_no_order_loses_or_doubles_a_card(hand: Hand) -> None:
    for sort in SORTS:
        groups = grouped(hand, (), None, sort)
        assert sorted(card for group in groups for card in group.cards) == list(hand)


@given(any_hands(11))
def test_all_eleven_cards_fit_and_each_can_be_clicked(hand: Hand) -> None:
    for width, height in ((80, 6), (74, 8), (110, 8)):
        for sort in SORTS:
            c = Canvas(width, height, LOOK, "felt")
            draw_hand(c, HandModel(grouped(hand, (), None, sort), cursor=0))
            assert [hit.key for hit in c.hits] == list("1234567890-")
            assert all(hit.region.x >= 0 and hit.region.right <= width for hit in c.hits)
            spans = [hit.region for hit in c.hits]
            assert all(a.right <= b.x for a, b in pairwise(spans))


def test_runs_come_first_then_sets_then_the_rest_by_rank() -> None:
    groups = grouped(Hand.parse("9H 9D 9C 4S 5S 6S QS AD"), (), None, SortOrder.MELDS)
    assert [(group.word, " ".join(map(str, group.cards))) for group in groups] == [
        ("run", "4S 5S 6S"),
        ("set", "9H 9D 9C"),
        ("deadwood", "AD QS"),
    ]


def test_new_cards_go_behind_the_own_order_and_the_drawn_one_to_the_end() -> None:
    kept = parse_cards("KC 2S 9H")
    hand = Hand.parse("2S 9H AS KD")
    assert own_order(hand, kept, parse_card("AS")) == parse_cards("2S 9H KD AS")


def test_without_a_coach_melds_are_left_out_of_the_round() -> None:
    sort, seen = SortOrder.MELDS, []
    for _ in range(3):
        sort = next_sort(sort, CoachLevel.OFF)
        seen.append(sort)
    assert seen == [SortOrder.SUIT, SortOrder.RANK, SortOrder.OWN]


def test_a_card_moves_only_as_far_as_there_is_room() -> None:
    cards = parse_cards("2S 9H KC")
    assert shifted(cards, 0, -1) == cards
    assert shifted(cards, 2, 1) == cards
    assert shifted(cards, 0, 1) == parse_cards("9H 2S KC")


def test_every_state_of_a_card_can_be_told_without_colours() -> None:
    ten = parse_card("TD")
    for shape, mark in ((SMALL, "×××"), (LARGE, "×××××")):
        pictures = set()
        for face in (Face(ten), Face(ten, new=True), Face(ten, banned=True)):
            c = Canvas(shape.width, shape.height, LOOK, "felt")
            draw_face(c, 0, 0, shape, face)
            pictures.add(c.text())
            assert c.text().count("10♦") == 2
        assert len(pictures) == 3
        assert any(mark in picture for picture in pictures)


def test_the_cursor_stands_in_brackets_and_a_lifted_card_a_row_higher() -> None:
    groups = (Group("", parse_cards("2S 9H")),)
    c = Canvas(40, 6, LOOK, "felt")
    draw_hand(c, HandModel(groups, cursor=1, lifted=parse_card("9H"), is_active=True))
    lines = c.text().split("\n")
    assert "9♥" in lines[0]
    assert "2♠" in lines[1]
    assert "‹2›" in lines[4]


def test_a_back_shows_nothing() -> None:
    c = Canvas(5, 3, LOOK, "felt")
    draw_back(c, 0, 0, 5, 3)
    assert c.text() == "▏▒▒▒▒\n▏▒▒▒▒\n▏▒▒▒▒"


def test_a_bracket_says_what_the_group_is_however_narrow() -> None:
    c = Canvas(20, 3, LOOK, "felt")
    draw_bracket(c, 0, 0, 13, "run")
    draw_bracket(c, 0, 1, 13, "16", melded=False)
    draw_bracket(c, 0, 2, 5, "10")
    assert c.text() == "╰─── run ───╯\n╰┄┄┄ 16 ┄┄┄┄╯\n 10"
