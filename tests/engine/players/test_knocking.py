"""Knock now, or play on."""

from __future__ import annotations

from dataclasses import replace

from engine.match import Match, new_match
from engine.players.knocking import Knockable, edge_of_knocking
from engine.result import DealScore
from engine.rules import CLASSIC
from engine.seats import Seat

EARLY = Knockable(deadwood=9, turns=1, gin_chance=0.0, known=0, is_last=False)
LATE = replace(EARLY, turns=11)
RULES = replace(CLASSIC, undercut_bonus=25, single_game=True)


def sheet(*wins: tuple[Seat, int]) -> Match:
    match = new_match(RULES, Seat.A)
    for seat, points in wins:
        match = match.scored(DealScore(seat, points))
    return match


def knocks(now: Knockable, match: Match | None = None, eagerness: float = 0.5) -> bool:
    return edge_of_knocking(now, match or sheet(), Seat.A, eagerness) > 0


def test_an_early_knock_is_made() -> None:
    assert knocks(EARLY)


def test_a_late_knock_with_much_deadwood_is_not() -> None:
    assert not knocks(LATE)


def test_a_good_chance_of_gin_is_worth_waiting_for() -> None:
    now = replace(EARLY, turns=5, deadwood=5)
    assert knocks(now, eagerness=0.0)
    assert not knocks(replace(now, gin_chance=0.15), eagerness=0.0)


def test_it_lies_in_wait_for_an_opponent_that_knocks_at_once() -> None:
    now = replace(EARLY, turns=5)
    assert knocks(now, eagerness=0.0)
    assert not knocks(now, eagerness=1.0)


def test_few_points_suffice_to_close_a_game() -> None:
    now = replace(EARLY, turns=6, deadwood=3, gin_chance=0.05)
    assert not knocks(now)
    assert knocks(now, sheet((Seat.A, 99)))


def test_at_the_last_card_a_likely_win_is_taken() -> None:
    last = Knockable(deadwood=1, turns=13, gin_chance=0.0, known=0, is_last=True)
    assert knocks(last, eagerness=1.0)
    assert not knocks(replace(last, deadwood=10), eagerness=0.0)
