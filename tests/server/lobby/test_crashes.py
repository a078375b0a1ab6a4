"""Random matches with crashes, lost answers, retries and reconnects: the book tells what happened."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rules import PRESETS
from engine.seats import Seat
from server.lobby.clock import GRACE
from server.lobby.course import Course
from server.lobby.errors import FaultError, NotNowError, StaleActionError
from server.lobby.progress import Stage
from server.lobby.room import NOTED_EVERY
from server.lobby.sitting import new_id
from server.lobby.table import Table
from server.lobby.terms import ClockRule, Terms
from server.store.replay import recall
from tests.support.club import Club, Person
from tests.support.recovery import started_again, table_of


class Evening:
    """Two people at a table to whom everything happens that can."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.club = Club()
        self.people: dict[Seat, Person] = {}
        self.told: list[tuple[str, str]] = []
        """Match and command of every action that somebody was told had been done."""

    @property
    def table(self) -> Table:
        return table_of(self.club, Seat.A, "ada")

    async def run(self, steps: int) -> None:
        rules = PRESETS[self.chance.choice(sorted(PRESETS))]
        clock = self.chance.choice((None, ClockRule(30, 120)))
        terms = Terms(rules=rules, clock=clock, has_cuts=self.chance.random() < 0.3)
        ada, bea, _ = await self.club.seated(terms)
        self.people = {Seat.A: ada, Seat.B: bea}
        for _ in range(steps):
            step = self.chance.choices(
                (self.act, self.reconnect, self.crash, self.lose_answers, self.put_off, self.wait),
                (80, 4, 2, 3, 1, 3),
            )[0]
            await step()
            await self.club.settled()
            self.check()

    async def act(self) -> None:
        seat = self.chance.choice(tuple(Seat))
        table, person = self.table, self.people[seat]
        if table.play.is_adjourned:
            await self.club.lobby.sit(person.player, table.number)
        elif table.stage is Stage.CUT and self.chance.random() < 0.5:
            await self._try(table.cut(person.player, self.chance.randbytes(8)))
        elif table.stage in (Stage.DEAL_OVER, Stage.MATCH_OVER):
            await self._try(table.ready(person.player))
        elif table.stage is Stage.DEAL and person.view.legal_actions:
            await self._move(table, person)

    async def _move(self, table: Table, person: Person) -> None:
        """Act, sometimes asking again with the same command as if no answer had come."""
        action, at, command = (
            self.chance.choice(person.view.legal_actions), table.play.version, new_id()
        )  # fmt: skip
        for _ in range(self.chance.choice((1, 1, 2, 3))):
            try:
                await table.act(person.player, action, at, command)
                self.told.append((table.play.shown_match, command))
            except FaultError:
                continue

    async def _try(self, asked: Awaitable[None]) -> None:
        with suppress(FaultError, NotNowError, StaleActionError):
            await asked

    async def reconnect(self) -> None:
        seat = self.chance.choice(tuple(Seat))
        name = self.people[seat].player.name
        if self.chance.random() < 0.5:
            self.people[seat].drop()
            await self.club.wait(self.chance.choice((0, 2, 9)))
        self.people[seat] = self.club.come(name)

    async def crash(self) -> None:
        """The server is gone without a word, and started again."""
        if not self.club.book.open_matches:
            return
        before = self.table.play.course if self.table.play.is_running else None
        used = self.time_used()
        self.club = await started_again(self.club)
        if before is not None:
            assert self.table.play.course == before
            for once, again in zip(used, self.time_used(), strict=True):
                assert again > once - NOTED_EVERY, "no time is given back"
        for seat, person in list(self.people.items()):
            self.people[seat] = self.club.come(person.player.name)

    def time_used(self) -> list[float]:
        """Seconds that each of the two was away, and that the present turn has lasted."""
        play = self.table.play
        away = [GRACE - chair.absence.grace(play.time()) for chair in self.table.seats]
        return [*away, play.thought]

    async def lose_answers(self) -> None:
        """For a while what is written is kept, but nobody is told so; or nothing is kept."""
        book = self.club.book
        if self.chance.random() < 0.5:
            book.loses_answers = True
            await self.act()
            book.loses_answers = False
        else:
            book.is_closed = True
            await self.act()
            book.is_closed = False
        await self.club.wait(1)

    async def put_off(self) -> None:
        table = self.table
        for person in self.people.values():
            if table.play.is_running and not table.play.is_adjourned:
                await self._try(table.adjourn(person.player))

    async def wait(self) -> None:
        await self.club.wait(self.chance.choice((1, 5, 20)))

    def check(self) -> None:
        book, table = self.club.book, self.table
        for match, lines in book.matches.items():
            commands = [line.command for line in lines]
            assert len(commands) == len(set(commands)), "nothing is written twice"
            told = {command for of, command in self.told if of == match}
            assert told <= set(commands), "nothing told is lost"
        live = table.play.course
        if live is not None:
            assert folded(self.club, table.play.shown_match) == live


def folded(club: Club, match: str) -> Course:
    return recall(club.book.facts(match), club.book.kept[match].values())


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_the_book_tells_what_happened(seed: int) -> None:
    evening = Evening(Random(seed))  # noqa: S311 the same evening can be had again
    asyncio.run(evening.run(150))
