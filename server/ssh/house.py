"""The seam between the door and the club behind it."""

from __future__ import annotations

from typing import Any, Protocol

from textual.app import App

from server.ssh.identity import Caller
from tui.terminal import TerminalControl, TerminalProfile


class House(Protocol):
    """Whoever gives a caller the app that its session runs."""

    def accepts(self, name: str, fingerprint: str) -> bool:
        """Whether a key will do for whoever asks for this name.

        It is asked for every key that a client offers, before it has signed with any.
        """

    def open_app(
        self, caller: Caller, terminal: TerminalProfile, control: TerminalControl
    ) -> App[Any]:
        """Return a new app for this caller, not yet running.

        Args:
            caller: Who came in.
            terminal: What the caller's terminal can do.
            control: How the app changes its terminal, and how the house ends the session.
        """

    def has_seat(self, app: App[Any]) -> bool:
        """Whether the player in this session has a seat, and so is not to be sent home."""

    def tell(self, app: App[Any], text: str) -> None:
        """Show the player in this session a line of the house."""

    def close_app(self, app: App[Any]) -> None:
        """The session that ran this app is over; the app itself may still be closing."""
