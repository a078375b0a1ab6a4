"""Unsound cases: status 2 and one sentence that says what is wrong where."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.commands import InProcess

TEN = "AS 2S 3S 7H 7D 7C 4D 4H AC AD"
BIG_GIN = "4C 5C 6C 7C 9D 9H 9S JC JD JH JS"
OTHER = "7S 8S KC KD KH TC TD TH AC AD"


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
        (["serve", "--port", "70000"], "--port should be less than or equal to 65535"),
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
