"""Layoffs against the rules, the worked cases and a slow second opinion."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings

from engine.cards import Hand, parse_card
from engine.layoffs import Layoff, best_layoff, layoff_places
from engine.melds import Meld, best_arrangement, deadwood, extended, parse_meld
from tests.support import naive_melds
from tests.support.card_cases import card_cases
from tests.support.hands import crowded_pairs

SHOWDOWNS = card_cases("showdowns")


def parse_spread(*melds: str) -> tuple[Meld, ...]:
    return tuple(map(parse_meld, melds))


def laid_one_by_one(layoff: Layoff, spread: Sequence[Meld]) -> list[Meld]:
    """The spread after the layoff's steps, each of which has to fit."""
    melds = list(spread)
    laid = Hand()
    for card, index in layoff.steps(spread):
        assert index in layoff_places(melds, card)
        longer = extended(melds[index], card)
        assert longer is not None
        melds[index] = longer
        laid = laid.plus(card)
    assert laid == layoff.cards
    return melds


@pytest.mark.parametrize("name", [n for n, case in SHOWDOWNS.items() if case["knocker_deadwood"]])
def test_worked_cases_of_the_best_layoff(name: str) -> None:
    case = SHOWDOWNS[name]
    spread, defender = parse_spread(*case["spread"]), Hand.parse(case["defender"])
    layoff = best_layoff(spread, defender)
    assert deadwood(defender) == case["defender_alone"]
    assert layoff == Layoff(case["defender_best"], Hand.parse(case["laid_off"]))
    laid_one_by_one(layoff, spread)


@pytest.mark.parametrize(
    ("spread", "defender", "left", "laid"),
    [
        (
            ["7S 7H 7D", "TC JC QC", "JH QH KH"],
            "9S 9D 9C TS TH TD JS JD QS KS",
            0,
            "9C TH",
        ),
        (["3C 4C 5C 6C 7C", "3H 4H 5H"], "3D 4D 5D 6H 7D 8D 8C 9S 9D 9C", 9, "6H 8C 9C"),
    ],
)
def test_a_defender_breaks_own_melds_where_laying_off_saves_more(
    spread: list[str], defender: str, left: int, laid: str
) -> None:
    layoff = best_layoff(parse_spread(*spread), Hand.parse(defender))
    assert layoff.deadwood == left
    assert layoff.deadwood < deadwood(Hand.parse(defender))
    assert layoff.cards == Hand.parse(laid)


def test_a_card_that_fits_a_set_and_a_run_goes_where_it_lets_another_follow() -> None:
    spread = parse_spread("4S 4H 4C", "5D 6D 7D", "6S 6H 6C")
    defender = Hand.parse("3S 3D 4D 5S 8S 8D 8C 9S 9H 9C")
    layoff = best_layoff(spread, defender)
    assert layoff_places(spread, parse_card("4D")) == (0, 1)
    assert layoff.deadwood == 8
    assert (parse_card("4D"), 1) in layoff.steps(spread)
    assert (parse_card("3D"), 1) in layoff.steps(spread)


def test_how_the_knocker_lays_the_same_cards_decides_what_can_be_laid_off() -> None:
    defender = Hand.parse("3S 3H 3C 4S 4D 4C 6H 7H 8S 8H")
    sets = parse_spread("5S 5D 5C", "6S 6D 6C", "7S 7D 7C")
    runs = parse_spread("5S 6S 7S", "5D 6D 7D", "5C 6C 7C")
    assert best_layoff(sets, defender).deadwood == 8
    assert best_layoff(runs, defender) == Layoff(0, Hand.parse("8S"))


def test_layoffs_reach_a_tie() -> None:
    spread = parse_spread("5S 6S 7S", "JH JD JC", "2H 2D 2C")
    layoff = best_layoff(spread, Hand.parse("3S 4S 8S 9S JS KH KD KC 8D AD"))
    assert layoff == Layoff(9, Hand.parse("3S 4S 8S 9S JS"))
    laid_one_by_one(layoff, spread)


def test_a_card_fits_only_once_its_neighbour_lies() -> None:
    spread = parse_spread("5S 6S 7S", "JH JD JC")
    assert layoff_places(spread, parse_card("3S")) == ()
    assert layoff_places(spread, parse_card("4S")) == (0,)
    assert layoff_places(parse_spread("4S 5S 6S 7S"), parse_card("3S")) == (0,)


def test_nothing_is_laid_off_past_the_king_or_the_ace() -> None:
    spread = parse_spread("JS QS KS", "8S 8H 8D 8C", "AH 2H 3H")
    defender = Hand.parse("AS TS 9S 7D 7H 6H 5H 4C KD AD")
    assert best_layoff(spread, defender) == Layoff(23, Hand.parse("9S TS"))
    assert layoff_places(spread, parse_card("AS")) == ()
    assert layoff_places(spread, parse_card("KH")) == ()


def test_a_set_stops_at_four() -> None:
    assert layoff_places(parse_spread("8S 8H 8D"), parse_card("8C")) == (0,)
    assert layoff_places(parse_spread("8S 8H 8D 8C"), parse_card("9C")) == ()


def test_one_card_joins_only_one_of_two_runs() -> None:
    spread = parse_spread("5S 6S 7S", "9S TS JS")
    layoff = best_layoff(spread, Hand.parse("8S KH KD KC 2H 2D 2C AH"))
    assert layoff == Layoff(1, Hand.parse("8S"))
    assert len(layoff.steps(spread)) == 1


def test_nothing_is_laid_off_without_gain() -> None:
    spread = parse_spread("5S 6S 7S")
    layoff = best_layoff(spread, Hand.parse("8S 9S TS JS"))
    assert layoff == Layoff(0, Hand())
    assert layoff.steps(spread) == ()


@given(crowded_pairs(10, 10))
@settings(max_examples=500, deadline=None, derandomize=True)
def test_best_layoff_equals_the_naive_solver(hands: tuple[Hand, Hand]) -> None:
    knocker, defender = hands
    spread = best_arrangement(knocker).melds
    layoff = best_layoff(spread, defender)
    least, fewest = naive_melds.best_layoff(
        [frozenset(meld.cards) for meld in spread], frozenset(defender)
    )
    assert (layoff.deadwood, len(layoff.cards)) == (least, fewest)
    assert deadwood(defender.without(layoff.cards)) == layoff.deadwood
    laid_one_by_one(layoff, spread)
