"""The thread that owns the database, and its group commit.

Everything that waits while a transaction is being committed goes into the next one together. A
group in which something is refused is undone, and each of its requests is then carried out alone,
so that nobody's mistake is another one's.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable, Row, Select

from server.metrics import COMMITS
from server.store.database import Database
from server.store.errors import StoreUnavailableError

T = TypeVar("T")
LARGEST_GROUP = 256
"""Requests in one transaction; more would keep the first of them waiting."""


@dataclass(frozen=True, slots=True)
class _Request:
    work: Callable[[Connection], Any]
    future: asyncio.Future[Any]
    transaction: bool = True


@dataclass(frozen=True, slots=True)
class _Answer:
    request: _Request
    value: Any = None
    error: Exception | None = None


class Writer:
    """Carries out requests in one thread, for the one event loop that opened it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._requests: SimpleQueue[_Request | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._opened: asyncio.Future[None] = self._loop.create_future()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._is_closed = False

    @property
    def epoch(self) -> int:
        """Which server this is, counted from the first one ever."""
        return self._database.epoch

    async def open(self) -> None:
        """Start the thread and open the database.

        Raises:
            StoreError: If the database cannot be used.
        """
        self._thread.start()
        await self._opened

    async def close(self) -> None:
        """Finish what was asked for and let go of the database."""
        self._is_closed = True
        self._requests.put(None)
        await asyncio.to_thread(self._thread.join)

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Carry out `work` in a transaction; return its answer once that is committed.

        Work that was asked for is done even if the caller is cancelled meanwhile.

        Raises:
            StoreUnavailableError: If the database refuses or does not answer.
            StaleEpochError: If another server has taken the database over.
        """
        future: asyncio.Future[T] = self._loop.create_future()
        self._ask(_Request(work, future))
        return await future

    async def execute(self, change: Executable) -> None:
        """Carry out one statement."""
        await self.run(lambda connection: connection.execute(change).close())

    async def rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        """Everything that a query finds."""
        return await self.run(lambda connection: connection.execute(query).all())

    async def run_outside(self, work: Callable[[Connection], T]) -> T:
        """Carry out `work` between transactions."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._ask(_Request(work, future, transaction=False))
        return await future

    def _ask(self, request: _Request) -> None:
        if self._is_closed:
            raise StoreUnavailableError("the database is closed")
        self._requests.put(request)

    def _run(self) -> None:
        try:
            self._database.open()
        except Exception as error:  # noqa: BLE001 whoever opens the store is told
            self._tell(self._settle_opening, error)
            return
        self._tell(self._settle_opening, None)
        for group in self._groups():
            self._tell(_settle, list(self._answers(group)))
        self._database.close()

    def _groups(self) -> Iterator[list[_Request]]:
        is_open = True
        while is_open:
            waiting = [self._requests.get()]
            while len(waiting) < LARGEST_GROUP and not self._requests.empty():
                waiting.append(self._requests.get())
            requests = [request for request in waiting if request is not None]
            is_open = len(requests) == len(waiting)
            yield requests

    def _answers(self, group: list[_Request]) -> Iterator[_Answer]:
        yield from self._committed([request for request in group if request.transaction])
        for request in group:
            if not request.transaction:
                yield self._done_outside(request)

    def _committed(self, group: list[_Request]) -> Iterator[_Answer]:
        if not group:
            return
        try:
            with COMMITS.time():
                values = self._database.commit([request.work for request in group])
        except Exception as error:  # noqa: BLE001 whoever asked for it is told
            if len(group) == 1:
                yield _Answer(group[0], error=error)
                return
            for request in group:
                yield from self._committed([request])
            return
        yield from map(_Answer, group, values)

    def _done_outside(self, request: _Request) -> _Answer:
        try:
            return _Answer(request, request.work(self._database.connection))
        except Exception as error:  # noqa: BLE001 whoever asked for it is told
            return _Answer(request, error=error)

    def _tell(self, settle: Callable[[Any], None], news: object) -> None:
        # A loop that is closed has nobody left who waits.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(settle, news)

    def _settle_opening(self, error: Exception | None) -> None:
        if self._opened.done():
            return
        if error is None:
            self._opened.set_result(None)
        else:
            self._opened.set_exception(error)


def _settle(answers: list[_Answer]) -> None:
    for answer in answers:
        future = answer.request.future
        if future.done():
            continue
        if answer.error is None:
            future.set_result(answer.value)
        else:
            future.set_exception(answer.error)
