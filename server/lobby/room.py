"""Around a table: who sits, who looks on, who is away, and what each of them may see."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from engine.seats import PerSeat, Seat
from engine.view import SeatView, SpectatorView, seat_view, spectator_view
from server.lobby.audience import Audience
from server.lobby.book import BookClosedError
from server.lobby.chair import Chair
from server.lobby.clock import GRACE, Absence
from server.lobby.facts import (
    Fact,
    Resumed,
    Returned,
    TimePassed,
)
from server.lobby.house import House
from server.lobby.news import News, NewsLog
from server.lobby.play import Play, Recalled
from server.lobby.player import Player
from server.lobby.progress import Stage
from server.lobby.seats import Seats
from server.lobby.subscription import Subscription
from server.lobby.terms import Terms
from server.lobby.turns import Turns
from server.tokens import new_token

NOTED_EVERY = 5.0
"""Seconds of a player's own time that a crash may give back."""


class Room:
    """The seats and the audience of a table, which is what it is part of."""

    def __init__(self, number: int, terms: Terms, house: House) -> None:
        self.number = number
        self.terms = terms
        self.seats = Seats()
        self.audience = Audience()
        self.turns = Turns(f"table {number}")
        self.adjourn_offer: Seat | None = None
        """Who has offered to adjourn the match and waits for an answer."""
        self._house = house
        self._news = NewsLog(house.clock)
        self.play = Play(house, terms, self._news, self.react)

    @property
    def stage(self) -> Stage:
        """Where the table stands."""
        return self.play.stage

    @property
    def is_deserted(self) -> bool:
        """Whether nobody is left to keep the table for."""
        return not self.play.is_running and all(map(self._is_gone, self.seats))

    @property
    def is_listed(self) -> bool:
        """Whether people who have no seat here may come and look."""
        if self.terms.is_private or self.play.is_adjourned:
            return False
        return self.stage is not Stage.WAITING or all(
            chair.player.is_online for chair in self.seats
        )

    def grace(self, seat: Seat) -> float | None:
        """Seconds left for a player absent from a running match; None for anybody else.

        At a table with clocks these run instead.
        """
        chair = self.seats.chair(seat)
        if chair is None or chair.is_here or not self.play.is_running or self.play.has_clock:
            return None
        return chair.absence.grace(self.play.time())

    def may_claim(self, seat: Seat) -> bool:
        """Whether the player across has been away for longer than the grace.

        Nobody is while time stands still: after a restart he may be on his way.
        """
        return self.grace(seat.other) == 0 and self.play.pause is None

    def may_adjourn(self, seat: Seat) -> bool:
        """Whether the match can be put off, or that be offered to the player across."""
        return (
            self.play.is_running and not self.play.is_adjourned and self.adjourn_offer is not seat
        )

    def is_ready(self, seat: Seat) -> bool:
        """Whether a seat wants the next deal or a rematch."""
        chair, course = self.seats.chair(seat), self.play.course
        if chair is None or course is None:
            return False
        match self.stage:
            case Stage.DEAL_OVER | Stage.CUT:
                return course.is_ready[seat]
            case Stage.MATCH_OVER:
                return chair.is_ready or chair.player.is_computer
            case _:
                return False

    def view(self, viewer: Seat | None) -> SeatView | SpectatorView | None:
        """The deal as this viewer may see it; None before the first."""
        course = self.play.course
        if course is None or course.progress is None:
            return None
        if viewer is None:
            return spectator_view(course.progress.deal)
        view = seat_view(course.progress.deal, viewer)
        may_act = self.play.is_running and not self.play.is_adjourned
        return view if may_act else replace(view, legal_actions=())

    def news(self, viewer: Seat | None) -> tuple[News, ...]:
        """The newest news as this viewer may see them."""
        return self._news.lines(viewer)

    # Coming and going

    def open_for(self, player: Player) -> None:
        """Sit down at an empty table and wait for somebody."""
        self._seat(player, self.seats.free, new_token() if player.is_guest else "")
        self._tell(f"{player.name} opened table {self.number}")

    def recall(self, recalled: Recalled, players: tuple[Player, Player]) -> None:
        """Put a match from the book on this new table; its players are away.

        Raises:
            CourseError: If the book makes no sense.
            GinError: If it tells of something that the rules do not allow.
        """
        self.play.recall(recalled)
        course = self.play.course
        assert course is not None  # noqa: S101 it was recalled
        for seat, player in zip(Seat, players, strict=True):
            kept = course.grace[seat]
            grace = GRACE if kept is None else kept / 1000
            is_away = not player.is_computer
            absence = Absence(self.play.time(), is_away=is_away, grace=grace)
            self.seats.take(seat, Chair(player, absence))
            if self.play.is_adjourned:
                player.adjourned.add(self)
            else:
                player.seat_at = self

    def attach(self, player: Player, subscription: Subscription) -> None:
        """The player looks at this table from now on, or through another connection."""
        self.audience.join(player, subscription)
        seat = self.seats.of(player)
        chair = self.seats.chair(seat) if seat is not None else None
        if seat is None or chair is None or not chair.absence.is_away:
            return
        chair.absence.end(self.play.time())
        if self.play.is_adjourned:
            player.seat_at = self
        if self.play.is_running:
            self.turns.spawn(partial(self._note_return, seat))
        if self.seats.are_all_here:
            self.play.go()
            self.turns.spawn(self.resume)
        self._news.notice(f"{player.name} is back", hidden_from=seat)
        self._tell()

    def detach(self, player: Player) -> None:
        """The player looks away; a seat is kept."""
        seat = self.seats.of(player)
        self.audience.leave(player, clears_desk=seat is None)
        if seat is None:
            return
        self.seats.taken(seat).absence.begin(self.play.time())
        if self.play.is_adjourned:
            player.seat_at = None
        went = "stepped out" if player.is_online else "lost the connection"
        self._news.notice(f"{player.name} {went}", hidden_from=seat)
        self._tell()

    def vacate(self, seat: Seat) -> None:
        """Give up a seat where no match is being played."""
        chair = self.seats.taken(seat)
        chair.has_left = True
        if chair.player.seat_at is self:
            chair.player.seat_at = None
        self.audience.leave(chair.player, clears_desk=True)
        self._news.notice(f"{chair.player.name} left the table")
        self._tell()

    def close(self) -> tuple[Player, ...]:
        """Take the table away; return who still looked at it."""
        for chair in self.seats:
            if chair.player.seat_at is self:
                chair.player.seat_at = None
        return self._send_away()

    def announce(self, text: str) -> None:
        """Tell everybody at the table a cleaned line of the house."""
        self._news.notice(text)
        self.audience.mark()

    def forget_talk(self, name: str) -> None:
        """Drop what somebody said here."""
        self._news.forget(name)
        self.audience.mark()

    def say(self, player: Player, text: str) -> None:
        """Say a cleaned line to everybody at the table."""
        self._news.say(player.name, text)
        self.audience.mark()

    def keep_order(self, player: Player, desk: Mapping[str, Any]) -> None:
        """Keep what a player has arranged over a restart of the server as well."""
        seat = self.seats.of(player)
        if seat is not None and self.play.is_running:
            self.turns.spawn(partial(self._keep_order, seat, desk))

    async def resume(self) -> None:
        """Go on with an adjourned match, if both are here; to be called in turn."""
        if self.play.is_adjourned and self.seats.are_all_here:
            await self.play.write(Resumed())
            await self.play.go_on()

    def mend(self) -> None:
        """The house can write again."""
        if self.play.mend():
            self.turns.spawn(self.play.settle_doubt)
            self.audience.mark()

    def react(self, fact: Fact) -> None:
        """A fact of the match was written, and everybody may know of it."""
        raise NotImplementedError

    def _seat(self, player: Player, seat: Seat, token: str = "") -> None:
        """Put a player, who may have gone meanwhile, in a free seat.

        Args:
            player: Who sits down.
            seat: Where.
            token: By which a guest comes back to it.
        """
        stay = player.stay
        absence = Absence(self.play.time(), is_away=stay is None and not player.is_computer)
        chair = Chair(player, absence)
        if token:
            chair.hold(token)
        self.seats.take(seat, chair)
        player.seat_at = self
        if stay is not None:
            self.audience.join(player, stay.subscription)
        self._news.hand_over(seat)
        self._news.notice(f"{player.name} sat down")

    def _is_gone(self, chair: Chair) -> bool:
        return chair.is_gone(self.play.time(), is_running=self.play.is_running)

    def _send_away(self) -> tuple[Player, ...]:
        """Let nobody look at the table any more; return who did."""
        self.audience.mark()
        viewers = tuple(self.audience)
        for player in viewers:
            self.audience.leave(player, clears_desk=True)
        return viewers

    async def _note_return(self, seat: Seat) -> None:
        """Write down what grace is left to a player who came back."""
        chair = self.seats.chair(seat)
        if chair is None or not self.play.is_running:
            return
        left = chair.absence.grace(self.play.time())
        await self.play.write(Returned(seat, round(left * 1000)))

    @property
    def _time_passed(self) -> TimePassed:
        now = self.play.time()
        a, b = (round(chair.absence.grace(now) * 1000) for chair in self.seats)
        return TimePassed(round(self.play.thought * 1000), PerSeat(a, b))

    @property
    def is_time_unnoted(self) -> bool:
        """Whether a crash would give back more of the players' own time than it may."""
        course = self.play.course
        if course is None or not self.play.is_running or self.play.pause is not None:
            return False
        passed = self._time_passed
        kept = course.grace.map(lambda left: GRACE * 1000 if left is None else left)
        spent = (kept[seat] - passed.grace[seat] for seat in Seat)
        return max(passed.thought - course.thought, *spent) >= NOTED_EVERY * 1000

    async def note_time(self) -> None:
        """Write down what time of their own the players have used; to be called in turn."""
        if self.is_time_unnoted:
            await self.play.write(self._time_passed)

    async def _keep_order(self, seat: Seat, desk: Mapping[str, Any]) -> None:
        with suppress(BookClosedError):
            await self._house.book.keep_desk(self.play.match, seat, desk)

    def _tell(self, line: str = "") -> None:
        """Tell the audience, and the lobby as well."""
        self.audience.mark()
        self._house.relist("" if self.terms.is_private else line)
