from __future__ import annotations

import json

import pytest

from engine.actions import PassUpcard
from engine.players.computer import Level
from engine.seats import PerSeat, Seat
from server import verify_deal
from server.lobby.errors import NotNowError
from server.lobby.facts import ShuffleCommitted
from server.lobby.play import PATIENCE
from server.lobby.progress import Stage
from server.lobby.table import Table
from server.lobby.terms import Terms
from tests.server.lobby.test_table import play
from tests.support.club import Club, stage
from tests.support.deals import GIN, GINS

CUTS = Terms(has_cuts=True)


def commitment(table: Table) -> str:
    assert table.play.shuffle is not None
    return table.play.shuffle.commitment


async def test_the_commitment_is_there_before_the_opponent_is() -> None:
    club = Club()
    ada, bea = club.come("ada"), club.come("bea")
    table = club.lobby.open_table(ada.player, Terms())
    shown = commitment(table)
    await club.lobby.sit(bea.player, table.number)
    assert commitment(table) == shown
    committed = club.book.facts(table.play.match)[1]
    assert committed == ShuffleCommitted(1, shown)


async def test_the_next_commitment_is_there_with_the_result() -> None:
    club = Club(GIN)
    ada, bea, table = await club.seated()
    first = commitment(table)
    await play(ada, bea, *GINS)
    shown = commitment(table)
    assert shown != first
    await table.ready(ada.player)
    await table.ready(bea.player)
    assert commitment(table) == shown


async def test_the_deal_played_is_the_one_committed_to_and_can_be_verified() -> None:
    club = Club()
    ada, _bea, table = await club.seated()
    shown = commitment(table)
    await table.leave(ada.player)
    over = table.play.finished_shuffle
    assert over is not None, "an abandoned deal is shown, too"
    record = json.loads(json.dumps(over.published()))
    assert list(over.deck) == verify_deal.check(record, shown)
    course = table.play.course
    assert course is not None
    assert course.progress is not None
    assert course.progress.deal.stock == over.deck[21:]


async def test_at_a_table_with_cuts_both_may_cut_before_the_deal() -> None:
    club = Club()
    ada, bea, table = await club.seated(CUTS)
    shown = commitment(table)
    assert stage(table) is Stage.CUT
    assert table.view(Seat.A) is None
    await table.cut(ada.player, b"my lucky socks")
    with pytest.raises(NotNowError):
        await table.cut(ada.player, b"another one")
    assert stage(table) is Stage.CUT
    await table.cut(bea.player, b"")
    assert stage(table) is Stage.DEAL
    assert commitment(table) == shown
    shuffle = table.play.shuffle
    assert shuffle is not None
    assert shuffle.cuts == PerSeat(b"my lucky socks", b"")
    verify_deal.check(shuffle.published(), shown)
    await ada.act(PassUpcard())


async def test_the_table_waits_for_cuts_but_not_for_long() -> None:
    club = Club()
    ada, _, table = await club.seated(CUTS)
    await table.cut(ada.player, b"socks")
    await club.wait(PATIENCE - 1)
    assert stage(table) is Stage.CUT
    await club.wait(1)
    assert stage(table) is Stage.DEAL


async def test_a_cut_is_at_most_64_bytes() -> None:
    club = Club()
    ada, _, table = await club.seated(CUTS)
    with pytest.raises(NotNowError):
        await table.cut(ada.player, b"x" * 65)
    await table.cut(ada.player, b"x" * 64)


async def test_without_cuts_there_is_nothing_to_cut_and_nothing_waits() -> None:
    club = Club()
    ada, _, table = await club.seated()
    assert stage(table) is Stage.DEAL
    with pytest.raises(NotNowError):
        await table.cut(ada.player, b"socks")


async def test_the_computer_does_without_a_cut() -> None:
    club = Club()
    ada = club.come("ada")
    await club.lobby.practise(ada.player, CUTS, Level.CLUB)
    assert stage(ada.table) is Stage.CUT
    await ada.table.cut(ada.player, b"")
    assert stage(ada.table) is Stage.DEAL
    await club.lobby.close()


async def test_leaving_before_the_first_card_calls_the_match_off() -> None:
    club = Club()
    ada, _, table = await club.seated(CUTS)
    await table.leave(ada.player)
    assert stage(table) is Stage.MATCH_OVER
    assert list(club.book.ended.values()) == [None]
