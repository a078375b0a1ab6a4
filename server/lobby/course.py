"""The course of a match: where it stands after the facts told so far.

A table at play and a log that is read again go through the same steps, so that what is recalled is
what was played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self, assert_never

from engine.cards import Card
from engine.events import Event
from engine.match import new_match
from engine.result import DealResult
from engine.seats import PerSeat
from server.lobby.facts import (
    Acted,
    Adjourned,
    CalledOff,
    CutSealed,
    DealBegun,
    Fact,
    Finished,
    GivenUp,
    MatchStarted,
    Readied,
    Resumed,
    Returned,
    Sheet,
    ShuffleCommitted,
    TimePassed,
)
from server.lobby.progress import MatchEnd, Progress, Stage, Standing, begin

Decks = Mapping[int, Sequence[Card]]
"""The deck of each deal, by its number in the match."""

_NEITHER = PerSeat(False, False)
_NO_TIME_OUTS = PerSeat(0, 0)
_UNCOUNTED: PerSeat[int | None] = PerSeat(None, None)


class CourseError(Exception):
    """A fact cannot follow on what came before it."""


@dataclass(frozen=True, slots=True)
class Course:
    """Where a match stands; every fact gives a new one."""

    started: MatchStarted
    progress: Progress | None = None
    """None until the first deal."""
    events: tuple[Event, ...] = ()
    """What the last fact made happen in the deal."""
    committed: ShuffleCommitted | None = None
    """The shuffle that the house bound itself to last."""
    results: tuple[DealResult, ...] = ()
    """Of every deal that was finished."""
    has_asked: PerSeat[bool] = _NEITHER
    """Who has asked for the next deal."""
    has_cut: PerSeat[bool] = _NEITHER
    """Who has cut for the next deal, or done without."""
    bank: PerSeat[int | None] = _UNCOUNTED
    """Milliseconds left to think beyond the turn's own time, as they were when the present turn
    began; None before it was ever counted."""
    thought: int = 0
    """Milliseconds that the present turn has lasted, as last counted."""
    time_outs: PerSeat[int] = _NO_TIME_OUTS
    """How many turns in a row the clock has ended."""
    grace: PerSeat[int | None] = _UNCOUNTED
    """Milliseconds left to be away; None before it was ever counted."""
    is_adjourned: bool = False
    is_undone: bool = False
    """Ended before the first deal."""

    @property
    def stage(self) -> Stage:
        """Where a table with this match stands."""
        if self.is_undone:
            return Stage.MATCH_OVER
        if self.progress is None:
            return Stage.CUT
        stage = self.progress.stage
        return Stage.CUT if stage is Stage.DEAL_OVER and all(self.is_ready) else stage

    @property
    def is_over(self) -> bool:
        """Whether nothing more can follow."""
        return self.stage is Stage.MATCH_OVER

    @property
    def deal(self) -> int:
        """The number of the deal in play or, between deals, of the next one."""
        return len(self.results) + 1

    @property
    def is_committed(self) -> bool:
        """Whether the house is bound to the shuffle of that deal."""
        return self.committed is not None and self.committed.deal == self.deal

    @property
    def is_ready(self) -> PerSeat[bool]:
        """Who wants the next deal; the computer always does."""
        computer = self.started.players.map(lambda player: player.computer is not None)
        return PerSeat(self.has_asked.a or computer.a, self.has_asked.b or computer.b)

    @property
    def standing(self) -> Standing:
        """The match without its hidden cards."""
        if self.progress is not None:
            return self.progress.standing
        sheet = new_match(self.started.rules, self.started.first_dealer)
        ended = MatchEnd.CALLED_OFF if self.is_undone else None
        return Standing(sheet, 1, None, ended, None, may_call_off=not self.is_undone)

    @property
    def finished(self) -> Finished | None:
        """What goes into the history; None while the match is open or when it was called off."""
        progress = self.progress
        if progress is None or progress.ended is None or progress.winner is None:
            return None
        started = self.started
        sheet = Sheet(started.rules, started.first_dealer, self.results)
        return Finished(started.players, started.hints, sheet, progress.ended, progress.winner)

    @classmethod
    def of(cls, fact: Fact) -> Self:
        """The course that a first fact opens.

        Raises:
            CourseError: If it is not the start of a match.
        """
        if not isinstance(fact, MatchStarted):
            raise CourseError("the log does not begin with the start of a match")
        return cls(fact)

    def after(self, fact: Fact, decks: Decks) -> Course:
        """The match with one fact more.

        Raises:
            CourseError: If the fact cannot follow on what came before.
            NotNowError: If no deal is being played.
            GinError: If the rules do not allow the action.
        """
        calm = replace(self, events=())
        match fact:
            case MatchStarted():
                raise CourseError("a match starts once")
            case ShuffleCommitted():
                return replace(calm, committed=fact, has_cut=_NEITHER)
            case CutSealed(seat):
                return replace(calm, has_cut=self.has_cut.put(seat, True))
            case DealBegun(deal) if deal in decks:
                return _dealt(calm, decks[deal])
            case DealBegun(deal):
                raise CourseError(f"the deck of deal {deal} is missing")
            case Acted():
                return _acted(calm, fact)
            case Readied(seat):
                return replace(calm, has_asked=self.has_asked.put(seat, True))
            case Returned(seat, grace):
                return replace(calm, grace=self.grace.put(seat, grace))
            case TimePassed(thought, left):
                return replace(calm, thought=thought, grace=PerSeat(left.a, left.b))
            case Adjourned() | Resumed():
                return replace(calm, is_adjourned=isinstance(fact, Adjourned))
            case GivenUp() | CalledOff():
                return _ended(calm, fact)
        assert_never(fact)


def _dealt(course: Course, deck: Sequence[Card]) -> Course:
    if course.progress is None:
        progress, events = begin(course.started.rules, course.started.first_dealer, deck)
    else:
        progress, events = course.progress.dealt(deck)
    return replace(course, progress=progress, events=events, has_asked=_NEITHER, thought=0)


def _ended(course: Course, fact: GivenUp | CalledOff) -> Course:
    progress = course.progress
    if progress is None:
        return replace(course, is_undone=True)
    ended = progress.left_by(fact.seat) if isinstance(fact, GivenUp) else progress.called_off
    return replace(course, progress=ended)


def _acted(course: Course, fact: Acted) -> Course:
    if course.progress is None:
        raise CourseError("nothing was dealt yet")
    progress, events = course.progress.acted(fact.seat, fact.action)
    ended = progress.deal.result
    results = course.results if ended is None else (*course.results, ended)
    # A turn may take several actions: its time goes on, and if the clock ends it, it counts once.
    is_turn_over = ended is not None or progress.deal.turn is not fact.seat
    bank, thought = course.bank, course.thought
    if is_turn_over:
        thought = 0
        bank = bank if fact.bank is None else bank.put(fact.seat, fact.bank)
    time_outs = course.time_outs[fact.seat] + is_turn_over if fact.is_timed_out else 0
    return replace(
        course,
        progress=progress,
        events=events,
        bank=bank,
        thought=thought,
        results=results,
        time_outs=course.time_outs.put(fact.seat, time_outs),
    )
