"""Matches and facts that the store's tests write."""

from __future__ import annotations

from engine.actions import DrawStock
from engine.result import DealResult, Ending
from engine.rules import CLASSIC, Rules
from engine.seats import PerSeat, Seat
from server.lobby.facts import Acted, Finished, MatchStarted, Participant, Sheet
from server.lobby.progress import MatchEnd
from server.lobby.terms import Hints

ADA = Participant("ada")
BEN = Participant("ben")
DRAWN = Acted(Seat.A, DrawStock())


def started(a: Participant = ADA, b: Participant = BEN, hints: Hints = Hints.FULL) -> MatchStarted:
    """Two players sat down, seat A deals first."""
    return MatchStarted(CLASSIC, Seat.A, PerSeat(a, b), hints)


def gins(winner: Seat, count: int, deadwood: int = 50) -> tuple[DealResult, ...]:
    """So many deals that a seat won by gin."""
    return (DealResult(Ending.GIN, winner, 0, deadwood),) * count


def finished(
    results: tuple[DealResult, ...],
    a: Participant = ADA,
    b: Participant = BEN,
    *,
    hints: Hints = Hints.FULL,
    rules: Rules = CLASSIC,
    end: MatchEnd = MatchEnd.PLAYED,
    winner: Seat = Seat.A,
) -> Finished:
    """A match of these deals, seat A the first dealer."""
    return Finished(PerSeat(a, b), hints, Sheet(rules, Seat.A, results), end, winner)
