"""Clocks at the table, what stops them, and how a guest comes back to his seat."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.seats import PerSeat
from tests.support.gateway import FakeGateway
from tests.support.matches import (
    RETURN_LINE,
    as_a_guest,
    between_hands,
    laying_off_on_the_clock,
    on_my_clock,
    on_the_others_clock,
    paused,
    short_of_time,
    waiting_as_a_guest,
)
from tests.support.screens import Seated, assert_frame
from tui.gateway import ClockSpec, PauseReason, SeatClock
from tui.text import part_text
from tui.times import clock_words, minutes
from tui.widgets.clock import clock_parts


def told(turn: int, bank: int, *, is_running: bool = True) -> str:
    return "".join(part_text(part) for part in clock_parts(SeatClock(turn, bank, is_running)))


def row_of(player: Seated, word: str) -> str:
    return next(line for line in player.text().split("\n") if word in line)


def tick(gateway: FakeGateway, seconds: int) -> None:
    """Let my turn have so many seconds left."""
    assert gateway.at is not None
    mine, theirs = gateway.at.players
    assert mine is not None
    clock = SeatClock(seconds, 120, is_running=True)
    gateway.change(players=PerSeat(replace(mine, clock=clock), theirs))


@pytest.mark.parametrize(
    ("turn", "bank", "shown"),
    [
        (30, 120, "0:30 +2:00"),
        (15, 0, "0:15 +0:00"),
        (14, 120, "▲ 0:14 +2:00"),
        (0, 103, "bank 1:43"),
        (0, 14, "▲ bank 0:14"),
        (600, 3600, "10:00 +60:00"),
    ],
)
def test_a_running_clock_is_marked_by_a_sign_under_15_seconds(
    turn: int, bank: int, shown: str
) -> None:
    assert told(turn, bank) == shown


def test_a_clock_at_rest_is_never_marked() -> None:
    assert told(10, 5, is_running=False) == "0:10 +0:05"


def test_times_are_told_in_words_and_digits() -> None:
    assert minutes(605) == "10:05"
    assert clock_words(ClockSpec(30, 120)) == "30 s a turn, 2:00 besides"
    assert clock_words(ClockSpec(60, 0)) == "60 s a turn"
    assert clock_words(None) == "no clock"


def test_a_table_with_clocks_at_80_columns() -> None:
    assert_frame("clock_mine_80", Seated(on_my_clock()).text())
    assert_frame("clock_short_80", Seated(short_of_time()).text())
    assert_frame("clock_theirs_80", Seated(on_the_others_clock()).text())


def test_a_table_with_clocks_at_120_columns() -> None:
    assert_frame("clock_mine_120", Seated(on_my_clock()).text(120, 40))


def test_a_tick_changes_nothing_but_the_clocks_own_cells() -> None:
    gateway = on_my_clock()
    player = Seated(gateway)
    before = player.frame()
    tick(gateway, 26)
    changes = list(player.frame().changes_from(before))
    assert [(region.y, region.width, region.height) for region in changes] == [(10, 1, 1)]


async def test_a_tick_neither_moves_the_cursor_nor_lets_keys_rest() -> None:
    gateway = on_my_clock()
    player = Seated(gateway)
    await player.press("5")
    tick(gateway, 26)
    assert player.presenter.desk.cursor == 4
    assert not player.presenter.is_resting
    assert player.presenter.desk.lifted is not None


def test_the_guard_screen_shows_turn_clock_and_hand() -> None:
    assert_frame("guard_clock_60x12", Seated(on_my_clock()).text(60, 12))


def test_the_defenders_clock_stands_in_the_prompt_line_of_the_showdown() -> None:
    assert row_of(Seated(laying_off_on_the_clock()), "lays off").endswith("▲ 0:12 +1:35")


def test_the_result_says_when_the_next_hand_comes_by_itself() -> None:
    player = Seated(between_hands())
    assert_frame("result_clock_80", player.text())
    assert "next hand in 0:12" in player.text()


@pytest.mark.parametrize("reason", PauseReason)
def test_a_pause_says_why_and_for_how_long_in_the_prompt_line(reason: PauseReason) -> None:
    gateway = paused(reason, 43)
    table = gateway.table()
    assert table is not None
    assert table.pause is not None
    shown = Seated(gateway).text()
    line = next(line for line in shown.split("\n") if table.pause.sentence in line)
    assert "0:43" in line
    assert ("YOUR TURN" in line) == (reason is PauseReason.RESTART)


def test_a_pause_of_unknown_length_has_no_countdown() -> None:
    shown = Seated(paused(PauseReason.ADJOURNED)).text()
    assert "PAUSED  Adjourned: it goes on when both are here.  " in shown


@pytest.mark.parametrize("reason", [PauseReason.FAULT, PauseReason.ADJOURNED])
async def test_a_table_that_takes_no_actions_says_so_and_looks_are_free(
    reason: PauseReason,
) -> None:
    gateway = paused(reason)
    player = Seated(gateway)
    await player.press("-", "enter")
    table = gateway.table()
    assert table is not None
    assert table.pause is not None
    assert f"▲ {table.pause.sentence}" in player.text()
    assert gateway.asked == []
    assert player.presenter.desk.cursor == 10


async def test_after_a_restart_who_is_on_turn_may_play() -> None:
    gateway = paused(PauseReason.RESTART, 43)
    await Seated(gateway).press("-", "enter")
    assert len(gateway.asked) == 1


def test_a_guest_reads_how_to_come_back_while_waiting_and_while_playing() -> None:
    assert_frame("table_alone_guest_80", Seated(waiting_as_a_guest()).text())
    told = "q tells how you come back to this seat"
    assert told in Seated(as_a_guest(on_my_clock())).text()
    shown = Seated(as_a_guest(on_my_clock())).text(120, 40)
    assert f"to come back: {RETURN_LINE}" in shown
    assert "# shuffle" in shown


async def test_a_return_line_too_long_for_the_felt_is_told_before_leaving() -> None:
    gateway = on_my_clock()
    long = "ssh -p 2222 alexandria-12345+7KQ2M9XD@gin.long.example"
    gateway.change(more={"return_line": long})
    player = Seated(gateway)
    assert "q tells how you come back to this seat" in player.text()
    await player.press("q")
    assert long in player.text()


def test_players_with_keys_see_no_return_line() -> None:
    assert "ssh" not in Seated(on_my_clock()).text()


def test_a_watcher_sees_both_clocks() -> None:
    gateway = on_my_clock()
    gateway.change(seat=None)
    shown = Seated(gateway).text()
    assert "0:27 +2:00" in shown
    assert "0:30 +1:35" in shown
