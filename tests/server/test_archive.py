"""Finished matches, ratings and replays as the screens read them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

import pytest

from engine.actions import Action, DrawStock, PassUpcard
from engine.deal import Phase
from engine.events import DealStarted
from engine.rules import Rules
from engine.seats import PerSeat, Seat
from engine.view import SeatView
from server import verify_deal
from server.gateway import LobbyGateway
from tests.support.club import PlannedShuffler
from tests.support.deals import GIN, GINS, deck_from
from tests.support.open_club import OpenClub, at_table, opened
from tui.gateway import RejectedError, Stage, TableSpec
from tui.records import Standings, WonLost
from tui.settings import CoachLevel

SINGLE = Rules(single_game=True)
LATER = deck_from(upcard="QD")


@pytest.fixture
async def club() -> AsyncIterator[OpenClub]:
    async with opened(shuffler=PlannedShuffler([GIN, GIN, GIN])) as club:
        yield club


async def act(players: Sequence[LobbyGateway], *actions: Action) -> None:
    """Do each action in the name of whoever is on turn."""
    for action in actions:
        for player in players:
            view = at_table(player).view
            if isinstance(view, SeatView) and view.is_my_turn:
                await player.act(action, at_table(player).version)
                break


async def finished(
    club: OpenClub, spec: TableSpec | None = None, *, guest: bool = False
) -> tuple[LobbyGateway, LobbyGateway, str]:
    """A match that ada won with one gin."""
    ada, bea = await club.come("ada"), await club.come("bea", None if guest else "")
    await ada.open_table(spec or TableSpec(rules=SINGLE))
    await bea.sit(at_table(ada).id)
    match = at_table(ada).match_id
    await act((ada, bea), *GINS)
    await club.settled()
    return ada, bea, match


async def test_a_finished_match_is_in_both_players_history(club: OpenClub) -> None:
    ada, bea, match = await finished(club)
    [own], [theirs] = await ada.history(), await bea.history()
    assert (own.id, own.seat, own.winner) == (match, Seat.A, Seat.A)
    assert theirs.seat is Seat.B
    assert own.players == PerSeat("ada", "bea")
    assert (own.is_rated, own.is_forfeit, own.deals) == (True, False, 1)
    assert own.sheet == at_table(ada).match
    assert await (await club.come("eve")).past_match(match) == replace(own, seat=None)
    assert await ada.history("bea") == (own,)
    with pytest.raises(RejectedError):
        await ada.past_match("nothing")


async def test_matches_between_members_are_rated_by_the_tables_coach(club: OpenClub) -> None:
    ada, _, _ = await finished(club)
    rows = {row.name: row.standings for row in ada.lobby().people}
    assert rows["ada"].unaided is None
    assert rows["ada"].coached is not None
    assert rows["bea"].coached is not None
    assert rows["ada"].coached > 1000 > rows["bea"].coached
    leaders = ada.lobby().leaders
    assert [row.name for row in leaders.coached] == ["ada", "bea"]
    assert leaders.unaided == ()


async def test_a_table_without_a_coach_has_a_ladder_of_its_own(club: OpenClub) -> None:
    ada, _, _ = await finished(club, TableSpec(rules=SINGLE, coach=CoachLevel.OFF))
    assert [row.name for row in ada.lobby().leaders.unaided] == ["ada", "bea"]
    assert ada.lobby().leaders.coached == ()


async def test_guests_and_the_computer_are_never_rated(club: OpenClub) -> None:
    ada, bea, _ = await finished(club, guest=True)
    assert ada.lobby().leaders.coached == ()
    assert [row.standings for row in ada.lobby().people] == [Standings(), Standings()]
    [past] = await ada.history()
    assert not past.is_rated
    await bea.leave()
    await ada.leave()
    await ada.practise(TableSpec(rules=SINGLE))
    while at_table(ada).stage is Stage.DEAL:
        await asyncio.sleep(0)
        view = at_table(ada).view
        if isinstance(view, SeatView) and view.is_my_turn:
            draw = DrawStock() if DrawStock() in view.legal_actions else view.legal_actions[-1]
            await ada.act(draw, at_table(ada).version)
    await ada.leave()
    await club.settled()
    assert ada.lobby().leaders.coached == ()


async def test_a_forfeit_is_rated_and_marked(club: OpenClub) -> None:
    ada, bea = await club.seated()
    await act((ada, bea), *GINS)
    await ada.leave()
    await club.settled()
    [past] = await bea.history()
    assert (past.is_forfeit, past.winner, past.is_rated) == (True, Seat.B, True)
    assert [row.name for row in bea.lobby().leaders.coached] == ["bea", "ada"]


async def test_the_profile_adds_up(club: OpenClub) -> None:
    ada, bea, _ = await finished(club)
    own, theirs = await ada.profile(), await ada.profile("bea")
    assert (own.name, own.matches, own.gins) == ("ada", WonLost(1, 0), 1)
    assert own.average_deadwood == 0
    assert (theirs.name, theirs.matches, theirs.games[0]) == ("bea", WonLost(0, 1), WonLost(0, 1))
    assert theirs.standings.coached == (await bea.profile()).standings.coached
    with pytest.raises(RejectedError):
        await ada.profile("nobody")


async def test_a_deal_is_replayed_card_by_card(club: OpenClub) -> None:
    ada, _, match = await finished(club)
    replay = await ada.replay(match, 1)
    assert isinstance(replay.frames[0].event, DealStarted)
    assert replay.frames[0].hands.map(len) == PerSeat(10, 10)
    assert len(replay.frames) == 1 + len(GINS) + 1
    assert replay.frames[-1].phase is Phase.OVER
    assert (replay.dealer, replay.players) == (Seat.B, PerSeat("ada", "bea"))
    assert replay.result == (await ada.past_match(match)).results[0]


async def test_players_see_a_deal_once_it_is_over_and_others_once_the_match_is(
    club: OpenClub,
) -> None:
    ada, bea = await club.seated()
    eve = await club.come("eve")
    await eve.watch(at_table(ada).id)
    match = at_table(ada).match_id
    for viewer in (ada, bea, eve):
        with pytest.raises(RejectedError, match="still hidden"):
            await viewer.replay(match, 1)
    await act((ada, bea), *GINS)
    for viewer in (ada, bea):
        assert (await viewer.replay(match, 1)).deal == 1
        note = at_table(viewer).shuffle
        assert note is not None
        assert json.loads(note.published)["deal"] == 1
    with pytest.raises(RejectedError):
        await eve.replay(match, 1)
    note = at_table(eve).shuffle
    assert note is not None
    assert note.published == ""
    await ada.ready()
    await bea.ready()
    await ada.leave()
    for deal in (1, 2):
        assert (await eve.replay(match, deal)).deal == deal
    assert (await eve.replay(match, 2)).result is None
    with pytest.raises(RejectedError):
        await eve.replay(match, 3)


async def test_what_is_published_verifies_against_what_was_shown_before() -> None:
    async with opened() as club:
        ada, bea = await club.seated()
        note = at_table(ada).shuffle
        assert note is not None
        shown = note.commitment
        assert note.published == ""
        await ada.leave()
        after = at_table(bea).shuffle
        assert after is not None
        deck = verify_deal.check(json.loads(after.published), shown)
        assert sorted(deck) == list(range(52))


async def test_a_match_that_was_called_off_is_shown_to_its_players_only(club: OpenClub) -> None:
    ada, bea = await club.seated()
    eve = await club.come("eve")
    match = at_table(ada).match_id
    await act((ada, bea), PassUpcard(), PassUpcard(), DrawStock())
    await ada.leave()
    assert await bea.history() == ()
    assert (await bea.replay(match, 1)).result is None
    assert (await ada.replay(match, 1)).result is None
    with pytest.raises(RejectedError):
        await eve.replay(match, 1)
