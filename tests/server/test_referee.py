"""The referee on every worked case, as JSON and for people."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.card_cases import card_cases
from tests.support.commands import InProcess, run_process
from tests.support.scoring_cases import Wins, scoring_cases

MELDS, KNOCKS, SHOWDOWNS = (card_cases(kind) for kind in ("melds", "knocks", "showdowns"))
SHEETS = {f"{name}-{preset}": (preset, wins, want) for name, preset, wins, want in scoring_cases()}
BONUSES = {"classic": "gin25_undercut10", "scoresheet": "gin20_undercut10"}
BONUSES |= {"traditional": "gin20_undercut10", "modern": "gin25_undercut25"}
BIG_GIN = "4C 5C 6C 7C 9D 9H 9S JC JD JH JS"
OTHER = "7S 8S KC KD KH TC TD TH AC AD"


def as_sets(arrangement: list[list[str]]) -> set[frozenset[str]]:
    return {frozenset(meld) for meld in arrangement}


def knock_words(case: dict[str, Any]) -> list[str]:
    taken = case["taken_from_discards"]
    words = ["knocks", case["cards"], "--limit", str(case["knock_limit"])]
    return words + (["--taken", taken] if taken else [])


def showdown_words(case: dict[str, Any], rules: str = "classic") -> list[str]:
    spread, knocker, defender = " / ".join(case["spread"]), case["knocker"], case["defender"]
    return ["showdown", "--spread", spread, "--knocker", knocker, "--defender", defender,
            "--rules", rules]  # fmt: skip


def sheet_words(wins: Wins) -> list[str]:
    return ["-" if win is None else f"{win[0]}{win[1]}" for win in wins]


def in_full(expected: dict[str, Any]) -> dict[str, Any]:
    """A worked sheet with what is null while games are open."""
    return {"totals": None, "games": None, "winner": None, **expected}


def showdown_facts(case: dict[str, Any], rules: str) -> dict[str, Any]:
    winner, points = case["result"][BONUSES[rules]]
    own, left = case["knocker_deadwood"], case["defender_best"]
    ending = "gin" if own == 0 else "knock" if own < left else "undercut"
    return {
        "knocker_deadwood": own,
        "defender_deadwood": left,
        "ending": ending,
        "winner": "knocker" if winner == "K" else "defender",
        "points": points,
    }


# Worked cases.


@pytest.mark.parametrize("name", MELDS)
def test_worked_melds(run: InProcess, name: str) -> None:
    case = MELDS[name]
    answer = run.answer("melds", case["hand"])
    assert set(answer) == {"deadwood", "arrangements", "deadwood_cards"}
    assert answer["deadwood"] == case["deadwood"]
    best = [as_sets([meld.split() for meld in arrangement]) for arrangement in case["best"]]
    found = [as_sets(arrangement) for arrangement in answer["arrangements"]]
    assert len(found) == len(best)
    assert all(arrangement in best for arrangement in found)
    laid = {card for meld in answer["arrangements"][0] for card in meld}
    assert set(answer["deadwood_cards"]) == set(case["hand"].split()) - laid


@pytest.mark.parametrize("name", KNOCKS)
def test_worked_knocks(run: InProcess, name: str) -> None:
    case = KNOCKS[name]
    assert run.answer(*knock_words(case)) == {
        "legal": case["legal_knock_discards"],
        "big_gin": case["big_gin"],
    }


@pytest.mark.parametrize("rules", BONUSES)
@pytest.mark.parametrize("name", SHOWDOWNS)
def test_worked_showdowns(run: InProcess, name: str, rules: str) -> None:
    case = SHOWDOWNS[name]
    answer = run.answer(*showdown_words(case, rules))
    assert sorted(answer.pop("laid_off")) == sorted(case["laid_off"].split())
    assert answer == showdown_facts(case, rules)


@pytest.mark.parametrize("name", SHEETS)
def test_worked_sheets(run: InProcess, name: str) -> None:
    preset, wins, expected = SHEETS[name]
    answer = run.answer("sheet", *sheet_words(wins), "--rules", preset)
    assert answer == in_full(expected)


def test_every_worked_case_as_a_stream_of_a_real_process() -> None:
    hands = run_process(
        "melds", "-", "--json", given="".join(f"{case['hand']}\n" for case in MELDS.values())
    )
    assert [answer["deadwood"] for answer in hands.objects] == [
        case["deadwood"] for case in MELDS.values()
    ]
    knocks = [
        {"cards": c["cards"], "taken": c["taken_from_discards"], "limit": c["knock_limit"]}
        for c in KNOCKS.values()
    ]
    answers = run_process("knocks", "-", "--json", given="\n".join(map(json.dumps, knocks)))
    assert [answer["legal"] for answer in answers.objects] == [
        case["legal_knock_discards"] for case in KNOCKS.values()
    ]
    ends = [
        {key: case[key] for key in ("spread", "knocker", "defender")} | {"rules": "modern"}
        for case in SHOWDOWNS.values()
    ]
    told = run_process("showdown", "-", "--json", given="\n".join(map(json.dumps, ends)))
    assert [answer["points"] for answer in told.objects] == [
        case["result"]["gin25_undercut25"][1] for case in SHOWDOWNS.values()
    ]
    sheets = [(wins, want) for preset, wins, want in SHEETS.values() if preset == "modern"]
    lines = [" ".join(sheet_words(wins)) for wins, _ in sheets]
    pads = run_process("sheet", "-", "--json", "--rules", "modern", given="\n".join(lines))
    assert pads.objects == [in_full(expected) for _, expected in sheets]
    assert (pads.status, pads.errors) == (0, "")


# Other sound cases.


def test_a_hand_may_be_written_without_quotes_and_with_tens(run: InProcess) -> None:
    assert run.answer("melds", "10d", "JD,", "qd") == {
        "deadwood": 0,
        "arrangements": [[["TD", "JD", "QD"]]],
        "deadwood_cards": [],
    }


def test_knock_options_hold_for_the_lines_that_do_not_say_otherwise(run: InProcess) -> None:
    cards = KNOCKS["exactly-ten"]["cards"]
    lines = [cards, json.dumps({"cards": cards, "taken": None}), json.dumps({"cards": cards})]
    answers = run("knocks", "-", "--taken", "KC", "--json", given="\n".join(lines)).objects
    assert [answer["legal"] for answer in answers] == [{}, {"KC": 10}, {}]


def test_big_gin_is_a_showdown_of_eleven_melded_cards(run: InProcess) -> None:
    words = ["showdown", "--spread", "4C 5C 6C 7C / 9D 9H 9S / JC JD JH JS", "--knocker", BIG_GIN]
    answer = run.answer(*words, "--defender", OTHER, "--rules", "modern")
    assert answer["ending"] == "big_gin"
    assert (answer["laid_off"], answer["defender_deadwood"], answer["points"]) == ([], 17, 48)
    assert "which classic rules lack" in run.complaint(*words, "--defender", OTHER)


def test_showdown_rules_hold_for_the_lines_that_name_none(run: InProcess) -> None:
    case = SHOWDOWNS["tie-is-undercut"]
    line = {key: case[key] for key in ("spread", "knocker", "defender")}
    lines = f"{json.dumps(line)}\n{json.dumps(line | {'rules': 'classic'})}\n"
    answers = run("showdown", "-", "--rules", "modern", "--json", given=lines).objects
    assert [answer["points"] for answer in answers] == [25, 10]


# For people.


def test_melds_print_one_arrangement_a_line(run: InProcess) -> None:
    assert run("melds", "4H 5S 5D 5C 6S 6D 6C 7S 7D 7C").output == (
        "deadwood 4\n"
        "\n"
        "5S 5D 5C / 6S 6D 6C / 7S 7D 7C  left over  4H\n"
        "5S 6S 7S / 5D 6D 7D / 5C 6C 7C  left over  4H\n"
    )
    assert run("melds", "KS 2H").output == "deadwood 12\n\nno melds  left over  KS 2H\n"


def test_knocks_print_the_best_discard_first(run: InProcess) -> None:
    assert run("knocks", KNOCKS["gin-by-one-discard"]["cards"]).output == (
        "throw 2D  gin        9S 9H 9D / JS JH JD / 3C 4C 5C 6C\n"
        "throw 3C  leaves  2  9S 9H 9D / JS JH JD / 4C 5C 6C     left over  2D\n"
        "throw 6C  leaves  2  9S 9H 9D / JS JH JD / 3C 4C 5C     left over  2D\n"
    )
    eleven = KNOCKS["eleven-left"]["cards"]
    assert run("knocks", eleven).output == "no knock: every discard leaves more than 10\n"
    big = run("knocks", BIG_GIN).output
    assert big.startswith("big gin: all eleven cards are melded\n\nthrow ")


def test_showdowns_print_both_hands_and_the_sum(run: InProcess) -> None:
    assert run(*showdown_words(SHOWDOWNS["tie-is-undercut"])).output == (
        "knocker   5  4S 5S 6S / JS JD JC / 2H 2D 2C  left over  5D\n"
        "defender  5  KS KH KD KC / TH TD TC          left over  AC 4C\n"
        "laid off     7S\n"
        "\n"
        "undercut: 0 + 10 bonus, 10 points to the defender\n"
    )
    gap = run(*showdown_words(SHOWDOWNS["layoff-gap"])).output
    assert gap.endswith("\n\nknock: 12, 12 points to the knocker\n")


def test_sheets_print_as_the_pad(run: InProcess) -> None:
    assert run("sheet", "B10", "A18", "B30").output == (
        "classic rules, 100 to close a game\n"
        "\n"
        "               game 1           game 2           game 3\n"
        "                A │    B         A │    B         A │    B\n"
        "            ──────┼──────    ──────┼──────    ──────┼──────\n"
        "               18 │   10           │   30           │\n"
        "                  │   40           │                │\n"
        "\n"
        "3 deals: A won 1, B won 2\n"
    )
