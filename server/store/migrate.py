"""The schema's versions: refused when newer than the program, moved forward when older."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, column, inspect, select, table

from server.store.backup import back_up
from server.store.dialects import sqlite_file
from server.store.errors import NewerSchemaError

MIGRATIONS = Path(__file__).parent / "migrations"


def bring_up_to_date(connection: Connection, migrations: Path = MIGRATIONS) -> None:
    """Make the schema the newest one; a SQLite file is copied beside itself before it changes.

    Raises:
        NewerSchemaError: If a newer program wrote the database.
        BackupError: If the copy could not be made; the database is as it was.
    """
    known = sorted(step.name[1:5] for step in (migrations / "versions").glob("v*.py"))
    with connection.begin():
        found = _version(connection)
    if found == known[-1]:
        return
    if found is not None:
        if found not in known:
            raise NewerSchemaError(found, known[-1])
        _copy_aside(connection, found)
    with connection.begin():
        _upgrade(connection, migrations)


def _version(connection: Connection) -> str | None:
    """The version that the database has; None if it is a new one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.scalar(select(column("version_num")).select_from(table("alembic_version")))


def _upgrade(connection: Connection, migrations: Path) -> None:
    from alembic import command  # noqa: PLC0415 most starts do not need what takes long to load
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _copy_aside(connection: Connection, version: str) -> None:
    file = sqlite_file(connection)
    if file is not None:
        back_up(connection, file.with_name(f"{file.stem}.schema-{version}{file.suffix}"))
