"""The house behind the door: every caller gets an app at a gateway of his own."""

from __future__ import annotations

import asyncio
import contextvars
from typing import Any

from textual.app import App

from server.gateway import LobbyGateway
from server.lobby.lobby import Lobby
from server.ssh.identity import Caller
from tui.app import GinApp
from tui.terminal import TerminalControl, TerminalProfile


class ClubHouse:
    """Leads callers into the club and takes leave of them."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._gateways: dict[App[Any], LobbyGateway] = {}

    def open_app(
        self, caller: Caller, terminal: TerminalProfile, control: TerminalControl
    ) -> App[Any]:
        """Return the app of a caller who has just come in."""

        def dismiss(message: str) -> None:
            # Later, and in a context of its own: it is another player's session that ends this one.
            loop = asyncio.get_running_loop()
            loop.call_soon(control.end, message, context=contextvars.Context())

        gateway = LobbyGateway(self._lobby, caller.name, caller.fingerprint, dismiss)
        try:
            app = GinApp(gateway, terminal, control)
        except BaseException:
            gateway.close()
            raise
        self._gateways[app] = gateway
        return app

    def close_app(self, app: App[Any]) -> None:
        """The caller is gone; his seat is kept for him."""
        self._gateways.pop(app).close()
