"""The named rules and the house rules a table may change (`docs/RULES.md §6`)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import RulesError
from engine.rules import (
    ALLOWED,
    CLASSIC,
    KNOCK_LIMIT,
    MODERN,
    PRESET_NAMES,
    PRESETS,
    SCORESHEET,
    TRADITIONAL,
    LateEntry,
    MatchWinner,
    Rules,
    preset,
)


def knobs(rules: Rules) -> tuple[object, ...]:
    return (
        rules.gin_bonus,
        rules.undercut_bonus,
        rules.big_gin_bonus,
        (rules.game_bonus, rules.shutout_bonus, rules.shutout_doubled),
        rules.box_bonus,
        rules.late_entry,
        rules.fiftieth_card,
        rules.match_winner,
    )


def test_classic_rules_are_those_of_the_table() -> None:
    assert knobs(CLASSIC) == (
        25, 10, None, (0, 0, False), 0, LateEntry.STRICT, False, MatchWinner.GAMES
    )  # fmt: skip


def test_scoresheet_rules_are_those_of_the_table() -> None:
    assert knobs(SCORESHEET) == (
        20, 10, None, (100, 200, False), 20, LateEntry.STRICT, False, MatchWinner.TOTAL
    )  # fmt: skip


def test_traditional_rules_are_scoresheet_rules_with_advancing_late_entry() -> None:
    assert knobs(TRADITIONAL) == (
        20, 10, None, (100, 200, False), 20, LateEntry.ADVANCE, False, MatchWinner.TOTAL
    )  # fmt: skip


def test_modern_rules_are_those_of_the_table() -> None:
    assert knobs(MODERN) == (
        25, 25, 31, (100, 100, True), 25, LateEntry.ADVANCE, True, MatchWinner.TOTAL
    )  # fmt: skip


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_all_named_rules_share_target_and_three_games(rules: Rules) -> None:
    assert (rules.target, rules.game_count, KNOCK_LIMIT) == (100, 3, 10)
    assert not any([rules.oklahoma, rules.spades_double, rules.third_game_doubled])
    assert rules.house_rules == ()
    assert preset(rules.preset) is rules


def test_classic_is_the_default() -> None:
    assert next(iter(PRESETS)) == "classic"
    assert Rules() == CLASSIC
    assert tuple(PRESETS) == PRESET_NAMES


@pytest.mark.parametrize("name", ["", "Classic", "hollywood"])
def test_rules_of_another_name_are_refused(name: str) -> None:
    with pytest.raises(RulesError, match="choose classic, scoresheet, traditional, modern"):
        preset(name)
    with pytest.raises(RulesError, match="choose classic, scoresheet, traditional, modern"):
        Rules(preset=name)


@pytest.mark.parametrize(("knob", "values"), ALLOWED.items(), ids=ALLOWED)
def test_a_knob_takes_only_the_values_of_the_rule_sheet(
    knob: str, values: tuple[int | None, ...]
) -> None:
    for value in values:
        assert getattr(replace(CLASSIC, **{knob: value}), knob) == value  # type: ignore[arg-type]  # a field's name at run time
    with pytest.raises(RulesError, match=f"^{knob} cannot be 7; it is one of "):
        replace(CLASSIC, **{knob: 7})  # type: ignore[arg-type]  # a field's name at run time


def test_only_big_gin_can_be_off() -> None:
    with pytest.raises(RulesError, match=r"it is one of off, 31$"):
        replace(CLASSIC, big_gin_bonus=25)
    with pytest.raises(RulesError, match="gin_bonus cannot be None"):
        replace(CLASSIC, gin_bonus=None)  # type: ignore[arg-type]  # what a bad file could hold


def test_spades_double_only_where_the_upcard_sets_the_limit() -> None:
    assert Rules(oklahoma=True, spades_double=True, target=150).spades_double
    with pytest.raises(RulesError, match="oklahoma only"):
        Rules(spades_double=True)


def test_a_single_game_has_no_third_to_double() -> None:
    assert Rules(single_game=True).game_count == 1
    with pytest.raises(RulesError, match="a single game has no third"):
        Rules(single_game=True, third_game_doubled=True)


def test_changed_house_rules_are_named() -> None:
    changed = replace(MODERN, big_gin_bonus=None, target=150, oklahoma=True)
    assert changed.house_rules == ("big_gin_bonus", "target", "oklahoma")
