"""The whole server is killed under four playing tables and started again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.support.killed_club import Moment, Nursery, Told

ROUNDS = {"sqlite": 10, "postgresql": 3}


@pytest.fixture(scope="module")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    with Nursery(tmp_path_factory.mktemp("nursery")) as nursery:
        yield nursery


@pytest.mark.timeout(180)
async def test_a_killed_server_has_lost_nothing_and_plays_on(
    nursery: Nursery, url: str, tmp_path: Path
) -> None:
    chance, told = Random(), Told()  # noqa: S311 any moment will do
    data = tmp_path / "data"
    for _ in range(ROUNDS[url.partition(":")[0]]):
        run = nursery.play_until(Moment.any(chance), data, url)
        told.note(run.lines)
        await told.check(url)
