"""Arrangements and knocks against the rules, the worked cases and a slow second opinion."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card, Hand, parse_card
from engine.errors import MeldError
from engine.melds import (
    Arrangement,
    arrangements_within,
    best_after_discard,
    best_arrangement,
    best_arrangements,
    check_arrangement,
    deadwood,
    deadwood_of,
    default_spread,
    knock_discards,
    parse_meld,
    points_of,
)
from tests.support import naive_melds
from tests.support.card_cases import card_cases
from tests.support.hands import any_hands, crowded_hands, crowded_pairs

MELD_CASES = card_cases("melds")
KNOCK_CASES = card_cases("knocks")

thoroughly = settings(max_examples=1000, deadline=None, derandomize=True)


def melds_as_text(arrangement: Arrangement) -> list[str]:
    return [str(meld) for meld in arrangement.melds]


def melds_as_cards(arrangement: Arrangement) -> frozenset[frozenset[Card]]:
    return frozenset(frozenset(meld.cards) for meld in arrangement.melds)


def count_sets(melds: frozenset[frozenset[Card]]) -> int:
    return sum(len({card.rank for card in meld}) == 1 for meld in melds)


def discards_as_text(eleven: str, limit: int = 10, banned: str | None = None) -> dict[str, int]:
    taken = None if banned is None else parse_card(banned)
    discards = knock_discards(Hand.parse(eleven), limit, taken)
    return {str(card): left for card, left in discards.items()}


# Deadwood and arrangements.


@pytest.mark.parametrize("name", MELD_CASES)
def test_worked_cases_of_least_deadwood(name: str) -> None:
    case = MELD_CASES[name]
    arrangements = best_arrangements(Hand.parse(case["hand"]))
    found = [
        {frozenset(text.split()) for text in melds_as_text(arrangement)}
        for arrangement in arrangements
    ]
    expected = [{frozenset(text.split()) for text in melds} for melds in case["best"]]
    assert deadwood(Hand.parse(case["hand"])) == case["deadwood"]
    assert {arrangement.deadwood for arrangement in arrangements} == {case["deadwood"]}
    assert len(found) == len(expected)
    assert all(melds in expected for melds in found)


@pytest.mark.parametrize(
    ("hand", "least"),
    [
        ("8S 8H 8C 9H TS TH TD TC JH QH", 0),
        ("6S 8S 8H 8C 9C TS TH TD TC JC", 6),
        ("2S 2D 3S 4S 4D 4C 5S 6S 6D 6C", 10),
        ("9H 9D 9C TS TH TD TC JC QH QC", 10),
        ("4C 5C 6C 7C 8C 9S 9H 9D KS QD", 20),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH", 0),
    ],
)
def test_no_order_of_taking_melds_misses_the_least_deadwood(hand: str, least: int) -> None:
    assert deadwood(Hand.parse(hand)) == least


def test_the_best_arrangement_prefers_more_sets_then_longer_runs() -> None:
    nine = Hand.parse("4S 5S 6S 4H 5H 6H 4D 5D 6D KC")
    assert melds_as_text(best_arrangement(nine)) == ["4S 4H 4D", "5S 5H 5D", "6S 6H 6D"]
    assert str(best_arrangement(nine).deadwood_cards) == "KC"
    ten = Hand.parse("AH 2H 3H 4H 5H 6H 7H 8H 9H TH")
    assert melds_as_text(best_arrangement(ten)) == [str(ten)]


def test_neighbouring_suits_are_not_one_run() -> None:
    assert deadwood(Hand.parse("QS KS AH 2H TH QH KD AC")) == 54
    assert melds_as_text(best_arrangement(Hand.parse("JS QS KS AH 2H 3H 4D"))) == [
        "JS QS KS",
        "AH 2H 3H",
    ]


@given(any_hands(10) | crowded_hands(10))
@thoroughly
def test_least_deadwood_equals_the_naive_solver(hand: Hand) -> None:
    assert deadwood(hand) == naive_melds.least_deadwood(frozenset(hand))


@given(any_hands(10) | crowded_hands(10))
@thoroughly
def test_every_best_arrangement_is_found_once(hand: Hand) -> None:
    arrangements = best_arrangements(hand)
    found = [melds_as_cards(arrangement) for arrangement in arrangements]
    assert len(found) == len(set(found))
    assert set(found) == naive_melds.spreads_within(frozenset(hand), deadwood(hand))
    assert arrangements[0] == best_arrangement(hand)


@given(crowded_hands(10), st.integers(0, 10))
@thoroughly
def test_a_knocker_may_choose_any_spread_within_the_limit(hand: Hand, limit: int) -> None:
    arrangements = arrangements_within(hand, limit)
    found = [melds_as_cards(arrangement) for arrangement in arrangements]
    left = [arrangement.deadwood for arrangement in arrangements]
    assert len(found) == len(set(found))
    assert set(found) == naive_melds.spreads_within(frozenset(hand), limit)
    assert left == sorted(left)


@given(st.integers(0, 52).flatmap(any_hands))
@thoroughly
def test_points_are_those_of_the_cards(hand: Hand) -> None:
    assert points_of(hand.mask) == hand.points


# Laying down.


def test_an_arrangement_names_its_melds_in_card_order() -> None:
    hand = Hand.parse("2H 3H 4H JC JD JS 8C 8D 8S 9C")
    melds = [parse_meld("JC JD JS"), parse_meld("2H 3H 4H")]
    arrangement = check_arrangement(hand, melds)
    assert melds_as_text(arrangement) == ["JS JD JC", "2H 3H 4H"]
    assert arrangement.deadwood_cards == Hand.parse("8S 8D 8C 9C")
    assert arrangement.deadwood == 33


def test_a_meld_of_cards_not_held_is_refused() -> None:
    hand = Hand.parse("2H 3H 4H JC JD JS 8C 8D 8S 9C")
    with pytest.raises(MeldError, match="5H is not in the hand"):
        check_arrangement(hand, [parse_meld("2H 3H 4H 5H")])


def test_a_card_is_in_one_meld_only() -> None:
    hand = Hand.parse("7C 7D 7H 7S 8S 9S 2D 4C JH KD")
    with pytest.raises(MeldError, match="7S is in two melds"):
        check_arrangement(hand, [parse_meld("7C 7D 7H 7S"), parse_meld("7S 8S 9S")])


def test_the_default_spread_is_the_one_open_to_fewest_points() -> None:
    hand = Hand.parse("4H 5S 5D 5C 6S 6D 6C 7S 7D 7C")
    sets = ["5S 5D 5C", "6S 6D 6C", "7S 7D 7C"]
    runs = ["5S 6S 7S", "5D 6D 7D", "5C 6C 7C"]
    assert melds_as_text(default_spread(hand, seen=Hand())) == sets
    # Seen cards can no longer be laid off: with both ends of the runs gone, runs are safer.
    ends = Hand.parse("4S 8S 4D 8D 4C 8C")
    assert melds_as_text(default_spread(hand, seen=ends)) == runs
    # Open to equally much, or to nothing at all: more sets.
    assert melds_as_text(default_spread(hand, seen=ends.plus(parse_card("5H")))) == runs
    fourths = Hand.parse("5H 6H 7H")
    assert melds_as_text(default_spread(hand, seen=Hand(ends.mask | fourths.mask))) == sets


@given(crowded_pairs(10, 6))
@thoroughly
def test_the_default_spread_follows_the_rule_on_any_hand(cards: tuple[Hand, Hand]) -> None:
    hand, seen = cards
    chosen = default_spread(hand, seen)
    risk = {
        melds: naive_melds.could_be_added(melds, frozenset(hand), frozenset(seen))
        for melds in naive_melds.spreads_within(frozenset(hand), deadwood(hand))
    }
    safest = min(risk.values())
    assert risk[melds_as_cards(chosen)] == safest
    most_sets = max(map(count_sets, (melds for melds in risk if risk[melds] == safest)))
    assert count_sets(melds_as_cards(chosen)) == most_sets


# Knocking.


@pytest.mark.parametrize("name", KNOCK_CASES)
def test_worked_cases_of_legal_knock_discards(name: str) -> None:
    case = KNOCK_CASES[name]
    discards = discards_as_text(case["cards"], case["knock_limit"], case["taken_from_discards"])
    assert discards == case["legal_knock_discards"]
    assert (deadwood(Hand.parse(case["cards"])) == 0) is case["big_gin"]


def test_the_card_just_taken_may_not_be_thrown_even_to_knock() -> None:
    eleven = "5S 5H 5D 9C TC JC QC 2H 3D 4H KD"
    assert discards_as_text(eleven, banned="KD") == {}
    assert discards_as_text(eleven) == {"KD": 9}
    assert knock_discards(Hand.parse(eleven), 15, parse_card("KD")) == {parse_card("4H"): 15}


def test_knock_discards_count_the_ten_cards_left() -> None:
    assert discards_as_text("AS 2S 3S 7H 7D 7C 4D 4H AC AD KS") == {"KS": 10}
    melded = "4S 4D 4C 5S 5H 5D 5C 7S 7H 7D 7C"
    assert deadwood(Hand.parse(melded)) == 0
    assert discards_as_text(melded) == {
        **dict.fromkeys(["5S", "5H", "5D", "5C", "7S", "7H", "7D", "7C"], 0),
        **dict.fromkeys(["4S", "4D", "4C"], 8),
    }


def test_ten_points_are_within_a_limit_of_ten() -> None:
    assert deadwood(Hand.parse("AS 2S 3S 7H 7D 7C 4D 4H AC AD")) == 10
    assert deadwood(Hand.parse("AS 2S 3S 7H 7D 7C 4D 4H AC 2D")) == 11
    assert discards_as_text("AS 2S 3S 7H 7D 7C 4D 4H AC 2D KS") == {}


def test_an_upcard_limit_is_met_by_the_best_arrangement() -> None:
    ten = "AS 2S 3S 4S 4H 4D 5S 6S 6H 6D"
    assert deadwood(Hand.parse(ten)) == 5
    assert "KC" in discards_as_text(f"{ten} KC", limit=5)
    assert discards_as_text(f"{ten} KC", limit=4) == {}


@given(any_hands(11) | crowded_hands(11))
@thoroughly
def test_knock_discards_equal_trying_every_card(eleven: Hand) -> None:
    left = {card: deadwood_of(eleven.minus(card).mask) for card in eleven}
    assert best_after_discard(eleven.mask) == min(left.values())
    assert knock_discards(eleven, 10) == {card: n for card, n in left.items() if n <= 10}
