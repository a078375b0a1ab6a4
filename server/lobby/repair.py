"""While nothing can be written, the house tries again and again."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Mapping

from server.lobby.book import Book, BookClosedError
from server.lobby.play import Pause
from server.lobby.room import Room


class Repair:
    """Lets tables go on whose time stands still because of the book."""

    def __init__(self, book: Book, tables: Mapping[int, Room]) -> None:
        self._book = book
        self._tables = tables
        self._trying: asyncio.Task[None] | None = None

    def tick(self) -> None:
        """Try whether the book can be written again, if any table waits for that."""
        is_needed = any(table.play.pause is Pause.FAULT for table in self._tables.values())
        if is_needed and (self._trying is None or self._trying.done()):
            self._trying = asyncio.get_running_loop().create_task(
                self._try(), name="trying the book", context=contextvars.Context()
            )

    async def settled(self) -> None:
        """Wait until nothing is being tried."""
        if self._trying is not None:
            await self._trying

    async def _try(self) -> None:
        try:
            await self._book.check()
        except BookClosedError:
            return
        for table in tuple(self._tables.values()):
            table.mend()
