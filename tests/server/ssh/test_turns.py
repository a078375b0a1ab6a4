from __future__ import annotations

import asyncio

from server.ssh.allowance import Allowance
from server.ssh.limits import Limits
from server.ssh.turns import Turns
from tests.support.ssh import until


class Presser:
    """Somebody who presses a key as soon as the last one has had its turn."""

    def __init__(self, turns: Turns, keys: int, burst: float) -> None:
        self.pressed: list[float] = []
        self._turns = turns
        self._left = keys
        self._own = Allowance(1e-3, burst)
        self._press()

    def _press(self) -> None:
        if self._left:
            self._left -= 1
            self._turns.take(self._own, self._turn)

    def _turn(self) -> None:
        self.pressed.append(asyncio.get_running_loop().time())
        self._press()


async def test_a_crowd_shares_its_turns_evenly_and_slowly() -> None:
    turns = Turns(Limits(shared_turns_per_second=100.0))
    crowd = [Presser(turns, 1000, burst=2.0) for _ in range(4)]
    await until(lambda: sum(len(presser.pressed) for presser in crowd) >= 48)
    counts = [len(presser.pressed) for presser in crowd]
    assert max(counts) - min(counts) <= 1
    times = sorted(time for presser in crowd for time in presser.pressed)
    assert times[-1] - times[8] > 0.9 * (len(times) - 9) / 100


async def test_who_presses_few_keys_waits_for_no_crowd() -> None:
    turns = Turns(Limits(shared_turns_per_second=1.0))
    for _ in range(20):
        Presser(turns, 1000, burst=1.0)
    await asyncio.sleep(0)
    calm = Presser(turns, 10, burst=15.0)
    await until(lambda: len(calm.pressed) == 10, wait=0.5)
