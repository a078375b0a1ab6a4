from dataclasses import replace
from typing import Any

import pytest

from engine.match import Match, new_match
from engine.result import DealScore
from engine.rules import CLASSIC, MODERN, PRESETS, TRADITIONAL, Rules
from engine.seats import PerSeat, Seat
from tests.support.deals import deal_from
from tests.support.gateway import FakeGateway, sitting_at, waiting_alone
from tests.support.lobbies import LONGEST
from tests.support.screens import Seated, assert_frame
from tui.gateway import SeatInfo

WINS = (
    (Seat.B, 10), (Seat.A, 18), (Seat.B, 30), (Seat.B, 4), (Seat.B, 60), (Seat.A, 25),
    (Seat.B, 10), (Seat.A, 40),
)  # fmt: skip


def playing(rules: Rules = MODERN, **table: Any) -> FakeGateway:  # noqa: ANN401  # fields of the table
    """A match in its ninth deal, between players with the longest names."""
    players = PerSeat(SeatInfo(LONGEST[0]), SeatInfo(LONGEST[1]))
    table = {"players": players, "wins": WINS, **table}
    return sitting_at(deal_from(rules=rules), **table)


async def sheet(gateway: FakeGateway) -> Seated:
    """Somebody looking at the sheet."""
    seated = Seated(gateway)
    await seated.press("v")
    return seated


async def test_the_sheet_at_80_columns() -> None:
    assert_frame("score_sheet_80", (await sheet(playing())).text())


async def test_the_sheet_at_120_columns() -> None:
    assert_frame("score_sheet_120", (await sheet(playing())).text(120, 40))


async def test_a_single_game_has_one_column() -> None:
    shown = (await sheet(playing(replace(CLASSIC, single_game=True), wins=WINS[:3]))).text()
    assert "II" not in shown
    assert "the one game decides" in shown


async def test_bonus_rows_stand_only_where_the_rules_have_them() -> None:
    rows = ("game bonus", "box bonus", "doubled")
    shown = {name: (await sheet(playing(PRESETS[name]))).text() for name in PRESETS}
    assert [row in shown["classic"] for row in rows] == [False, False, False]
    assert [row in shown["scoresheet"] for row in rows] == [True, True, False]
    assert [row in shown["modern"] for row in rows] == [True, True, True]


async def test_every_entry_stands_with_its_running_total() -> None:
    shown = (await sheet(playing(TRADITIONAL))).text()
    for entry in ("+18   18", "+10   10", "+30   40", "+4   44", "+60  104"):
        assert entry in shown


async def test_the_columns_stay_aligned_for_the_longest_names() -> None:
    lines = (await sheet(playing())).text().split("\n")
    rulings = [[x for x, cell in enumerate(line) if cell == "│"] for line in lines]
    assert len({tuple(places) for places in rulings if places}) == 1
    assert all(len(line) <= 80 for line in lines)
    assert LONGEST[0] in lines[2]
    assert LONGEST[1] in lines[2]


async def test_the_last_hands_entries_are_marked() -> None:
    gateway = playing()
    gateway.change(deal_number=8)
    assert "40‹" in (await sheet(gateway)).text()


async def test_a_threatened_shutout_is_named() -> None:
    shown = (await sheet(playing(wins=((Seat.A, 20),)))).text()
    assert "shutout?" in shown
    assert "shutout?" not in (await sheet(playing(CLASSIC, wins=((Seat.A, 20),)))).text()


async def test_a_long_sheet_scrolls() -> None:
    wins = tuple((Seat.A, 5) for _ in range(18))
    ada = await sheet(playing(wins=wins))
    assert "1–10" in ada.text()
    assert "+5   90" not in ada.text()
    await ada.press(*["down"] * 20)
    assert "9–18" in ada.text()
    assert "+5   90" in ada.text()
    await ada.press("k")
    assert "8–17" in ada.text()


@pytest.mark.parametrize("key", ["escape", "v", "q"])
async def test_it_closes_without_asking(key: str) -> None:
    ada = await sheet(playing())
    await ada.press(key)
    assert "SCORE SHEET" not in ada.text()


async def test_before_a_match_it_says_that_there_is_nothing() -> None:
    ada = Seated(waiting_alone())
    ada.presenter.open_layer("score_sheet")
    assert "There is nothing on it yet" in ada.text()


def settled_by_hand(match: Match) -> list[tuple[int, int] | None]:
    """Every game's settled scores."""
    settled = [match.settlement(index) for index in range(len(match.games))]
    return [(both.a.total, both.b.total) if both else None for both in settled]


async def test_the_settled_scores_are_the_engines() -> None:
    match = new_match(MODERN, Seat.A)
    for winner, points in WINS:
        match = match.scored(DealScore(winner, difference=points))
    shown = (await sheet(playing())).text()
    for both in settled_by_hand(match):
        if both is not None:
            assert str(both[0]) in shown
            assert str(both[1]) in shown
    assert f"total {match.totals.a} – {match.totals.b}" in shown
