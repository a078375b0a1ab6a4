"""The one connection to the database and the transactions on it."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from server.store.errors import StaleEpochError, StoreInUseError, StoreUnavailableError
from server.store.migrate import MIGRATIONS, bring_up_to_date
from server.store.schema import incarnation

Work = Callable[[Connection], Any]
"""Something to do within a transaction; done twice it must come to the same."""

BUSY_SECONDS = 5
"""How long a server that starts waits for the one before it to let go."""
_OUR_OWN_FAULT = (DataError, IntegrityError, ProgrammingError)
_dumps = partial(json.dumps, separators=(",", ":"), allow_nan=False)


def sqlite_url(path: Path) -> str:
    """The URL of a database file."""
    return URL.create("sqlite", database=str(path)).render_as_string()


class Database:
    """One connection, to be used by one thread only, and the right to write through it."""

    def __init__(self, url: str, migrations: Path = MIGRATIONS) -> None:
        self._engine = _engine(make_url(url))
        self._migrations = migrations
        self._connection: Connection | None = None
        self.epoch = 0
        """Which server, counted from the first one ever, may write."""

    def open(self) -> None:
        """Connect, bring the schema up to date and take the right to write over.

        Raises:
            StoreInUseError: If another server holds a SQLite database.
            NewerSchemaError: If a newer program wrote the database.
            BackupError: If an older schema could not be backed up before it is migrated.
            StoreUnavailableError: If the database does not answer.
        """
        try:
            self._connection = self._engine.connect()
            bring_up_to_date(self._connection, self._migrations)
            with self._connection.begin():
                self.epoch = _next_epoch(self._connection)
        except DBAPIError as error:
            self.close()
            if _is_locked(error):
                raise StoreInUseError from error
            raise _unavailable(error) from error
        except Exception:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the database."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._engine.dispose()

    @property
    def connection(self) -> Connection:
        """The connection, outside of any transaction."""
        if self._connection is None:
            raise StoreUnavailableError("the database is closed")
        return self._connection

    def commit(self, works: Sequence[Work]) -> list[Any]:
        """Do all of it in one transaction and return the answers, or do nothing at all.

        Raises:
            StaleEpochError: If another server has taken the database over.
            StoreUnavailableError: If the database refuses or does not answer.
        """
        try:
            return self._commit_once(works)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise _unavailable(error) from error
        # The connection had been lost, before or after the commit: done again it comes to the same.
        try:
            return self._commit_once(works)
        except DBAPIError as error:
            raise _unavailable(error) from error

    def _commit_once(self, works: Sequence[Work]) -> list[Any]:
        connection = self.connection
        try:
            with connection.begin():
                # Held to the end of the transaction, so that no later server slips in between.
                current = connection.execute(_CURRENT_EPOCH).scalar_one()
                if current != self.epoch:
                    raise StaleEpochError(self.epoch, current)
                return [work(connection) for work in works]
        except _OUR_OWN_FAULT as error:
            raise error.with_traceback(None) from None


_CURRENT_EPOCH = select(incarnation.c.epoch).with_for_update(read=True)


def _next_epoch(connection: Connection) -> int:
    epoch = connection.execute(
        update(incarnation)
        .values(epoch=incarnation.c.epoch + 1)
        .returning(incarnation.c.epoch)
    ).scalar_one_or_none()
    if epoch is None:
        epoch = 1
        connection.execute(insert(incarnation).values(epoch=epoch))
    return epoch
