from __future__ import annotations

import pytest

from engine.result import DealResult, Ending
from engine.rules import MODERN
from engine.seats import PerSeat, Seat
from server.lobby.facts import Finished, Participant
from server.lobby.progress import MatchEnd
from server.lobby.terms import Hints
from server.store.accounts import Account
from server.store.history import Record
from server.store.ratings import Ladder, Rating
from server.store.store import Store
from tests.server.store.builders import DRAWN, finished, gins, started


async def play(store: Store, match: str, kept: Finished) -> None:
    await store.log.start(match, "start", started(kept.players.a, kept.players.b, kept.hints))
    await store.log.finish(match, 2, "end", DRAWN, kept)


async def seated(store: Store, *names: str) -> tuple[Participant, ...]:
    accounts: list[Account] = [
        await store.accounts.create(f"SHA256:{name}", name) for name in names
    ]
    return tuple(Participant(account.name, account.id) for account in accounts)


async def test_a_finished_match_comes_back_with_its_sheet(store: Store) -> None:
    ada, ben = await seated(store, "Ada", "Ben")
    kept = finished(gins(Seat.A, 4), ada, ben, rules=MODERN)
    await play(store, "m", kept)
    past = await store.history.match("m")
    assert past is not None
    assert past.finished == kept
    assert past.finished.sheet.match.games_won == PerSeat(3, 0)
    assert await store.history.match("n") is None


async def test_histories_list_the_latest_first(url: str) -> None:
    now = [0.0]
    async with await Store.open(url, clock=lambda: now[0]) as store:
        ada, ben, cem = await seated(store, "Ada", "Ben", "Cem")
        for match, other in (("m1", ben), ("m2", cem), ("m3", ben)):
            now[0] += 1
            await play(store, match, finished(gins(Seat.A, 4), ada, other))
        assert ben.account is not None
        assert [past.match for past in await store.history.of(ben.account)] == ["m3", "m1"]
        assert [past.match for past in await store.history.latest(2)] == ["m3", "m2"]


async def test_a_profile_adds_up_what_a_player_did(store: Store) -> None:
    ada, ben = await seated(store, "Ada", "Ben")
    results = (
        *gins(Seat.A, 3, deadwood=30),
        DealResult(Ending.UNDERCUT, Seat.A, 9, 4),
        DealResult(Ending.DEAD),
        DealResult(Ending.KNOCK, Seat.B, 3, 20),
    )
    await play(store, "m", finished(results, ada, ben, end=MatchEnd.FORFEIT, winner=Seat.B))
    assert ada.account is not None
    assert ben.account is not None
    loser = await store.history.profile(ada.account)
    winner = await store.history.profile(ben.account)
    assert (loser.matches, winner.matches) == (Record(0, 1), Record(1, 0))
    assert loser.games == (Record(1, 0), Record(1, 0), Record(0, 0))
    assert winner.games == (Record(0, 1), Record(0, 1), Record(0, 0))
    assert (loser.gins, loser.undercuts, winner.gins, winner.undercuts) == (3, 0, 0, 1)
    assert loser.average_deadwood == pytest.approx((3 * 0 + 9 + 20) / 5)
    assert winner.average_deadwood == pytest.approx((3 * 30 + 4 + 3) / 5)


async def test_a_newcomer_has_an_empty_profile(store: Store) -> None:
    [ada] = await seated(store, "Ada")
    assert ada.account is not None
    profile = await store.history.profile(ada.account)
    assert profile.matches == Record(0, 0)
    assert profile.games == (Record(0, 0),) * 3
    assert profile.average_deadwood is None


async def test_each_kind_of_table_has_its_own_ladder(store: Store) -> None:
    ada, ben = await seated(store, "Ada", "Ben")
    assert ada.account is not None
    assert ben.account is not None
    await play(store, "m1", finished(gins(Seat.A, 4), ada, ben, hints=Hints.OFF))
    assert await store.ratings.of(ada.account, Ladder.COACHED) == Rating()
    winner = await store.ratings.of(ada.account, Ladder.UNAIDED)
    loser = await store.ratings.of(ben.account, Ladder.UNAIDED)
    assert winner.mu > Rating().mu > loser.mu
    assert winner.sigma < Rating().sigma
    assert (winner.matches, loser.matches) == (1, 1)
    await play(store, "m2", finished(gins(Seat.A, 4), ben, ada, hints=Hints.BASIC))
    assert [leader.name for leader in await store.ratings.leaders(Ladder.UNAIDED)] == ["Ada", "Ben"]
    assert [leader.name for leader in await store.ratings.leaders(Ladder.COACHED)] == ["Ben", "Ada"]


@pytest.mark.parametrize("other", [Participant("guest-2"), Participant("Mabel", None, "strong")])
async def test_guests_and_the_computer_are_never_rated(store: Store, other: Participant) -> None:
    [ada] = await seated(store, "Ada")
    assert ada.account is not None
    await play(store, "m", finished(gins(Seat.A, 4), ada, other))
    assert await store.ratings.leaders(Ladder.COACHED) == ()
    assert (await store.history.profile(ada.account)).matches == Record(1, 0)
