"""A club without sockets: a hand-moved clock, decks by plan, and people who come and go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from engine.actions import Action
from engine.cards import Card
from engine.seats import Seat
from engine.view import SeatView
from server.fair_shuffle import Shuffle
from server.lobby.chance import RandomShuffler
from server.lobby.clock import Clock
from server.lobby.lobby import Lobby
from server.lobby.news import Noticed, Said
from server.lobby.play import Pause
from server.lobby.player import Player, Stay
from server.lobby.progress import Stage, Standing
from server.lobby.subscription import Subscription
from server.lobby.table import Table
from server.lobby.terms import Terms
from tests.support.book import MemoryBook


@dataclass
class PlannedShuffler:
    """Hands out the given decks in turn, then random ones that are the same in every run."""

    decks: Sequence[Sequence[Card]] = ()
    dealer: Seat = Seat.B
    dealt: int = 0
    rest: RandomShuffler = field(
        default_factory=lambda: RandomShuffler(Random(1))  # noqa: S311 the same in every run
    )

    def first_dealer(self) -> Seat:
        return self.dealer

    def shuffle(self, match: str, deal: int) -> Shuffle:
        shuffle, number = self.rest.shuffle(match, deal), self.dealt
        self.dealt += 1
        if number >= len(self.decks):
            return shuffle
        return replace(shuffle, deck=tuple(self.decks[number]))


def stage(table: Table) -> Stage:
    """Where the table stands now."""
    return table.stage


def paused(table: Table) -> Pause | None:
    """Why the table's time stands still now."""
    return table.play.pause


def standing(table: Table) -> Standing:
    """How the match at the table stands now."""
    assert table.play.standing is not None
    return table.play.standing


class Person:
    """Somebody at the other end of a connection."""

    def __init__(self, club: Club, player: Player) -> None:
        self.woken = 0
        self.farewell = ""
        self.subscription = Subscription(self._wake)
        self.stay: Stay = club.lobby.enter(player, self.subscription, self._dismiss)
        self._club = club

    @property
    def player(self) -> Player:
        return self.stay.player

    @property
    def table(self) -> Table:
        return self._club.lobby.table_of(self.player)

    @property
    def seat(self) -> Seat:
        seat = self.table.seats.of(self.player)
        assert seat is not None
        return seat

    @property
    def view(self) -> SeatView:
        view = self.table.view(self.seat)
        assert isinstance(view, SeatView)
        return view

    async def act(self, *actions: Action) -> None:
        for action in actions:
            await self.table.act(self.player, action, self.table.play.version)

    def drop(self) -> None:
        self._club.lobby.exit(self.stay)

    def lines(self) -> list[str]:
        """What was said and noticed at the table, or in the lobby."""
        table = self.player.looking_at
        news = table.news(table.seats.of(self.player)) if table else self._club.lobby.news
        return [
            line.text if isinstance(line, Noticed) else f"<{line.name}> {line.text}"
            for line in news
            if isinstance(line, Noticed | Said)
        ]

    def _wake(self) -> None:
        self.woken += 1

    def _dismiss(self, message: str) -> None:
        self.farewell = message


class Club:
    """A lobby whose time stands still until it is moved."""

    def __init__(
        self,
        *decks: Sequence[Card],
        dealer: Seat = Seat.B,
        pace: float = 0.0,
        book: MemoryBook | None = None,
    ) -> None:
        self.now = 1000.0
        self.book = book or MemoryBook()
        self.shuffler = PlannedShuffler(decks, dealer)
        clock = Clock(lambda: self.now, lambda: "21:07")
        self.lobby = Lobby(self.book, clock, self.shuffler, lambda: pace)
        self._accounts: dict[str, int] = {}

    def come(self, name: str, *, guest: bool = False) -> Person:
        """Somebody comes in: with an account of that name or, as a guest, without."""
        if guest:
            return Person(self, self.lobby.register.guest(name))
        number = self._accounts.setdefault(name, len(self._accounts) + 1)
        return Person(self, self.lobby.register.member(number, name))

    async def seated(
        self, terms: Terms | None = None, *, guests: bool = False
    ) -> tuple[Person, Person, Table]:
        """Ada in seat A and Bea in seat B, their first deal on the table."""
        ada, bea = self.come("ada", guest=guests), self.come("bea", guest=guests)
        table = self.lobby.open_table(ada.player, terms or Terms())
        await self.lobby.sit(bea.player, table.number)
        return ada, bea, table

    async def wait(self, seconds: float) -> None:
        """Let time pass, second by second."""
        for _ in range(int(seconds)):
            self.now += 1
            self.lobby.tick()
            await self.settled()

    async def settled(self) -> None:
        """Wait until nothing is under way at any table."""
        await self.lobby.repair.settled()
        for table in tuple(self.lobby._tables.values()):
            await table.turns.settled()


def time_left(table: Table, seat: Seat) -> tuple[float, float]:
    """Seconds of the turn's own time, and of the bank."""
    time = table.play.time_left(seat)
    assert time is not None
    return time.turn, time.bank
