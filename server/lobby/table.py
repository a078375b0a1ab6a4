"""A table: the single owner of its match.

What is asked of it is done one by one: from the reading of a position to the writing of the next
one, which waits for the book, nobody else gets a word in.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import assert_never

from engine.actions import Action
from engine.seats import PerSeat, Seat
from server.fair_shuffle import LONGEST_CUT
from server.lobby.chair import Chair
from server.lobby.clock import GRACE
from server.lobby.errors import FaultError, NotNowError, SeatError, StaleActionError
from server.lobby.facts import (
    Acted,
    Adjourned,
    CalledOff,
    CutSealed,
    Fact,
    GivenUp,
    Readied,
    Resumed,
)
from server.lobby.play import Pause
from server.lobby.player import Player
from server.lobby.progress import MatchEnd, Stage
from server.lobby.room import Room
from server.lobby.seats import participant
from server.tokens import digest, new_token

MOST_ADJOURNED = 20
"""Matches of one player that may wait to be resumed."""
_ADJOURNED = "the match is adjourned; it goes on when both of you are here"


class Table(Room):
    """Two seats, an audience, and at most one match at a time."""

    async def join(self, player: Player) -> None:
        """Take the free seat; the match begins when both are taken.

        Raises:
            SeatError: If no seat is free, or who waits there is away or shunned.
            FaultError: If the house cannot write that the match begins.
        """
        await self.turns.take(partial(self._join, player))

    async def act(self, player: Player, action: Action, at: int, command: str = "") -> None:
        """Do something in the deal, meant for the position with version `at`.

        Args:
            player: Who acts.
            action: What he does.
            at: The version of the position that it was meant for.
            command: An id under which it is done once, however often it is asked for.

        Raises:
            SeatError: If the player has no seat here.
            StaleActionError: If the position is another one by now.
            NotNowError: If no deal is being played.
            GinError: If the rules do not allow the action.
            FaultError: If the house cannot write it down.
        """
        await self.turns.take(partial(self._act, player, action, at, command))

    async def ready(self, player: Player) -> None:
        """Ask for the next deal, a rematch or, when the other has left, a new opponent.

        Raises:
            SeatError: If the player has no seat here.
            NotNowError: If there is nothing to wait for.
            FaultError: If the house cannot write it down.
        """
        await self.turns.take(partial(self._ready, player))

    async def cut(self, player: Player, cut: bytes) -> None:
        """Cut for the next deal, or with nothing do without.

        Raises:
            SeatError: If the player has no seat here.
            NotNowError: If there is nothing to cut, or the cut is too long.
            FaultError: If the house cannot write it down.
        """
        await self.turns.take(partial(self._cut, player, cut))

    async def leave(self, player: Player) -> None:
        """Give up the seat; a running match is called off, lost or, if it may be, claimed.

        Raises:
            SeatError: If the player has no seat here.
            FaultError: If the house cannot write it down.
        """
        await self.turns.take(partial(self._leave, player))

    async def claim(self, player: Player) -> None:
        """Win the match against a player who has been away for longer than the grace.

        Raises:
            SeatError: If the player has no seat here.
            NotNowError: If the other player is here, or still has grace left.
            FaultError: If the house cannot write it down.
        """
        await self.turns.take(partial(self._claim, player))

    async def call_off(self) -> None:
        """End the match, if there is one, so that nothing of it counts.

        Raises:
            FaultError: If the house cannot write it down.
        """
        await self.turns.take(self._call_off)

    async def adjourn(self, player: Player) -> None:
        """Offer to put the match off, accept that or, past the other's grace, do it.

        Raises:
            SeatError: If the player has no seat here.
            NotNowError: If no match is being played.
            FaultError: If the house cannot write it down.
        """
        await self.turns.take(partial(self._adjourn, player))

    def decline(self, player: Player) -> None:
        """Decline the other's offer to adjourn, or take back one's own.

        Raises:
            SeatError: If the player has no seat here.
            NotNowError: If nothing was offered.
        """
        seat = self.seats.own(player)
        if self.adjourn_offer is None:
            raise NotNowError("nobody has offered to adjourn")
        did = "would rather not adjourn after all" if seat is self.adjourn_offer else "plays on"
        self.adjourn_offer = None
        self._news.notice(f"{player.name} {did}")
        self.audience.mark()

    def tick(self) -> None:
        """Let time run before everybody's eyes; called once a second."""
        play = self.play
        if play.end_restart():
            self.audience.mark()
        if play.is_due:
            self.turns.spawn(play.do_what_is_due)
        if play.is_adjourned and self.seats.are_all_here:
            self.turns.spawn(self.resume)
        if self.is_time_unnoted:
            self.turns.spawn(self.note_time)
        if play.pause in (Pause.FAULT, Pause.RESTART) or play.patience_left is not None:
            self.audience.mark()
        for seat in Seat:
            self._tick(seat)

    def tidy(self) -> None:
        """See what becomes of the seats of players who will not come back."""
        if not self.play.is_running:
            for seat in Seat:
                chair = self.seats.chair(seat)
                if chair and self._is_gone(chair) and not (chair.has_left or chair.is_here):
                    self.vacate(seat)
        elif self._is_abandoned:
            self.turns.spawn(self._put_off)

    def _tick(self, seat: Seat) -> None:
        grace = self.grace(seat)
        if self.play.is_clock_running(seat) or grace is not None:
            self.audience.mark()
        if grace == 0 and not self.seats.taken(seat).is_overdue and self.play.pause is None:
            chair = self.seats.taken(seat)
            chair.is_overdue = True
            self._news.notice(f"{chair.player.name} has been away for too long")

    def react(self, fact: Fact) -> None:
        """A fact of the match was written, and everybody may know of it."""
        match fact:
            case Acted(seat) if fact.is_timed_out and self._has_lost_the_turn(seat):
                name = self.seats.taken(seat).player.name
                self._news.notice(f"{name} ran out of time, so the house played on")
            case Adjourned():
                self._put_away()
            case Resumed():
                self._take_up()
        if self.stage is Stage.MATCH_OVER:
            self._end()
        elif self.stage is Stage.DEAL:
            self.audience.mark()
        else:
            self._tell()

    async def _join(self, player: Player) -> None:
        seat = self.seats.free
        former, player.seat_at = player.seat_at, self
        token = new_token() if player.is_guest else ""
        try:
            opener = self._opener_for(player, seat.other)
            players = PerSeat.of(seat, participant(player), participant(opener.player))
            held = PerSeat.of(seat, digest(token) if token else None, opener.digest)
            await self.play.begin(self._house.shuffler.first_dealer(), players, held)
        except BaseException:
            player.seat_at = former
            raise
        self._seat(player, seat, token)
        await self._started()

    def _opener_for(self, player: Player, seat: Seat) -> Chair:
        """Who waits here, if the two can play each other."""
        chair = self.seats.taken(seat)
        opener = chair.player
        if not opener.is_online:
            raise SeatError(f"just now {opener.name} is away; try again soon")
        if opener.shuns(player):
            raise SeatError(f"you and {opener.name} do not play each other")
        return chair

    async def _started(self) -> None:
        """Everybody is told that a match began, and the first cards are dealt."""
        now = self.play.time()
        for chair in self.seats:
            chair.start_match(now)
        await self._go_on()
        self._tell(f"{' and '.join(chair.player.name for chair in self.seats)} began a match")

    async def _act(self, player: Player, action: Action, at: int, command: str) -> None:
        seat, play = self.seats.own(player), self.play
        await play.settle_doubt()
        if play.has_done(seat, command):
            return
        if at != play.version:
            raise StaleActionError
        if play.course is None:
            raise NotNowError("nobody sits across from you yet")
        if play.course.progress is None:
            raise NotNowError("the cards are not dealt yet")
        self._require_presence()
        acted = Acted(seat, action, bank=play.bank(seat))
        await play.write(acted, command=command)
        await self._go_on()

    async def _ready(self, player: Player) -> None:
        seat = self.seats.own(player)
        match self.stage:
            case Stage.WAITING:
                raise NotNowError("nobody sits across from you yet")
            case Stage.DEAL:
                raise NotNowError("this hand is still being played")
            case Stage.MATCH_OVER if self.seats.taken(seat.other).has_left:
                self._reopen(seat)
            case Stage.MATCH_OVER:
                await self._want_rematch(seat)
            case Stage.DEAL_OVER | Stage.CUT:
                self._require_presence()
                if not self.is_ready(seat):
                    await self.play.write(Readied(seat))
                await self._go_on()
            case _:
                assert_never(self.stage)

    async def _want_rematch(self, seat: Seat) -> None:
        standing = self.play.standing
        assert standing is not None  # noqa: S101 a match is over
        self.seats.taken(seat).is_ready = True
        if all(map(self.is_ready, Seat)):
            dealer, players = standing.match.next_dealer, self.seats.participants
            await self.play.begin(dealer, players, self.seats.held)
            await self._started()
        else:
            self.audience.mark()

    async def _cut(self, player: Player, cut: bytes) -> None:
        seat, shuffle, course = self.seats.own(player), self.play.shuffle, self.play.course
        self._require_presence()
        is_due = self.stage is Stage.CUT and self.terms.has_cuts and shuffle is not None
        if not is_due or shuffle is None or course is None or course.has_cut[seat]:
            raise NotNowError("there is nothing to cut now")
        if len(cut) > LONGEST_CUT:
            raise NotNowError(f"a cut has at most {LONGEST_CUT} bytes")
        changed = shuffle.with_cut(seat, cut) if cut else None
        await self.play.write(CutSealed(seat), shuffle=changed)
        await self._go_on()

    async def _leave(self, player: Player) -> None:
        seat = self.seats.own(player)
        if self.play.is_running:
            loser = seat.other if self.may_claim(seat) else seat
            await self.play.write(GivenUp(loser))
        self.vacate(seat)

    async def _claim(self, player: Player) -> None:
        seat = self.seats.own(player)
        if not self.may_claim(seat):
            raise NotNowError("a match can be claimed only from a player who is away too long")
        await self.play.write(GivenUp(seat.other))

    async def _call_off(self) -> None:
        if self.play.is_running:
            await self.play.write(CalledOff())

    async def _adjourn(self, player: Player) -> None:
        seat = self.seats.own(player)
        if not self.play.is_running:
            raise NotNowError("no match is being played here")
        self._require_presence()
        full = [c.player.name for c in self.seats if len(c.player.adjourned) >= MOST_ADJOURNED]
        if full:
            raise NotNowError(f"{MOST_ADJOURNED} matches of {full[0]} wait; one has to end first")
        other = self.seats.taken(seat.other)
        if self.adjourn_offer is seat.other or self.may_claim(seat) or other.player.is_computer:
            await self.play.write(Adjourned(seat))
        elif self.adjourn_offer is None:
            self.adjourn_offer = seat
            self._news.notice(f"{player.name} offers to adjourn the match")
            self.audience.mark()

    async def _put_off(self) -> None:
        """Nobody is left to play on: the match waits, or is lost by a guest who cannot be back."""
        if self.play.is_running and self._is_abandoned:
            guests = [seat for seat in Seat if self._is_lost(self.seats.taken(seat))]
            await self.play.write(GivenUp(guests[0]) if guests else Adjourned(Seat.A))

    @property
    def _is_abandoned(self) -> bool:
        """Whether the match being played waits for somebody who will not come back."""
        if self.play.is_adjourned:
            return any(map(self._is_lost, self.seats))
        return all(map(self._is_gone, self.seats))

    def _is_lost(self, chair: Chair) -> bool:
        """Whether a guest is gone for so long that his seat is held no longer."""
        player = chair.player
        gone = self._house.clock.now() - player.gone_at
        return player.is_guest and not player.is_online and gone >= GRACE

    async def _go_on(self) -> None:
        """Deal if that can be done; while nothing can be written the table tries again itself."""
        with suppress(FaultError):
            await self.play.go_on()

    def _require_presence(self) -> None:
        if self.play.is_adjourned:
            raise NotNowError(_ADJOURNED)

    def _has_lost_the_turn(self, seat: Seat) -> bool:
        course = self.play.course
        assert course is not None  # noqa: S101 somebody has just acted in it
        assert course.progress is not None  # noqa: S101
        return course.progress.deal.turn is not seat or course.progress.score is not None

    def _reopen(self, seat: Seat) -> None:
        """Wait for a new opponent of the one who stayed."""
        self.seats.free_up(seat.other)
        self.play.reopen()
        self._tell(f"{self.seats.taken(seat).player.name} opened table {self.number} again")

    def _put_away(self) -> None:
        """The match is adjourned: everybody goes back to the lobby."""
        self.adjourn_offer = None
        self._news.notice("the match is adjourned")
        for chair in self.seats:
            chair.absence.begin(self.play.time())
            chair.player.adjourned.add(self)
            if chair.player.seat_at is self:
                chair.player.seat_at = None
        for player in self._send_away():
            player.looking_at = None

    def _take_up(self) -> None:
        """Both are here again."""
        for chair in self.seats:
            chair.player.adjourned.discard(self)
        self._news.notice("both of you are here, so the match goes on")

    def _end(self) -> None:
        """Tell how the match ended, here and in the lobby."""
        standing, course = self.play.standing, self.play.course
        assert standing is not None  # noqa: S101 a match is over
        assert course is not None  # noqa: S101
        self.adjourn_offer = None
        for seat in Seat:
            chair = self.seats.taken(seat)
            chair.is_ready = False
            chair.player.adjourned.discard(self)
        winner = self.seats.taken(standing.winner).player.name if standing.winner else ""
        match standing.ended:
            case MatchEnd.CALLED_OFF:
                self._news.notice("the match was called off; nothing counts")
                self._tell()
            case MatchEnd.FORFEIT:
                self._news.notice(f"{winner} wins the match by forfeit")
                self._tell(f"{winner} won a match by forfeit")
            case _:
                self._news.notice(f"{winner} wins the match")
                self._tell(f"{winner} won a match")
        if course.finished is not None:
            self._house.finished(course.finished)
