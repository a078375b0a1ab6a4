"""What every table has from the house."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from server.lobby.book import Book
from server.lobby.chance import Shuffler
from server.lobby.clock import Clock
from server.lobby.facts import Finished


@dataclass(frozen=True, slots=True)
class House:
    """The things that tables share."""

    clock: Clock
    shuffler: Shuffler
    book: Book
    relist: Callable[[str], None]
    """Called when what the lobby shows of a table has changed, with a line for its news or none."""
    finished: Callable[[Finished], None]
    """Called when a match has come to its end and counts."""
    require_open: Callable[[], None] = lambda: None
    """Called before a match begins; raises `ClosingError` when none may."""
