"""What SQLite and PostgreSQL each need to be told, and what their errors mean."""

from __future__ import annotations

import json
import os
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

BUSY_SECONDS = 5
"""How long a server that starts waits for the one before it to let go."""
_SQLITE_PRAGMAS = (
    # A second connection to the file, even to look at it, is refused for as long as this one lives.
    "locking_mode=EXCLUSIVE",
    "journal_mode=WAL",
    # NORMAL would lose acknowledged moves in a power cut, and so would plain fsync on macOS.
    "synchronous=FULL",
    "fullfsync=ON",
    "checkpoint_fullfsync=ON",
    "foreign_keys=ON",
)
_POSTGRESQL_ARGUMENTS = {
    # A server that froze within a transaction must not keep the next one from taking over.
    "options": "-c synchronous_commit=on -c idle_in_transaction_session_timeout=10s",
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
}
_dumps = partial(json.dumps, separators=(",", ":"), allow_nan=False)


def sqlite_url(path: Path) -> str:
    """The URL of a database file."""
    return URL.create("sqlite", database=str(path)).render_as_string()


def sqlite_file(connection: Connection) -> Path | None:
    """The file that the database is in; None in memory and on PostgreSQL."""
    name = connection.engine.url.database
    return Path(name) if connection.dialect.name == "sqlite" and name else None


def connectable(url: str) -> Engine:
    """An engine for the URL; parameters of statements never get into its errors or logs.

    Args:
        url: `sqlite:///club.db`, `sqlite://` for memory only, or `postgresql://…`.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(parsed)
    # The driver that comes with the `postgres` extra, whatever SQLAlchemy would take by default.
    return _engine(parsed.set(drivername="postgresql+psycopg"), _POSTGRESQL_ARGUMENTS)


def _engine(url: URL, arguments: dict[str, Any]) -> Engine:
    return create_engine(
        url,
        poolclass=NullPool,
        hide_parameters=True,
        json_serializer=_dumps,
        connect_args=arguments,
    )


def _sqlite(url: URL) -> Engine:
    engine = _engine(url, {"isolation_level": None, "timeout": BUSY_SECONDS})

    @event.listens_for(engine, "do_connect")
    def keep_private(*_: object) -> None:
        if url.database:
            os.close(os.open(url.database, os.O_RDWR | os.O_CREAT, 0o600))

    @event.listens_for(engine, "connect")
    def configure(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for pragma in _SQLITE_PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def is_locked(error: DBAPIError) -> bool:
    """Whether another process holds the SQLite database."""
    cause = error.orig
    return isinstance(cause, sqlite3.Error) and _primary_code(cause) == sqlite3.SQLITE_BUSY


def reason(error: DBAPIError) -> str:
    """What is wrong with the database, as half a sentence."""
    cause = error.orig
    full = getattr(cause, "sqlstate", None) == "53100"
    if isinstance(cause, sqlite3.Error):
        full = _primary_code(cause) == sqlite3.SQLITE_FULL
    return "the disk is full" if full else "the database does not answer as it should"


def _primary_code(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
