"""The club's one room: who is here, which tables stand, and what is said."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import replace

from engine.players.computer import Level
from engine.seats import Seat
from server.lobby.book import Book
from server.lobby.chair import Chair
from server.lobby.chance import RandomShuffler, Shuffler
from server.lobby.clock import Clock
from server.lobby.computer import Pace, human_pace
from server.lobby.computers import Computers
from server.lobby.errors import ClosingError, ClubFullError, LobbyError, NoTableError, SeatError
from server.lobby.facts import Finished
from server.lobby.house import House
from server.lobby.news import News, NewsLog
from server.lobby.numbers import TableNumbers
from server.lobby.play import Recalled
from server.lobby.player import Player, Stay
from server.lobby.register import Register
from server.lobby.repair import Repair
from server.lobby.room import Room
from server.lobby.subscription import Subscription
from server.lobby.table import Table
from server.lobby.terms import Terms
from server.lobby.text import clean
from server.tokens import digest

MAX_TABLES = 500
TABLE_NAME_CELLS = 24
TAKEN_OVER = "You came in again from another window, so this one is closed. Your seat is there."


class Lobby:
    """Everybody in the club and all its tables."""

    def __init__(
        self,
        book: Book,
        clock: Clock | None = None,
        shuffler: Shuffler | None = None,
        pace: Pace = human_pace,
        kept_names: Container[str] = (),
    ) -> None:
        """Open the lobby.

        Args:
            book: Where matches are written down.
            clock: The clocks of the house.
            shuffler: Where the cards come from.
            pace: How long the computer takes over an action.
            kept_names: The looks of the names that only accounts may have.
        """
        self._clock = clock or Clock()
        self._house = House(
            self._clock,
            shuffler or RandomShuffler(),
            book,
            self.relist,
            self._match_finished,
            self._require_open,
        )
        self.computers = Computers(pace)
        """Whoever the computer plays as."""
        self.register = Register(kept_names)
        self.on_finished: Callable[[Finished], None] = lambda _finished: None
        """Called when a match has come to its end and counts."""
        self.is_closing = False
        """No match begins any more."""
        self._tables: dict[int, Table] = {}
        self._news = NewsLog(self._clock)
        self._numbers = TableNumbers(self._tables)
        self.repair = Repair(book, self._tables)

    @property
    def people(self) -> tuple[Player, ...]:
        """Who is here, and who is away from a seat he still has."""
        return tuple(
            player for player in self.register if player.is_online or player.seat_at is not None
        )

    @property
    def news(self) -> tuple[News, ...]:
        """The newest talk and notices of the lobby."""
        return self._news.lines()

    @property
    def all_tables(self) -> tuple[Table, ...]:
        """All tables, listed or not, in the order in which they were opened."""
        return tuple(self._tables.values())

    @property
    def table_count(self) -> int:
        """How many tables stand, listed or not."""
        return len(self._tables)

    def tables(self, player: Player) -> tuple[Table, ...]:
        """The tables this player may know of, in the order in which they were opened."""
        return tuple(
            table
            for table in self._tables.values()
            if not table.play.is_adjourned and (table.is_listed or table.seats.of(player))
        )

    def table(self, number: int) -> Table:
        """The table of a number.

        Raises:
            NoTableError: If there is none.
        """
        if number not in self._tables:
            raise NoTableError(f"there is no table {number}")
        return self._tables[number]

    def table_of(self, player: Player) -> Table:
        """The table the player sits at or watches.

        Raises:
            NoTableError: If the player is in the lobby.
        """
        if player.looking_at is None:
            raise NoTableError("you are in the lobby")
        return self._tables[player.looking_at.number]

    def held_chair(self, token: str) -> Chair | None:
        """The seat that is held for the guest who comes with this token."""
        wanted = digest(token)
        for table in self._tables.values():
            for chair in table.seats:
                if chair.digest == wanted and chair.player.is_guest and not chair.has_left:
                    return chair
        return None

    def enter(
        self, player: Player, subscription: Subscription, dismiss: Callable[[str], None]
    ) -> Stay:
        """Somebody comes in; a player who is here already goes on through the new connection."""
        older, player.stay = player.stay, Stay(player, subscription, dismiss)
        if older is None:
            player.looking_at = player.seat_at
        if player.looking_at is not None:
            player.looking_at.attach(player, subscription)
        if older is not None:
            older.subscription.close()
            older.dismiss(TAKEN_OVER)
        self.relist()
        return player.stay

    def exit(self, stay: Stay) -> None:
        """A connection ended. No seat is lost by that, and none when it was a replaced one."""
        stay.subscription.close()
        player = stay.player
        if not stay.is_current:
            return
        player.stay, player.gone_at = None, self._clock.now()
        if player.looking_at is not None:
            player.looking_at.detach(player)
        if player.seat_at is not None:
            self.tidy(self._tables[player.seat_at.number])
        self.register.forget_absent()
        self.relist()

    def open_table(self, player: Player, terms: Terms) -> Table:
        """Open a table and sit down at it.

        Raises:
            SeatError: If the player is in a running match elsewhere.
            ClubFullError: If there is no room for one more table.
            ClosingError: If the club is closing.
        """
        self._require_open()
        self._require_free(player)
        if sum(not table.play.is_adjourned for table in self._tables.values()) >= MAX_TABLES:
            raise ClubFullError
        number = self._numbers.new(terms)
        name = clean(terms.name, TABLE_NAME_CELLS) or f"Table {number}"
        table = Table(number, replace(terms, name=name), self._house)
        self._tables[number] = table
        former = player.seat_at
        table.open_for(player)
        self._leave_for(player, table, former)
        return table

    async def practise(self, player: Player, terms: Terms, level: Level) -> None:
        """Open a table and play the computer at it.

        Raises:
            SeatError: If the player is in a running match elsewhere.
            ClubFullError: If there is no room for one more table.
            FaultError: If the house cannot write that the match begins.
        """
        self.open_table(player, terms)
        try:
            await self.call_computer(player, level)
        except LobbyError:
            await self.leave(player)
            raise

    async def call_computer(self, player: Player, level: Level) -> None:
        """Let the computer take the free seat at the player's own table.

        Raises:
            NoTableError: If the player is in the lobby.
            SeatError: If it is not the player's table, or both its seats are taken.
            FaultError: If the house cannot write that the match begins.
        """
        table = self.table_of(player)
        if table.seats.of(player) is None:
            raise SeatError("it is not your table; open one of your own")
        computer = self.computers.seat(level, table.seats.free)
        await table.join(computer.player)
        self.computers.start(computer, table)

    async def sit(self, player: Player, number: int) -> None:
        """Take the free seat of a table, or go back to one's own.

        Raises:
            NoTableError: If there is no such table.
            SeatError: If both seats are taken, the one who waits there is away or shunned, or the
                player is in a running match elsewhere.
            FaultError: If the house cannot write that the match begins.
        """
        table = self.table(number)
        if player.seat_at is table:
            self._look_at(player, table)
            return
        self._require_free(player)
        former = player.seat_at
        if table.seats.of(player) is not None and table.play.is_adjourned:
            player.seat_at = table
            self._leave_for(player, table, former)
            return
        waiting = [chair.player for chair in table.seats]
        await table.join(player)
        self._leave_for(player, table, former)
        for opener in waiting:
            if opener.seat_at is table and opener.is_online:
                self._look_at(opener, table)

    def watch(self, player: Player, number: int) -> None:
        """Watch a table.

        Raises:
            NoTableError: If there is no such table.
            SeatError: If the player has a seat there.
        """
        table = self.table(number)
        if table.seats.of(player) is not None:
            raise SeatError("you have a seat at this table and cannot watch it; sit down")
        self._look_at(player, table)

    def step_out(self, player: Player) -> None:
        """Go back to the lobby; a seat is kept.

        Raises:
            NoTableError: If the player is in the lobby already.
        """
        self.table_of(player)
        self._look_at(player, None)

    async def leave(self, player: Player) -> None:
        """Give up the seat at the table looked at, or stop watching it.

        Raises:
            NoTableError: If the player is in the lobby.
            FaultError: If the house cannot write it down.
        """
        table = self.table_of(player)
        if player.seat_at is table:
            await table.leave(player)
            player.looking_at = None
            self.tidy(table)
            self.relist()
        else:
            self._look_at(player, None)

    def say(self, player: Player, text: str) -> None:
        """Say a line at the table looked at or, in the lobby, to everybody there.

        Raises:
            TalkError: If the player said enough just before.
        """
        line = clean(text)
        if not line:
            return
        player.speak(self._clock.now())
        if player.looking_at is not None:
            player.looking_at.say(player, line)
        else:
            self._news.say(player.name, line)
            self._mark()

    def tidy(self, table: Table) -> None:
        """See what becomes of a table, and take it away if nobody is left to keep it for."""
        table.tidy()
        if table.is_deserted and self._tables.pop(table.number, None) is not None:
            seated = [chair.player for chair in table.seats]
            for player in (*table.close(), *seated):
                if player.looking_at is table:
                    player.looking_at = None
            self.computers.stop(table)
            self.register.forget_absent()
            self.relist()

    def relist(self, line: str = "") -> None:
        """Show the lobby anew, with a line of the house or without."""
        if line:
            self._news.notice(line)
        self._mark()

    def forget_talk(self, name: str) -> None:
        """Drop what somebody said."""
        for table in self._tables.values():
            table.forget_talk(name)
        self._news.forget(name)
        self._mark()

    def tick(self) -> None:
        """Let time pass; called once a second."""
        for table in tuple(self._tables.values()):
            table.tick()
            self.tidy(table)
        self.repair.tick()

    def recall(self, recalled: Recalled, terms: Terms, players: tuple[Player, Player]) -> Table:
        """Put a match from the book on a table of its own; its players are away.

        Raises:
            CourseError: If the book makes no sense.
            GinError: If it tells of something that the rules do not allow.
        """
        number = self._numbers.recalled(terms)
        table = Table(number, terms, self._house)
        table.recall(recalled, players)
        self._tables[number] = table
        for seat, player in zip(Seat, players, strict=True):
            player.gone_at = self._clock.now()
            if player.level is not None:
                computer = self.computers.seat(Level(player.level), seat, player)
                self.computers.start(computer, table)
        return table

    async def close(self) -> None:
        """Stop what runs by itself, and finish what was asked for."""
        await self.computers.close()
        await self.repair.settled()
        for table in tuple(self._tables.values()):
            await table.turns.settled()

    def _match_finished(self, finished: Finished) -> None:
        self.on_finished(finished)

    def _require_open(self) -> None:
        if self.is_closing:
            raise ClosingError

    def _require_free(self, player: Player) -> None:
        table = player.seat_at
        if table is not None and table.play.is_running:
            raise SeatError(f"your match at table {table.number} is not over; finish it first")

    def _leave_for(self, player: Player, table: Table, former: Room | None) -> None:
        """Leave behind what the player sat at or watched, for the seat just taken."""
        self._look_at(player, table)
        if former is not None and former is not table:
            seat = former.seats.of(player)
            if seat is not None:
                former.vacate(seat)
            self.tidy(self._tables[former.number])
        self.relist()

    def _look_at(self, player: Player, table: Table | None) -> None:
        if player.looking_at is not table:
            if player.looking_at is not None:
                player.looking_at.detach(player)
            player.looking_at = table
            if player.stay is not None:
                player.stay.subscription.mark()
                if table is not None:
                    table.attach(player, player.stay.subscription)
        self.relist()

    def _mark(self) -> None:
        for player in self.register:
            if player.stay is not None and player.looking_at is None:
                player.stay.subscription.mark()
