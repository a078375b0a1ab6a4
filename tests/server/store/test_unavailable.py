from __future__ import annotations

import logging
import resource
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from engine.seats import Seat
from server.fair_shuffle import new_shuffle
from server.lobby.facts import DealBegun
from server.store.dialects import sqlite_url
from server.store.errors import StoreUnavailableError
from server.store.store import Store
from tests.server.store import postgres
from tests.server.store.builders import DRAWN, started


def driver(connection: Connection) -> sqlite3.Connection:
    inner = connection.connection.driver_connection
    assert isinstance(inner, sqlite3.Connection)
    return inner


@asynccontextmanager
async def full_disk(store: Store) -> AsyncIterator[None]:
    """SQLite may take no further page, and says what it says on a full disk."""
    pragma = "PRAGMA max_page_count = {}"
    await store._writer.run_outside(lambda inner: driver(inner).execute(pragma.format(1)))
    yield
    await store._writer.run_outside(lambda inner: driver(inner).execute(pragma.format(10**6)))


@contextmanager
def failing_writes(size: int) -> Iterator[None]:
    """The system refuses to write any file of this process beyond a size in bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def write_until_refused(store: Store, first: int) -> tuple[int, str]:
    """Append facts; return the number of the one that was refused, and the sentence."""
    for seq in count(first):
        try:
            await store.log.append("m", seq, f"c{seq}", DRAWN)
        except StoreUnavailableError as refusal:
            return seq, str(refusal)
    raise AssertionError("counting never ends")


async def goes_on(store: Store, refused: int) -> None:
    """The refused command is written after all, and the log has no gap."""
    assert await store.log.append("m", refused, f"c{refused}", DRAWN) == refused
    entries = await store.log.read("m")
    assert [entry.command for entry in entries] == [f"c{seq}" for seq in range(1, refused + 1)]


async def test_a_full_disk_refuses_facts_and_the_match_goes_on_later(tmp_path: Path) -> None:
    async with await Store.open(sqlite_url(tmp_path / "club.db")) as store:
        await store.log.start("m", "c1", started())
        async with full_disk(store):
            refused, sentence = await write_until_refused(store, 2)
            assert "the disk is full" in sentence
            assert await write_until_refused(store, refused) == (refused, sentence)
            assert len(await store.log.read("m")) == refused - 1
        await goes_on(store, refused)


async def test_a_write_error_refuses_facts_and_the_match_goes_on_later(tmp_path: Path) -> None:
    async with await Store.open(sqlite_url(tmp_path / "club.db")) as store:
        await store.log.start("m", "c1", started())
        with failing_writes(size=600_000):
            refused, sentence = await write_until_refused(store, 2)
            assert sentence.startswith("nothing was changed: ")
            assert (await write_until_refused(store, refused))[0] == refused
            assert len(await store.log.read("m")) == refused - 1
        await goes_on(store, refused)
    async with await Store.open(sqlite_url(tmp_path / "club.db")) as store:
        assert len(await store.log.read("m")) == refused


async def test_a_lost_connection_is_made_again(postgres_url: str) -> None:
    async with await Store.open(postgres_url) as store:
        await store.log.start("m", "c1", started())
        others = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = :pid")
        pid = await store._writer.run(
            lambda connection: connection.scalar(text("SELECT pg_backend_pid()"))
        )
        async with await Store.open(postgres_url.replace("/postgres?", "/template1?")) as other:
            await other._writer.run(lambda connection: connection.execute(others, {"pid": pid}))
        assert await store.log.append("m", 2, "c2", DRAWN) == 2


async def test_a_database_that_is_away_refuses_facts_and_the_match_goes_on_later() -> None:
    with postgres.running() as server:
        async with await Store.open(server.url) as store:
            await store.log.start("m", "c1", started())
            server.stop()
            for _ in range(2):
                with pytest.raises(StoreUnavailableError):
                    await store.log.append("m", 2, "c2", DRAWN)
            with pytest.raises(StoreUnavailableError):
                await Store.open(server.url)
            server.start()
            await goes_on(store, 2)


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    file.write_bytes(b"no database at all " * 100)
    with pytest.raises(StoreUnavailableError):
        await Store.open(sqlite_url(file))
    assert file.read_bytes() == b"no database at all " * 100


async def test_a_closed_store_refuses(store: Store) -> None:
    await store.close()
    with pytest.raises(StoreUnavailableError):
        await store.log.open_matches()


async def test_seeds_and_decks_get_into_no_log_line(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.INFO, "sqlalchemy")
    async with await Store.open(url) as store:
        shuffle = new_shuffle("m", 1)
        await store.log.start("m", "c1", started())
        await store.log.append("m", 2, "c2", DealBegun(1, Seat.A), shuffle)
        [kept] = await store.log.shuffles("m")
        entries = await store.log.read("m")
    assert kept == shuffle
    assert "INSERT INTO shuffles" in caplog.text
    for secret in (shuffle.seed, bytes(shuffle.deck)):
        for written in (secret.hex(), repr(secret)[2:-1], str(secret)):
            assert written not in caplog.text
            assert written not in repr(entries)
            assert written not in repr(kept)
