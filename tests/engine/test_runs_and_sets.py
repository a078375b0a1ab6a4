"""Runs and sets against the rules."""

from __future__ import annotations

import pytest

from engine.cards import Card, Hand, Rank, Suit, parse_card
from engine.errors import CardError, MeldError
from engine.runs_and_sets import Run, SetMeld, extended, meld_of, parse_meld


def test_a_set_is_three_or_four_of_a_rank() -> None:
    assert parse_meld("7D 7S 7H") == SetMeld(Rank.SEVEN, missing=Suit.CLUBS)
    assert parse_meld("7D 7S 7H 7C") == SetMeld(Rank.SEVEN)


def test_a_run_is_three_or_more_of_a_suit_in_sequence() -> None:
    assert parse_meld("6S 4S 5S") == Run(Suit.SPADES, Rank.FOUR, Rank.SIX)
    assert len(meld_of(Card(index) for index in range(13))) == 13


def test_a_meld_reads_in_card_order() -> None:
    assert str(parse_meld("6S 4S 5S")) == "4S 5S 6S"
    assert str(parse_meld("7C 7S 7D")) == "7S 7D 7C"
    assert list(map(str, parse_meld("7C 7S 7D").cards)) == ["7S", "7D", "7C"]


def test_a_meld_knows_its_cards() -> None:
    meld = parse_meld("4S 5S 6S")
    assert parse_card("5S") in meld
    assert parse_card("5H") not in meld
    assert Hand(meld.mask) == Hand.parse("4S 5S 6S")


def test_the_ace_is_low() -> None:
    assert parse_meld("3D AD 2D") == Run(Suit.DIAMONDS, Rank.ACE, Rank.THREE)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "at least three cards"),
        ("9C TC", "at least three cards"),
        ("9C TC JD", "neither of one rank nor of one suit"),
        ("7C 7D 7H 7S 8S", "neither of one rank nor of one suit"),
        ("QS KS AS", "the ace is low"),
        ("KS AS 2S", "the ace is low"),
        ("AS 5S KS", "2S is missing"),
        ("4S 6S 5S 8S", "7S is missing"),
    ],
)
def test_cards_that_form_no_meld_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(MeldError, match=reason):
        parse_meld(text)


def test_a_card_stands_in_a_meld_once() -> None:
    with pytest.raises(CardError, match="5S stands twice"):
        parse_meld("4S 5S 5S 6S")
    with pytest.raises(MeldError, match="5S stands twice"):
        meld_of(map(parse_card, ("4S", "5S", "5S", "6S")))


def test_a_run_of_two_cannot_be_built() -> None:
    with pytest.raises(MeldError, match="at least three"):
        Run(Suit.SPADES, Rank.FOUR, Rank.FIVE)


@pytest.mark.parametrize(
    ("meld", "card", "longer"),
    [
        ("5S 6S 7S", "4S", "4S 5S 6S 7S"),
        ("5S 6S 7S", "8S", "5S 6S 7S 8S"),
        ("5S 6S 7S", "3S", None),
        ("5S 6S 7S", "6S", None),
        ("5S 6S 7S", "8H", None),
        ("AH 2H 3H", "KS", None),
        ("JS QS KS", "AS", None),
        ("JS QS KS", "AH", None),
        ("9S 9H 9C", "9D", "9S 9H 9D 9C"),
        ("9S 9H 9C", "9S", None),
        ("9S 9H 9D 9C", "TS", None),
    ],
)
def test_a_run_grows_by_neighbours_and_a_set_by_its_fourth(
    meld: str, card: str, longer: str | None
) -> None:
    expected = None if longer is None else parse_meld(longer)
    assert extended(parse_meld(meld), parse_card(card)) == expected


@pytest.mark.parametrize(
    ("meld", "growths"),
    [
        ("3S 4S 5S 6S 7S 8S 9S TS JS", [["2S", "AS 2S"], ["QS", "QS KS"]]),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH", [["JH", "JH QH", "JH QH KH"]]),
        ("4D 5D 6D 7D 8D 9D TD JD QD KD", [["3D", "2D 3D", "AD 2D 3D"]]),
        ("9S 9H 9C", [["9D"]]),
        ("9S 9H 9D 9C", []),
    ],
)
def test_a_meld_knows_how_far_it_can_grow_at_each_end(meld: str, growths: list[list[str]]) -> None:
    found = [[str(Hand(added)) for added in growth] for growth in parse_meld(meld).growths]
    assert found == growths
