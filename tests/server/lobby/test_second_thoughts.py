"""Second thoughts, had in a real process of their own."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.actions import Discard
from engine.advice import choice_of, judged_by, rank_discards
from engine.match import new_match
from engine.players.memory import Memory
from engine.players.second_thoughts import reconsidered
from engine.players.situation import Situation
from engine.seats import Seat
from engine.view import seat_view
from server.lobby.second_thoughts import Thinker
from tests.support.deals import holding_eleven, threw
from tests.support.ssh import until

HANDS = 8


@pytest.fixture
async def thinker() -> AsyncIterator[Thinker]:
    thinker = Thinker(HANDS, patience=60)
    yield thinker
    await thinker.close()


@pytest.fixture
def situation() -> Situation:
    deal = holding_eleven("4S 5S 6S 9H 9D 9C JC JD 7H 2D KD", drawn="KD", b="2C", upcard="2S")
    return judged_by(seat_view(deal, Seat.A), new_match(deal.rules, Seat.A), Memory())


async def test_they_are_the_same_as_had_at_once(thinker: Thinker, situation: Situation) -> None:
    for first in (choice_of(rank_discards(situation)), threw("9C"), threw("5S")):
        assert await thinker.reconsidered(situation, first) == reconsidered(situation, first, HANDS)


async def test_several_at_a_time_are_answered_one_after_the_other(
    thinker: Thinker, situation: Situation
) -> None:
    firsts = [Discard(card) for card in situation.throws]
    asked = [asyncio.create_task(thinker.reconsidered(situation, first)) for first in firsts]
    await asyncio.sleep(0)
    assert not thinker.is_free
    answers = [reconsidered(situation, first, HANDS) for first in firsts]
    assert await asyncio.gather(*asked) == answers
    assert thinker.is_free


async def test_the_process_starts_on_the_first_need(thinker: Thinker, situation: Situation) -> None:
    assert thinker._process is None
    await thinker.reconsidered(situation, threw("9C"))
    assert thinker._process is not None


async def test_a_folder_of_the_same_name_is_not_in_the_way(
    thinker: Thinker, situation: Situation, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "server").mkdir()
    (tmp_path / "server" / "__init__.py").touch()
    monkeypatch.chdir(tmp_path)
    assert await thinker.reconsidered(situation, threw("9C")) is not None


async def test_a_process_that_dies_is_told_of_once_and_left_alone(
    thinker: Thinker, situation: Situation, caplog: pytest.LogCaptureFixture
) -> None:
    await thinker.reconsidered(situation, threw("9C"))
    assert thinker._process is not None
    thinker._process.kill()
    await thinker._process.wait()
    assert await thinker.reconsidered(situation, threw("9C")) is None
    assert await thinker.reconsidered(situation, threw("9C")) is None
    assert not thinker.is_free
    assert [line.levelno for line in caplog.records] == [logging.ERROR]


async def test_a_process_that_cannot_start_is_done_without(
    thinker: Thinker, situation: Situation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert await thinker.reconsidered(situation, threw("9C")) is None


async def test_after_a_long_wait_the_first_thought_has_to_do(
    situation: Situation, caplog: pytest.LogCaptureFixture
) -> None:
    hurried = Thinker(HANDS, patience=0)
    assert await hurried.reconsidered(situation, threw("9C")) is None
    assert "no time" in caplog.text
    await hurried.close()


async def test_closing_ends_the_process_and_whatever_it_was_asked(
    situation: Situation, caplog: pytest.LogCaptureFixture
) -> None:
    thinker = Thinker(hands=4_000, patience=60)
    asked = [asyncio.create_task(thinker.reconsidered(situation, threw("9C"))) for _ in range(3)]
    await until(lambda: thinker._process is not None, "the process to start")
    process = thinker._process
    assert process is not None
    await thinker.close()
    assert process.returncode is not None
    assert await asyncio.gather(*asked) == [None, None, None]
    assert not caplog.records


def test_the_process_ends_with_the_server() -> None:
    words = [sys.executable, "-P", "-m", "server.lobby.second_thoughts"]
    assert subprocess.run(words, stdin=subprocess.DEVNULL, timeout=60, check=True).returncode == 0
