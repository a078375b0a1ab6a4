from dataclasses import replace
from typing import Any

import pytest
from textual.geometry import Region

from engine.rules import CLASSIC, MODERN, SCORESHEET, Rules
from engine.seats import PerSeat, Seat
from tests.support.deals import deal_from
from tests.support.gateway import FakeGateway, sitting_at
from tests.support.lobbies import LONGEST
from tests.support.screens import Seated, assert_frame
from tui.gateway import MatchEnd, SeatInfo

MORE_GAMES = (
    (Seat.B, 80), (Seat.B, 15), (Seat.A, 4), (Seat.B, 80), (Seat.A, 80), (Seat.A, 30), (Seat.A, 70),
)  # fmt: skip
"""A wins two games, B has more points."""


def ended(
    rules: Rules = SCORESHEET,
    wins: tuple[tuple[Seat, int], ...] = MORE_GAMES,
    **table: Any,  # noqa: ANN401  # fields of the table
) -> FakeGateway:
    """A match that is over, its last deal gone from sight."""
    gateway = sitting_at(deal_from(rules=rules), wins=wins, **table)
    assert gateway.at is not None
    assert gateway.at.match is not None
    if gateway.at.ended is None:
        gateway.at.ended, gateway.at.winner = MatchEnd.PLAYED, gateway.at.match.winner
    return gateway


def test_the_end_of_a_match_at_80_columns() -> None:
    players = PerSeat(SeatInfo(LONGEST[0]), SeatInfo(LONGEST[1]))
    assert_frame("match_over_80", Seated(ended(MODERN, players=players)).text())


def test_the_end_of_a_match_at_120_columns() -> None:
    assert_frame("match_over_120", Seated(ended()).text(120, 40))


def test_the_total_decides_where_the_rules_say_so() -> None:
    shown = Seated(ended()).text()
    assert "bob wins the match" in shown
    assert "The highest total wins: 570 to 514." in shown


def test_the_games_decide_where_the_rules_say_so() -> None:
    shown = Seated(ended(CLASSIC)).text()
    assert "you win the match" in shown
    assert "Most games win: two games to one." in shown
    assert "settled" in shown
    assert "box " not in shown


def test_a_single_game_decides_alone() -> None:
    shown = Seated(ended(replace(CLASSIC, single_game=True), wins=((Seat.A, 120),))).text()
    assert "The one game decides." in shown
    assert "II" not in shown


def test_a_forfeit_is_named_as_one() -> None:
    gateway = ended(wins=MORE_GAMES[:2], ended=MatchEnd.FORFEIT, winner=Seat.A)
    shown = Seated(gateway).text()
    assert "you win the match" in shown
    assert "bob gave the match up: it is forfeited, and the sheet stays as it stands." in shown
    assert "open" in shown


def test_ones_own_forfeit_is_named_too() -> None:
    gateway = ended(wins=MORE_GAMES[:2], ended=MatchEnd.FORFEIT, winner=Seat.B)
    assert "You gave the match up" in Seated(gateway).text()


def test_a_match_called_off_counts_for_nothing() -> None:
    shown = Seated(ended(wins=(), ended=MatchEnd.CALLED_OFF)).text()
    assert "the match was called off" in shown
    assert "nothing counts" in shown


async def test_enter_asks_for_a_rematch() -> None:
    gateway = ended()
    ada = Seated(gateway)
    assert "Enter asks bob for a rematch" in ada.text()
    await ada.press("enter")
    assert gateway.asked == ["ready"]


async def test_who_asked_is_told() -> None:
    gateway = ended()
    ada = Seated(gateway)
    gateway.change(ready=PerSeat(False, True))
    assert "bob asks for a rematch" in ada.text()
    gateway.change(ready=PerSeat(True, False))
    assert "You asked for a rematch; waiting for bob." in ada.text()
    await ada.press("enter")
    assert gateway.asked == []
    assert "You have asked; bob has not answered yet." in ada.text()


def test_with_the_other_gone_enter_waits_for_a_new_player() -> None:
    players = PerSeat(SeatInfo("ada"), SeatInfo("bob", left=True))
    shown = Seated(ended(players=players)).text()
    assert "bob has left.   Enter waits here for another player" in shown


async def test_escape_goes_back_to_the_lobby_and_gives_nothing_up() -> None:
    gateway = ended()
    ada = Seated(gateway)
    await ada.press("escape")
    assert gateway.asked == ["step_out"]
    assert "LOBBY TALK" in ada.text()


async def test_escape_ends_watching() -> None:
    gateway = ended(seat=None)
    await Seated(gateway).press("escape")
    assert gateway.asked == ["leave"]


async def test_a_watcher_cannot_ask_for_a_rematch() -> None:
    gateway = ended(seat=None)
    watcher = Seated(gateway)
    await watcher.press("enter")
    assert gateway.asked == []
    assert "Rematch" not in watcher.text()


async def test_the_sheet_opens_from_here() -> None:
    ada = Seated(ended())
    await ada.press("v")
    assert "SCORE SHEET" in ada.text()


@pytest.mark.parametrize("width", [80, 96, 112, 150, 300])
@pytest.mark.parametrize("height", [24, 30, 36, 100])
def test_regions_stay_in_the_body_and_do_not_overlap(width: int, height: int) -> None:
    regions = list(Seated(ended()).presenter.screen.regions(width, height).values())
    body = Region(0, 1, width, height - 2)
    for place, region in enumerate(regions):
        assert body.contains_region(region)
        assert not any(region.overlaps(other) for other in regions[:place])


@pytest.mark.parametrize("size", [(112, 36), (120, 40)])
def test_the_entry_that_closed_the_last_game_is_on_the_sheet(size: tuple[int, int]) -> None:
    shown = Seated(ended(wins=((Seat.A, 9),) * 14)).text(*size)
    assert shown.count("+9  108") == 3
