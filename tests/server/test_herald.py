from __future__ import annotations

import asyncio
import time
from functools import partial

from server.herald import Herald
from tests.support.open_club import opened
from tests.support.ssh import until
from tui.gateway import TableSpec


async def test_a_crowd_hears_one_after_the_other_and_each_once() -> None:
    herald, heard = Herald(), list[tuple[int, float]]()

    def hear(number: int) -> None:
        heard.append((number, asyncio.get_running_loop().time()))
        # The loop is to be held up, as an app does that draws.
        time.sleep(0.01)

    people = [partial(hear, number) for number in range(5)]
    for person in people * 2:
        herald.tell(person)
    await until(lambda: len(heard) == 5)
    herald.tell(people[0])
    await until(lambda: len(heard) == 6)
    assert [number for number, _ in heard] == [*range(5), 0]
    assert heard[4][1] - heard[0][1] > 4 * 0.018


async def test_players_hear_of_their_table_at_once_and_who_only_looks_on_in_his_turn() -> None:
    async with opened() as house:
        ada, _bea = await house.seated(TableSpec())
        cyd, dan = await house.come("cyd"), await house.come("dan")
        await cyd.watch(1)
        told: list[str] = []
        for name, gateway in (("ada", ada), ("cyd", cyd), ("dan", dan)):
            gateway.lobby()
            gateway.listen(partial(told.append, name))
        # The herald is busy with somebody else.
        house.club.herald.tell(lambda: None)
        for gateway in (cyd, dan, ada):
            gateway.wake()
        await asyncio.sleep(0)
        assert told == ["ada"]
        await until(lambda: len(told) == 3)
