"""A playing club that is killed again and again, and what its players know by then."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Self

from engine.cards import DECK
from server.lobby.facts import Acted
from server.store.codec import ACTION
from server.store.replay import recall
from server.store.store import Store

MOST_TELLINGS = 300
"""Actions after which a club is killed at the latest."""
LONGEST_START = 2.0
"""Seconds after its start in which a club may be killed while it takes the matches up."""
_REST = 0.02
"""Seconds more that it runs on, so that a kill can come at any point of an action."""


class LostError(AssertionError):
    """What a player had been told is not there any more, or is there twice."""


@dataclass
class Told:
    """What players were told had been done."""

    actions: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The actions of every match, in order; empty where nobody was told of one."""
    count: int = 0

    def copy(self) -> Told:
        """What they know now, whatever they are told later."""
        return deepcopy(self)

    def note(self, lines: Iterable[str]) -> None:
        """They are told more."""
        for line in lines:
            match, number, action = line.split(maxsplit=2)
            before = self.actions[match]
            # One action may have been written without anybody being told.
            if not len(before) < int(number) <= len(before) + 2:
                raise LostError(f"{match}: {len(before)} actions were told, then number {number}")
            before += [""] * (int(number) - len(before) - 1) + [action.strip()]
            self.count += 1

    async def check(self, url: str) -> None:
        """See that all of it is written once, in its place, and makes sense.

        Raises:
            LostError: If anything is lost or doubled.
        """
        async with await Store.open(url) as store:
            for match in {*self.actions, *await store.log.open_matches()}:
                facts = [entry.fact for entry in await store.log.read(match)]
                acted = [
                    json.dumps(ACTION.write(fact.action))
                    for fact in facts
                    if isinstance(fact, Acted)
                ]
                self._compare(match, acted)
                course = recall(facts, await store.log.shuffles(match))
                if course.progress is None:
                    continue
                deal = course.progress.deal
                layoffs = deal.showdown.layoffs if deal.showdown else ()
                laid_off = [layoff.card for layoff in layoffs]
                cards = [*deal.hands.a, *deal.hands.b, *deal.stock, *deal.discard_pile, *laid_off]
                assert sorted(cards) == list(DECK)

    def _compare(self, match: str, acted: list[str]) -> None:
        told = self.actions.get(match, [])
        if not len(told) <= len(acted) <= len(told) + 1:
            raise LostError(f"{match}: {len(told)} actions were told, {len(acted)} are written")
        for number, (kept, known) in enumerate(zip(acted, told, strict=False), 1):
            if known not in ("", kept):
                raise LostError(f"{match}: action {number} was {known} and is {kept}")


@dataclass(frozen=True, slots=True)
class Moment:
    """When to kill a club: after so many actions, or before the first, and some seconds more."""

    tellings: int
    seconds: float

    @classmethod
    def any(cls, chance: Random, *, may_start: bool = True) -> Self:
        """Any moment; one in ten is right after the start."""
        if may_start and chance.random() < 0.1:
            return cls(0, chance.uniform(0, LONGEST_START))
        return cls(chance.randint(1, MOST_TELLINGS), chance.uniform(0, _REST))


@dataclass(frozen=True, slots=True)
class Run:
    """What a club did before it was killed."""

    lines: list[str]
    """Everything that was told."""
    resumed: float | None
    """Seconds from its start to the first action; none if it was killed before."""


def play_until(
    moment: Moment,
    folder: Path,
    url: str,
    *,
    told: Path | None = None,
    environment: dict[str, str] | None = None,
) -> Run:
    """Run a club and kill it at a moment."""
    words = [sys.executable, "-m", "tests.support.playing_club", str(folder), url]
    words += [] if told is None else [str(told)]
    lines: list[str] = []
    begun, resumed = monotonic(), None
    with (
        (folder.parent / "club.log").open("w+") as log,
        subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=environment or dict(os.environ),
        ) as club,
    ):
        assert club.stdout is not None
        if moment.tellings == 0:
            sleep(moment.seconds)
            club.kill()
        for line in club.stdout:
            resumed = resumed or (monotonic() - begun if moment.tellings else None)
            lines.append(line)
            if len(lines) == moment.tellings:
                sleep(moment.seconds)
                club.kill()
        log.seek(0)
        assert club.wait() == -9, log.read()
    return Run(lines, resumed)
