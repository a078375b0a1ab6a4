"""A club without sockets: a hand-moved clock, decks by plan, and people who come and go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from engine.actions import Action
from engine.cards import Card
from engine.seats import Seat
from engine.view import SeatView
from server.lobby.chance import RandomShuffler
from server.lobby.clock import Clock
from server.lobby.lobby import Lobby
from server.lobby.news import Noticed, Said
from server.lobby.player import Player, Stay
from server.lobby.progress import Stage, Standing
from server.lobby.subscription import Subscription
from server.lobby.table import Table
from server.lobby.terms import Terms


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

    def deck(self) -> Sequence[Card]:
        self.dealt += 1
        return self.decks[self.dealt - 1] if self.dealt <= len(self.decks) else self.rest.deck()


def stage(table: Table) -> Stage:
    """Where the table stands now."""
    return table.stage


def standing(table: Table) -> Standing:
    """How the match at the table stands now."""
    assert table.standing is not None
    return table.standing


class Person:
    """Somebody at the other end of a connection."""

    def __init__(self, club: Club, wish: str, key: str | None) -> None:
        self.woken = 0
        self.farewell = ""
        self.subscription = Subscription(self._wake)
        self.stay: Stay = club.lobby.enter(wish, key, self.subscription, self._dismiss)
        self._club = club

    @property
    def player(self) -> Player:
        return self.stay.player

    @property
    def table(self) -> Table:
        return self._club.lobby.table_of(self.player)

    @property
    def seat(self) -> Seat:
        seat = self.table.seat_of(self.player)
        assert seat is not None
        return seat

    @property
    def view(self) -> SeatView:
        view = self.table.view(self.seat)
        assert isinstance(view, SeatView)
        return view

    def act(self, *actions: Action) -> None:
        for action in actions:
            self.table.act(self.player, action, self.table.version)

    def drop(self) -> None:
        self._club.lobby.exit(self.stay)

    def lines(self) -> list[str]:
        """What was said and noticed at the table, or in the lobby."""
        table = self.player.looking_at
        news = table.news(table.seat_of(self.player)) if table else self._club.lobby.news
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

    def __init__(self, *decks: Sequence[Card], dealer: Seat = Seat.B, pace: float = 0.0) -> None:
        self.now = 1000.0
        self.shuffler = PlannedShuffler(decks, dealer)
        self.lobby = Lobby(Clock(lambda: self.now, lambda: "21:07"), self.shuffler, lambda: pace)

    def come(self, name: str, key: str | None = "") -> Person:
        """Somebody comes in, with a key named like himself unless told otherwise."""
        return Person(self, name, f"SHA256:{name}" if key == "" else key)

    def seated(
        self, terms: Terms | None = None, key: str | None = ""
    ) -> tuple[Person, Person, Table]:
        """Ada in seat A and Bea in seat B, their first deal on the table."""
        ada, bea = self.come("ada", key), self.come("bea", key)
        table = self.lobby.open_table(ada.player, terms or Terms())
        self.lobby.sit(bea.player, table.number)
        return ada, bea, table

    def wait(self, seconds: float) -> None:
        """Let time pass, second by second."""
        for _ in range(int(seconds)):
            self.now += 1
            self.lobby.tick()
