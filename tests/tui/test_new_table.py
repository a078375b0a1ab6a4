from dataclasses import fields, replace

import pytest

from engine.errors import RulesError
from engine.players.computer import Level
from engine.rules import ALLOWED, CLASSIC, MODERN, PRESETS, LateEntry, MatchWinner, Rules
from tests.support.gateway import FakeGateway
from tests.support.lobbies import empty_lobby
from tests.support.screens import Seated, assert_frame
from tui.gateway import OFFERED_CLOCK, RejectedError, TableSpec
from tui.rules_words import KNOBS, PRESET_WORDS, sentences, terms
from tui.screens.new_table import TERMS
from tui.settings import CoachLevel
from tui.text import sentence


@pytest.fixture
def gateway() -> FakeGateway:
    return empty_lobby()


@pytest.fixture
async def ada(gateway: FakeGateway) -> Seated:
    seated = Seated(gateway)
    await seated.press("n")
    return seated


async def row(ada: Seated, label: str) -> None:
    """Move the cursor to the row of that name."""
    for _ in range(len(KNOBS) + 2 + len(TERMS)):
        if f"▸ {label} " in ada.text():
            return
        await ada.press("down")
    raise AssertionError(f"there is no row {label!r}")


async def test_a_new_table_at_80_columns(ada: Seated) -> None:
    assert_frame("new_table_80", ada.text())


async def test_a_new_table_at_120_columns(ada: Seated) -> None:
    await ada.press("right", "right", "right")
    assert_frame("new_table_120", ada.text(120, 40))


async def test_enter_opens_a_classic_table(ada: Seated, gateway: FakeGateway) -> None:
    await ada.press("enter")
    assert gateway.asked == [("open_table", TableSpec())]


async def test_named_rules_are_chosen_as_a_whole(ada: Seated, gateway: FakeGateway) -> None:
    await ada.press("left", "enter")
    assert gateway.asked == [("open_table", TableSpec(rules=MODERN))]


async def test_what_differs_from_the_named_rules_is_marked(
    ada: Seated, gateway: FakeGateway
) -> None:
    assert "*" not in ada.text()
    await row(ada, "Target")
    await ada.press("right", "right")
    shown = ada.text()
    assert row_text(shown, "Target") == "▸ Target * 100 125 ‹150› 250"
    assert "* not as in the named rules" in shown
    await ada.press("enter")
    assert gateway.asked == [("open_table", TableSpec(rules=replace(CLASSIC, target=150)))]


def row_text(shown: str, label: str) -> str:
    """The row of that name, blanks squeezed."""
    return next(" ".join(line.split()) for line in shown.split("\n") if f"{label} " in line)


async def test_choosing_named_rules_again_undoes_the_changes(ada: Seated) -> None:
    await row(ada, "Box bonus")
    await ada.press("right")
    await row(ada, "Rules")
    await ada.press("right", "left")
    assert "*" not in ada.text()


async def test_a_third_game_cannot_be_doubled_where_there_is_one(
    ada: Seated, gateway: FakeGateway
) -> None:
    await row(ada, "Games")
    await ada.press("right")
    await row(ada, "Third game")
    await ada.press("right")
    with pytest.raises(RulesError) as refused:
        Rules(single_game=True, third_game_doubled=True)
    assert sentence(str(refused.value)) in ada.text()
    await ada.press("enter")
    assert gateway.asked == [("open_table", TableSpec(rules=replace(CLASSIC, single_game=True)))]


async def test_oklahoma_doubles_spades_if_wanted(ada: Seated, gateway: FakeGateway) -> None:
    await row(ada, "Oklahoma")
    await ada.press("right", "right", "enter")
    rules = replace(CLASSIC, oklahoma=True, spades_double=True)
    assert gateway.asked == [("open_table", TableSpec(rules=rules))]


async def test_the_coach_and_who_may_come_are_the_tables(ada: Seated, gateway: FakeGateway) -> None:
    await row(ada, "Coach")
    await ada.press("left")
    await row(ada, "Who may come")
    await ada.press("right", "enter")
    assert gateway.asked == [("open_table", TableSpec(coach=CoachLevel.BASIC, private=True))]


async def test_a_table_has_a_clock_and_cuts_if_wanted(ada: Seated, gateway: FakeGateway) -> None:
    await row(ada, "Clock")
    assert "‹none›" in ada.text()
    await ada.press("right", "right")
    assert "‹30 s + 2:00›" in ada.text()
    await row(ada, "Cut")
    await ada.press("right", "enter")
    assert gateway.asked == [("open_table", TableSpec(clock=OFFERED_CLOCK, cuts=True))]


def test_the_terms_of_a_table_name_clock_and_cuts() -> None:
    told = " ".join(terms(TableSpec(clock=OFFERED_CLOCK, cuts=True)))
    assert "Clock: 30 s a turn, 2:00 besides. Both may cut the deck." in told
    assert "Clock" not in " ".join(terms(TableSpec()))


async def test_p_practises_by_the_chosen_rules(ada: Seated, gateway: FakeGateway) -> None:
    await ada.press("left", "p")
    assert gateway.asked == [("practise", TableSpec(rules=MODERN), Level.CLUB)]


async def test_escape_goes_back_and_opens_nothing(ada: Seated, gateway: FakeGateway) -> None:
    await ada.press("right", "escape")
    assert gateway.asked == []
    assert "LOBBY TALK" in ada.text()


async def test_a_click_on_a_value_chooses_it(ada: Seated, gateway: FakeGateway) -> None:
    await ada.click("traditional")
    await ada.click("125")
    await ada.press("enter")
    rules = replace(PRESETS["traditional"], target=125)
    assert gateway.asked == [("open_table", TableSpec(rules=rules))]


async def test_a_refused_table_is_explained() -> None:
    class Full(FakeGateway):
        async def open_table(self, spec: TableSpec) -> None:  # noqa: ARG002 # the port's
            raise RejectedError("The club has no room for another table.")

    ada = Seated(Full())
    await ada.press("n", "enter")
    assert "The club has no room for another table." in ada.text()


def test_every_rule_a_table_may_choose_has_a_row() -> None:
    chosen = {name for knob in KNOBS for name in knob.fields}
    assert chosen == {field.name for field in fields(Rules)} - {"preset"}


def test_every_value_the_game_knows_can_be_chosen() -> None:
    values = {name: set(allowed) for name, allowed in ALLOWED.items()}
    values |= {"late_entry": set(LateEntry), "match_winner": set(MatchWinner)}
    for knob in KNOBS:
        for place, name in enumerate(knob.fields):
            offered = {choice.values[place] for choice in knob.choices}
            assert offered == values.get(name, {False, True})


def test_every_preset_has_its_line() -> None:
    assert list(PRESET_WORDS) == list(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_the_sentences_name_every_number_of_the_rules(name: str) -> None:
    rules = PRESETS[name]
    told = " ".join(sentences(rules))
    for number in (rules.target, rules.gin_bonus, rules.undercut_bonus, rules.box_bonus):
        assert not number or str(number) in told
    assert ("big gin 31" in told) == (rules.big_gin_bonus is not None)
    assert ("fiftieth card" in told) == rules.fiftieth_card
    assert rules.late_entry.value in told


def test_a_single_game_is_told_as_one() -> None:
    told = " ".join(sentences(replace(CLASSIC, single_game=True)))
    assert "one game to 100" in told
    assert "three" not in told
    assert "changed" in told


async def test_the_other_seat_may_be_the_computers(ada: Seated, gateway: FakeGateway) -> None:
    await row(ada, "Against")
    await ada.press("right")
    assert "The computer looks at its own cards only" in ada.text()
    await ada.press("left", "left")
    assert row_text(ada.text(), "Against") == "▸ Against a person beginner club ‹strong›"
    await ada.press("enter")
    assert gateway.asked == [("practise", TableSpec(), Level.STRONG)]


async def test_at_home_only_the_computer_may_come(gateway: FakeGateway) -> None:
    gateway.is_at_home = True
    ada = Seated(gateway)
    await ada.press("n")
    assert "Who may come" not in ada.text()
    await row(ada, "Against")
    assert row_text(ada.text(), "Against") == "▸ Against beginner ‹club› strong"
    await ada.press("left", "enter")
    assert gateway.asked == [("practise", TableSpec(), Level.BEGINNER)]
