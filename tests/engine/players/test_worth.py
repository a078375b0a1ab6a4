"""What points are worth on the sheet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.match import Match, new_match
from engine.players.worth import gain, standing
from engine.result import DealScore
from engine.rules import CLASSIC, MODERN, PRESETS, SCORESHEET, Rules
from engine.seats import Seat


def sheet(rules: Rules, *wins: tuple[Seat, int]) -> Match:
    match = new_match(rules, Seat.A)
    for seat, points in wins:
        match = match.scored(DealScore(seat, points))
    return match


@pytest.mark.parametrize("rules", PRESETS.values())
def test_one_players_lead_is_the_others_deficit(rules: Rules) -> None:
    match = sheet(rules, (Seat.A, 60), (Seat.B, 20), (Seat.A, 50), (Seat.A, 30))
    assert standing(match, Seat.A) == pytest.approx(-standing(match, Seat.B))
    assert standing(match, Seat.A) > 0
    assert standing(new_match(rules, Seat.A), Seat.A) == pytest.approx(0)


@pytest.mark.parametrize("rules", PRESETS.values())
def test_more_points_are_worth_more(rules: Rules) -> None:
    match = sheet(rules, (Seat.A, 30), (Seat.B, 20))
    assert gain(match, Seat.A, 10) > 0
    assert gain(match, Seat.A, 40) > gain(match, Seat.A, 10)


@pytest.mark.parametrize("rules", PRESETS.values())
def test_closing_a_game_is_worth_more_than_points_short_of_it(rules: Rules) -> None:
    match = sheet(rules, (Seat.A, 80), (Seat.B, 80))
    step = gain(match, Seat.A, 19) - gain(match, Seat.A, 18)
    assert gain(match, Seat.A, 20) - gain(match, Seat.A, 19) > 2 * step


def test_where_games_decide_points_past_the_target_are_worth_nothing() -> None:
    match = sheet(replace(CLASSIC, single_game=True), (Seat.A, 80))
    assert gain(match, Seat.A, 60) == gain(match, Seat.A, 20)


def test_where_points_decide_they_are() -> None:
    match = sheet(replace(SCORESHEET, single_game=True), (Seat.A, 80))
    assert gain(match, Seat.A, 60) == gain(match, Seat.A, 20) + 40


def test_a_shutout_is_worth_more_than_a_game() -> None:
    blank = sheet(MODERN, (Seat.A, 80))
    entered = sheet(MODERN, (Seat.A, 80), (Seat.B, 1))
    assert gain(blank, Seat.A, 20) > gain(entered, Seat.A, 20)


def test_a_doubled_third_game_counts_twice() -> None:
    wins = ((Seat.A, 10), (Seat.A, 10), (Seat.A, 10))
    plain = sheet(MODERN, *wins)
    doubled = sheet(replace(MODERN, third_game_doubled=True), *wins)
    assert gain(doubled, Seat.A, 30) > gain(plain, Seat.A, 30)


def test_games_not_entered_yet_are_further_away() -> None:
    ahead = sheet(CLASSIC, (Seat.A, 10), (Seat.A, 10))
    behind = sheet(CLASSIC, (Seat.A, 20))
    assert standing(ahead, Seat.A) > standing(behind, Seat.A)
