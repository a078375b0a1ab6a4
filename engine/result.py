"""How a deal ended, as facts, and what the rules make of it in points."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.rules import Rules
from engine.seats import Seat


class Ending(Enum):
    """The ways a deal can end (`docs/RULES.md §2–4`)."""

    KNOCK = "knock"
    UNDERCUT = "undercut"
    GIN = "gin"
    BIG_GIN = "big_gin"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class DealResult:
    """The facts a finished deal leaves."""

    ending: Ending
    knocker: Seat | None = None
    """None only for a dead deal."""
    knocker_deadwood: int = 0
    defender_deadwood: int = 0
    """After the layoffs."""
    doubled: bool = False
    """A spade upcard doubles this deal (`docs/RULES.md §6`)."""

    @property
    def winner(self) -> Seat | None:
        """Who won the deal; nobody wins a dead one."""
        if self.knocker is None:
            return None
        return self.knocker.other if self.ending is Ending.UNDERCUT else self.knocker


def knock_result(
    knocker: Seat, knocker_deadwood: int, defender_deadwood: int, *, doubled: bool = False
) -> DealResult:
    """The result of a knock that was not gin; a tie is an undercut (`docs/RULES.md §4`)."""
    holds = knocker_deadwood < defender_deadwood
    ending = Ending.KNOCK if holds else Ending.UNDERCUT
    return DealResult(ending, knocker, knocker_deadwood, defender_deadwood, doubled)


@dataclass(frozen=True, slots=True)
class DealScore:
    """A deal's points, with the sum they come from."""

    winner: Seat | None
    difference: int = 0
    """Deadwood against deadwood, never negative."""
    bonus: int = 0
    """For gin, big gin or an undercut."""
    doubled: bool = False

    @property
    def points(self) -> int:
        """What is entered on the score sheet."""
        return (self.difference + self.bonus) * (2 if self.doubled else 1)


def score_deal(result: DealResult, rules: Rules) -> DealScore:
    """Price a result (`docs/RULES.md §4`)."""
    if result.winner is None:
        return DealScore(None)
    bonus = {
        Ending.KNOCK: 0,
        Ending.UNDERCUT: rules.undercut_bonus,
        Ending.GIN: rules.gin_bonus,
        Ending.BIG_GIN: rules.big_gin_bonus or 0,
    }[result.ending]
    difference = abs(result.defender_deadwood - result.knocker_deadwood)
    return DealScore(result.winner, difference, bonus, result.doubled)
