"""The club at home: the same screens on one's own terminal, against the computer, without a door."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import getpass
import logging
import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from textual.app import App

from engine.players.computer import Level
from engine.rules import Rules
from server import logs
from server.club import Club, open_club
from server.config import Logs
from server.folders import make_folder
from server.home import OwnTerminal
from server.house import ClubHouse
from server.lobby.computer import Pace, human_pace
from server.lobby.names import is_fit
from server.ssh.environment import clean_term
from server.ssh.identity import Caller
from server.ssh.limits import Limits
from server.ssh.textual_app import forget_environment
from server.ssh.turns import Turns
from server.ssh.visit import Request, Visit
from server.store.dialects import sqlite_url
from server.store.errors import StoreError, StoreInUseError
from tui.gateway import TableSpec
from tui.terminal import TerminalControl, TerminalProfile

log = logging.getLogger(__name__)

NO_TERMINAL = "play needs a terminal: start it in one, without redirecting its input or output"
DUMB = "play needs a terminal that can place its cursor, and this one says it is dumb"
IN_USE = "you play in another window already: go on there"
WAITING = "One moment: your games are open in another window, or are still being put away."
PATIENCE = 0.5
"""After so many seconds without a screen a word is due."""
KEY = "home"
"""Stands in for the fingerprint of a key: the one account is whoever plays here."""
_ANYBODY = "player"


@dataclass(frozen=True, slots=True)
class Wish:
    """What to sit down to at once, unless a match waits to be finished."""

    level: Level = Level.CLUB
    rules: Rules = Rules()  # noqa: RUF009 immutable


class HomeHouse(ClubHouse):
    """Leads the one player to his match, or to the one he wishes for."""

    def __init__(self, club: Club, wish: Wish | None) -> None:
        super().__init__(club)
        self._wish = wish
        self._sitting: asyncio.Task[None] | None = None

    def open_app(
        self, caller: Caller, terminal: TerminalProfile, control: TerminalControl
    ) -> App[Any]:
        """Return the player's app, and let him sit down if that was wished."""
        app = super().open_app(caller, terminal, control)
        gateway, wish = self._gateways[app], self._wish
        if wish is not None and not gateway.has_seat:
            spec = TableSpec(rules=wish.rules)
            self._sitting = asyncio.get_running_loop().create_task(
                gateway.practise(spec, wish.level), context=contextvars.Context()
            )
        return app

    def has_seat(self, app: App[Any]) -> bool:  # noqa: ARG002 as every house is asked
        """Nobody is sent home from his own machine, however long he presses nothing."""
        return True


class PlayError(Exception):
    """It cannot begin; the message says why."""


def play(folder: Path, wish: Wish | None = None, pace: Pace = human_pace) -> None:
    """Play until the player leaves.

    Args:
        folder: Where matches and settings are kept.
        wish: What to sit down to at once; None leaves it to the player.
        pace: How long the computer takes over an action.

    Raises:
        PlayError: If there is no terminal, or the folder cannot be used; the message says why.
    """
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty()):
        raise PlayError(NO_TERMINAL)
    if os.environ.get("TERM", "").lower() == "dumb":
        raise PlayError(DUMB)
    terminal = OwnTerminal(sys.stdin.fileno(), sys.stdout.fileno())
    try:
        make_folder(folder)
        with (folder / "play.log").open("a", encoding="utf-8") as lines:
            logs.set_up(Logs(), lines)
            asyncio.run(_play(folder, terminal, wish, pace))
    except StoreInUseError as error:
        raise PlayError(IN_USE) from error
    except StoreError as error:
        raise PlayError(str(error)) from error


async def _play(folder: Path, terminal: OwnTerminal, wish: Wish | None, pace: Pace) -> None:
    forget_environment()
    over = asyncio.Event()
    word = asyncio.get_running_loop().call_later(PATIENCE, print, WAITING)
    async with open_club(sqlite_url(folder / "play.db"), pace=pace) as club:
        word.cancel()
        club.is_at_home = True
        if club.members.of_key(KEY) is None:
            await club.members.create(KEY, _own_name())
        with terminal.raw():
            visit = _visit(HomeHouse(club, wish), terminal, over)
            with terminal.watched(
                typed=visit.keyboard.receive,
                resized=lambda: visit.resize(*terminal.size),
                gone=lambda: visit.end(""),
            ):
                beating = asyncio.create_task(_beat(club))
                await over.wait()
                beating.cancel()


def _visit(house: HomeHouse, terminal: OwnTerminal, over: asyncio.Event) -> Visit:
    limits = replace(Limits(), keys_per_second=1000.0)
    environment = {
        name: os.environ[name] for name in ("COLORTERM", "NO_COLOR") if name in os.environ
    }
    return Visit(
        Request(
            Caller(_own_name(), KEY, "home"),
            clean_term(os.environ.get("TERM", "")),
            environment,
            terminal.size,
        ),
        house,
        limits,
        Turns(limits),
        terminal,
        pause_input=lambda _paused: None,
        on_over=lambda _status: None,
        on_done=over.set,
    )


def _own_name() -> str:
    """What the player is called on this machine, where that is a name."""
    with contextlib.suppress(OSError, KeyError, ImportError):
        name = getpass.getuser()
        if is_fit(name):
            return name
    return _ANYBODY


async def _beat(club: Club) -> None:
    """Let the club's time pass, once a second."""
    while True:
        await asyncio.sleep(1)
        try:
            club.lobby.tick()
        except Exception:
            log.exception("the clock stumbled")
