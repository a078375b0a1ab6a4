"""A table: the single owner of its match.

Everything here runs to its end without waiting, so that between the reading of a position and the
writing of the next one nobody else gets a word in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from engine.actions import Action
from engine.seats import Seat
from engine.view import SeatView, SpectatorView, seat_view, spectator_view
from server.lobby.chair import Chair
from server.lobby.chance import Shuffler
from server.lobby.clock import Absence, Clock
from server.lobby.errors import NotNowError, SeatError, StaleActionError
from server.lobby.news import News, NewsLog
from server.lobby.player import Player
from server.lobby.progress import MatchEnd, Progress, Stage, Standing, Step, begin
from server.lobby.subscription import Subscription
from server.lobby.terms import Terms

Relist = Callable[[str], None]
"""Called when what the lobby shows of a table has changed, with a line for its news or none."""


class Table:
    """Two seats, an audience, and at most one match at a time."""

    def __init__(
        self, number: int, terms: Terms, clock: Clock, shuffler: Shuffler, relist: Relist
    ) -> None:
        self.number = number
        self.terms = terms
        self.version = 0
        """Counts the positions; talk and presence do not change it."""
        self.deals_dealt = 0
        """Deals of all matches at this table."""
        self._clock = clock
        self._shuffler = shuffler
        self._relist = relist
        self._chairs: dict[Seat, Chair] = {}
        self._progress: Progress | None = None
        self._news = NewsLog(clock)
        self._audience: dict[Player, Subscription] = {}
        self._desks: dict[Player, object] = {}

    @property
    def stage(self) -> Stage:
        """Where the table stands."""
        return self._progress.stage if self._progress else Stage.WAITING

    @property
    def is_running(self) -> bool:
        """Whether a match is being played."""
        return self.stage in (Stage.DEAL, Stage.DEAL_OVER)

    @property
    def standing(self) -> Standing | None:
        """The match as everybody may know it; None before the first."""
        return self._progress.standing if self._progress else None

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """The taken seats in their order, with those given up after the match."""
        return tuple(self._chairs[seat] for seat in Seat if seat in self._chairs)

    @property
    def is_deserted(self) -> bool:
        """Whether nobody is left to keep the table for."""
        return all(self._is_gone(chair) for chair in self._chairs.values())

    @property
    def free_seat(self) -> Seat:
        """The seat that the next one to sit down takes.

        Raises:
            SeatError: If both are taken.
        """
        for seat in Seat:
            if seat not in self._chairs:
                return seat
        raise SeatError("both seats are taken; you can watch")

    def chair(self, seat: Seat) -> Chair | None:
        """Who sits there."""
        return self._chairs.get(seat)

    def seat_of(self, player: Player) -> Seat | None:
        """Where the player sits; None for a watcher and for who has given up the seat."""
        for seat, chair in self._chairs.items():
            if chair.player is player and not chair.has_left:
                return seat
        return None

    def grace(self, seat: Seat) -> float | None:
        """Seconds left for a player absent from a running match; None for anybody else."""
        chair = self._chairs.get(seat)
        if chair is None or not self.is_running or not chair.absence.is_away:
            return None
        return chair.absence.grace(self._clock.now())

    def may_claim(self, seat: Seat) -> bool:
        """Whether the player across has been away for longer than the grace."""
        return self.grace(seat.other) == 0

    def view(self, viewer: Seat | None) -> SeatView | SpectatorView | None:
        """The deal as this viewer may see it; None before the first."""
        if self._progress is None:
            return None
        if viewer is None:
            return spectator_view(self._progress.deal)
        view = seat_view(self._progress.deal, viewer)
        return view if self.is_running else replace(view, legal_actions=())

    def news(self, viewer: Seat | None) -> tuple[News, ...]:
        """The newest news as this viewer may see them."""
        return self._news.lines(viewer)

    def desk(self, player: Player) -> object | None:
        """What the player has arranged here."""
        return self._desks.get(player)

    def keep_desk(self, player: Player, desk: object) -> None:
        """Keep what the player has arranged, of whatever kind the screens use."""
        if player in self._audience:
            self._desks[player] = desk

    def sit_down(self, player: Player, subscription: Subscription) -> None:
        """Take the free seat; the match begins when both are taken.

        Raises:
            SeatError: If no seat is free.
        """
        seat = self.free_seat
        first = self._first_deal(self._shuffler.first_dealer()) if self._chairs else None
        self._chairs[seat] = Chair(player, Absence(self._clock.now()))
        player.seat_at = self
        self._audience[player] = subscription
        self._news.hand_over(seat)
        self._news.notice(f"{player.name} sat down")
        if first is None:
            self._tell(f"{player.name} opened table {self.number}")
        else:
            self._begin(first)

    def attach(self, player: Player, subscription: Subscription) -> None:
        """The player looks at this table from now on, or through another connection."""
        self._audience[player] = subscription
        seat = self.seat_of(player)
        if seat is None or not self._chairs[seat].absence.is_away:
            return
        self._chairs[seat].absence.end(self._clock.now())
        self._news.notice(f"{player.name} is back")
        self._tell()

    def detach(self, player: Player) -> None:
        """The player looks away; a seat is kept."""
        self._audience.pop(player, None)
        seat = self.seat_of(player)
        if seat is None:
            self._desks.pop(player, None)
            return
        self._chairs[seat].absence.begin(self._clock.now())
        went = "stepped out" if player.is_online else "lost the connection"
        self._news.notice(f"{player.name} {went}")
        self._tell()

    def act(self, player: Player, action: Action, at: int) -> None:
        """Do something in the deal, meant for the position with version `at`.

        Raises:
            SeatError: If the player has no seat here.
            StaleActionError: If the position is another one by now.
            NotNowError: If no match is running.
            GinError: If the rules do not allow the action.
        """
        seat = self._own_seat(player)
        if at != self.version:
            raise StaleActionError
        if self._progress is None:
            raise NotNowError("nobody sits across from you yet")
        self._advance(self._progress.acted(seat, action))

    def ready(self, player: Player) -> None:
        """Ask for the next deal, a rematch or, when the other has left, a new opponent.

        Raises:
            SeatError: If the player has no seat here.
            NotNowError: If there is nothing to wait for.
        """
        seat = self._own_seat(player)
        match self.stage:
            case Stage.WAITING:
                raise NotNowError("nobody sits across from you yet")
            case Stage.DEAL:
                raise NotNowError("this hand is still being played")
            case Stage.MATCH_OVER if self._chairs[seat.other].has_left:
                self._reopen(seat)
            case Stage.DEAL_OVER | Stage.MATCH_OVER:
                self._chairs[seat].is_ready = True
                self._go_on()
            case _:
                assert_never(self.stage)

    def leave(self, player: Player) -> None:
        """Give up the seat; a running match is called off, lost or, if it may be, claimed.

        Raises:
            SeatError: If the player has no seat here.
        """
        seat = self._own_seat(player)
        if self._progress is not None and self.is_running:
            loser = seat.other if self.may_claim(seat) else seat
            self._end(self._progress.left_by(loser))
        self._vacate(seat)

    def claim(self, player: Player) -> None:
        """Win the match against a player who has been away for longer than the grace.

        Raises:
            SeatError: If the player has no seat here.
            NotNowError: If the other player is here, or still has grace left.
        """
        seat = self._own_seat(player)
        if self._progress is None or not self.may_claim(seat):
            raise NotNowError("a match can be claimed only from a player who is away too long")
        self._end(self._progress.left_by(seat.other))

    def say(self, player: Player, text: str) -> None:
        """Say a cleaned line to everybody at the table."""
        self._news.say(player.name, text)
        self._mark()

    def tick(self) -> None:
        """Let absent players' time run before everybody's eyes; called once a second."""
        for seat, chair in self._chairs.items():
            grace = self.grace(seat)
            if grace is None or chair.is_overdue:
                continue
            if grace == 0:
                chair.is_overdue = True
                self._news.notice(f"{chair.player.name} has been away for too long")
            self._mark()

    def tidy(self) -> None:
        """After a match, free the seats of players who will not come back."""
        if not self.is_running:
            for seat, chair in self._chairs.items():
                if self._is_gone(chair) and not (chair.has_left or chair.player.is_computer):
                    self._vacate(seat)

    def close(self) -> tuple[Player, ...]:
        """Take the table away; return who still looked at it."""
        for chair in self._chairs.values():
            if chair.player.seat_at is self:
                chair.player.seat_at = None
        self._mark()
        viewers = tuple(self._audience)
        self._audience.clear()
        self._desks.clear()
        return viewers

    def _own_seat(self, player: Player) -> Seat:
        seat = self.seat_of(player)
        if seat is None:
            raise SeatError("you are watching; only the two players can do that")
        return seat

    def _is_gone(self, chair: Chair) -> bool:
        return chair.is_gone(self._clock.now(), is_running=self.is_running)

    def _vacate(self, seat: Seat) -> None:
        chair = self._chairs[seat]
        chair.has_left = True
        if chair.player.seat_at is self:
            chair.player.seat_at = None
        self._audience.pop(chair.player, None)
        self._desks.pop(chair.player, None)
        self._news.notice(f"{chair.player.name} left the table")
        self._tell()

    def _reopen(self, seat: Seat) -> None:
        """Wait for a new opponent of the one who stayed."""
        del self._chairs[seat.other]
        self._progress = None
        self.version += 1
        self._tell(f"{self._chairs[seat].player.name} opened table {self.number} again")

    def _first_deal(self, dealer: Seat) -> Step:
        return begin(self.terms.rules, dealer, self._shuffler.deck())

    def _begin(self, first: Step) -> None:
        for chair in self._chairs.values():
            chair.start_match(self._clock.now())
        self._deal(first)
        self._tell(f"{' and '.join(chair.player.name for chair in self.chairs)} began a match")

    def _go_on(self) -> None:
        """Deal, if both are ready."""
        assert self._progress is not None  # noqa: S101 a deal was played
        if not all(chair.is_ready for chair in self._chairs.values()):
            self._mark()
        elif self._progress.ended is not None:
            self._begin(self._first_deal(self._progress.match.next_dealer))
        else:
            self._deal(self._progress.dealt(self._shuffler.deck()))

    def _deal(self, step: Step) -> None:
        self.deals_dealt += 1
        self._expect_ready()
        self._advance(step)

    def _expect_ready(self) -> None:
        """Wait for both players before the next deal or match; a computer is always ready."""
        for chair in self._chairs.values():
            chair.is_ready = chair.player.is_computer

    def _advance(self, step: Step) -> None:
        """Write the next position, then tell everybody of it."""
        progress, events = step
        if progress.ended is None:
            self._progress = progress
            self.version += 1
            self._news.record(events)
            self._mark() if progress.score is None else self._tell()
        else:
            self._news.record(events)
            self._end(progress)

    def _end(self, progress: Progress) -> None:
        """Write how the match ended, and tell the lobby too."""
        self._progress = progress
        self.version += 1
        self._expect_ready()
        winner = self._chairs[progress.winner].player.name if progress.winner else ""
        match progress.ended:
            case MatchEnd.CALLED_OFF:
                self._news.notice("the match was called off; nothing counts")
                self._tell()
            case MatchEnd.FORFEIT:
                self._news.notice(f"{winner} wins the match by forfeit")
                self._tell(f"{winner} won a match by forfeit")
            case _:
                self._news.notice(f"{winner} wins the match")
                self._tell(f"{winner} won a match")

    def _mark(self) -> None:
        for subscription in tuple(self._audience.values()):
            subscription.mark()

    def _tell(self, line: str = "") -> None:
        """Tell the audience, and the lobby as well."""
        self._mark()
        self._relist("" if self.terms.is_private else line)
