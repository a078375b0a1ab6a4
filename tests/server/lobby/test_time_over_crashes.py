"""What a crash does to the players' own time: nothing is given back, and nobody pays for it."""

from __future__ import annotations

import pytest

from engine.actions import DrawStock, PassUpcard
from engine.seats import PerSeat, Seat
from server.lobby.clock import GRACE
from server.lobby.errors import NotNowError
from server.lobby.facts import TimePassed
from server.lobby.play import RESTART, Pause
from server.lobby.progress import MatchEnd
from server.lobby.room import NOTED_EVERY
from server.lobby.terms import ClockRule, Terms
from tests.support.club import Club, paused, standing, time_left
from tests.support.recovery import started_again, table_of

CLOCK = Terms(clock=ClockRule(30, 120))


async def test_an_absence_under_way_at_a_crash_is_charged() -> None:
    club = Club()
    _ada, bea, _ = await club.seated()
    bea.drop()
    await club.wait(52)
    later = await started_again(club)
    assert table_of(later, Seat.B, "bea").grace(Seat.B) == GRACE - 50


async def test_thirty_drops_and_thirty_crashes_in_a_row_give_no_time_back() -> None:
    club = Club()
    _, bea, table = await club.seated()
    for _ in range(30):
        bea.drop()
        await club.wait(NOTED_EVERY)
        club = await started_again(club)
        table = table_of(club, Seat.B, "bea")
        ada, bea = club.come("ada"), club.come("bea")
        await club.settled()
    bea.drop()
    assert table.grace(Seat.B) == 0
    await table.claim(ada.player)
    assert standing(table).ended is not None


async def test_while_the_server_is_down_and_its_clocks_stand_nobody_is_charged() -> None:
    club = Club()
    await club.seated()
    later = await started_again(club)
    table = table_of(later, Seat.A, "ada")
    await later.wait(RESTART - 1)
    assert [table.grace(seat) for seat in Seat] == [GRACE, GRACE]
    await later.wait(11)
    assert [table.grace(seat) for seat in Seat] == [GRACE - 10, GRACE - 10]


async def test_who_has_no_grace_left_can_come_back_after_a_crash_before_he_loses() -> None:
    club = Club()
    _ada, bea, _ = await club.seated()
    bea.drop()
    await club.wait(GRACE)
    later = await started_again(club)
    table = table_of(later, Seat.A, "ada")
    ada = later.come("ada")
    with pytest.raises(NotNowError):
        await table.claim(ada.player)
    await later.wait(RESTART)
    await table.claim(ada.player)
    assert standing(table).ended is not None


async def test_a_turn_under_way_at_a_crash_has_the_time_it_had() -> None:
    club = Club()
    await club.seated(CLOCK)
    await club.wait(47)
    later = await started_again(club)
    table = table_of(later, Seat.A, "ada")
    assert time_left(table, Seat.A) == (0, 105)
    ada, _bea = later.come("ada"), later.come("bea")
    await later.wait(5)
    await ada.act(PassUpcard())
    assert time_left(table, Seat.A) == (30, 100)


async def test_a_crash_between_draw_and_discard_gives_no_time_back_either() -> None:
    club = Club()
    ada, bea, _ = await club.seated(CLOCK)
    await ada.act(PassUpcard())
    await bea.act(PassUpcard())
    await club.wait(40)
    await ada.act(DrawStock())
    await club.wait(10)
    later = await started_again(club)
    assert time_left(table_of(later, Seat.A, "ada"), Seat.A) == (0, 100)


async def test_a_turn_after_a_crash_begins_with_all_its_time() -> None:
    club = Club()
    ada, _bea, _ = await club.seated(CLOCK)
    await club.wait(25)
    await ada.act(PassUpcard())
    later = await started_again(club)
    assert time_left(table_of(later, Seat.B, "bea"), Seat.B) == (30, 120)


async def test_time_is_noted_only_while_it_is_used_up() -> None:
    club = Club()
    _ada, bea, table = await club.seated()
    await club.wait(1000)
    bea.drop()
    await club.wait(GRACE + 1000)
    notes = [fact for fact in club.book.facts(table.play.match) if isinstance(fact, TimePassed)]
    assert len(notes) == GRACE / NOTED_EVERY
    assert notes[-1] == TimePassed(0, PerSeat(round(GRACE * 1000), 0))


async def test_clocks_run_on_while_both_are_away() -> None:
    club = Club()
    ada, bea, table = await club.seated(CLOCK)
    for person in (ada, bea):
        await person.act(PassUpcard())
        person.drop()
    await club.wait(150 + 150 + 4 * 30)
    assert (standing(table).ended, standing(table).winner) == (MatchEnd.FORFEIT, Seat.B)


async def test_a_minute_after_a_restart_clocks_run_though_nobody_is_back() -> None:
    club = Club()
    await club.seated(CLOCK)
    later = await started_again(club)
    table = table_of(later, Seat.A, "ada")
    await later.wait(RESTART - 1)
    assert paused(table) is Pause.RESTART
    assert time_left(table, Seat.A) == (30, 120)
    await later.wait(11)
    assert paused(table) is None
    assert time_left(table, Seat.A) == (20, 120)
