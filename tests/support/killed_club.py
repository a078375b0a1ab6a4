"""A playing club that is killed again and again, and what its players know by then."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Self

from engine.cards import DECK
from server.lobby.facts import Acted
from server.store.codec import ACTION
from server.store.replay import recall
from server.store.store import Store
from tests.support.playing_club import Order

MOST_TELLINGS = 200
"""Actions after which a club is killed at the latest."""
LONGEST_START = 0.5
"""Seconds after its start in which a club may be killed while it takes the matches up."""
_REST = 0.02
"""Seconds more that it runs on, so that a kill can come at any point of an action."""


class LostError(AssertionError):
    """What a player had been told is not there any more, or is there twice."""


@dataclass
class Told:
    """What players were told had been done."""

    actions: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The actions of every match, in order, as JSON."""
    count: int = 0

    def copy(self) -> Told:
        """What they know now, whatever they are told later."""
        return deepcopy(self)

    def note(self, lines: Iterable[str]) -> None:
        """They are told more."""
        for line in lines:
            match, number, action = line.split(maxsplit=2)
            before = self.actions[match]
            if int(number) != len(before) + 1:
                raise LostError(f"{match}: {len(before)} actions were told, then number {number}")
            before.append(action.strip())
            self.count += 1

    async def check(self, url: str) -> None:
        """See that all of it is written once, in its place, and makes sense.

        In each match one action more may be written, of which nobody was told any more; this is how
        the players hear of it.

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
        told = self.actions[match]
        if not len(told) <= len(acted) <= len(told) + 1:
            raise LostError(f"{match}: {len(told)} actions were told, {len(acted)} are written")
        for number, (kept, known) in enumerate(zip(acted, told, strict=False), 1):
            if known != kept:
                raise LostError(f"{match}: action {number} was {known} and is {kept}")
        told[:] = acted


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
    begun: float
    """When it was asked to start, by the monotonic clock."""
    first: float | None
    """When the first action was told; none if it was killed before that."""

    @property
    def resumed(self) -> float | None:
        """Seconds from the start to the first action."""
        return None if self.first is None else self.first - self.begun


class Nursery:
    """Starts playing clubs and kills them.

    Args:
        folder: For what they print.
        preload: A library to load into them before any other.
    """

    def __init__(self, folder: Path, preload: Path | None = None) -> None:
        self._folder = folder
        self._news = folder / "news"
        self._news.unlink(missing_ok=True)
        os.mkfifo(self._news)
        self.begun = monotonic()
        """When it was started itself, so that the program has yet to be loaded."""
        preloaded = {} if preload is None else {"LD_PRELOAD": str(preload)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.playing_club"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | preloaded,
        )
        assert self._process.stdout is not None
        self._process.stdout.readline()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._process as process:
            process.kill()

    def play_until(
        self, moment: Moment, data: Path, url: str, told: str = "", trace: str = ""
    ) -> Run:
        """Run a club with its data in a folder, and kill it at a moment."""
        keys, log = self._folder / "host_keys", self._folder / "club.log"
        begun, first = monotonic(), None
        order = Order(str(data), url, str(keys), str(log), str(self._news), told, trace)
        club = self._order(order)
        lines: list[str] = []
        try:
            with self._news.open() as news:
                if moment.tellings == 0:
                    sleep(moment.seconds)
                    os.kill(club, signal.SIGKILL)
                for line in news:
                    first = first or (monotonic() if moment.tellings else None)
                    lines.append(line)
                    if len(lines) == moment.tellings:
                        sleep(moment.seconds)
                        os.kill(club, signal.SIGKILL)
        except BaseException:
            os.kill(club, signal.SIGKILL)
            raise
        assert self._answer() == -signal.SIGKILL, log.read_text()
        return Run(lines, begun, first)

    def _order(self, order: Order) -> int:
        """Ask for a club; return its process id."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps(asdict(order))}\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> int:
        assert self._process.stdout is not None
        return int(self._process.stdout.readline())
