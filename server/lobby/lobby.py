"""The club's one room: who is here, which tables stand, and what is said."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from engine.players.computer import Level
from server.lobby.chance import RandomShuffler, Shuffler
from server.lobby.clock import Clock
from server.lobby.computer import ComputerSeat, Pace, human_pace
from server.lobby.errors import ClubFullError, NoTableError, SeatError
from server.lobby.news import News, NewsLog
from server.lobby.player import Player, Stay
from server.lobby.progress import Stage
from server.lobby.register import Register
from server.lobby.subscription import Subscription
from server.lobby.table import Table
from server.lobby.terms import Terms
from server.lobby.text import clean

MAX_TABLES = 500
TABLE_NAME_CELLS = 24
TAKEN_OVER = "You came in again from another window, so this one is closed. Your seat is there."


class Lobby:
    """Everybody in the club and all its tables."""

    def __init__(
        self,
        clock: Clock | None = None,
        shuffler: Shuffler | None = None,
        pace: Pace = human_pace,
    ) -> None:
        self._clock = clock or Clock()
        self._shuffler = shuffler or RandomShuffler()
        self._pace = pace
        self._register = Register()
        self._tables: dict[int, Table] = {}
        self._news = NewsLog(self._clock)
        self._last_number = 0
        self._computers: dict[Table, asyncio.Task[None]] = {}

    @property
    def people(self) -> tuple[Player, ...]:
        """Who is here, and who is away from a seat he still has."""
        return tuple(
            player for player in self._register if player.is_online or player.seat_at is not None
        )

    @property
    def news(self) -> tuple[News, ...]:
        """The newest talk and notices of the lobby."""
        return self._news.lines()

    def tables(self, player: Player) -> tuple[Table, ...]:
        """The tables this player may know of, in the order in which they were opened."""
        return tuple(table for table in self._tables.values() if _is_listed(table, player))

    def table_of(self, player: Player) -> Table:
        """The table the player sits at or watches.

        Raises:
            NoTableError: If the player is in the lobby.
        """
        if player.looking_at is None:
            raise NoTableError("you are in the lobby")
        return player.looking_at

    def enter(
        self,
        wish: str,
        fingerprint: str | None,
        subscription: Subscription,
        dismiss: Callable[[str], None],
    ) -> Stay:
        """Somebody comes in; a player who is here already goes on through the new connection."""
        player = self._register.player(wish, fingerprint)
        older, player.stay = player.stay, Stay(player, subscription, dismiss)
        if older is None and player.looking_at is not player.seat_at:
            player.looking_at = None
        if player.looking_at is not None:
            player.looking_at.attach(player, subscription)
        if older is not None:
            older.subscription.close()
            older.dismiss(TAKEN_OVER)
        self._relist()
        return player.stay

    def exit(self, stay: Stay) -> None:
        """A connection ended. No seat is lost by that, and none when it was a replaced one."""
        stay.subscription.close()
        player = stay.player
        if not stay.is_current:
            return
        player.stay = None
        table = player.looking_at
        if table is not None:
            table.detach(player)
        if player.seat_at is not None:
            self._tidy(player.seat_at)
        self._register.forget_absent()
        self._relist()

    def open_table(self, player: Player, terms: Terms) -> Table:
        """Open a table and sit down at it.

        Raises:
            SeatError: If the player is in a running match elsewhere.
            ClubFullError: If there is no room for one more table.
        """
        self._require_free(player)
        if len(self._tables) >= MAX_TABLES:
            raise ClubFullError
        number = self._new_number(terms)
        name = clean(terms.name, TABLE_NAME_CELLS) or f"Table {number}"
        terms = Terms(name, terms.rules, terms.hints, terms.is_private)
        table = Table(number, terms, self._clock, self._shuffler, self._relist)
        self._tables[number] = table
        self._take_seat(player, table)
        return table

    def practise(self, player: Player, terms: Terms, level: Level) -> None:
        """Open a table and play the computer at it.

        Raises:
            SeatError: If the player is in a running match elsewhere.
            ClubFullError: If there is no room for one more table.
        """
        table = self.open_table(player, terms)
        computer = ComputerSeat(level, table.free_seat, self._pace)
        table.sit_down(computer.player, computer.subscription)
        self._computers[table] = computer.start(table)

    def sit(self, player: Player, number: int) -> None:
        """Take the free seat of a table, or go back to one's own.

        Raises:
            NoTableError: If there is no such table.
            SeatError: If both seats are taken, the one who waits there is away, or the player is
                in a running match elsewhere.
        """
        table = self._table(number)
        if player.seat_at is table:
            self._look_at(player, table)
            return
        self._require_free(player)
        waiting = [chair.player for chair in table.chairs] if table.stage is Stage.WAITING else []
        for opener in waiting:
            if not opener.is_online:
                raise SeatError(f"{opener.name} is away just now; try again soon")
            self._look_at(opener, table)
        self._take_seat(player, table)

    def watch(self, player: Player, number: int) -> None:
        """Watch a table.

        Raises:
            NoTableError: If there is no such table.
            SeatError: If the player has a seat there.
        """
        table = self._table(number)
        if player.seat_at is table:
            raise SeatError("you have a seat at this table and cannot watch it; sit down")
        self._look_at(player, table)

    def step_out(self, player: Player) -> None:
        """Go back to the lobby; a seat is kept.

        Raises:
            NoTableError: If the player is in the lobby already.
        """
        self.table_of(player)
        self._look_at(player, None)

    def leave(self, player: Player) -> None:
        """Give up the seat at the table looked at, or stop watching it.

        Raises:
            NoTableError: If the player is in the lobby.
        """
        table = self.table_of(player)
        if player.seat_at is table:
            table.leave(player)
            player.looking_at = None
            self._tidy(table)
            self._relist()
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

    def tick(self) -> None:
        """Let time pass; called once a second."""
        for table in tuple(self._tables.values()):
            table.tick()
            self._tidy(table)

    def close(self) -> None:
        """Stop what runs by itself."""
        for playing in self._computers.values():
            playing.cancel()
        self._computers.clear()

    def _table(self, number: int) -> Table:
        if number not in self._tables:
            raise NoTableError(f"there is no table {number}")
        return self._tables[number]

    def _new_number(self, terms: Terms) -> int:
        if not terms.is_private:
            self._last_number += 1
            return self._last_number
        # Long and by chance, since the number is all that a stranger would have to guess.
        number = 0
        while number == 0 or number in self._tables:
            number = 100_000 + secrets.randbelow(900_000)
        return number

    def _require_free(self, player: Player) -> None:
        table = player.seat_at
        if table is not None and table.is_running:
            raise SeatError(f"your match at table {table.number} is not over; finish it first")

    def _take_seat(self, player: Player, table: Table) -> None:
        former, watched = player.seat_at, player.looking_at
        assert player.stay is not None  # noqa: S101 only who is here asks for a seat
        table.sit_down(player, player.stay.subscription)
        player.looking_at = table
        if former is not None:
            former.leave(player)
            self._tidy(former)
        if watched is not None and watched not in (table, former):
            watched.detach(player)
        self._relist()

    def _look_at(self, player: Player, table: Table | None) -> None:
        if player.looking_at is not table:
            if player.looking_at is not None:
                player.looking_at.detach(player)
            player.looking_at = table
            if table is not None and player.stay is not None:
                table.attach(player, player.stay.subscription)
        self._relist()

    def _tidy(self, table: Table) -> None:
        table.tidy()
        if table.is_deserted and self._tables.pop(table.number, None) is not None:
            seated = [chair.player for chair in table.chairs]
            for player in (*table.close(), *seated):
                if player.looking_at is table:
                    player.looking_at = None
            if table in self._computers:
                self._computers.pop(table).cancel()
            self._register.forget_absent()
            self._relist()

    def _relist(self, line: str = "") -> None:
        """Something that the lobby shows has changed."""
        if line:
            self._news.notice(line)
        self._mark()

    def _mark(self) -> None:
        for player in self._register:
            if player.stay is not None and player.looking_at is None:
                player.stay.subscription.mark()


def _is_listed(table: Table, player: Player) -> bool:
    if any(chair.player is player and not chair.has_left for chair in table.chairs):
        return True
    if table.terms.is_private:
        return False
    return table.stage is not Stage.WAITING or all(chair.player.is_online for chair in table.chairs)
