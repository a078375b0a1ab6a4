"""The machine loses power under four playing tables: only what was synced is sure to be left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.support.cut_club import CutClub
from tests.support.killed_club import LostError, Nursery
from tests.support.power_cut import Survival, compiled, has_compiler

pytestmark = [
    pytest.mark.skipif(not has_compiler(), reason="needs Linux and gcc: apt-get install gcc"),
    pytest.mark.timeout(180),
]
ROUNDS, CUTS_EACH = 4, 5


@pytest.fixture(scope="module")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    folder = tmp_path_factory.mktemp("nursery")
    with Nursery(folder, compiled(folder)) as nursery:
        yield nursery


@pytest.fixture
def club(nursery: Nursery, tmp_path: Path) -> CutClub:
    return CutClub(nursery, tmp_path, Random())  # noqa: S311 any moment will do


async def test_a_power_cut_loses_nothing_and_corrupts_nothing(club: CutClub) -> None:
    for _ in range(ROUNDS):
        cuts = [cut async for cut in club.cuts(CUTS_EACH)]
        assert len(cuts) == CUTS_EACH
    assert club.told.count > 0


async def test_a_disk_that_syncs_nothing_is_found_out(club: CutClub) -> None:
    played = club.play()
    with pytest.raises(LostError):
        await club.look(played, len(played.deeds), Survival.NOTHING, is_honest=False)
