"""The screens' port over the club, for one caller's connection."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Callable

from engine.actions import Action
from engine.players.computer import Level
from server.club import Club
from server.coaching import Coaching
from server.command_table import COMMANDS
from server.commands import Asker, Rank
from server.desks import desk_of, keep_desk
from server.membership import Membership
from server.reports import house_report
from server.snapshots import lobby_snapshot, table_snapshot, terms_of
from server.ssh.identity import Caller
from tui.gateway import Desk, LobbySnapshot, RejectedError, TableSnapshot, TableSpec
from tui.house_report import HouseReport

_EMPTY = LobbySnapshot((), (), ())

log = logging.getLogger(__name__)


class LobbyGateway(Membership):
    """What one connection may see and ask, as the player who came through it."""

    def __init__(self, club: Club, caller: Caller, dismiss: Callable[[str], None]) -> None:
        self._changed: Callable[[], None] | None = None
        super().__init__(club, caller, dismiss)
        self._coaching = Coaching(club.lobby.computers.thinker, self.subscription.mark)

    def close(self) -> None:
        """The connection is over; the player's seat is kept."""
        self._changed = None
        super().close()

    @property
    def is_at_home(self) -> bool:
        """Whether this is the player's own machine, where nobody else comes."""
        return self.club.is_at_home

    def listen(self, changed: Callable[[], None]) -> None:
        """Call `changed` soon after a snapshot went out of date, once until the next is read."""
        self._changed = changed
        if self.subscription.is_stale:
            self.wake()

    def lobby(self) -> LobbySnapshot:
        """The lobby now; empty at the entrance."""
        self.subscription.renew()
        return _EMPTY if self.player is None else lobby_snapshot(self.club, self.player)

    def table(self) -> TableSnapshot | None:
        """The table the player sits at or watches; None in the lobby."""
        self.subscription.renew()
        player = self.player
        table = player.looking_at if player is not None else None
        if player is None or table is None:
            return None
        snapshot = table_snapshot(self.club, table, player, desk_of(table, player))
        return self._coaching.on(snapshot, self.settings.coach)

    def arrange(self, desk: Desk) -> None:
        """Keep what the player has arranged at the table."""
        player = self.player
        if player is not None and player.looking_at is not None:
            keep_desk(player.looking_at, player, desk)

    async def open_table(self, spec: TableSpec) -> None:
        """Open a table and sit down at it."""
        with self.asking() as player:
            self.club.lobby.open_table(player, terms_of(spec))
            log.info("table opened", extra={"player": player.name})

    async def practise(self, spec: TableSpec, level: Level = Level.CLUB) -> None:
        """Open a table and play the computer at it."""
        with self.asking() as player:
            await self.club.lobby.practise(player, terms_of(spec), level)
            log.info("table opened", extra={"player": player.name})

    async def call_computer(self, level: Level = Level.CLUB) -> None:
        """Let the computer take the free seat of one's own table."""
        with self.asking() as player:
            await self.club.lobby.call_computer(player, level)

    async def sit(self, table: int) -> None:
        """Take the free seat at a table, or return to one's own."""
        with self.asking() as player:
            await self.club.lobby.sit(player, table)

    async def watch(self, table: int) -> None:
        """Watch a table."""
        with self.asking() as player:
            self.club.lobby.watch(player, table)

    async def act(self, action: Action, at: int) -> None:
        """Do something in the deal, meant for the position with version `at`."""
        with self.asking() as player:
            await self.club.lobby.table_of(player).act(player, action, at)

    async def ready(self) -> None:
        """Ask for the next deal or, after the match, for a rematch or a new opponent."""
        with self.asking() as player:
            await self.club.lobby.table_of(player).ready(player)

    async def cut(self, text: str) -> None:
        """Cut for the next deal with a text of at most 64 bytes; an empty one does without."""
        with self.asking() as player:
            await self.club.lobby.table_of(player).cut(player, text.encode())

    async def leave(self) -> None:
        """Give up the seat, or stop watching."""
        with self.asking() as player:
            await self.club.lobby.leave(player)

    async def claim(self) -> None:
        """Win the match against a player who has been away for longer than the grace."""
        with self.asking() as player:
            await self.club.lobby.table_of(player).claim(player)

    async def adjourn(self) -> None:
        """Offer to put the match off, accept such an offer or, past the other's grace, do it."""
        with self.asking() as player:
            await self.club.lobby.table_of(player).adjourn(player)

    async def decline(self) -> None:
        """Decline the other player's offer to adjourn, or take back one's own."""
        with self.asking() as player:
            self.club.lobby.table_of(player).decline(player)

    async def step_out(self) -> None:
        """Go back to the lobby and keep the seat."""
        with self.asking() as player:
            self.club.lobby.step_out(player)

    async def say(self, text: str) -> None:
        """Say a line at the table or, in the lobby, to everybody there."""
        with self.asking() as player:
            self.club.doorkeeper.require_voice(self.caller)
            self.club.lobby.say(player, text)

    async def house_report(self) -> HouseReport:
        """The club as its hosts see it; refused to everybody else."""
        with self.asking():
            self._require_host()
            return await house_report(self.club)

    async def moderate(self, *words: str) -> str:
        """Do something that hosts may, such as `kick bea`; return what came of it."""
        with self.asking() as player:
            self._require_host()
            asker = Asker(player.name, Rank.HOST, player.account)
            answer = await COMMANDS.answer(self.club, asker, words)
        if answer.status:
            raise RejectedError(answer.complaint.rstrip())
        return answer.output.rstrip()

    def _require_host(self) -> None:
        if not self.is_host:
            raise RejectedError("this is for the club's hosts alone")

    def wake(self) -> None:
        """Something the player looks at has changed."""
        if self._changed is None:
            return
        player = self.player
        if player is not None and (
            player.looking_at is None or player.looking_at is not player.seat_at
        ):
            self.club.herald.tell(self._hear)
            return
        # Later, and in a context of its own: whoever changed the table is not to run, nor to keep
        # alive, another player's app.
        loop = asyncio.get_running_loop()
        loop.call_soon(self._hear, context=contextvars.Context())

    def _hear(self) -> None:
        if self._changed is not None:
            self._changed()
