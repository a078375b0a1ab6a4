"""The server started again: a new lobby over the same book in memory."""

from __future__ import annotations

from engine.seats import Seat
from server.lobby.facts import MatchStarted
from server.lobby.play import Recalled
from server.lobby.table import Table
from server.lobby.terms import Terms
from tests.support.club import Club


async def started_again(before: Club) -> Club:
    """A club that knows nothing but what stands in the book of the one before."""
    club = Club(book=before.book)
    club._accounts = before._accounts
    names = {number: name for name, number in before._accounts.items()}
    for match in club.book.open_matches:
        lines = tuple(club.book.matches[match])
        started = lines[0].fact
        assert isinstance(started, MatchStarted)
        a, b = (
            club.lobby.register.guest(player.name)
            if player.account is None
            else club.lobby.register.member(player.account, names[player.account])
            for player in started.players
        )
        terms = Terms(
            started.table,
            started.rules,
            started.hints,
            started.is_private,
            started.clock,
            started.has_cuts,
        )
        recalled = Recalled(match, lines, await club.book.shuffles(match))
        table = club.lobby.recall(recalled, terms, (a, b))
        for seat in Seat:
            table.seats.taken(seat).digest = club.book.held[match][seat]
    return club


def table_of(club: Club, seat: Seat, name: str) -> Table:
    """The recalled table at which somebody of this name has a seat."""
    for table in club.lobby._tables.values():
        chair = table.seats.chair(seat)
        if chair is not None and chair.player.name == name:
            return table
    raise AssertionError(f"{name} sits nowhere")
