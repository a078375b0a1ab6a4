"""The score sheet as it is printed."""

from __future__ import annotations

from dataclasses import replace

from engine.match import new_match
from engine.result import DealScore
from engine.rules import CLASSIC, MODERN, SCORESHEET, Rules
from engine.seats import Seat
from server.score_pad import printed_sheet


def pad(rules: Rules, *wins: str) -> list[str]:
    match = new_match(rules, Seat.A)
    for win in wins:
        dead = win == "-"
        match = match.scored(
            DealScore(None) if dead else DealScore(Seat(win[0]), difference=int(win[1:]))
        )
    return printed_sheet(match).splitlines()


def test_an_open_sheet_shows_running_scores_alone() -> None:
    assert pad(CLASSIC, "B10", "A18", "-", "B30", "B4") == [
        "classic rules, 100 to close a game",
        "",
        "               game 1           game 2           game 3",
        "                A │    B         A │    B         A │    B",
        "            ──────┼──────    ──────┼──────    ──────┼──────",
        "               18 │   10           │   30           │    4",
        "                  │   40           │   34           │",
        "                  │   44           │                │",
        "",
        "5 deals: A won 1, B won 3, 1 dead",
    ]


def test_a_closed_game_is_settled_part_by_part() -> None:
    wins = ["A31", "A28", "A45", "B20", "B17", "A50", "B40", "A35"]
    assert pad(MODERN, *wins)[5:] == [
        "               31 │             28 │   20        45 │   17",
        "               59 │             73 │   37        95 │   57",
        "              104 │            123 │            130 │",
        "            ──────┼──────    ──────┼──────    ──────┼──────",
        "bonus         100 │            100 │            100 │",
        "boxes          75 │             75 │   50        75 │   50",
        "doubled        x2 │                │                │",
        "settled       558 │    0       298 │   87       305 │  107",
        "              won │            won │            won │",
        "",
        "8 deals: A won 5, B won 3",
        "A wins the match: games 3 to 0, points 1161 to 194",
    ]


def test_rows_that_the_rules_do_not_know_are_left_out() -> None:
    lines = pad(CLASSIC, "B30", "B35", "B105")
    labels = {line[:12].strip() for line in lines[4:-2]}
    assert labels == {"", "settled"}


def test_a_shutout_shows_its_bonus() -> None:
    lines = pad(SCORESHEET, "A60", "A50")
    assert "bonus         200 │                │                │" in lines
    assert "settled       350 │    0           │                │" in lines


def test_a_single_game_has_one_column() -> None:
    lines = pad(replace(CLASSIC, single_game=True, target=150), "A40")
    assert lines[0] == "classic rules, 150 to close a game"
    assert lines[2] == "               game 1"
    assert lines[-1] == "1 deal: A won 1, B won 0"
