"""The Hollywood score sheet (`docs/RULES.md §5`)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import MatchOverError
from engine.match import Entry, Match, new_match
from engine.result import DealScore
from engine.rules import (
    CLASSIC,
    MODERN,
    PRESETS,
    SCORESHEET,
    TRADITIONAL,
    LateEntry,
    MatchWinner,
    Rules,
)
from engine.seats import PerSeat, Seat
from tests.support.scoring_cases import Wins, scoring_cases

CASES = {f"{name}-{preset}": (preset, wins, want) for name, preset, wins, want in scoring_cases()}


def scored(match: Match, *wins: str) -> Match:
    """The match after these wins: `A25` for a player and the points, `-` for a dead deal."""
    for win in wins:
        dead = win == "-"
        score = DealScore(None) if dead else DealScore(Seat(win[0]), difference=int(win[1:]))
        match = match.scored(score)
    return match


def sheet(rules: Rules, *wins: str) -> Match:
    return scored(new_match(rules, Seat.A), *wins)


def by_player(pair: PerSeat[Any]) -> dict[str, Any]:
    return {seat.value: pair[seat] for seat in Seat}


def summary(match: Match) -> dict[str, Any]:
    """A match in the words of the worked cases."""
    settled = [match.settlement(index) for index in range(len(match.games))]
    facts: dict[str, Any] = {
        "entries": {s.value: [game.boxes[s] for game in match.games] for s in Seat},
        "scores": {s.value: [game.scores[s] for game in match.games] for s in Seat},
        "closed_by": [g.closed_by.value if g.closed_by else None for g in match.games],
        "wins": by_player(match.wins),
        "settled": {s.value: [each[s].total if each else None for each in settled] for s in Seat},
    }
    if match.winner:
        facts["totals"] = by_player(match.totals)
        facts["games"] = by_player(match.games_won)
        facts["winner"] = match.winner.value
    return facts


@pytest.mark.parametrize("name", CASES)
def test_worked_sheets(name: str) -> None:
    preset, wins, expected = CASES[name]
    texts = ["-" if win is None else f"{win[0]}{win[1]}" for win in wins]
    assert summary(sheet(PRESETS[preset], *texts)) == expected


# Entering wins.


def test_wins_enter_one_game_then_two_then_three() -> None:
    match = sheet(CLASSIC, "B10", "A18", "B30", "B4")
    assert [game.entries.b for game in match.games] == [
        (Entry(1, 10, 10), Entry(3, 30, 40), Entry(4, 4, 44)),
        (Entry(3, 30, 30), Entry(4, 4, 34)),
        (Entry(4, 4, 4),),
    ]
    assert match.games[0].entries.a == (Entry(2, 18, 18),)


def test_a_dead_deal_is_counted_but_changes_no_column_and_no_dealer() -> None:
    before = sheet(CLASSIC, "B10")
    after = scored(before, "-")
    assert after == replace(before, deals=2)
    assert scored(after, "B30").games[1].entries.b == (Entry(3, 30, 30),)


def test_the_winner_of_a_deal_deals_the_next() -> None:
    assert new_match(CLASSIC, Seat.B).next_dealer is Seat.B
    match = sheet(CLASSIC, "B10")
    assert match.next_dealer is Seat.B
    assert scored(match, "-").next_dealer is Seat.B
    assert scored(match, "A5").next_dealer is Seat.A


def test_a_game_closes_at_exactly_the_target_and_keeps_the_overshoot() -> None:
    assert sheet(CLASSIC, "A50", "A49").games[0].is_open
    assert sheet(CLASSIC, "A50", "A50").games[0].closed_by is Seat.A
    assert sheet(CLASSIC, "A50", "A98").games[0].scores == PerSeat(148, 0)
    assert sheet(replace(CLASSIC, target=150), "A50", "A98").games[0].is_open


def test_a_closed_game_takes_nothing_more() -> None:
    match = sheet(CLASSIC, "B5", "A60", "A60", "B70")
    assert match.games[0].scores == PerSeat(120, 5)
    assert match.games[1].scores == PerSeat(60, 70)


@pytest.mark.parametrize("rules", [SCORESHEET, TRADITIONAL], ids=["strict", "advance"])
def test_further_wins_go_to_the_open_games_only(rules: Rules) -> None:
    match = sheet(rules, "A60", "B5", "A60", "B6")
    assert match.games_entered(Seat.A) == (1, 2)
    assert match.games_entered(Seat.B) == (1, 2)


def test_strict_late_entry_may_score_nowhere_but_counts_as_a_win_and_passes_the_deal() -> None:
    match = sheet(SCORESHEET, "A60", "A60")
    assert match.games_entered(Seat.B) == ()
    after = scored(match, "B40")
    assert after.games == match.games
    assert (after.wins.b, after.next_dealer) == (1, Seat.B)
    assert after.games_entered(Seat.B) == (1,)


def test_advancing_late_entry_starts_in_the_next_open_game() -> None:
    match = sheet(TRADITIONAL, "A60", "A60")
    assert match.games_entered(Seat.B) == (1,)
    after = scored(match, "B40")
    assert after.games_entered(Seat.B) == (1, 2)


def test_h05_a_player_blank_in_a_closed_game_starts_in_the_next_one() -> None:
    match = sheet(MODERN, "A31", "A28", "A45", "B20", "B17", "A50", "B40", "A35")
    assert [game.scores for game in match.games] == [
        PerSeat(104, 0),
        PerSeat(123, 37),
        PerSeat(130, 57),
    ]
    assert summary(match)["settled"] == {"A": [558, 298, 305], "B": [0, 87, 107]}
    with_box_20 = replace(match, rules=replace(MODERN, box_bonus=20))
    assert summary(with_box_20)["settled"] == {"A": [528, 283, 290], "B": [0, 77, 97]}


def test_h20_the_undercutter_who_crosses_the_line_wins_the_game() -> None:
    match = sheet(MODERN, "A95", "B80", "B27")
    assert match.games[0].closed_by is Seat.B
    assert match.games[0].scores.b == 107
    assert match.games[1].scores == PerSeat(0, 27)
    settled = match.settlement(0)
    assert settled is not None
    assert (settled.a.game_bonus, settled.b.game_bonus) == (0, 100)


def test_h20_a_player_one_short_wins_at_exactly_the_target() -> None:
    match = sheet(MODERN, "A99", "B98", "B1", "A1")
    assert match.games[0].closed_by is Seat.A
    assert match.games[0].scores == PerSeat(100, 99)


# Settling a game.


def test_an_open_game_is_not_settled() -> None:
    match = sheet(MODERN, "A60")
    assert match.settlement(0) is None
    assert match.totals == PerSeat(0, 0)
    assert match.winner is None


def test_the_game_bonus_goes_to_the_closer_even_with_the_lower_settled_total() -> None:
    rules = replace(SCORESHEET, game_bonus=0)
    match = sheet(rules, *["B9"] * 11, "A100")
    assert match.games[0].closed_by is Seat.A
    settled = match.settlement(0)
    assert settled is not None
    assert (settled.a.total, settled.b.total) == (120, 99 + 220)
    with_bonus = sheet(SCORESHEET, *["B9"] * 11, "A100").settlement(0)
    assert with_bonus is not None
    assert (with_bonus.a.game_bonus, with_bonus.b.game_bonus) == (100, 0)


def test_a_shutout_earns_200_in_all_in_place_of_the_game_bonus() -> None:
    match = sheet(SCORESHEET, "A60", "A50")
    assert match.games[0].is_shutout
    settled = match.settlement(0)
    assert settled is not None
    assert (settled.a.game_bonus, settled.a.box_bonus, settled.a.total) == (200, 40, 350)
    assert settled.b.total == 0


def test_a_game_with_an_entry_on_both_sides_is_no_shutout() -> None:
    match = sheet(SCORESHEET, "B1", "A60", "A50")
    assert not match.games[0].is_shutout
    assert not match.games[1].is_shutout
    settled = match.settlement(0)
    assert settled is not None
    assert (settled.a.total, settled.b.total) == (250, 21)


def test_a_doubled_shutout_doubles_entries_game_bonus_and_boxes() -> None:
    settled = sheet(MODERN, "A60", "A50").settlement(0)
    assert settled is not None
    assert (settled.a.factor, settled.a.total) == (2, 2 * (110 + 100 + 50))


def test_a_doubled_third_game_counts_twice_for_both_after_bonuses_and_shutout() -> None:
    rules = replace(SCORESHEET, third_game_doubled=True)
    wins = ["B1", "B2", "B3", "A30", "A40", "A50", "A60"]
    plain, doubled = sheet(SCORESHEET, *wins), sheet(rules, *wins)
    assert plain.is_over
    one, two = plain.settlement(2), doubled.settlement(2)
    assert one is not None
    assert two is not None
    assert (two.a.total, two.b.total) == (2 * one.a.total, 2 * one.b.total)
    assert doubled.settlement(1) == plain.settlement(1)
    shutout = sheet(replace(MODERN, third_game_doubled=True), "A40", "A40", "A130").settlement(2)
    assert shutout is not None
    assert (shutout.a.factor, shutout.a.total) == (4, 4 * (130 + 100 + 25))


# Ending the match.


def test_the_match_runs_until_the_last_game_is_closed() -> None:
    match = sheet(CLASSIC, "A50", "A50", "A40")
    assert [game.is_open for game in match.games] == [False, True, True]
    assert not match.is_over
    assert match.winner is None
    assert scored(match, "A60").is_over


def test_one_deal_may_close_all_three_games() -> None:
    match = sheet(CLASSIC, "B30", "B35", "B105")
    assert [game.closed_by for game in match.games] == [Seat.B] * 3
    assert match.winner is Seat.B


def test_no_deal_is_scored_after_the_last_game_had_closed() -> None:
    match = sheet(CLASSIC, "B30", "B35", "B105")
    with pytest.raises(MatchOverError, match=r"^deal 4 comes after the last game had closed$"):
        scored(match, "A10")
    with pytest.raises(MatchOverError):
        scored(match, "-")


def test_most_games_or_most_points_win_as_the_rules_say() -> None:
    wins = ["B80", "B15", "A4", "B80", "A80", "A30", "A70"]
    by_games = sheet(CLASSIC, *wins)
    by_total = sheet(replace(CLASSIC, match_winner=MatchWinner.TOTAL), *wins)
    assert (by_games.games_won, by_games.totals) == (PerSeat(2, 1), PerSeat(214, 350))
    assert by_games.winner is Seat.A
    assert by_total.winner is Seat.B


def test_equal_totals_are_decided_by_games_won() -> None:
    rules = replace(CLASSIC, match_winner=MatchWinner.TOTAL)
    match = sheet(rules, "A90", "B50", "B10", "A90", "B100")
    assert match.totals == PerSeat(270, 270)
    assert match.games_won == PerSeat(1, 2)
    assert match.winner is Seat.B


def test_a_single_game_takes_every_win_and_its_closing_ends_the_match() -> None:
    match = sheet(replace(MODERN, single_game=True), "A40", "A40", "B30")
    assert [game.scores for game in match.games] == [PerSeat(80, 30)]
    over = scored(match, "A20")
    assert over.is_over
    assert over.winner is Seat.A
    assert over.totals == PerSeat(100 + 100 + 75, 30 + 25)


ONE_WIN = st.one_of(
    st.none(), st.tuples(st.sampled_from(["A", "B"]), st.integers(min_value=1, max_value=130))
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    wins=st.lists(ONE_WIN, max_size=40),
    rules=st.sampled_from([*PRESETS.values(), Rules(single_game=True)]),
)
def test_a_match_keeps_its_books_in_order(wins: Wins, rules: Rules) -> None:
    match = new_match(rules, Seat.A)
    for win in wins:
        if match.is_over:
            break
        entered = match.games_entered(Seat(win[0])) if win else ()
        after = scored(match, f"{win[0]}{win[1]}" if win else "-")
        for index, (old, new) in enumerate(zip(match.games, after.games, strict=True)):
            assert (new != old) == (index in entered)
            assert old.is_open or new == old
        is_open = [game.is_open for game in after.games]
        assert is_open == sorted(is_open), "games close in the order of the sheet"
        if win and rules.late_entry is LateEntry.ADVANCE:
            assert entered, "an advancing win always scores"
        match = after
    assert sum(match.wins) <= match.deals
    assert (match.winner is None) == any(game.is_open for game in match.games)
