from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import update

from engine.seats import Seat
from server.fair_shuffle import new_shuffle
from server.lobby.facts import DealBegun, Fact, GivenUp, Readied, ShuffleCommitted
from server.store.errors import (
    MatchClosedError,
    NoSuchMatchError,
    OutOfStepError,
    StaleEpochError,
    StoreInUseError,
)
from server.store.schema import incarnation
from server.store.store import Store
from tests.server.store.builders import DRAWN, finished, gins, started

CALLED_OFF = GivenUp(Seat.B)


async def test_facts_come_back_in_order_after_reopening(url: str) -> None:
    facts: list[Fact] = [started(), DealBegun(1, Seat.A), DRAWN, Readied(Seat.B)]
    async with await Store.open(url, clock=lambda: 1000.5) as store:
        assert await store.log.start("m", "c1", started()) == 1
        for seq, fact in enumerate(facts[1:], 2):
            assert await store.log.append("m", seq, f"c{seq}", fact) == seq
    async with await Store.open(url) as store:
        entries = await store.log.read("m")
        later = await store.log.read("m", after=3)
    assert [entry.fact for entry in entries] == facts
    assert [(entry.seq, entry.command, entry.epoch, entry.at) for entry in entries] == [
        (seq, f"c{seq}", 1, 1000.5) for seq in (1, 2, 3, 4)
    ]
    assert later == entries[3:]


async def test_a_retried_command_is_found_and_not_written_again(url: str) -> None:
    async with await Store.open(url) as store:
        await store.log.start("m", "c1", started())
        await store.log.append("m", 2, "c2", DRAWN)
        assert await store.log.append("m", 2, "c2", DRAWN) == 2
    async with await Store.open(url) as store:
        assert await store.log.start("m", "c1", started()) == 1
        assert await store.log.append("m", 3, "c2", Readied(Seat.A)) == 2
        assert [entry.fact for entry in await store.log.read("m")] == [started(), DRAWN]


async def test_a_retried_command_keeps_the_shuffle_that_was_committed_to(store: Store) -> None:
    first, second = new_shuffle("m", 1), new_shuffle("m", 1)
    fact = ShuffleCommitted(1, first.commitment)
    await store.log.start("m", "c1", started())
    await store.log.append("m", 2, "c2", fact, first)
    await store.log.append("m", 2, "c2", ShuffleCommitted(1, second.commitment), second)
    assert await store.log.shuffles("m") == (first,)


async def test_a_fact_out_of_step_is_refused_with_the_number_that_comes_next(store: Store) -> None:
    await store.log.start("m", "c1", started())
    for seq in (0, 1, 3):
        with pytest.raises(OutOfStepError) as refusal:
            await store.log.append("m", seq, f"x{seq}", DRAWN)
        assert refusal.value.expected == 2
    with pytest.raises(OutOfStepError):
        await store.log.start("m", "another", started())
    with pytest.raises(NoSuchMatchError):
        await store.log.append("nowhere", 1, "c", DRAWN)
    assert len(await store.log.read("m")) == 1


async def test_two_writers_of_one_place_get_it_once(store: Store) -> None:
    await store.log.start("m", "c1", started())
    tries = (store.log.append("m", 2, f"t{number}", DRAWN) for number in range(20))
    answers = await asyncio.gather(*tries, return_exceptions=True)
    assert answers.count(2) == 1
    assert sum(isinstance(answer, OutOfStepError) for answer in answers) == 19
    assert len(await store.log.read("m")) == 2


async def test_a_refused_request_spares_the_others_of_its_group(store: Store) -> None:
    matches = [f"m{number}" for number in range(30)]
    await asyncio.gather(*(store.log.start(match, "c1", started()) for match in matches))
    wrong = (store.log.append(match, 7, "c2", DRAWN) for match in matches[:3])
    right = (store.log.append(match, 2, "c2", DRAWN) for match in matches[3:])
    answers = await asyncio.gather(*wrong, *right, return_exceptions=True)
    assert [type(answer) for answer in answers] == [OutOfStepError] * 3 + [int] * 27


async def test_a_closed_match_takes_no_more(store: Store) -> None:
    await store.log.start("m", "c1", started())
    await store.log.start("n", "c1", started())
    assert await store.log.finish("m", 2, "c2", CALLED_OFF, None) == 2
    assert await store.log.finish("m", 2, "c2", CALLED_OFF, None) == 2
    for action in (
        store.log.append("m", 3, "c3", DRAWN),
        store.log.finish("m", 3, "c3", CALLED_OFF, None),
    ):
        with pytest.raises(MatchClosedError):
            await action
    assert await store.log.open_matches() == ("n",)


async def test_a_match_is_filed_once(store: Store) -> None:
    kept = finished(gins(Seat.A, 4))
    await store.log.start("m", "c1", started())
    for _ in range(2):
        await store.log.finish("m", 2, "c2", DRAWN, kept)
    assert [past.match for past in await store.history.latest()] == ["m"]


async def test_a_server_that_was_taken_over_can_write_nothing(url: str) -> None:
    async with await Store.open(url) as old:
        await old.log.start("m", "c1", started())
        if url.startswith("sqlite"):
            # No second server gets in here at all, so the epoch is moved on from within.
            await old._writer.execute(update(incarnation).values(epoch=old.epoch + 1))
        else:
            async with await Store.open(url) as new:
                assert new.epoch == old.epoch + 1
                assert await new.log.append("m", 2, "new", DRAWN) == 2
        for change in (
            old.log.append("m", 2, "old", DRAWN),
            old.log.append("m", 3, "old", DRAWN),
            old.accounts.create("SHA256:x", "ada"),
        ):
            with pytest.raises(StaleEpochError):
                await change


async def test_a_sqlite_database_is_open_to_one_server_only(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.dialects.BUSY_SECONDS", 0.05)
    url = f"sqlite:///{tmp_path_factory.mktemp('club')}/club.db"
    async with await Store.open(url) as store:
        with pytest.raises(StoreInUseError):
            await Store.open(url)
        await store.log.start("m", "c1", started())


async def test_desks_are_kept_until_replaced(store: Store) -> None:
    await store.log.start("m", "c1", started())
    await store.log.keep_desk("m", Seat.A, {"order": ["AS", "TD"]})
    await store.log.keep_desk("m", Seat.A, {"order": ["TD", "AS"]})
    assert await store.log.desk("m", Seat.A) == {"order": ["TD", "AS"]}
    assert await store.log.desk("m", Seat.B) == {}


async def test_a_cancelled_caller_leaves_the_log_whole(store: Store) -> None:
    await store.log.start("m", "c1", started())
    task = asyncio.create_task(store.log.append("m", 2, "c2", DRAWN))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert await store.log.append("m", 2, "c2", DRAWN) == 2
