from __future__ import annotations

import asyncio
import tempfile
from itertools import count
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deal import legal_actions
from engine.rules import PRESETS
from engine.seats import PerSeat, Seat
from server.fair_shuffle import Shuffle, shuffle_of
from server.lobby.course import Course, CourseError
from server.lobby.facts import (
    Acted,
    Adjourned,
    CutSealed,
    DealBegun,
    Fact,
    GivenUp,
    MatchStarted,
    Readied,
    Resumed,
    Returned,
    ShuffleCommitted,
)
from server.lobby.progress import MatchEnd, Progress, Stage, begin
from server.store.dialects import sqlite_url
from server.store.replay import recall
from server.store.store import Store
from tests.server.store.builders import ADA, BEN, DRAWN, started

SHUFFLE = shuffle_of("m", 1, bytes(32))


class Play:
    """A match played at random: every fact is written, sometimes twice, sometimes over a restart."""

    def __init__(self, url: str, source: Random, preset: str) -> None:
        self._url = url
        self._source = source
        dealer = source.choice((Seat.A, Seat.B))
        self._started = MatchStarted(PRESETS[preset], dealer, PerSeat(ADA, BEN))
        self._seq = 0
        self._store: Store | None = None

    async def run(self, actions: int) -> tuple[Progress, Course]:
        """Play so many actions or to the end; return the live state and the one recalled."""
        await self._write(self._started)
        shuffle = await self._deal(1)
        live, _ = begin(self._started.rules, self._started.first_dealer, shuffle.deck)
        for deals in count(1):
            while live.stage is Stage.DEAL and actions:
                seat = live.deal.turn
                action = self._source.choice(legal_actions(live.deal, seat))
                live, _ = live.acted(seat, action)
                await self._write(Acted(seat, action))
                actions -= 1
            if live.stage is not Stage.DEAL_OVER or not actions:
                break
            live, _ = live.dealt((await self._deal(deals + 1)).deck)
        if live.stage is Stage.DEAL:
            seat = self._source.choice((Seat.A, Seat.B))
            live = live.left_by(seat)
            await self._write(GivenUp(seat))
        store = await self._server()
        recalled = recall(
            [entry.fact for entry in await store.log.read("m")], await store.log.shuffles("m")
        )
        await store.close()
        return live, recalled

    async def _deal(self, deal: int) -> Shuffle:
        shuffle = shuffle_of("m", deal, self._source.randbytes(32))
        await self._write(DealBegun(deal, Seat.A), shuffle)
        return shuffle

    async def _write(self, fact: Fact, shuffle: Shuffle | None = None) -> None:
        self._seq += 1
        for _ in range(self._source.choice((1, 1, 1, 2))):
            store = await self._server()
            command = f"c{self._seq}"
            if isinstance(fact, MatchStarted):
                place = await store.log.start("m", command, fact)
            else:
                place = await store.log.append("m", self._seq, command, fact, shuffle)
            assert place == self._seq

    async def _server(self) -> Store:
        """The server that runs now; once in a while that is another one."""
        if self._store is not None and self._source.random() < 0.02:
            await self._store.close()
            self._store = None
        if self._store is None:
            self._store = await Store.open(self._url)
        return self._store


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(sorted(PRESETS)), st.integers(0, 200))
def test_the_folded_match_equals_the_live_one(seed: int, preset: str, actions: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source = Random(seed)  # noqa: S311 the same match can be had again
        play = Play(sqlite_url(Path(folder) / "club.db"), source, preset)
        live, recalled = asyncio.run(play.run(actions))
    assert recalled.progress == live
    filed = recalled.finished
    if live.ended in {MatchEnd.PLAYED, MatchEnd.FORFEIT}:
        assert filed is not None
        assert filed.sheet.match == live.match
        assert (filed.end, filed.winner) == (live.ended, live.winner)
    else:
        assert filed is None


def test_what_is_said_between_the_deals_is_recalled() -> None:
    facts: list[Fact] = [
        started(),
        ShuffleCommitted(1, SHUFFLE.commitment),
        CutSealed(Seat.A),
        Returned(Seat.B, 90_000),
        Adjourned(Seat.A),
    ]
    recalled = recall(facts, [])
    assert recalled.has_cut == PerSeat(True, False)
    assert recalled.grace == PerSeat(None, 90_000)
    assert recalled.is_adjourned
    assert recalled.progress is None
    later = recalled.after(Resumed(), {}).after(Readied(Seat.B), {})
    assert not later.is_adjourned
    assert later.has_asked == PerSeat(False, True)
    dealt = later.after(DealBegun(1, Seat.A), {1: SHUFFLE.deck})
    assert dealt.has_asked == PerSeat(False, False)


@pytest.mark.parametrize(
    "facts",
    [[DRAWN], [started(), started()], [started(), DRAWN], [started(), DealBegun(2, Seat.A)]],
    ids=["no start", "two starts", "no deal", "no deck"],
)
def test_a_log_that_makes_no_sense_is_refused(facts: list[Fact]) -> None:
    with pytest.raises(CourseError):
        recall(facts, [SHUFFLE])
