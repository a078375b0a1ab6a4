"""A whole copy of the database while it is in use."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from pathlib import Path

from sqlalchemy import Connection

from server.folders import sync_folder
from server.store.dialects import sqlite_file
from server.store.errors import BackupError


def back_up(connection: Connection, target: Path) -> None:
    """Copy a SQLite database into a file, which appears whole or not at all.

    Args:
        connection: The open connection, outside of any transaction.
        target: The file to make or to replace.

    Raises:
        BackupError: If it cannot be written, or the database is no SQLite database.
    """
    source = connection.connection.driver_connection
    if not isinstance(source, sqlite3.Connection):
        raise BackupError(target, "PostgreSQL is backed up with its own pg_dump")
    file = sqlite_file(connection)
    try:
        if file is not None and target.exists() and target.samefile(file):
            raise BackupError(target, "that is the database itself")
        _copy_whole(source, target)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(target, str(error)) from error


def _copy_whole(source: sqlite3.Connection, target: Path) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        source.execute("VACUUM INTO ?", (name,))
        os.fsync(handle)
        Path(name).replace(target)
    finally:
        os.close(handle)
        Path(name).unlink(missing_ok=True)
    sync_folder(target.parent)
