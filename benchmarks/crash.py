"""What a crash costs those who play.

    python -m benchmarks.crash [--kills 200] [--kills-postgresql 50] [--kills-ssh 10]
        [--power-cuts 300]

Four tables play on and on in a whole server. It is killed at random moments, now and then while it
starts, or its machine loses power: then only what was synced to the disk is sure to be left, and of
all else anything may be. In a few rounds two people play in real ssh clients instead. After each crash everything that a player had been shown has to be in the
database, once and in its place, and the logs of all matches have to fold. The first fault ends the
run with an error.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from benchmarks.crash_over_ssh import kill_over_ssh
from server.store.dialects import sqlite_url
from tests.server.store import postgres
from tests.support.cut_club import CutClub
from tests.support.killed_club import Moment, Nursery, Told
from tests.support.power_cut import compiled, has_compiler

KILLS_AN_EVENING = 20
"""Kills before the next database is begun."""
CUTS_A_ROUND = 5


@dataclass
class Row:
    """What one kind of crash did."""

    name: str
    crashes: int = 0
    told: int = 0
    resumed: list[float] = field(default_factory=list)
    """Seconds from a start to the next action, the program in memory already."""
    resumed_cold: list[float] = field(default_factory=list)
    """The same with the program yet to be loaded."""
    notes: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        notes = ", ".join(f"{times} {note}" for note, times in self.notes.most_common())
        return (
            f"{self.name:20} {self.crashes:7,} {self.told:8,} {0:5}  "
            f"{_times(self.resumed)}  {_times(self.resumed_cold)}  {notes}"
        )


HEAD = f"{'':20} {'crashes':>7} {'told':>8} {'lost':>5}  {'resumed, s':>12}  {'loaded anew':>12}"


def _times(seconds: list[float]) -> str:
    if not seconds:
        return f"{'-':>12}"
    return f"{statistics.median(seconds):5.2f}, {max(seconds):5.2f}"


async def kill(row: Row, kills: int, url: str, folder: Path, chance: Random) -> None:
    """Play an evening on one database; half way the program is loaded anew."""
    told = Told()
    for number, part in enumerate((kills // 2, kills - kills // 2)):
        with Nursery(folder) as nursery:
            for again in range(part):
                is_cold = number == 1 and again == 0
                moment = Moment.any(chance, may_start=not is_cold)
                run = nursery.play_until(moment, folder / "data", url)
                told.note(run.lines)
                await told.check(url)
                row.crashes += 1
                if is_cold and run.first is not None:
                    row.resumed_cold.append(run.first - nursery.begun)
                elif run.resumed is not None:
                    row.resumed.append(run.resumed)
                row.notes["during the start"] += run.first is None
    row.told += told.count
    row.notes["matches"] += len(told.actions)


async def cut(row: Row, cuts: int, folder: Path, chance: Random) -> None:
    """Play on under power cuts."""
    with Nursery(folder, compiled(folder)) as nursery:
        club = CutClub(nursery, folder, chance)
        while row.crashes < cuts:
            async for power_cut in club.cuts(min(CUTS_A_ROUND, cuts - row.crashes)):
                row.crashes += 1
                row.notes[f"kept {power_cut.survival.value}"] += 1
            if power_cut.resumed is not None:
                row.resumed.append(power_cut.resumed)
        row.told += club.told.count


def sqlite_kills(kills: int, chance: Random) -> Row:
    row = Row("kills, SQLite")
    while row.crashes < kills:
        with tempfile.TemporaryDirectory() as own:
            folder = Path(own)
            number = min(KILLS_AN_EVENING, kills - row.crashes)
            asyncio.run(kill(row, number, sqlite_url(folder / "club.db"), folder, chance))
    return row


def postgresql_kills(kills: int, chance: Random) -> Row:
    row = Row("kills, PostgreSQL")
    with postgres.running() as server, tempfile.TemporaryDirectory() as own:
        asyncio.run(kill(row, kills, server.url, Path(own), chance))
    return row


def ssh_kills(kills: int, chance: Random) -> Row:
    row = Row("kills, over ssh")
    with tempfile.TemporaryDirectory() as own:
        row.told, row.resumed_cold = asyncio.run(kill_over_ssh(kills, Path(own), chance))
    row.crashes = kills
    return row


def power_cuts(cuts: int, chance: Random) -> Row:
    row = Row("power cuts")
    with tempfile.TemporaryDirectory() as own:
        asyncio.run(cut(row, cuts, Path(own), chance))
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--kills-postgresql", type=int, default=50)
    parser.add_argument("--kills-ssh", type=int, default=10)
    parser.add_argument("--power-cuts", type=int, default=300)
    options = parser.parse_args()
    chance = Random()
    print(HEAD, flush=True)
    if options.kills:
        print(sqlite_kills(options.kills, chance), flush=True)
    if options.kills_postgresql:
        if postgres.programs() is None or not postgres.can_run():
            print("kills, PostgreSQL: it is not installed")
        else:
            print(postgresql_kills(options.kills_postgresql, chance), flush=True)
    if options.kills_ssh:
        print(ssh_kills(options.kills_ssh, chance), flush=True)
    if options.power_cuts:
        if not has_compiler():
            print("power cuts: these need Linux and gcc")
        else:
            print(power_cuts(options.power_cuts, chance))


if __name__ == "__main__":
    main()
