"""The schema's versions: refused when newer than the program, moved forward when older."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

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
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    script = ScriptDirectory.from_config(config)
    known = [step.revision for step in script.walk_revisions()]
    with connection.begin():
        found = MigrationContext.configure(connection).get_current_revision()
    if found == known[0]:
        return
    if found is not None:
        if found not in known:
            raise NewerSchemaError(found, known[0])
        _copy_aside(connection, found)
    with connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _copy_aside(connection: Connection, version: str) -> None:
    file = sqlite_file(connection)
    if file is not None:
        back_up(connection, file.with_name(f"{file.stem}.schema-{version}{file.suffix}"))
