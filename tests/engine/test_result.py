"""What the rules make of how a deal ended (`docs/RULES.md §4`)."""

from __future__ import annotations

import pytest

from engine.cards import Hand
from engine.layoffs import best_layoff
from engine.melds import deadwood, parse_meld
from engine.result import DealResult, DealScore, Ending, knock_result, score_deal
from engine.rules import CLASSIC, MODERN, SCORESHEET, Rules
from engine.seats import Seat
from tests.support.card_cases import card_cases

SHOWDOWNS = card_cases("showdowns")
BONUSES = {
    "gin25_undercut10": Rules(),
    "gin20_undercut10": Rules(gin_bonus=20),
    "gin25_undercut25": Rules(undercut_bonus=25),
}


def priced(result: DealResult, rules: Rules) -> tuple[Seat | None, int]:
    score = score_deal(result, rules)
    return score.winner, score.points


def test_a_knocker_with_less_deadwood_wins_the_difference() -> None:
    result = knock_result(Seat.A, 4, 11)
    assert (result.ending, result.winner) == (Ending.KNOCK, Seat.A)
    assert priced(result, CLASSIC) == (Seat.A, 7)


def test_a_knocker_with_more_deadwood_is_undercut() -> None:
    result = knock_result(Seat.A, 9, 3)
    assert (result.ending, result.winner) == (Ending.UNDERCUT, Seat.B)
    assert score_deal(result, MODERN) == DealScore(Seat.B, difference=6, bonus=25)


def test_h19_a_tie_is_an_undercut_worth_the_bonus_alone() -> None:
    assert priced(knock_result(Seat.A, 9, 9), MODERN) == (Seat.B, 25)
    assert priced(knock_result(Seat.B, 9, 9), CLASSIC) == (Seat.A, 10)


def test_h37_gin_wins_even_against_nothing_left() -> None:
    result = DealResult(Ending.GIN, Seat.A, 0, 0)
    assert priced(result, CLASSIC) == (Seat.A, 25)
    assert priced(result, SCORESHEET) == (Seat.A, 20)


def test_h37_a_defender_with_nothing_left_earns_the_undercut_bonus_not_that_of_gin() -> None:
    assert priced(knock_result(Seat.A, 6, 0), CLASSIC) == (Seat.B, 16)


def test_big_gin_counts_31_in_place_of_the_gin_bonus() -> None:
    assert priced(DealResult(Ending.BIG_GIN, Seat.B, 0, 40), MODERN) == (Seat.B, 71)


def test_nobody_scores_a_dead_deal() -> None:
    result = DealResult(Ending.DEAD)
    assert result.winner is None
    assert priced(result, MODERN) == (None, 0)


def test_a_spade_upcard_doubles_after_the_bonus() -> None:
    assert priced(knock_result(Seat.A, 2, 12, doubled=True), CLASSIC) == (Seat.A, 20)
    assert priced(knock_result(Seat.A, 2, 2, doubled=True), CLASSIC) == (Seat.B, 20)
    assert priced(DealResult(Ending.GIN, Seat.A, 0, 30, doubled=True), CLASSIC) == (Seat.A, 110)


@pytest.mark.parametrize("bonuses", BONUSES)
@pytest.mark.parametrize("name", SHOWDOWNS)
def test_worked_showdowns_are_priced(name: str, bonuses: str) -> None:
    case = SHOWDOWNS[name]
    spread = tuple(map(parse_meld, case["spread"]))
    defender = Hand.parse(case["defender"])
    own = case["knocker_deadwood"]
    result = (
        knock_result(Seat.A, own, best_layoff(spread, defender).deadwood)
        if own
        else DealResult(Ending.GIN, Seat.A, 0, deadwood(defender))
    )
    winner, points = case["result"][bonuses]
    assert priced(result, BONUSES[bonuses]) == (Seat.A if winner == "K" else Seat.B, points)
