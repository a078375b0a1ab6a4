from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from server.store.accounts import Role
from server.store.database import Database
from server.store.dialects import sqlite_url
from server.store.errors import BackupError, NewerSchemaError
from server.store.migrate import MIGRATIONS
from server.store.schema import metadata
from server.store.store import Store
from tests.server.store.builders import DRAWN, started

NEXT_STEP = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "0002"


def upgrade():
    op.create_table("later", sa.Column("id", sa.Integer(), primary_key=True))
    {then}
"""


OPEN = """
import sys
from server.store.database import Database
Database(sys.argv[1]).open()
print("alembic" in sys.modules)
"""


def later_program(folder: Path, then: str = "pass") -> Path:
    """The migrations of a program that knows one step more."""
    migrations = folder / "migrations"
    shutil.copytree(MIGRATIONS, migrations, ignore=shutil.ignore_patterns("__pycache__"))
    (migrations / "versions" / "v9999_later.py").write_text(NEXT_STEP.format(then=then))
    return migrations


async def fill(url: str) -> None:
    async with await Store.open(url) as store:
        await store.log.start("m", "c1", started())


def open_and_close(url: str, migrations: Path) -> None:
    database = Database(url, migrations)
    database.open()
    database.close()


def contents(file: Path) -> tuple[str, int]:
    """The schema version and the number of facts in a database file."""
    with sqlite3.connect(file) as connection:
        [version] = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        [facts] = connection.execute("SELECT count(*) FROM events").fetchone()
    connection.close()
    return str(version), int(facts)


def modes(folder: Path) -> dict[str, int]:
    """Who may do what with each file of a folder."""
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


async def test_the_migrations_make_the_tables_that_the_program_uses(store: Store) -> None:
    differences = await store._writer.run(
        lambda connection: compare_metadata(MigrationContext.configure(connection), metadata)
    )
    assert differences == []


def test_every_step_has_its_version_in_its_name() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    steps = list(ScriptDirectory.from_config(config).walk_revisions())
    assert [Path(step.path).name[1:5] for step in steps] == [step.revision for step in steps]


def test_a_start_loads_nothing_for_migrations_unless_there_are_any(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "club.db")
    asyncio.run(fill(url))
    start = [sys.executable, "-c", OPEN, url]
    assert subprocess.run(start, capture_output=True, text=True, check=True).stdout == "False\n"


async def test_a_newer_database_is_refused_with_a_sentence(url: str, tmp_path: Path) -> None:
    await fill(url)
    open_and_close(url, later_program(tmp_path))
    with pytest.raises(NewerSchemaError) as refusal:
        await Store.open(url)
    assert (refusal.value.found, refusal.value.known) == ("9999", "0002")
    assert "newer Hollywood Gin" in str(refusal.value)


async def test_an_older_database_is_copied_and_then_moved_forward(tmp_path: Path) -> None:
    file, copy = tmp_path / "club.db", tmp_path / "club.schema-0002.db"
    await fill(sqlite_url(file))
    assert not copy.exists()
    open_and_close(sqlite_url(file), later_program(tmp_path))
    assert contents(copy) == ("0002", 1)
    assert contents(file) == ("9999", 1)


async def test_accounts_of_the_first_schema_are_members(tmp_path: Path) -> None:
    first = tmp_path / "migrations"
    ignored = shutil.ignore_patterns("__pycache__", "v0002*")
    shutil.copytree(MIGRATIONS, first, ignore=ignored)
    file = tmp_path / "club.db"
    open_and_close(sqlite_url(file), first)
    with sqlite3.connect(file) as connection:
        connection.execute(
            "INSERT INTO accounts (name, skeleton, settings, created) VALUES ('ada', 'ada', '{}', 1)"
        )
    connection.close()
    async with await Store.open(sqlite_url(file)) as store:
        [ada] = await store.accounts.everybody()
        assert (ada.name, ada.role) == ("ada", Role.MEMBER)
    assert contents(tmp_path / "club.schema-0001.db") == ("0001", 0)


async def test_without_a_copy_an_older_database_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    await fill(sqlite_url(file))
    (tmp_path / "club.schema-0002.db").mkdir()
    with pytest.raises(BackupError):
        open_and_close(sqlite_url(file), later_program(tmp_path))
    assert contents(file) == ("0002", 1)


async def test_a_migration_that_fails_changes_nothing(url: str, tmp_path: Path) -> None:
    await fill(url)
    failing = later_program(tmp_path, then="raise RuntimeError('half way')")
    with pytest.raises(RuntimeError, match="half way"):
        open_and_close(url, failing)
    async with await Store.open(url) as store:
        assert len(await store.log.read("m")) == 1
        assert not await store._writer.run(lambda inner: inspect(inner).has_table("later"))


async def test_a_backup_of_a_running_store_holds_all_that_was_acknowledged(tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("an older copy")
    async with await Store.open(sqlite_url(tmp_path / "club.db")) as store:
        await store.log.start("m", "c1", started())
        acknowledged = await store.log.append("m", 2, "c2", DRAWN)
        await asyncio.gather(
            store.back_up(target), *(store.log.start(f"n{n}", "c", started()) for n in range(20))
        )
        version, facts = contents(target)
        assert (version, facts >= acknowledged) == ("0002", True)
        assert await store.log.append("m", 3, "c3", DRAWN) == 3
    assert modes(tmp_path) == {"club.db": 0o600, "copy.db": 0o600}


async def test_a_backup_never_replaces_the_database_itself(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    async with await Store.open(sqlite_url(file)) as store:
        await store.log.start("m", "c1", started())
        with pytest.raises(BackupError):
            await store.back_up(file)
        with pytest.raises(BackupError):
            await store.back_up(tmp_path / "nowhere" / "copy.db")
    assert contents(file) == ("0002", 1)


async def test_postgresql_is_left_to_its_own_backup(postgres_url: str, tmp_path: Path) -> None:
    async with await Store.open(postgres_url) as store:
        with pytest.raises(BackupError, match="pg_dump"):
            await store.back_up(tmp_path / "copy.db")


async def test_others_on_the_machine_cannot_read_the_database(tmp_path: Path) -> None:
    async with await Store.open(sqlite_url(tmp_path / "club.db")) as store:
        await store.log.start("m", "c1", started())
        assert modes(tmp_path) == {"club.db": 0o600, "club.db-wal": 0o600}


async def test_a_database_in_memory_will_do_for_a_while() -> None:
    async with await Store.open("sqlite://") as store:
        await store.log.start("m", "c1", started())
        assert await store.log.open_matches() == ("m",)
