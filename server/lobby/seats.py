"""The two seats of a table, and who sits in them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.seats import PerSeat, Seat
from server.lobby.book import Held
from server.lobby.chair import Chair
from server.lobby.errors import SeatError
from server.lobby.facts import Participant
from server.lobby.player import Player


class Seats:
    """The chairs that somebody took, with those given up after the match."""

    def __init__(self) -> None:
        self._chairs: dict[Seat, Chair] = {}

    def __iter__(self) -> Iterator[Chair]:
        """The taken ones in their order."""
        return iter([self._chairs[seat] for seat in Seat if seat in self._chairs])

    def chair(self, seat: Seat) -> Chair | None:
        """Who sits there."""
        return self._chairs.get(seat)

    def taken(self, seat: Seat) -> Chair:
        """Who sits in a seat that is known to be taken."""
        return self._chairs[seat]

    @property
    def free(self) -> Seat:
        """The seat that the next one to sit down takes.

        Raises:
            SeatError: If both are taken.
        """
        for seat in Seat:
            if seat not in self._chairs:
                return seat
        raise SeatError("both seats are taken; you can watch")

    @property
    def are_all_here(self) -> bool:
        """Whether two players sit here and look at the table."""
        return len(self._chairs) == len(Seat) and all(chair.is_here for chair in self)

    @property
    def participants(self) -> PerSeat[Participant]:
        """Both players as the book knows them."""
        a, b = (chair.player for chair in self)
        return PerSeat(participant(a), participant(b))

    @property
    def held(self) -> Held:
        """By what the guests among both players come back to their seats."""
        a, b = (chair.digest for chair in self)
        return PerSeat(a, b)

    def take(self, seat: Seat, chair: Chair) -> None:
        """Somebody sits down."""
        self._chairs[seat] = chair

    def free_up(self, seat: Seat) -> None:
        """Make a seat free for somebody else."""
        del self._chairs[seat]

    def of(self, player: Player) -> Seat | None:
        """Where a player sits; None for a watcher and for who has given up the seat."""
        for seat, chair in self._chairs.items():
            if chair.player is player and not chair.has_left:
                return seat
        return None

    def own(self, player: Player) -> Seat:
        """Where a player sits.

        Raises:
            SeatError: If he has no seat here.
        """
        seat = self.of(player)
        if seat is None:
            raise SeatError("you are watching; only the two players can do that")
        return seat


def participant(player: Player) -> Participant:
    """A player as the book knows him."""
    return Participant(player.name, player.account, player.level)
