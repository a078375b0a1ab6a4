"""A playing club whose machine loses power again and again."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

from server.store.dialects import sqlite_url
from tests.support.killed_club import Moment, Nursery, Told
from tests.support.power_cut import Deed, Disk, Files, Survival, deeds

TOLD = "told"
DATABASE = "club.db"


class CorruptError(AssertionError):
    """What is left of the database is not whole."""


@dataclass(frozen=True, slots=True)
class Cut:
    """One power cut, after which nothing was lost and nothing corrupt."""

    survival: Survival
    deed: int
    """After how many deeds of the program it came."""
    resumed: float | None
    """Seconds in which the club had started before it; none at a cut before the first action."""


@dataclass(frozen=True, slots=True)
class Recording:
    """What a club did to its folder until its end."""

    begun: Files
    """The folder as it was found."""
    deeds: tuple[Deed, ...]
    told: Told
    """What the players knew when it began."""
    resumed: float | None

    def disk_after(self, number: int, *, is_honest: bool = True) -> Disk:
        """The disk after so many deeds."""
        disk = Disk(self.begun, is_honest=is_honest)
        for deed in self.deeds[:number]:
            disk.take(deed)
        return disk


class CutClub:
    """Rounds of play under power cuts, each on what the one before left.

    Args:
        nursery: Starts the clubs, with the recorder preloaded.
        folder: For all that is written.
        chance: Chooses moments and what survives.
    """

    def __init__(self, nursery: Nursery, folder: Path, chance: Random) -> None:
        self.told = Told()
        self._nursery = nursery
        self._folder = folder
        self._chance = chance
        self._left: Files = {}
        """What the last power cut left."""

    async def cuts(self, count: int) -> AsyncIterator[Cut]:
        """Play once, and cut the power at that many moments of it.

        Raises:
            LostError: If anything that a player was told is lost or doubled.
            CorruptError: If the database is not whole.
        """
        played = self.play()
        moments = sorted(self._chance.randint(0, len(played.deeds)) for _ in range(count))
        for moment in moments:
            survival = self._chance.choice(tuple(Survival))
            self.told, self._left = await self.look(played, moment, survival)
            yield Cut(survival, moment, played.resumed)

    def play(self) -> Recording:
        """Let the club play on what is left, and keep what it does."""
        data, trace = self._folder / "data", self._folder / "trace"
        shutil.rmtree(data, ignore_errors=True)
        data.mkdir(mode=0o700)
        _put(self._left, data)
        trace.unlink(missing_ok=True)
        run = self._nursery.play_until(
            Moment.any(self._chance, may_start=False),
            data,
            sqlite_url(data / DATABASE),
            told=str(data / TOLD),
            trace=str(trace),
        )
        return Recording(self._left, tuple(deeds(trace)), self.told, run.resumed)

    async def look(
        self, played: Recording, moment: int, survival: Survival, *, is_honest: bool = True
    ) -> tuple[Told, Files]:
        """What the players know at a moment, and what is left if power fails then."""
        disk = played.disk_after(moment, is_honest=is_honest)
        told = played.told.copy()
        told.note(disk.content(TOLD).decode().splitlines())
        left = disk.survivors(survival, self._chance)
        left.pop(TOLD, None)
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            _put(left, Path(folder))
            await _check(told, Path(folder) / DATABASE)
        return told, left


async def _check(told: Told, database: Path) -> None:
    """See that the database is whole, and holds all that was told."""
    await told.check(sqlite_url(database))
    with closing(sqlite3.connect(database)) as connection:
        (answer,) = connection.execute("PRAGMA integrity_check").fetchone()
        broken = connection.execute("PRAGMA foreign_key_check").fetchall()
    if answer != "ok" or broken:
        raise CorruptError(f"{answer} {broken}")


def _put(files: Files, folder: Path) -> None:
    for name, content in files.items():
        (folder / name).write_bytes(content)
        (folder / name).chmod(0o600)
