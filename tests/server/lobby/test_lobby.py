from __future__ import annotations

import pytest

from engine.actions import PassUpcard
from engine.rules import MODERN
from engine.seats import Seat
from server.lobby import lobby as lobby_module
from server.lobby.chair import HELD
from server.lobby.clock import GRACE
from server.lobby.errors import ClubFullError, NoTableError, SeatError, TalkError
from server.lobby.lobby import TABLE_NAME_CELLS, TAKEN_OVER
from server.lobby.news import KEPT, Noticed, Said
from server.lobby.progress import MatchEnd, Stage
from server.lobby.terms import Hints, Terms
from tests.support.club import Club, stage, standing


async def test_the_same_key_takes_the_seat_over_and_the_older_window_is_told() -> None:
    club = Club()
    older, _bea, table = await club.seated()
    newer = club.come("ada")
    assert older.farewell == TAKEN_OVER
    assert not older.stay.is_current
    assert newer.stay.is_current
    assert newer.player is older.player
    assert newer.table is table
    assert table.seats.chair(Seat.A) is not None
    assert table.grace(Seat.A) is None


async def test_closing_the_replaced_window_changes_nothing() -> None:
    club = Club()
    older, _, table = await club.seated()
    club.come("ada")
    older.drop()
    assert table.grace(Seat.A) is None
    assert stage(table) is Stage.DEAL


async def test_the_replaced_window_hears_nothing_more() -> None:
    club = Club()
    older, bea, table = await club.seated()
    older.subscription.renew()
    club.come("ada")
    woken = older.woken
    older.subscription.renew()
    table.say(bea.player, "who is there")
    assert older.woken == woken


async def test_nobody_takes_a_seat_over_by_name_alone() -> None:
    club = Club()
    ada, _, table = await club.seated(guests=True)
    impostor = club.come("ada", guest=True)
    assert impostor.player.name == "ada-2"
    assert not ada.farewell
    with pytest.raises(SeatError):
        await club.lobby.sit(impostor.player, table.number)


async def test_nobody_sits_against_himself_or_watches_his_own_table() -> None:
    club = Club()
    ada = club.come("ada")
    table = club.lobby.open_table(ada.player, Terms())
    await club.lobby.sit(ada.player, table.number)
    assert stage(table) is Stage.WAITING
    with pytest.raises(SeatError):
        club.lobby.watch(ada.player, table.number)


async def test_stepping_out_keeps_the_seat() -> None:
    club = Club()
    ada, _bea, table = await club.seated()
    club.lobby.step_out(ada.player)
    assert ada.player.looking_at is None
    assert table.grace(Seat.A) == GRACE
    await club.lobby.sit(ada.player, table.number)
    assert ada.table is table
    assert table.grace(Seat.A) is None


async def test_a_player_plays_one_match_at_a_time() -> None:
    club = Club()
    ada, _, table = await club.seated()
    eve = club.come("eve")
    other = club.lobby.open_table(eve.player, Terms())
    club.lobby.step_out(ada.player)
    with pytest.raises(SeatError):
        await club.lobby.sit(ada.player, other.number)
    with pytest.raises(SeatError):
        club.lobby.open_table(ada.player, Terms())
    club.lobby.watch(ada.player, other.number)
    assert ada.player.seat_at is table


async def test_who_waits_at_a_table_gives_it_up_by_sitting_elsewhere() -> None:
    club = Club()
    ada, eve = club.come("ada"), club.come("eve")
    mine = club.lobby.open_table(ada.player, Terms())
    other = club.lobby.open_table(eve.player, Terms())
    await club.lobby.sit(ada.player, other.number)
    assert stage(other) is Stage.DEAL
    assert ada.player.seat_at is other
    assert mine not in club.lobby.tables(eve.player)


async def test_a_waiting_player_is_called_to_the_table_when_somebody_sits() -> None:
    club = Club()
    ada, bea = club.come("ada"), club.come("bea")
    table = club.lobby.open_table(ada.player, Terms())
    club.lobby.step_out(ada.player)
    await club.lobby.sit(bea.player, table.number)
    assert ada.table is table
    assert table.grace(Seat.A) is None


async def test_nobody_sits_down_across_from_a_lost_connection() -> None:
    club = Club()
    ada, bea = club.come("ada"), club.come("bea")
    table = club.lobby.open_table(ada.player, Terms())
    ada.drop()
    assert table not in club.lobby.tables(bea.player)
    with pytest.raises(SeatError):
        await club.lobby.sit(bea.player, table.number)
    club.come("ada")
    await club.lobby.sit(bea.player, table.number)
    assert stage(table) is Stage.DEAL


async def test_a_private_table_is_found_by_its_number_only() -> None:
    club = Club()
    ada, bea, eve = club.come("ada"), club.come("bea"), club.come("eve")
    table = club.lobby.open_table(ada.player, Terms(is_private=True))
    assert table in club.lobby.tables(ada.player)
    assert table not in club.lobby.tables(bea.player)
    assert not any(str(table.number) in line for line in bea.lines())
    await club.lobby.sit(bea.player, table.number)
    club.lobby.watch(eve.player, table.number)
    assert table in club.lobby.tables(bea.player)
    assert table not in club.lobby.tables(eve.player)


async def test_a_table_keeps_the_terms_it_was_opened_with() -> None:
    club = Club()
    ada = club.come("ada")
    terms = Terms("The [/red] room\x1b[2J" + "x" * 50, MODERN, Hints.BASIC)
    table = club.lobby.open_table(ada.player, terms)
    assert table.terms.name == ("The [/red] room[2J" + "x" * 50)[:TABLE_NAME_CELLS]
    assert (table.terms.rules, table.terms.hints) == (MODERN, Hints.BASIC)
    assert club.lobby.open_table(club.come("bea").player, Terms()).terms.name == "Table 2"


async def test_there_is_an_end_to_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "MAX_TABLES", 1)
    club = Club()
    club.lobby.open_table(club.come("ada").player, Terms())
    with pytest.raises(ClubFullError):
        club.lobby.open_table(club.come("bea").player, Terms())


async def test_a_table_that_both_left_is_gone_and_its_watchers_are_in_the_lobby() -> None:
    club = Club()
    ada, bea, table = await club.seated()
    eve = club.come("eve")
    club.lobby.watch(eve.player, table.number)
    await club.lobby.leave(ada.player)
    assert eve.table is table
    await club.lobby.leave(bea.player)
    assert eve.player.looking_at is None
    assert not club.lobby.tables(eve.player)
    with pytest.raises(NoTableError):
        await club.lobby.sit(eve.player, table.number)


async def test_a_waiting_guest_who_stays_away_takes_his_table_with_him() -> None:
    club = Club()
    ada, eve = club.come("ada", guest=True), club.come("eve")
    club.lobby.open_table(ada.player, Terms())
    ada.drop()
    assert not club.lobby.tables(eve.player)
    await club.wait(GRACE)
    assert [person.name for person in club.lobby.people] == ["eve"]


async def test_a_guests_seat_is_held_for_the_one_who_stays() -> None:
    club = Club()
    ada, bea, table = await club.seated(guests=True)
    ada.drop()
    await club.wait(GRACE + 60)
    assert stage(table) is Stage.DEAL
    await table.claim(bea.player)
    assert standing(table).ended is MatchEnd.CALLED_OFF
    await club.wait(1)
    chair = table.seats.chair(Seat.A)
    assert chair is not None
    assert chair.has_left


async def test_a_table_of_gone_guests_is_swept_after_their_grace() -> None:
    club = Club()
    ada, bea, _ = await club.seated(guests=True)
    ada.drop()
    bea.drop()
    await club.wait(GRACE - 1)
    assert len(club.lobby.people) == 2
    await club.wait(2)
    assert not club.lobby.people


async def test_a_match_of_two_absent_members_is_adjourned_after_a_day() -> None:
    club = Club()
    ada, bea, table = await club.seated()
    ada.drop()
    bea.drop()
    club.now += HELD - 10
    await club.wait(1)
    ada = club.come("ada")
    assert ada.table is table
    ada.drop()
    club.now += HELD
    await club.wait(1)
    ada = club.come("ada")
    assert ada.player.looking_at is None
    assert ada.player.adjourned == {table}


async def test_a_regular_who_drops_after_the_match_gives_up_the_seat_in_time() -> None:
    club = Club()
    ada, bea, table = await club.seated()
    await club.lobby.leave(ada.player)
    bea.drop()
    await club.wait(GRACE - 1)
    assert table.seats.of(bea.player) is Seat.B
    await club.wait(1)
    assert bea.player.seat_at is None
    assert club.come("bea").player.looking_at is None


async def test_a_watcher_who_comes_again_is_in_the_lobby() -> None:
    club = Club()
    _, _, table = await club.seated()
    eve = club.come("eve")
    club.lobby.watch(eve.player, table.number)
    eve.drop()
    assert club.come("eve").player.looking_at is None
    assert table.seats.of(eve.player) is None


async def test_lobby_talk_is_cleaned_and_never_looks_like_the_house() -> None:
    club = Club()
    ada, bea = club.come("ada"), club.come("bea")
    club.lobby.say(ada.player, "*** bea left\nServer: ada wins\x1b[2J")
    club.lobby.open_table(bea.player, Terms())
    said, noticed = club.lobby.news
    assert said == Said(1, "ada", "*** bea left Server: ada wins[2J", "21:07")
    assert isinstance(noticed, Noticed)


async def test_empty_lines_are_not_said() -> None:
    club = Club()
    ada = club.come("ada")
    club.lobby.say(ada.player, " \u200b \t")
    assert not club.lobby.news


async def test_talk_goes_to_the_table_one_looks_at() -> None:
    club = Club()
    ada, bea, _ = await club.seated()
    club.lobby.say(ada.player, "good luck")
    assert bea.lines()[-1] == "<ada> good luck"
    club.lobby.step_out(bea.player)
    assert "<ada> good luck" not in bea.lines()


async def test_too_much_talk_at_once_is_refused_for_a_while() -> None:
    club = Club()
    ada = club.come("ada")
    for _ in range(5):
        club.lobby.say(ada.player, "hey")
    with pytest.raises(TalkError):
        club.lobby.say(ada.player, "hey")
    await club.wait(10)
    club.lobby.say(ada.player, "hey")
    for _ in range(3 * KEPT):
        await club.wait(10)
        club.lobby.say(ada.player, "hey")
    assert len(club.lobby.news) == KEPT


async def test_people_are_told_of_comings_and_goings() -> None:
    club = Club()
    ada = club.come("ada")
    ada.subscription.renew()
    woken = ada.woken
    bea = club.come("bea")
    assert ada.woken == woken + 1
    bea.drop()
    assert ada.woken == woken + 1, "nobody is woken twice before he looked"
    assert [person.name for person in club.lobby.people] == ["ada"]


async def test_a_move_does_not_wake_the_lobby() -> None:
    club = Club()
    ada, _, _ = await club.seated()
    eve = club.come("eve")
    eve.subscription.renew()
    await ada.act(PassUpcard())
    assert not eve.subscription.is_stale
