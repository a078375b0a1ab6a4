import tomllib
from pathlib import Path

import pytest

from engine.cards import Hand
from engine.layoffs import best_layoff
from engine.match import Match, new_match
from engine.melds import parse_meld
from engine.result import DealScore
from engine.rules import ALLOWED, KNOCK_LIMIT, PRESETS, Rules
from engine.seats import Seat
from tests.support.scoring_cases import scoring_cases
from tui.help_text import example_score, rules_lines
from tui.rules_text import Paragraph, Row, rules_sections
from tui.text import part_text, width

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "RULES.md").read_text(encoding="utf-8")


def words(text: str) -> str:
    return " ".join(text.split())


def test_the_help_shows_the_whole_page() -> None:
    lines = ["".join(map(part_text, line)) for line in rules_lines(76, None)]
    shown = words(" ".join(line.strip().removeprefix("· ") for line in lines))
    for line in PAGE.replace("*", "").replace("|", " ").split("\n"):
        told = words(line.strip().lstrip("#").strip().removeprefix("- "))
        if not set(told) <= {"-", " "}:
            assert told in shown


def test_the_sections_are_numbered_one_to_nine() -> None:
    numbers = [section.title[0] for section in rules_sections()[1:]]
    assert numbers == list("123456789")


@pytest.mark.parametrize("limit", [76, 92])
def test_no_line_is_longer_than_asked_for(limit: int) -> None:
    for line in rules_lines(limit, None):
        assert width("".join(map(part_text, line)).rstrip()) <= limit


def test_the_table_of_named_rules_is_what_the_engine_plays() -> None:
    section = next(section for section in rules_sections() if section.title.startswith("6"))
    head, *rows = (block.cells for block in section.blocks if isinstance(block, Row))
    assert list(head[1:]) == list(PRESETS)
    table = {row[0]: row[1:] for row in rows}
    for column, rules in enumerate(PRESETS.values()):
        assert {name: cells[column] for name, cells in table.items()} == _in_words(rules)


def _in_words(rules: Rules) -> dict[str, str]:
    big_gin = "off" if rules.big_gin_bonus is None else str(rules.big_gin_bonus)
    shutout = "doubled" if rules.shutout_doubled else str(rules.shutout_bonus or "none")
    return {
        "gin bonus": str(rules.gin_bonus),
        "undercut bonus": str(rules.undercut_bonus),
        "big gin": big_gin,
        "game bonus": str(rules.game_bonus or "none"),
        "shutout": shutout,
        "box bonus": str(rules.box_bonus or "none"),
        "late entry": rules.late_entry.value,
        "fiftieth card": "on" if rules.fiftieth_card else "off",
        "match winner": rules.match_winner.value,
    }


def test_the_page_names_every_value_a_table_may_choose() -> None:
    text = words(PAGE.split("## 6.")[1].split("## 7.")[0])
    for allowed in ALLOWED.values():
        *most, last = (
            "none" if value == 0 else "off" if value is None else str(value) for value in allowed
        )
        assert f"{', '.join(most)} or {last}" in text
    assert f"the knock limit is {KNOCK_LIMIT}" in text


def test_the_example_is_the_one_of_the_worked_cases() -> None:
    _, _, wins, expected = next(
        case for case in scoring_cases() if case[:2] == ("seeds", "classic")
    )
    score = example_score()
    assert [game.scores[Seat.A] for game in score.match.games] == expected["scores"]["A"]
    assert [game.scores[Seat.B] for game in score.match.games] == expected["scores"]["B"]
    assert score.match.deals == len(wins)


def test_the_match_played_out_on_the_page_is_the_worked_case() -> None:
    case = next(case for case in scoring_cases() if case[:2] == ("seeds-played-out", "scoresheet"))
    settled, totals = case[3]["settled"], case[3]["totals"]
    told = words(PAGE)
    assert f"4 × 20 = {settled['B'][0]}" in told
    assert f"Al's at {settled['A'][0]}, {settled['A'][1]} and {settled['A'][2]}" in told
    assert f"Bo wins {totals['B']} to {totals['A']}" in told


def test_the_layoff_on_the_page_is_the_best_one() -> None:
    spread = [parse_meld(text) for text in ("7S 7H 7D", "TC JC QC", "JH QH KH")]
    best = best_layoff(spread, Hand.parse("9S 9D 9C TS TH TD JS JD QS KS"))
    assert (best.deadwood, best.cards) == (0, Hand.parse("TH 9C"))


def test_the_page_is_packed_into_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    forced = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert forced["docs/RULES.md"] == "tui/RULES.md"


def test_a_tables_own_rules_come_first() -> None:
    lines = rules_lines(76, PRESETS["modern"])
    assert part_text(lines[0][0]) == "At this table"
    assert "big gin 31" in part_text(lines[3][0])


def test_running_text_is_marked_up_without_its_signs() -> None:
    for section in rules_sections():
        for block in section.blocks:
            if isinstance(block, Paragraph):
                assert "*" not in "".join(part_text(part) for part in block.parts)


def test_a_late_win_of_the_page_goes_where_it_says() -> None:
    for preset, scored in (("classic", [0, 0, 0]), ("traditional", [0, 30, 0])):
        match = _match(preset, ("B", 60), ("B", 45), ("A", 30))
        assert [game.scores[Seat.A] for game in match.games] == scored


def _match(preset: str, *wins: tuple[str, int]) -> Match:
    match = new_match(PRESETS[preset], Seat.A)
    for letter, points in wins:
        match = match.scored(DealScore(Seat(letter), difference=points))
    return match
