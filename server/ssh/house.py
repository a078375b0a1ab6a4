"""The seam between the door and the club behind it."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, Protocol

from textual.app import App

from server.ssh.identity import Caller
from tui.terminal import TerminalControl, TerminalProfile


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a command."""

    output: str = ""
    """Whole lines."""
    complaint: str = ""
    """Whole lines too, for the error stream."""
    status: int = 0


class House(Protocol):
    """Whoever gives a caller the app that its session runs."""

    def accepts(self, caller: Caller) -> bool:
        """Whether a key will do for whoever asks for this name.

        It is asked for every key that a client offers, before it has signed with any.
        """

    def refusal(self, caller: Caller) -> str:
        """Why a caller may not come in, as one plain line; empty for who is welcome."""

    def answer(self, caller: Caller, command: str) -> Awaitable[Answer] | None:
        """Carry out a command that was given instead of a terminal; None if there is none such."""

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
