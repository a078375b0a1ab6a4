"""What a player's coach finds out when it tries the choices."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from engine.actions import DrawStock, PassUpcard
from engine.advice import choice_of, judged_by
from engine.deal import Phase
from engine.players.second_thoughts import reconsidered
from engine.view import SeatView
from server.gateway import LobbyGateway
from tests.support.open_club import OpenClub, at_table, opened
from tests.support.ssh import until
from tui.advice import advice_on
from tui.gateway import Happened, TableSpec
from tui.position import remembered
from tui.settings import CoachLevel, Settings


@pytest.fixture
async def club() -> AsyncIterator[OpenClub]:
    async with opened() as club:
        yield club


async def with_eleven_cards(ada: LobbyGateway, bea: LobbyGateway) -> None:
    """Ada has drawn from the stock and has to throw."""
    for gateway, action in ((ada, PassUpcard()), (bea, PassUpcard()), (ada, DrawStock())):
        await gateway.act(action, at_table(gateway).version)


async def test_it_is_told_when_it_is_found_out(club: OpenClub) -> None:
    ada, bea = await club.seated()
    await with_eleven_cards(ada, bea)
    before = at_table(ada)
    assert before.second_thought is None
    await until(lambda: at_table(ada).second_thought is not None, "a second thought")
    assert at_table(bea).second_thought is None
    view, match = before.view, before.match
    assert isinstance(view, SeatView)
    assert match is not None
    assert view.phase is Phase.DISCARD
    events = tuple(line.event for line in before.news if isinstance(line, Happened))
    memory = remembered(events, view.seat)
    first = choice_of(advice_on(view, match, memory, CoachLevel.FULL).discards)
    assert at_table(ada).second_thought == reconsidered(judged_by(view, match, memory), first)


async def test_the_player_hears_of_it(club: OpenClub) -> None:
    ada, bea = await club.seated()
    await with_eleven_cards(ada, bea)
    seen: list[object] = []
    ada.listen(lambda: seen.append(at_table(ada).second_thought))
    at_table(ada)
    await until(lambda: any(seen), "the news")


@pytest.mark.parametrize("ceiling", [CoachLevel.BASIC, CoachLevel.OFF])
async def test_a_table_that_allows_less_has_none(club: OpenClub, ceiling: CoachLevel) -> None:
    ada, bea = await club.seated(TableSpec(coach=ceiling))
    await with_eleven_cards(ada, bea)
    at_table(ada)
    assert ada._coaching._thinking is None


async def test_a_player_who_asks_for_less_has_none(club: OpenClub) -> None:
    ada, bea = await club.seated()
    ada.save_settings(Settings(coach=CoachLevel.BASIC))
    await with_eleven_cards(ada, bea)
    at_table(ada)
    assert ada._coaching._thinking is None


async def test_a_thought_that_fails_is_told(
    club: OpenClub, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise ValueError("no such card")

    monkeypatch.setattr(club.club.lobby.computers.thinker, "reconsidered", fail)
    ada, bea = await club.seated()
    await with_eleven_cards(ada, bea)
    at_table(ada)
    await until(lambda: "a coach's second thought failed" in caplog.text, "the log")
    assert at_table(ada).second_thought is None
