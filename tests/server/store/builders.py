"""Matches and facts that the store's tests write."""

from __future__ import annotations

from engine.actions import DrawStock
from engine.result import DealResult, Ending
from engine.rules import CLASSIC, Rules
from engine.seats import PerSeat, Seat
from server.store.facts import Acted, Finished, MatchStarted, Participant, Sheet

ADA = Participant("ada")
BEN = Participant("ben")
DRAWN = Acted(Seat.A, DrawStock())


def started(a: Participant = ADA, b: Participant = BEN, coach: str = "full") -> MatchStarted:
    """Two players sat down, seat A deals first."""
    return MatchStarted(CLASSIC, Seat.A, PerSeat(a, b), coach)


def gins(winner: Seat, count: int, deadwood: int = 50) -> tuple[DealResult, ...]:
    """So many deals that a seat won by gin."""
    return (DealResult(Ending.GIN, winner, 0, deadwood),) * count


def finished(
    results: tuple[DealResult, ...],
    a: Participant = ADA,
    b: Participant = BEN,
    *,
    coach: str = "full",
    rules: Rules = CLASSIC,
) -> Finished:
    """A match of these deals, seat A the first dealer."""
    return Finished(PerSeat(a, b), coach, Sheet(rules, Seat.A, results))
