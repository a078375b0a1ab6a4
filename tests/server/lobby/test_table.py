from __future__ import annotations

import pytest

from engine.actions import Action, Discard, DrawStock, PassUpcard, TakeUpcard
from engine.deal import Phase
from engine.errors import IllegalActionError
from engine.events import StockDrawn
from engine.rules import CLASSIC, Rules
from engine.seats import Seat
from server.lobby.clock import GRACE
from server.lobby.errors import NotNowError, SeatError, StaleActionError
from server.lobby.news import Happened
from server.lobby.progress import MatchEnd, Stage
from server.lobby.table import Table
from server.lobby.terms import Terms
from tests.support.club import Club, Person, stage, standing
from tests.support.deals import GIN, GINS

SINGLE = Terms(rules=Rules(single_game=True))


async def play(first: Person, second: Person, *actions: Action) -> None:
    """Do each action in the name of whoever is on turn."""
    for action in actions:
        person = first if first.view.is_my_turn else second
        await person.act(action)


async def draw_and_throw(first: Person, second: Person, turns: int) -> None:
    for _ in range(turns):
        person = first if first.view.is_my_turn else second
        await person.act(DrawStock())
        drawn = person.view.drawn
        assert drawn is not None
        await person.act(Discard(drawn))


async def counting_match(club: Club) -> tuple[Person, Person, Table]:
    """A match in which both have finished a turn."""
    ada, bea, table = await club.seated()
    await play(ada, bea, PassUpcard(), PassUpcard())
    await draw_and_throw(ada, bea, 2)
    return ada, bea, table


async def test_the_match_begins_when_two_sit() -> None:
    ada, bea, table = await Club().seated()
    assert stage(table) is Stage.DEAL
    assert (ada.seat, bea.seat) == (Seat.A, Seat.B)
    assert ada.view.is_my_turn
    assert not bea.view.is_my_turn


async def test_an_action_for_another_position_is_refused() -> None:
    ada, bea, table = await Club().seated()
    version = table.play.version
    await ada.act(PassUpcard())
    await bea.act(PassUpcard())
    with pytest.raises(StaleActionError):
        await table.act(ada.player, DrawStock(), version)
    assert ada.view.phase is Phase.DRAW


async def test_typing_ahead_plays_nothing_later() -> None:
    ada, bea, table = await Club().seated()
    version = table.play.version
    for _ in range(20):
        with pytest.raises(IllegalActionError):
            await table.act(bea.player, TakeUpcard(), version)
    await ada.act(PassUpcard())
    with pytest.raises(StaleActionError):
        await table.act(bea.player, TakeUpcard(), version)
    assert len(bea.view.hand) == 10


async def test_a_refused_action_changes_nothing() -> None:
    ada, _, table = await Club().seated()
    before = (table.play.version, ada.view, table.news(Seat.A))
    with pytest.raises(IllegalActionError):
        await ada.act(DrawStock())
    assert (table.play.version, ada.view, table.news(Seat.A)) == before


async def test_talk_and_presence_do_not_move_the_position() -> None:
    ada, bea, table = await Club().seated()
    version = table.play.version
    table.say(bea.player, "hello")
    bea.drop()
    await table.act(ada.player, PassUpcard(), version)
    assert table.play.version == version + 1


async def test_a_watcher_sees_no_hidden_card_and_can_do_nothing() -> None:
    club = Club()
    _, _, table = await counting_match(club)
    eve = club.come("eve")
    club.lobby.watch(eve.player, table.number)
    with pytest.raises(SeatError):
        await table.act(eve.player, DrawStock(), table.play.version)
    for attempt in (table.ready, table.claim, table.leave):
        with pytest.raises(SeatError):
            await attempt(eve.player)
    view = table.view(None)
    assert view is not None
    assert view.hands is None
    assert not hasattr(view, "hand")
    drawn = [
        line.event.card
        for line in table.news(None)
        if isinstance(line, Happened) and isinstance(line.event, StockDrawn)
    ]
    assert drawn == [None, None]


async def test_the_next_deal_starts_when_both_are_ready_and_the_winner_deals() -> None:
    club = Club(GIN)
    ada, bea, table = await club.seated()
    await play(ada, bea, *GINS)
    assert stage(table) is Stage.DEAL_OVER
    await table.ready(ada.player)
    await table.ready(ada.player)
    assert stage(table) is Stage.DEAL_OVER
    await table.ready(bea.player)
    assert stage(table) is Stage.DEAL
    assert ada.view.dealer is Seat.A
    assert standing(table).deal_number == 2


async def test_nobody_is_ready_while_a_hand_is_played_or_before_one() -> None:
    club = Club()
    ada = club.come("ada")
    table = club.lobby.open_table(ada.player, Terms())
    with pytest.raises(NotNowError):
        await table.ready(ada.player)
    bea = club.come("bea")
    await club.lobby.sit(bea.player, table.number)
    with pytest.raises(NotNowError):
        await table.ready(ada.player)


async def test_the_match_ends_with_its_last_game_and_both_may_have_a_rematch() -> None:
    club = Club(GIN)
    ada, bea, table = await club.seated(SINGLE)
    await play(ada, bea, *GINS)
    assert stage(table) is Stage.MATCH_OVER
    assert (standing(table).ended, standing(table).winner) == (MatchEnd.PLAYED, Seat.A)
    await table.ready(bea.player)
    await table.ready(ada.player)
    assert stage(table) is Stage.DEAL
    assert ada.view.dealer is Seat.A, "the winner of the last deal deals the rematch"
    assert standing(table).match.deals == 0


async def test_being_ready_does_not_outlast_the_match() -> None:
    club = Club(GIN)
    ada, bea, table = await club.seated()
    await play(ada, bea, *GINS)
    await table.ready(bea.player)
    club.lobby.step_out(ada.player)
    await club.wait(GRACE)
    await table.claim(bea.player)
    await table.ready(ada.player)
    assert stage(table) is Stage.MATCH_OVER


async def test_leaving_before_both_had_a_turn_calls_the_match_off() -> None:
    club = Club()
    ada, bea, table = await club.seated()
    await play(ada, bea, PassUpcard(), PassUpcard())
    await draw_and_throw(ada, bea, 1)
    await club.lobby.leave(bea.player)
    assert (standing(table).ended, standing(table).winner) == (MatchEnd.CALLED_OFF, None)


async def test_leaving_after_both_had_a_turn_gives_the_match_away() -> None:
    club = Club()
    _, bea, table = await counting_match(club)
    await club.lobby.leave(bea.player)
    assert (standing(table).ended, standing(table).winner) == (MatchEnd.FORFEIT, Seat.A)
    assert standing(table).match.rules == CLASSIC


async def test_a_hand_that_was_knocked_counts_even_if_the_other_had_no_turn() -> None:
    club = Club(GIN)
    ada, bea, table = await club.seated()
    await play(ada, bea, *GINS)
    await club.lobby.leave(bea.player)
    assert (standing(table).ended, standing(table).winner) == (MatchEnd.FORFEIT, Seat.A)


async def test_nothing_can_be_played_once_the_match_has_ended() -> None:
    club = Club()
    ada, bea, _table = await counting_match(club)
    await club.lobby.leave(bea.player)
    assert ada.view.legal_actions == ()
    with pytest.raises(NotNowError):
        await ada.act(DrawStock())


async def test_a_match_cannot_be_claimed_while_grace_is_left() -> None:
    club = Club()
    ada, bea, table = await counting_match(club)
    with pytest.raises(NotNowError):
        await table.claim(ada.player)
    bea.drop()
    await club.wait(GRACE - 1)
    with pytest.raises(NotNowError):
        await table.claim(ada.player)
    await club.wait(1)
    await table.claim(ada.player)
    assert (standing(table).ended, standing(table).winner) == (MatchEnd.FORFEIT, Seat.A)
    assert table.seats.of(ada.player) is Seat.A


async def test_dropping_again_and_again_gains_no_grace() -> None:
    club = Club()
    _ada, bea, table = await counting_match(club)
    for _ in range(4):
        bea.drop()
        await club.wait(25)
        bea = club.come("bea")
        await club.wait(1000)
    bea.drop()
    assert table.grace(Seat.B) == 20
    await club.wait(20)
    assert table.may_claim(Seat.A)
    assert not table.may_claim(Seat.B)


async def test_every_match_begins_with_a_whole_grace() -> None:
    club = Club(GIN)
    ada, bea, table = await club.seated(SINGLE)
    bea.drop()
    await club.wait(100)
    bea = club.come("bea")
    await play(ada, bea, *GINS)
    await table.ready(ada.player)
    await table.ready(bea.player)
    bea.drop()
    assert table.grace(Seat.B) == GRACE


async def test_who_leaves_when_the_other_stayed_away_has_won() -> None:
    club = Club()
    ada, bea, table = await counting_match(club)
    bea.drop()
    await club.wait(GRACE)
    await club.lobby.leave(ada.player)
    assert (standing(table).ended, standing(table).winner) == (MatchEnd.FORFEIT, Seat.A)


async def test_the_one_who_stays_is_told_and_may_finish_the_turn() -> None:
    club = Club()
    ada, bea, _table = await counting_match(club)
    woken = ada.woken
    ada.subscription.renew()
    bea.drop()
    assert ada.woken == woken + 1
    assert ada.lines()[-1] == "bea lost the connection"
    await draw_and_throw(ada, bea, 1)
    ada.subscription.renew()
    await club.wait(1)
    assert ada.subscription.is_stale, "the countdown runs before the eyes of who stays"
    bea = club.come("bea")
    assert ada.lines()[-1] == "bea is back"
    assert "bea is back" not in bea.lines(), "that is no news to her"
    assert bea.view.is_my_turn


@pytest.mark.parametrize("drops_in", list(range(5)))
async def test_a_returning_player_finds_everything_as_it_was(drops_in: int) -> None:
    club = Club(GIN)
    ada, bea, table = await club.seated()
    await play(ada, bea, *GINS[:drops_in])
    before = (ada.view, table.play.version, table.stage, table.play.standing)
    ada.drop()
    await club.wait(20)
    back = club.come("ada")
    assert back.table is table
    assert (back.view, table.play.version, table.stage, table.play.standing) == before


async def test_the_desk_survives_a_dropped_link_and_is_nobody_elses() -> None:
    club = Club()
    ada, bea, table = await club.seated()
    table.audience.keep_desk(ada.player, "my own order")
    ada.drop()
    assert table.audience.desk(club.come("ada").player) == "my own order"
    assert table.audience.desk(bea.player) is None


async def test_who_stays_after_a_match_can_wait_for_a_new_opponent() -> None:
    club = Club(GIN)
    ada, bea, table = await club.seated(SINGLE)
    await play(ada, bea, *GINS)
    await club.lobby.leave(ada.player)
    eve = club.come("eve")
    with pytest.raises(SeatError):
        await club.lobby.sit(eve.player, table.number)
    await table.ready(bea.player)
    assert stage(table) is Stage.WAITING
    await club.lobby.sit(eve.player, table.number)
    assert stage(table) is Stage.DEAL
    assert eve.seat is Seat.A
    drawn = [
        line.event.card
        for line in table.news(eve.seat)
        if isinstance(line, Happened) and isinstance(line.event, StockDrawn)
    ]
    assert drawn == [None], "the former player's cards are not shown to the new one"


async def test_a_failing_subscriber_harms_nobody() -> None:
    club = Club()
    ada, bea, table = await club.seated()

    def fail() -> None:
        raise RuntimeError("a broken session")

    bea.subscription._wake = fail
    bea.subscription.renew()
    ada.subscription.renew()
    woken = ada.woken
    await ada.act(PassUpcard())
    assert table.play.version == 2
    assert ada.woken == woken + 1
