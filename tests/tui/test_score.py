"""The compact score beside the felt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.rules import CLASSIC, MODERN, PRESETS, SCORESHEET
from engine.seats import PerSeat, Seat
from tests.support.deals import deal_from
from tests.support.gateway import sitting_at
from tests.support.lobbies import LONGEST
from tests.support.screens import Seated
from tests.support.tables import WINS
from tui.gateway import SeatInfo

NAMES = ("bob", "clara", "computer", "computer2", *LONGEST)


def score_rows(name: str = "bob", rules: str = "classic", width: int = 80) -> list[str]:
    """The rows of the score at a table against somebody of that name."""
    gateway = sitting_at(
        deal_from(rules=PRESETS[rules]),
        wins=(*WINS, (Seat.A, 20)),
        players=PerSeat(SeatInfo("ada"), SeatInfo(name)),
    )
    player = Seated(gateway)
    region = player.presenter.screen.regions(width, 24)["score"]
    rows = player.text(width, 24).split("\n")[region.y : region.bottom]
    return [row[region.x : region.right].ljust(region.width) for row in rows]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [80, 96])
def test_a_name_of_any_length_keeps_the_columns_straight(name: str, width: int) -> None:
    rows, usual = score_rows(name, width=width), score_rows(width=width)
    assert [row[9:] for row in rows] == [row[9:] for row in usual]
    assert rows[4][1:9].rstrip() in (name, name[:7] + "…")


def test_eight_letters_of_a_name_are_whole() -> None:
    assert score_rows("computer")[4].startswith(" computer ")


@pytest.mark.parametrize("rules", PRESETS)
def test_columns_never_touch(rules: str) -> None:
    for row in score_rows(rules=rules)[1:]:
        assert len(row) == 33
        assert [row[place] for place in (16, 24, 32)] == [" "] * 3, row


def test_a_closed_game_tells_by_how_much_it_was_settled() -> None:
    settled = score_rows(rules="scoresheet")[8]
    assert settled.split()[0] == "settled"
    assert settled.split()[1].startswith("+")


def test_rules_without_bonuses_settle_nothing_more() -> None:
    assert not score_rows()[8].strip()


def test_a_single_game_takes_the_whole_width() -> None:
    single = sitting_at(deal_from(rules=replace(CLASSIC, single_game=True)), wins=WINS[:2])
    assert " II" not in Seated(single).text()
    for rules in (SCORESHEET, MODERN):
        assert "settled" in Seated(sitting_at(deal_from(rules=rules), wins=WINS)).text()
