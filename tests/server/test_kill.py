"""The whole club is killed under four playing tables and started again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from random import Random
from time import monotonic

import pytest

from engine.cards import DECK
from server.lobby.facts import Acted
from server.store.codec import ACTION
from server.store.replay import recall
from server.store.store import Store

ROUNDS = {"sqlite": 10, "postgresql": 3}
RESUMED_WITHIN = 5.0
Told = dict[str, list[str]]
"""The actions of every match whose players were told that they had been done, in order."""


def play_until_killed(url: str, told: Told, tellings: int) -> float:
    """Run the club and kill it after so many actions; return how long the first one took."""
    words = [sys.executable, "-m", "tests.server.playing_club", url]
    started, first = monotonic(), 0.0
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as club:
        assert club.stdout is not None
        for seen, line in enumerate(club.stdout, 1):
            first = first or monotonic() - started
            match, number, action = line.split(maxsplit=2)
            before = told[match]
            # One action may have been written without anybody being told.
            assert len(before) < int(number) <= len(before) + 2
            before += [""] * (int(number) - len(before) - 1) + [action.strip()]
            if seen == tellings:
                club.kill()
    assert club.returncode == -9
    return first


async def check(url: str, told: Told) -> None:
    """Everything told is written once, in its place, and makes sense."""
    async with await Store.open(url) as store:
        for match, actions in told.items():
            facts = [entry.fact for entry in await store.log.read(match)]
            acted = [
                json.dumps(ACTION.write(fact.action)) for fact in facts if isinstance(fact, Acted)
            ]
            assert len(actions) <= len(acted) <= len(actions) + 1
            for kept, known in zip(acted, actions, strict=False):
                assert known in ("", kept)
            course = recall(facts, await store.log.shuffles(match))
            assert course.progress is not None
            deal = course.progress.deal
            laid_off = [layoff.card for layoff in deal.showdown.layoffs] if deal.showdown else []
            cards = [*deal.hands.a, *deal.hands.b, *deal.stock, *deal.discard_pile, *laid_off]
            assert sorted(cards) == list(DECK)


@pytest.mark.timeout(180)
async def test_a_killed_club_has_lost_nothing_and_plays_on(url: str) -> None:
    chance = Random()  # noqa: S311 any moment will do
    told: Told = defaultdict(list)
    for _ in range(ROUNDS[url.partition(":")[0]]):
        assert play_until_killed(url, told, chance.randint(1, 300)) < RESUMED_WITHIN
        await check(url, told)
