"""A match being played: the score sheet, the deal on the table, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from engine.actions import Action
from engine.cards import Card
from engine.deal import Deal, new_deal
from engine.events import CardDiscarded, Event
from engine.match import Match, new_match
from engine.play import apply
from engine.result import DealResult, DealScore, score_deal
from engine.rules import Rules
from engine.seats import PerSeat, Seat
from server.lobby.errors import NotNowError


class MatchEnd(Enum):
    """How a match came to its end."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    CALLED_OFF = "called_off"
    """By a player before both had finished a turn of the first deal, or by the house; nothing
    counts."""


class Stage(Enum):
    """Where a table stands, above the phases of a deal."""

    WAITING = "waiting"
    """One player sits and waits for another."""
    CUT = "cut"
    """The next deal is about to be dealt, and at a table with cuts both may still cut."""
    DEAL = "deal"
    DEAL_OVER = "deal_over"
    MATCH_OVER = "match_over"


@dataclass(frozen=True, slots=True)
class Standing:
    """What everybody may know of a match."""

    match: Match
    deal_number: int
    """The number of the deal on the table, from 1."""
    score: DealScore | None
    """What the finished deal was worth; None while it is played."""
    ended: MatchEnd | None
    winner: Seat | None
    """Who won, once the match has ended; None also when it was called off."""
    may_call_off: bool
    """Whether leaving now would undo the match rather than lose it."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a match stands, hidden cards included; every change is a new one."""

    match: Match
    deal: Deal
    has_turned: PerSeat[bool]
    """Who has finished a turn in this match."""
    score: DealScore | None = None
    ended: MatchEnd | None = None
    winner: Seat | None = None

    @property
    def stage(self) -> Stage:
        """Where a table with this match stands."""
        if self.ended is not None:
            return Stage.MATCH_OVER
        return Stage.DEAL if self.score is None else Stage.DEAL_OVER

    @property
    def may_call_off(self) -> bool:
        """Whether leaving now would undo the match rather than lose it.

        A knock makes the match count even if the defender never came to a turn.
        """
        is_first = self.match.deals == 0 and self.deal.showdown is None
        return self.ended is None and is_first and not all(self.has_turned)

    @property
    def standing(self) -> Standing:
        """The match without its hidden cards."""
        number = self.match.deals + (1 if self.score is None else 0)
        return Standing(self.match, number, self.score, self.ended, self.winner, self.may_call_off)

    def acted(self, seat: Seat, action: Action) -> Step:
        """The match after an action.

        Raises:
            NotNowError: If no deal is being played.
            GinError: If the rules do not allow the action.
        """
        if self.ended is not None:
            raise NotNowError("the match is over")
        deal, events = apply(self.deal, seat, action)
        turned = self.has_turned
        for event in events:
            if isinstance(event, CardDiscarded):
                turned = turned.put(event.seat, True)
        after = replace(self, deal=deal, has_turned=turned)
        return after if deal.result is None else _counted(after, deal.result), events

    def dealt(self, deck: Sequence[Card]) -> Step:
        """The match with its next deal."""
        deal, events = new_deal(self.match.rules, self.match.next_dealer, deck)
        return replace(self, deal=deal, score=None), events

    @property
    def called_off(self) -> Progress:
        """The match as one that does not count."""
        return replace(self, ended=MatchEnd.CALLED_OFF)

    def left_by(self, seat: Seat) -> Progress:
        """The match, given up by one player: called off, or won by the other."""
        if self.may_call_off:
            return self.called_off
        return replace(self, ended=MatchEnd.FORFEIT, winner=seat.other)


Step = tuple[Progress, tuple[Event, ...]]
"""A match after a change, and what happened."""


def begin(rules: Rules, dealer: Seat, deck: Sequence[Card]) -> Step:
    """A new match with its first deal."""
    match = new_match(rules, dealer)
    deal, events = new_deal(rules, dealer, deck)
    return Progress(match, deal, PerSeat.both(False)), events


def _counted(progress: Progress, result: DealResult) -> Progress:
    """The match with its finished deal on the sheet."""
    score = score_deal(result, progress.match.rules)
    match = progress.match.scored(score)
    ended = MatchEnd.PLAYED if match.is_over else None
    return replace(progress, match=match, score=score, ended=ended, winner=match.winner)
