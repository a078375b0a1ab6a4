"""The house behind the door: every caller gets an app at a gateway of his own."""

from __future__ import annotations

import asyncio
import contextvars
from typing import Any

from textual.app import App

from server.club import Club
from server.gateway import LobbyGateway
from server.ssh.identity import Caller
from tui.app import GinApp
from tui.terminal import TerminalControl, TerminalProfile


class ClubHouse:
    """Leads callers into the club and takes leave of them."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._gateways: dict[App[Any], LobbyGateway] = {}

    @property
    def sessions(self) -> int:
        """How many people are in."""
        return len(self._gateways)

    def accepts(self, name: str, fingerprint: str) -> bool:
        """Whether a key will do for whoever asks for this name."""
        return self._club.members.accepts(name, fingerprint)

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


def _show(app: GinApp, text: str) -> None:
    app.presenter.toast(text)
    app.bell()
    app.redraw()
