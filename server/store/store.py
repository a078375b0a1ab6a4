"""The store: everything that outlives the process, behind one door."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from server.store.accounts import Accounts
from server.store.audit import Audit
from server.store.backup import back_up
from server.store.database import Database
from server.store.guests import Guests, try_room
from server.store.history import History
from server.store.invitations import Invitations
from server.store.keys import Keys
from server.store.log import MatchLog
from server.store.ratings import Ratings
from server.store.removal import Removal
from server.store.sanctions import Sanctions
from server.store.writer import Writer


class Store:
    """The club's database, open; made by `Store.open`."""

    def __init__(self, writer: Writer, clock: Callable[[], float]) -> None:
        self._writer = writer
        self.log = MatchLog(writer, clock)
        self.accounts = Accounts(writer, clock)
        self.keys = Keys(writer, clock)
        self.guests = Guests(writer)
        self.history = History(writer)
        self.ratings = Ratings(writer)
        self.sanctions = Sanctions(writer, clock)
        self.invitations = Invitations(writer, clock)
        self.audit = Audit(writer, clock)
        self.removal = Removal(writer)

    @classmethod
    async def open(cls, url: str, clock: Callable[[], float] = time.time) -> Self:
        """Open the database and take over the right to write to it.

        Args:
            url: `sqlite:///club.db`, `sqlite://` for one in memory, or `postgresql://…`.
            clock: The time in seconds since 1970, UTC.

        Raises:
            StoreInUseError: If another server holds a SQLite database.
            NewerSchemaError: If a newer program wrote the database.
            BackupError: If an older database could not be copied before it is migrated.
            StoreUnavailableError: If the database does not answer.
        """
        writer = Writer(Database(url))
        await writer.open()
        return cls(writer, clock)

    @property
    def epoch(self) -> int:
        """Which server this is, counted from the first one that used the database."""
        return self._writer.epoch

    async def check(self) -> None:
        """Write something without meaning, to see whether anything can be written.

        Raises:
            StoreUnavailableError: If not.
        """
        await self._writer.run(try_room)

    async def back_up(self, target: Path) -> None:
        """Write a whole copy of a SQLite database into a file; play goes on after it.

        Raises:
            BackupError: If that cannot be done.
        """
        await self._writer.run_outside(lambda connection: back_up(connection, target))

    async def close(self) -> None:
        """Finish what was asked for and let go of the database."""
        await self._writer.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
