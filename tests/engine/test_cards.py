"""Cards and hands as text, as numbers and as sets."""

from __future__ import annotations

import pytest

from engine.cards import DECK, Card, Hand, Rank, Suit, parse_card, parse_cards
from engine.errors import CardError


def test_the_deck_is_52_cards_in_the_order_of_suits_and_ranks() -> None:
    assert len(set(DECK)) == 52
    assert " ".join(map(str, DECK[:13])) == "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    assert [str(card) for card in DECK[12::13]] == ["KS", "KH", "KD", "KC"]


def test_an_ace_counts_one_and_a_court_card_ten() -> None:
    counts = [Card.of(rank, Suit.HEARTS).points for rank in Rank]
    assert counts == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


@pytest.mark.parametrize("card", DECK)
def test_a_card_is_read_back_from_its_own_text(card: Card) -> None:
    assert parse_card(str(card)) is card
    assert Card.of(card.rank, card.suit) is card
    assert card.mask == 1 << int(card)


@pytest.mark.parametrize("text", ["td", " TD ", "10d", "10D"])
def test_a_ten_may_be_written_with_t_or_10_in_either_case(text: str) -> None:
    assert parse_card(text) == Card.of(Rank.TEN, Suit.DIAMONDS)


@pytest.mark.parametrize("text", ["", "T", "1D", "TX", "TDD", "DT", "1010", "♠A"])
def test_other_text_is_refused_with_how_to_write_a_card(text: str) -> None:
    with pytest.raises(CardError, match="is not a card; write a rank"):
        parse_card(text)


@pytest.mark.parametrize("index", [-1, 52])
def test_there_is_no_card_outside_the_deck(index: int) -> None:
    with pytest.raises(CardError, match="numbered 0 to 51"):
        Card(index)


def test_a_card_is_true_whatever_its_number() -> None:
    assert all(DECK)


def test_a_card_prints_as_its_text_everywhere() -> None:
    card = parse_card("QH")
    assert (str(card), repr(card), f"{card}", f"{card:>4}") == ("QH", "Card(QH)", "QH", "  QH")


def test_cards_keep_the_order_they_were_written_in() -> None:
    assert [str(card) for card in parse_cards("KS, 2H 9D,AS")] == ["KS", "2H", "9D", "AS"]


def test_a_card_written_twice_is_refused() -> None:
    with pytest.raises(CardError, match=r"^2H stands twice$"):
        parse_cards("2H 3H 2H")


def test_a_hand_iterates_in_card_order() -> None:
    hand = Hand.parse("KC AS 2H")
    assert str(hand) == "AS 2H KC"
    assert repr(hand) == "Hand('AS 2H KC')"
    assert len(hand) == 3
    assert hand.points == 13


def test_a_hand_gains_and_loses_cards_without_changing() -> None:
    hand, card = Hand.parse("AS 2H"), parse_card("KC")
    assert hand.plus(card) == Hand.parse("AS 2H KC")
    assert hand.plus(card).minus(card) == hand
    assert card not in hand
    assert parse_card("2H") in hand
    assert Hand.parse("AS 2H KC").without(Hand.parse("KC QC AS")) == Hand.parse("2H")
    assert not Hand()
