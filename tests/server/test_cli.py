"""The `hollywood-gin` command: every worked case, every way to be wrong, real processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from server import serve as club
from tests.support.card_cases import card_cases
from tests.support.commands import COMMAND, InProcess, run_process
from tests.support.scoring_cases import Wins, scoring_cases

MELDS, KNOCKS, SHOWDOWNS = (card_cases(kind) for kind in ("melds", "knocks", "showdowns"))
SHEETS = {f"{name}-{preset}": (preset, wins, want) for name, preset, wins, want in scoring_cases()}
BONUSES = {"classic": "gin25_undercut10", "scoresheet": "gin20_undercut10"}
BONUSES |= {"traditional": "gin20_undercut10", "modern": "gin25_undercut25"}
TEN = "AS 2S 3S 7H 7D 7C 4D 4H AC AD"
BIG_GIN = "4C 5C 6C 7C 9D 9H 9S JC JD JH JS"
OTHER = "7S 8S KC KD KH TC TD TH AC AD"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> InProcess:
    return InProcess(monkeypatch, capsys)


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


# Unsound cases: status 2 and one sentence that says what is wrong where.


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["melds", "AS XX"], "the hand: 'XX' is not a card"),
        (["melds", "AS 2S AS"], "the hand: AS stands twice"),
        (["melds", ""], "the hand: 0 cards where there must be 1 to 11"),
        (["melds", f"{TEN} KS QS"], "the hand: 12 cards where there must be 1 to 11"),
        (["melds", "\udcff"], r"the hand: '\udcff' is not a card"),
        (["melds"], "Missing argument 'CARDS'."),
        (["knocks", TEN], "the hand: 10 cards where there must be 11"),
        (["knocks", f"{TEN} KS", "--taken", "QS"], "taken: QS is not among the eleven cards"),
        (["knocks", f"{TEN} KS", "--taken", "Q"], "taken: 'Q' is not a card"),
        (["knocks", f"{TEN} KS", "--limit", "11"], "limit: 11 is no knock limit; it is 0 to 10"),
        (["knocks", f"{TEN} KS", "--limit", "-1"], "limit: -1 is no knock limit; it is 0 to 10"),
        (["knocks", f"{TEN} KS", "--limit", "x"], "Invalid value for '--limit': "),
        (["sheet"], "Missing argument 'WINS'."),
        (["sheet", ""], "the list of wins is empty"),
        (["sheet", "B10", "C5"], "win 2: 'C5' is no win"),
        (["sheet", "B0"], "win 1: 'B0' is no win"),
        (["sheet", "A1000"], "win 1: 'A1000' is no win"),
        (["sheet", "A" + "9" * 5000], "win 1: 'A99"),
        (["sheet", "A٣"], "win 1: 'A٣' is no win"),
        (["sheet", "A10", "--rules", "poker"], "rules: there are no rules called 'poker'"),
        (["sheet", "B30", "B35", "B105", "A5"],
         "win 4: A5 comes after the last game had closed"),
        (["sheet", "B30", "B35", "B105", "-"], "win 4: - comes after the last game had closed"),
        (["showdown"], "a showdown needs --spread, --knocker and --defender"),
        (["showdown", "-", "--knocker", TEN], "-: cases come from standard input"),
        (["showdown", TEN], f"'{TEN}': cards go after"),
        (["deal"], "No such command 'deal'."),
        (["melds", "AS", "--loud"], "No such option: --loud"),
        (["serve", "--port", "70000"], "Invalid value for '--port'"),
    ],
)  # fmt: skip
def test_bad_input_is_told_in_one_sentence(run: InProcess, words: list[str], sentence: str) -> None:
    assert run.complaint(*words).startswith(sentence)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"knocker": "4S 5S 6S"}, "knocker: 3 cards where there must be 10 to 11"),
        ({"defender": f"{OTHER} 2D"}, "defender: 11 cards where there must be 10"),
        ({"defender": "4S 8S KC KD KH TC TD TH AC AD"},
         "defender: 4S is in the knocker's hand already"),
        ({"spread": ["4S 5S 6S", "JC JD"]}, "meld 2 of the spread: JC JD is no meld"),
        ({"spread": ["4S 5S 6S", "  "]}, "meld 2 of the spread: there are no cards in it"),
        ({"spread": ["4S 5S QX"]}, "meld 1 of the spread: 'QX' is not a card"),
        ({"spread": ["4S 5S 6S", "QC QD QS"]}, "spread: QS is not in the hand"),
        ({"spread": ["4S 5S 6S", "4S 5S 6S"]}, "spread: 4S is in two melds"),
        ({"spread": ["4S 5S 6S", "JC JD JS"]}, "spread: 11 are left; a knock may leave 10"),
        ({"spread": []}, "spread: 56 are left; a knock may leave 10"),
        ({"spread": "4S 5S 6S"}, "spread: it must be a list of melds"),
        ({"spread": [7]}, "meld 1 of the spread: it must be a string"),
        ({"knocker": None}, "knocker: it must be a string"),
        ({"rules": 7}, "rules: it must be a string"),
        ({"rules": "poker"}, "rules: there are no rules called 'poker'"),
        ({"colour": "red"}, "'colour': there is no such key"),
    ],
)  # fmt: skip
def test_a_bad_showdown_in_a_stream_is_told_in_its_place(
    run: InProcess, changed: dict[str, Any], sentence: str
) -> None:
    sound = {
        "spread": ["4S 5S 6S", "JC JD JS", "2C 2D 2H"],
        "knocker": "4S 5S 6S JC JD JS 2C 2D 2H 5D",
        "defender": OTHER.replace("TD", "9D"),
    }
    lines = [json.dumps(sound), json.dumps(sound | changed), json.dumps(sound)]
    done = run("showdown", "-", "--json", given="\n".join(lines))
    before, bad, after = done.objects
    assert (done.status, done.errors) == (0, "")
    assert bad["error"].startswith(sentence)
    assert bad["line"] == 2
    assert before == after
    assert before["points"] > 0


def test_big_gin_melds_every_card(run: InProcess) -> None:
    line = {"knocker": BIG_GIN, "defender": OTHER, "rules": "modern"}
    line |= {"spread": ["4C 5C 6C", "9D 9H 9S", "JC JD JH JS"]}  # type: ignore[dict-item]  # JSON is mixed
    (answer,) = run("showdown", "-", "--json", given=json.dumps(line)).objects
    assert answer["error"].startswith("spread: big gin melds all eleven cards, here 7 are left")


@pytest.mark.parametrize(
    ("command", "line", "sentence"),
    [
        ("melds", b"", "the hand: 0 cards"),
        ("melds", b"AS \xff", "the line is not UTF-8 text"),
        ("melds", b'{"cards": "AS"}', "the hand: '{\"cards\":' is not a card"),
        ("knocks", b"{", "the line is not a JSON object"),
        ("knocks", b"{}", "cards: the object lacks it"),
        ("knocks", b'{"cards": 5}', "cards: it must be a string"),
        ("knocks", b'{"cards": "AS", "taken": 5}', "taken: it must be a string"),
        ("knocks", b'{"cards": "AS", "limit": true}', "limit: it must be a whole number"),
        ("knocks", b'{"cards": "AS", "limit": 1.5}', "limit: it must be a whole number"),
        ("knocks", b'{"cards": "\\ud800"}', "the hand: '\\ud800' is not a card"),
        ("knocks", b'{"a":' * 100_000, "the line is not a JSON object"),
        ("showdown", b"4S 5S 6S", "the line is not a JSON object"),
        ("showdown", b"[]", "the line is not a JSON object"),
        ("showdown", b"[" * 100_000, "the line is not a JSON object"),
        ("showdown", b"", "the line is not a JSON object"),
        ("sheet", b"", "the list of wins is empty"),
        ("sheet", b"A10 x", "win 2: 'x' is no win"),
    ],
)
def test_a_bad_line_is_told_and_the_next_goes_on(
    run: InProcess, command: str, line: bytes, sentence: str
) -> None:
    done = run(command, "-", "--json", given=line + b"\n" + line + b"\r\n")
    assert (done.status, done.errors) == (0, "")
    assert [answer["line"] for answer in done.objects] == [1, 2]
    assert all(answer["error"].startswith(sentence) for answer in done.objects)


def test_a_stream_for_people_tells_bad_lines_apart_from_the_answers(run: InProcess) -> None:
    done = run("melds", "-", given="AS 2S 3S\nXX\nKS\n")
    assert done.output.count("deadwood") == 2
    assert done.errors.startswith("hollywood-gin: line 2: the hand: 'XX' is not a card")


def test_a_closed_standard_input_is_told() -> None:
    words = ["sh", "-c", 'exec "$0" melds - <&-', str(COMMAND)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "hollywood-gin: -: standard input is closed\n"


# For people.


def test_the_command_alone_shows_what_it_can_do(run: InProcess) -> None:
    alone, asked = run(), run("--help")
    assert alone == asked
    assert alone.status == 0
    for command in ("melds", "knocks", "showdown", "sheet", "serve"):
        assert command in alone.output


def test_the_version_is_that_of_the_package(run: InProcess) -> None:
    assert run("--version").output == f"hollywood-gin {version('hollywood-gin')}\n"


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


def test_the_lines_of_a_pad_are_drawn_in_ascii_where_the_output_needs_it() -> None:
    done = subprocess.run(
        [COMMAND, "sheet", "A10"],
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert b"A |    B" in done.stdout
    assert b"------+------" in done.stdout


def test_serve_hands_its_options_to_the_club(
    run: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, int, Path | None, Path | None]] = []

    def opened(host: str, port: int, data: Path | None, host_keys: Path | None) -> int:
        asked.append((host, port, data, host_keys))
        return 3

    monkeypatch.setattr(club, "serve", opened)
    assert run("serve").status == 3
    run("serve", "--host", "::1", "--port", "0", "--data", "d", "--host-keys", "k")
    assert asked == [("127.0.0.1", 2222, None, None), ("::1", 0, Path("d"), Path("k"))]


# Real processes.


def test_a_bad_case_ends_a_real_process_with_status_2() -> None:
    done = run_process("melds", "AS AS")
    assert (done.status, done.output) == (2, "")
    assert done.errors == "hollywood-gin: the hand: AS stands twice\n"


def test_a_referee_needs_neither_ssh_nor_screens() -> None:
    code = "import sys, server.cli; print({'asyncssh', 'textual', 'rich'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "set()\n"


def test_a_reader_that_leaves_early_is_no_error_worth_a_word() -> None:
    with subprocess.Popen(
        [COMMAND, "melds", "-", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"AS 2S 3S\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["deadwood"] == 0
        process.stdout.close()
        process.stdin.write(b"AS 2S 3S\n" * 10)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 1


def test_ctrl_c_ends_a_stream_without_a_traceback() -> None:
    with subprocess.Popen(
        [COMMAND, "melds", "-", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"AS 2S 3S\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", [["melds", "AS"], ["--help"]], ids=["answer", "help"])
def test_a_full_disk_is_told_in_one_sentence(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [COMMAND, *words], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60,
            check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == "hollywood-gin: No space left on device\n"
