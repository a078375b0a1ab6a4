"""The house behind the door: every caller gets an app at a gateway of his own."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Awaitable
from typing import Any

from textual.app import App

from server.club import Club
from server.command_table import COMMANDS
from server.commands import Asker, Rank
from server.gateway import LobbyGateway
from server.ssh.house import Answer
from server.ssh.identity import Caller
from server.store.accounts import Role
from tui.app import GinApp
from tui.terminal import TerminalControl, TerminalProfile


class ClubHouse:
    """Leads callers into the club and takes leave of them."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._gateways: dict[App[Any], LobbyGateway] = {}
        club.tell_all = self._tell_all
        club.doorkeeper.is_awaited = self._is_awaited

    @property
    def sessions(self) -> int:
        """How many people are in."""
        return len(self._gateways)

    def accepts(self, caller: Caller) -> bool:
        """Whether a key will do for whoever asks for this name."""
        return self._club.doorkeeper.accepts(caller)

    def refusal(self, caller: Caller) -> str:
        """Why a caller may not come in; empty for who is welcome."""
        return self._club.doorkeeper.refusal(caller)

    def answer(self, caller: Caller, command: str) -> Awaitable[Answer] | None:
        """Carry out a command that was given instead of a terminal; None if there is none such."""
        if command not in COMMANDS:
            return None
        return COMMANDS.answer_line(self._club, _asker(self._club, caller), command)

    def open_app(
        self, caller: Caller, terminal: TerminalProfile, control: TerminalControl
    ) -> App[Any]:
        """Return the app of a caller who has just come in."""

        def dismiss(message: str) -> None:
            # Later, and in a context of its own: it is another player's session that ends this one.
            loop = asyncio.get_running_loop()
            loop.call_soon(control.end, message, context=contextvars.Context())

        gateway = LobbyGateway(self._club, caller, dismiss)
        try:
            app = GinApp(gateway, terminal, control)
        except BaseException:
            gateway.close()
            raise
        self._gateways[app] = gateway
        return app

    def has_seat(self, app: App[Any]) -> bool:
        """Whether the player in this session has a seat at a table."""
        return self._gateways[app].has_seat

    def tell(self, app: App[Any], text: str) -> None:
        """Show the player in this session a line of the house."""
        if isinstance(app, GinApp):
            app.call_later(_show, app, text)

    def close_app(self, app: App[Any]) -> None:
        """The caller is gone; his seat is kept for him."""
        self._gateways.pop(app).close()

    def _tell_all(self, text: str) -> None:
        for app in self._gateways:
            self.tell(app, text)

    def _is_awaited(self, caller: Caller) -> bool:
        """Whether a match that is being played waits for the caller."""
        account = self._club.members.of_key(caller.fingerprint) if caller.fingerprint else None
        if account is None:
            return bool(caller.token) and self._club.lobby.held_chair(caller.token) is not None
        player = self._club.lobby.register.named(account.name)
        return player is not None and player.is_awaited


def _asker(club: Club, caller: Caller) -> Asker:
    account = club.members.of_key(caller.fingerprint) if caller.fingerprint else None
    if account is None:
        return Asker(caller.name)
    rank = Rank.HOST if account.role is Role.HOST else Rank.CALLER
    return Asker(account.name, rank, account.id)


def _show(app: GinApp, text: str) -> None:
    app.presenter.toast(text)
    app.bell()
    app.redraw()
