"""The one connection to the database and the transactions on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError

from server.store.dialects import connectable, is_locked, reason
from server.store.errors import StaleEpochError, StoreInUseError, StoreUnavailableError
from server.store.migrate import MIGRATIONS, bring_up_to_date
from server.store.schema import incarnation

Work = Callable[[Connection], Any]
"""Something to do within a transaction; done twice it comes to the same as done once."""

_PROGRAMMING_FAULTS = (DataError, IntegrityError, ProgrammingError)
_CURRENT_EPOCH = select(incarnation.c.epoch).with_for_update(read=True)


class Database:
    """One connection, to be used by one thread only, and the right to write through it."""

    def __init__(self, url: str, migrations: Path = MIGRATIONS) -> None:
        self._engine = connectable(url)
        self._migrations = migrations
        self._connection: Connection | None = None
        self.epoch = 0
        """Which server this is, counted from the first one ever; only the latest may write."""

    def open(self) -> None:
        """Connect, bring the schema up to date and take over the right to write.

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
            if is_locked(error):
                raise StoreInUseError from error
            raise StoreUnavailableError(reason(error)) from error
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
            try:
                return self._commit_once(works)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                # Whether a connection is lost before or after the commit cannot be told.
                return self._commit_once(works)
        except _PROGRAMMING_FAULTS:
            raise
        except DBAPIError as error:
            raise StoreUnavailableError(reason(error)) from error

    def _commit_once(self, works: Sequence[Work]) -> list[Any]:
        with self.connection.begin():
            # Held to the end of the transaction, so that no later server slips in between.
            current = self.connection.execute(_CURRENT_EPOCH).scalar_one()
            if current != self.epoch:
                raise StaleEpochError(self.epoch, current)
            return [work(self.connection) for work in works]


def _next_epoch(connection: Connection) -> int:
    counted_up = update(incarnation).values(epoch=incarnation.c.epoch + 1)
    epoch = connection.execute(counted_up.returning(incarnation.c.epoch)).scalar_one_or_none()
    if epoch is None:
        epoch = 1
        connection.execute(insert(incarnation).values(epoch=epoch))
    return epoch
