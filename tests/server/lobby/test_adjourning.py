from __future__ import annotations

import pytest

from engine.actions import PassUpcard
from engine.players.computer import Level
from engine.seats import Seat
from server.lobby.clock import GRACE
from server.lobby.errors import NotNowError, SeatError
from server.lobby.play import Pause
from server.lobby.progress import MatchEnd, Stage
from server.lobby.table import MOST_ADJOURNED
from server.lobby.terms import ClockRule, Terms
from tests.support.club import Club, paused, stage, standing
from tests.support.recovery import started_again, table_of


async def test_one_offers_the_other_accepts_and_both_are_in_the_lobby() -> None:
    club = Club()
    ada, bea, table = await club.seated()
    await table.adjourn(ada.player)
    assert table.adjourn_offer is Seat.A
    assert bea.lines()[-1] == "ada offers to adjourn the match"
    await table.adjourn(ada.player)
    assert stage(table) is Stage.DEAL
    assert paused(table) is None
    await table.adjourn(bea.player)
    assert paused(table) is Pause.ADJOURNED
    for person in (ada, bea):
        assert person.player.looking_at is None
        assert person.player.seat_at is None
        assert person.player.adjourned == {table}
        assert table not in club.lobby.tables(person.player)


async def test_an_offer_can_be_declined_or_taken_back() -> None:
    club = Club()
    ada, bea, table = await club.seated()
    for answers in (ada, bea):
        await table.adjourn(ada.player)
        table.decline(answers.player)
        assert table.adjourn_offer is None
    with pytest.raises(NotNowError):
        table.decline(bea.player)
    await table.adjourn(bea.player)
    assert paused(table) is None


async def test_it_goes_on_as_it_was_as_soon_as_both_are_there() -> None:
    club = Club()
    ada, bea, table = await club.seated()
    await ada.act(PassUpcard())
    before = (ada.view, bea.view)
    await table.adjourn(ada.player)
    await table.adjourn(bea.player)
    await club.lobby.sit(ada.player, table.number)
    assert paused(table) is Pause.ADJOURNED
    assert ada.view.legal_actions == ()
    with pytest.raises(NotNowError):
        await ada.act(PassUpcard())
    await club.lobby.sit(bea.player, table.number)
    await club.settled()
    assert paused(table) is None
    assert (ada.view, bea.view) == before
    assert not ada.player.adjourned
    await bea.act(PassUpcard())
    assert ada.view.is_my_turn


async def test_meanwhile_both_may_play_elsewhere() -> None:
    club = Club()
    ada, bea, table = await club.seated()
    await table.adjourn(ada.player)
    await table.adjourn(bea.player)
    eve = club.come("eve")
    other = club.lobby.open_table(eve.player, Terms())
    await club.lobby.sit(ada.player, other.number)
    assert stage(other) is Stage.DEAL
    with pytest.raises(SeatError):
        await club.lobby.sit(ada.player, table.number)
    with pytest.raises(SeatError):
        club.lobby.watch(ada.player, table.number)


async def test_no_time_passes_while_it_waits() -> None:
    club = Club()
    ada, bea, table = await club.seated(Terms(clock=ClockRule(30, 120)))
    await club.wait(40)
    await table.adjourn(ada.player)
    await table.adjourn(bea.player)
    await club.wait(3600)
    await club.lobby.sit(ada.player, table.number)
    await club.lobby.sit(bea.player, table.number)
    await club.settled()
    left = table.play.time_left(Seat.A)
    assert left is not None
    assert (left.turn, left.bank) == (0, 110)


async def test_past_the_others_grace_one_may_adjourn_alone() -> None:
    club = Club()
    ada, bea, table = await club.seated()
    bea.drop()
    await club.wait(GRACE)
    await table.adjourn(ada.player)
    assert paused(table) is Pause.ADJOURNED
    bea = club.come("bea")
    assert bea.player.looking_at is None
    assert bea.player.adjourned == {table}


async def test_who_looks_away_again_is_not_bound_by_it() -> None:
    club = Club()
    ada, bea, table = await club.seated()
    await table.adjourn(ada.player)
    await table.adjourn(bea.player)
    await club.lobby.sit(ada.player, table.number)
    club.lobby.step_out(ada.player)
    assert ada.player.seat_at is None
    ada.drop()
    await club.wait(GRACE * 2)
    assert club.come("ada").player.adjourned == {table}


async def test_it_can_be_given_up_where_it_waits() -> None:
    club = Club()
    ada, bea, table = await club.seated()
    await table.adjourn(ada.player)
    await table.adjourn(bea.player)
    await club.lobby.sit(ada.player, table.number)
    await club.lobby.leave(ada.player)
    assert standing(table).ended is MatchEnd.CALLED_OFF
    assert not bea.player.adjourned


async def test_against_the_computer_nobody_is_asked() -> None:
    club = Club()
    ada = club.come("ada")
    await club.lobby.practise(ada.player, Terms(), Level.CLUB)
    table = ada.table
    await table.adjourn(ada.player)
    assert ada.player.looking_at is None
    await club.lobby.sit(ada.player, table.number)
    await club.settled()
    assert paused(table) is None
    await club.lobby.close()


async def test_it_waits_over_a_restart_too() -> None:
    club = Club()
    ada, bea, table = await club.seated()
    await table.adjourn(ada.player)
    await table.adjourn(bea.player)
    later = await started_again(club)
    again = table_of(later, Seat.A, "ada")
    ada, bea = later.come("ada"), later.come("bea")
    assert ada.player.adjourned == {again}
    assert ada.player.looking_at is None
    await later.lobby.sit(ada.player, again.number)
    await later.lobby.sit(bea.player, again.number)
    await later.settled()
    await ada.act(PassUpcard())
    assert bea.view.is_my_turn


async def test_an_adjourned_match_of_members_waits_without_end() -> None:
    club = Club()
    ada, bea, table = await club.seated()
    await table.adjourn(ada.player)
    await table.adjourn(bea.player)
    ada.drop()
    bea.drop()
    club.now += 400 * 24 * 3600
    await club.wait(5)
    later = await started_again(club)
    later.now += 400 * 24 * 3600
    await later.wait(5)
    ada, bea = later.come("ada"), later.come("bea")
    (again,) = ada.player.adjourned
    assert bea.player.adjourned == {again}


async def test_an_adjourned_match_waits_for_a_guest_only_as_long_as_his_seat_is_held() -> None:
    club = Club()
    ada, bea, table = await club.seated(guests=True)
    await table.adjourn(ada.player)
    await table.adjourn(bea.player)
    bea.drop()
    await club.wait(GRACE - 1)
    assert table.play.is_adjourned
    await club.wait(1)
    assert standing(table).ended is MatchEnd.CALLED_OFF
    assert not ada.player.adjourned
    await club.wait(GRACE)
    assert club.lobby.table_count == 0


async def test_nobody_fills_the_house_with_adjourned_matches() -> None:
    club = Club()
    ada = club.come("ada")
    for _ in range(MOST_ADJOURNED):
        await club.lobby.practise(ada.player, Terms(), Level.CLUB)
        await ada.table.adjourn(ada.player)
    await club.lobby.practise(ada.player, Terms(), Level.CLUB)
    with pytest.raises(NotNowError, match="20 matches of ada wait"):
        await ada.table.adjourn(ada.player)
    assert club.lobby.table_count == MOST_ADJOURNED + 1
    await club.lobby.close()
