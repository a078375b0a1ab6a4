"""The club: its lobby, its members, its archive and the store behind them, opened together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from server.archive import Archive
from server.book import StoredBook
from server.config import ClubRules
from server.doorkeeper import Doorkeeper
from server.herald import Herald
from server.lobby.chance import Shuffler
from server.lobby.clock import Clock
from server.lobby.computer import Pace, human_pace
from server.lobby.lobby import Lobby
from server.members import Members
from server.recovery import recall_open_matches
from server.ssh_line import SshLine
from server.store.store import Store

_UNKNOWN = SshLine()
_OPEN = ClubRules()


@dataclass(slots=True)
class Club:
    """What is behind the door."""

    store: Store
    members: Members
    archive: Archive
    lobby: Lobby
    book: StoredBook
    doorkeeper: Doorkeeper
    line: SshLine = _UNKNOWN
    """Where the club is found, once it listens."""
    herald: Herald = field(default_factory=Herald)
    """Tells those who only look on that something has changed."""
    tell_all: Callable[[str], None] = lambda _line: None
    """Shows everybody who is in a line of the house, at once."""
    is_at_home: bool = False
    """It has no door: one player plays the computer on his own machine."""


@asynccontextmanager
async def open_club(
    database: str,
    *,
    rules: ClubRules = _OPEN,
    clock: Clock | None = None,
    shuffler: Shuffler | None = None,
    pace: Pace = human_pace,
    taken_over: Callable[[], None] = lambda: None,
) -> AsyncIterator[Club]:
    """Open the club with the matches that were being played, and close it tidily.

    Args:
        database: The URL of the database.
        rules: Who may come in, and when.
        clock: The clocks of the house.
        shuffler: Where the cards come from.
        pace: How long the computer takes over an action.
        taken_over: Called when another server has taken the database over.

    Raises:
        StoreError: If the database cannot be used; the message says why.
        OSError: If the file of members' keys cannot be read.
    """
    async with await Store.open(database) as store:
        members, archive = await Members.load(store), await Archive.load(store)
        doorkeeper = await Doorkeeper.load(rules, members, store)
        book = StoredBook(store, taken_over)
        lobby = Lobby(book, clock, shuffler, pace, members.looks)
        lobby.on_finished = archive.note
        await recall_open_matches(store, book, lobby, members)
        try:
            yield Club(store, members, archive, lobby, book, doorkeeper)
        finally:
            await lobby.close()
            await members.settled()
            await archive.settled()
