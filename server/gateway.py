"""The screens' port over the lobby, for one player's connection."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from engine.actions import Action
from engine.errors import GinError
from engine.players.computer import Level
from server.lobby.errors import LobbyError, SupersededError
from server.lobby.lobby import Lobby
from server.lobby.player import Player
from server.lobby.subscription import Subscription
from server.snapshots import lobby_snapshot, table_snapshot, terms_of
from tui.gateway import Desk, LobbySnapshot, RejectedError, TableSnapshot, TableSpec
from tui.settings import Settings


@dataclass(frozen=True, slots=True)
class _KeptDesk:
    """A desk, and how many deals the table had seen when it was arranged."""

    deals_dealt: int
    desk: Desk


class LobbyGateway:
    """What one connection may see and ask, as the player who came through it."""

    def __init__(
        self, lobby: Lobby, wish: str, fingerprint: str | None, dismiss: Callable[[str], None]
    ) -> None:
        self._lobby = lobby
        self._changed: Callable[[], None] | None = None
        self._subscription = Subscription(self._wake)
        self._stay = lobby.enter(wish, fingerprint, self._subscription, dismiss)

    def close(self) -> None:
        """The connection is over; the player's seat is kept."""
        self._changed = None
        self._lobby.exit(self._stay)

    @property
    def name(self) -> str:
        """The player's name in the club."""
        return self._player.name

    @property
    def settings(self) -> Settings:
        """The player's settings as last saved."""
        kept = self._player.settings
        return kept if isinstance(kept, Settings) else Settings()

    def save_settings(self, settings: Settings) -> None:
        """Keep the player's settings."""
        self._player.settings = settings

    def listen(self, changed: Callable[[], None]) -> None:
        """Call `changed` soon after a snapshot went out of date, once until the next is read."""
        self._changed = changed
        if self._subscription.is_stale:
            self._wake()

    def lobby(self) -> LobbySnapshot:
        """The lobby now."""
        self._subscription.renew()
        return lobby_snapshot(self._lobby, self._player)

    def table(self) -> TableSnapshot | None:
        """The table the player sits at or watches; None in the lobby."""
        self._subscription.renew()
        table = self._player.looking_at
        if table is None or not self._stay.is_current:
            return None
        return table_snapshot(table, self._player, self._desk())

    def arrange(self, desk: Desk) -> None:
        """Keep what the player has arranged at the table."""
        table = self._player.looking_at
        if table is not None and self._stay.is_current:
            table.keep_desk(self._player, _KeptDesk(table.deals_dealt, desk))

    async def open_table(self, spec: TableSpec) -> None:
        """Open a table and sit down at it."""
        with self._asking() as player:
            self._lobby.open_table(player, terms_of(spec))

    async def practise(self, spec: TableSpec) -> None:
        """Open a table and play the computer at it."""
        with self._asking() as player:
            self._lobby.practise(player, terms_of(spec), Level.CLUB)

    async def sit(self, table: int) -> None:
        """Take the free seat at a table, or return to one's own."""
        with self._asking() as player:
            self._lobby.sit(player, table)

    async def watch(self, table: int) -> None:
        """Watch a table."""
        with self._asking() as player:
            self._lobby.watch(player, table)

    async def act(self, action: Action, at: int) -> None:
        """Do something in the deal, meant for the position with version `at`."""
        with self._asking() as player:
            self._lobby.table_of(player).act(player, action, at)

    async def ready(self) -> None:
        """Ask for the next deal or, after the match, for a rematch or a new opponent."""
        with self._asking() as player:
            self._lobby.table_of(player).ready(player)

    async def leave(self) -> None:
        """Give up the seat, or stop watching."""
        with self._asking() as player:
            self._lobby.leave(player)

    async def claim(self) -> None:
        """Win the match against a player who has been away for longer than the grace."""
        with self._asking() as player:
            self._lobby.table_of(player).claim(player)

    async def step_out(self) -> None:
        """Go back to the lobby and keep the seat."""
        with self._asking() as player:
            self._lobby.step_out(player)

    async def say(self, text: str) -> None:
        """Say a line at the table or, in the lobby, to everybody there."""
        with self._asking() as player:
            self._lobby.say(player, text)

    @property
    def _player(self) -> Player:
        return self._stay.player

    @contextmanager
    def _asking(self) -> Iterator[Player]:
        """Turn the club's and the engine's refusals into the screens' kind."""
        try:
            if not self._stay.is_current:
                raise SupersededError
            yield self._player
        except (LobbyError, GinError) as refusal:
            raise RejectedError(str(refusal)) from refusal

    def _desk(self) -> Desk:
        """What the player has arranged; of an earlier deal only what is not about its cards."""
        table = self._player.looking_at
        kept = table.desk(self._player) if table is not None else None
        if table is None or not isinstance(kept, _KeptDesk):
            return Desk()
        if kept.deals_dealt == table.deals_dealt:
            return kept.desk
        return Desk(layer=kept.desk.layer, read=kept.desk.read)

    def _wake(self) -> None:
        if self._changed is not None:
            # Later, and in a context of its own: whoever changed the table is not to run, nor to
            # keep alive, another player's app.
            loop = asyncio.get_running_loop()
            loop.call_soon(self._hear, context=contextvars.Context())

    def _hear(self) -> None:
        if self._changed is not None:
            self._changed()
