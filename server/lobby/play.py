"""The match at a table: every step is written down, then clocks follow and everybody is shown.

Nothing here waits for its turn: the table sees to it that one thing is done after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from engine.seats import PerSeat, Seat
from server.fair_shuffle import Shuffle
from server.lobby.book import Held, Line
from server.lobby.clock import TableTime, TimeLeft, TurnClock
from server.lobby.course import Course
from server.lobby.errors import FaultError, NotNowError
from server.lobby.facts import (
    Acted,
    DealBegun,
    Fact,
    GivenUp,
    MatchStarted,
    Participant,
    Readied,
    ShuffleCommitted,
)
from server.lobby.house import House
from server.lobby.house_play import TIME_OUTS, action_in_time
from server.lobby.news import KEPT, NewsLog
from server.lobby.progress import Stage, Standing
from server.lobby.sitting import Sitting, new_id
from server.lobby.terms import Terms

PATIENCE = 15.0
"""Seconds to cut, and at a table with a clock to look at a result."""
RESTART = 60.0
"""Seconds that clocks stand still after the server was started again."""


class Pause(Enum):
    """Why a table's time stands still."""

    ADJOURNED = "adjourned"
    FAULT = "fault"
    """The house cannot write anything down just now."""
    RESTART = "restart"
    """The server was started again, and not both players are back yet."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """A match as the book has it."""

    match: str
    lines: Sequence[Line]
    shuffles: Sequence[Shuffle]


class Play:
    """The match being played, and the next one that the house is bound to already."""

    def __init__(
        self, house: House, terms: Terms, news: NewsLog, shown: Callable[[Fact], None]
    ) -> None:
        self.time = TableTime(house.clock.now)
        self.version = 0
        """Counts the positions; talk and presence do not change it."""
        self.deals_dealt = 0
        """Deals of all matches at this table."""
        self._house = house
        self._terms = terms
        self._news = news
        self._shown = shown
        self._sitting: Sitting | None = None
        self._next: Sitting | None = self._new_sitting()
        """The one to come, while none is being played."""
        self._clock: TurnClock | None = None
        self._stage = Stage.WAITING
        self._deadline: float | None = None
        self._is_faulty = False
        self._starts_again: float | None = None
        """By the clock of the house: when time goes on even if not both are back."""

    @property
    def stage(self) -> Stage:
        """Where the table stands."""
        return self._sitting.course.stage if self._sitting is not None else Stage.WAITING

    @property
    def is_running(self) -> bool:
        """Whether a match is being played."""
        return self.stage not in (Stage.WAITING, Stage.MATCH_OVER)

    @property
    def course(self) -> Course | None:
        """The match, hidden cards included; None before the first."""
        return self._sitting.course if self._sitting is not None else None

    @property
    def standing(self) -> Standing | None:
        """The match as everybody may know it; None before the first."""
        return self.course.standing if self.course is not None else None

    @property
    def match(self) -> str:
        """The id of the match that is played or, where there is none, of the next one."""
        coming = self._next or self._sitting
        return coming.match if coming is not None else ""

    @property
    def shown_match(self) -> str:
        """The id of the match that people look at; empty before the first."""
        return self._sitting.match if self._sitting is not None else ""

    @property
    def is_adjourned(self) -> bool:
        """Whether the match waits to be resumed."""
        return self.is_running and self.course is not None and self.course.is_adjourned

    @property
    def has_clock(self) -> bool:
        """Whether players' time to think is limited."""
        return self._terms.clock is not None

    # Time

    @property
    def pause(self) -> Pause | None:
        """Why time stands still, if it does."""
        if self.is_adjourned:
            return Pause.ADJOURNED
        if self._is_faulty:
            return Pause.FAULT
        return Pause.RESTART if self._starts_again is not None else None

    @property
    def restart_left(self) -> float:
        """Seconds that the pause after a restart lasts at most."""
        return max(0.0, (self._starts_again or 0.0) - self._house.clock.now())

    @property
    def patience_left(self) -> float | None:
        """Seconds until the table waits no longer for cuts or for the next deal."""
        return None if self._deadline is None else max(0.0, self._deadline - self.time())

    def time_left(self, seat: Seat) -> TimeLeft | None:
        """A seat's clock; None at a table without clocks and before a match."""
        return None if self._clock is None else self._clock.left(seat, self.time())

    @property
    def thought(self) -> float:
        """Seconds that the present turn has lasted; 0 at a table without clocks."""
        return 0.0 if self._clock is None else self._clock.thought(self.time())

    def is_clock_running(self, seat: Seat) -> bool:
        """Whether a seat's clock runs."""
        return self._clock is not None and self._clock.running is seat and self.pause is None

    def go(self) -> None:
        """Both players are back after a restart."""
        self._starts_again = None
        self._set_time()

    def fail(self) -> None:
        """Nothing can be written: time stands still."""
        self._is_faulty = True
        self._set_time()

    def mend(self) -> bool:
        """Things can be written again; return whether they could not before."""
        was_faulty, self._is_faulty = self._is_faulty, False
        self._set_time()
        return was_faulty

    # Shuffles

    @property
    def shuffle(self) -> Shuffle | None:
        """What the house is bound to: of the deal in play, or of the next one."""
        if self._next is not None:
            return self._next.shuffle
        committed = self._sitting is not None and self._sitting.course.is_committed
        return self._sitting.shuffle if self._sitting is not None and committed else None

    @property
    def finished_shuffle(self) -> Shuffle | None:
        """The shuffle of the last deal that is over."""
        return self._sitting.last_shuffle if self._sitting is not None else None

    # What happens

    async def begin(self, dealer: Seat, players: PerSeat[Participant], held: Held) -> None:
        """Begin the next match and deal.

        Args:
            dealer: Who deals first.
            players: Who plays.
            held: By what its guests come back.

        Raises:
            NotNowError: If one is being played.
            ClosingError: If the club is closing.
            FaultError: If nothing can be written.
        """
        self._house.require_open()
        terms, sitting = self._terms, self._next
        if sitting is None:
            raise NotNowError("a match is being played here")
        started = MatchStarted(
            terms.rules,
            dealer,
            players,
            terms.hints,
            terms.name,
            terms.is_private,
            terms.has_cuts,
            terms.clock,
        )
        try:
            await sitting.begin(started, held)
        except FaultError:
            # Should it be in the book all the same, nothing was dealt, and nothing counts.
            self._next = self._new_sitting()
            self.fail()
            raise
        self.mend()
        self._sitting, self._next, self._clock = sitting, None, None
        self._follow()

    def reopen(self) -> None:
        """Take the finished match off the table."""
        self._sitting = self._clock = None
        self.version += 1
        self._follow()

    def recall(self, recalled: Recalled) -> None:
        """Take a match up from the book; its time stands still for a while.

        Raises:
            CourseError: If its lines make no sense.
            GinError: If they tell of something that the rules do not allow.
        """
        first = self._house.shuffler.shuffle(recalled.match, 1)
        sitting = Sitting(self._house.book, recalled.match, first, self._show)
        self._news.record(sitting.recall(recalled.lines, recalled.shuffles)[-KEPT:])
        self._sitting, self._next = sitting, None
        self.version = sitting.seq
        self.deals_dealt = len(sitting.course.results) + (self.stage is Stage.DEAL)
        if not self.is_adjourned:
            self._starts_again = self._house.clock.now() + RESTART
        self._set_time()
        self._follow()

    async def settle_doubt(self) -> None:
        """See whether something was written although nobody was told so.

        Raises:
            FaultError: If the book cannot be read.
        """
        if self._sitting is not None:
            await self._sitting.settle_doubt()

    def has_done(self, seat: Seat, command: str) -> bool:
        """Whether a seat's last act came from this very command."""
        return self._sitting is not None and self._sitting.has_done(seat, command)

    def bank(self, seat: Seat) -> int | None:
        """Milliseconds that a seat has left beyond its turns' own time."""
        left = self.time_left(seat)
        return None if left is None else round(left.bank * 1000)

    async def write(self, fact: Fact, *, command: str = "", shuffle: Shuffle | None = None) -> None:
        """Write what happens in the match; once that is kept it has happened.

        Raises:
            GinError: If the rules do not allow it.
            NotNowError: If it has no place now.
            FaultError: If nothing can be written.
            StaleActionError: If the book held more than the table knew.
        """
        assert self._sitting is not None  # noqa: S101 only asked while there is a match
        try:
            await self._sitting.write(fact, command=command, shuffle=shuffle)
        except FaultError:
            self.fail()
            raise
        self.mend()

    async def go_on(self) -> None:
        """Bind the house to the next shuffle and deal, as far as that can be done now."""
        sitting = self._sitting
        if sitting is None or self.stage not in (Stage.DEAL_OVER, Stage.CUT) or self.is_adjourned:
            return
        course = sitting.course
        if not course.is_committed:
            shuffle = sitting.shuffle
            if shuffle.deal != course.deal:
                shuffle = self._house.shuffler.shuffle(sitting.match, course.deal)
            committed = ShuffleCommitted(course.deal, shuffle.commitment)
            await self.write(committed, shuffle=shuffle)
        if self.stage is Stage.CUT and not self.is_waiting_for_cuts:
            dealer = sitting.course.standing.match.next_dealer
            await self.write(DealBegun(course.deal, dealer))

    @property
    def is_waiting_for_cuts(self) -> bool:
        """Whether a cut is missing, and there is still time for it."""
        if self.course is None or not self._terms.has_cuts:
            return False
        has_cut = [
            self.course.has_cut[seat] or self.course.started.players[seat].computer is not None
            for seat in Seat
        ]
        return not all(has_cut) and self.patience_left != 0

    @property
    def is_due(self) -> bool:
        """Whether something has to happen that nobody needs to ask for."""
        if self.pause is not None or self.course is None or not self.is_running:
            return False
        if self._clock is not None and self._clock.is_out(self.time()):
            return True
        match self.stage:
            case Stage.CUT:
                return not (self.course.is_committed and self.is_waiting_for_cuts)
            case Stage.DEAL_OVER:
                return self.patience_left == 0 or not self.course.is_committed
        return False

    async def do_what_is_due(self) -> None:
        """Act for a player whose time is up, and deal if neither asked for it in time."""
        if not self.is_due or self.course is None:
            return
        if self._clock is not None and self._clock.running is not None:
            await self._time_out(self._clock.running)
        elif self.stage is Stage.DEAL_OVER and self.patience_left == 0:
            for seat in Seat:
                if not self.course.is_ready[seat]:
                    await self.write(Readied(seat))
        await self.go_on()

    async def _time_out(self, seat: Seat) -> None:
        while self._clock is not None and self._clock.running is seat:
            assert self.course is not None  # noqa: S101 the clock runs in a deal
            assert self.course.progress is not None  # noqa: S101
            action = action_in_time(self.course.progress.deal)
            await self.write(Acted(seat, action, is_timed_out=True, bank=0))
        if self.is_running and self.course and self.course.time_outs[seat] >= TIME_OUTS:
            await self.write(GivenUp(seat))

    def _new_sitting(self) -> Sitting:
        match = new_id()
        shuffle = self._house.shuffler.shuffle(match, 1)
        return Sitting(self._house.book, match, shuffle, self._show)

    def _show(self, fact: Fact, course: Course) -> None:
        """A fact is written: everybody may know of it."""
        if isinstance(fact, DealBegun):
            self.deals_dealt += 1
        if course.events or course.is_over:
            self.version += 1
        if course.is_over:
            self._next = self._new_sitting()
        self._news.record(course.events)
        self._follow()
        self._shown(fact)

    def _follow(self) -> None:
        """Let clocks and deadlines follow the match."""
        course, now = self.course, self.time()
        rule = self._terms.clock
        if course is not None and rule is not None and self._clock is None:
            bank = course.bank.map(lambda left: rule.bank if left is None else left / 1000)
            self._clock = TurnClock(rule, bank)
        if self._clock is not None and course is not None:
            in_deal = course.progress is not None and self.stage is Stage.DEAL
            deal = course.progress.deal if course.progress is not None and in_deal else None
            turn = None if deal is None else (course.deal, deal.turn)
            self._clock.follow(turn, now, course.thought / 1000)
        if self.stage is not self._stage:
            self._stage = self.stage
            waits = (self._terms.has_cuts and self.stage is Stage.CUT) or (
                self.has_clock and self.stage is Stage.DEAL_OVER
            )
            self._deadline = now + PATIENCE if waits else None
        self._set_time()

    def _set_time(self) -> None:
        if self.pause is None:
            self.time.go()
        else:
            self.time.stop()

    def end_restart(self) -> bool:
        """Let time go on after a restart if it is late enough; return whether it did."""
        if self._starts_again is None or self.restart_left > 0:
            return False
        self.go()
        return True
