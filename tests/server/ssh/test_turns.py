from __future__ import annotations

import asyncio
import time

from server.ssh.allowance import Allowance
from server.ssh.limits import Limits
from server.ssh.turns import Turns
from tests.support.ssh import until


class Presser:
    """Somebody who presses a key as soon as the last one has had its turn."""

    def __init__(
        self, turns: Turns, keys: int, burst: float, *, work: float = 0.0, cost: float = 1.0
    ) -> None:
        self.pressed: list[float] = []
        self._turns = turns
        self._left = keys
        self._own = Allowance(1e-3, burst)
        self._work = work
        self._cost = cost
        self._press()

    def _press(self) -> None:
        if self._left:
            self._left -= 1
            self._turns.take(self._own, self._turn, self._cost)

    def _turn(self) -> None:
        self.pressed.append(asyncio.get_running_loop().time())
        # The loop is to be held up, as an app does that handles a key.
        time.sleep(self._work)
        self._press()


async def test_a_crowd_shares_its_turns_evenly_and_slowly() -> None:
    turns = Turns(Limits(turn_in_debt=0.01))
    crowd = [Presser(turns, 1000, burst=1.0) for _ in range(4)]
    await until(lambda: sum(len(presser.pressed) for presser in crowd) >= 48)
    counts = [len(presser.pressed) for presser in crowd]
    assert max(counts) - min(counts) <= 1
    times = sorted(time for presser in crowd for time in presser.pressed)
    assert times[-1] - times[4] > 0.9 * 0.01 * (len(times) - 5)


async def test_who_presses_few_keys_overtakes_a_crowd() -> None:
    turns = Turns(Limits(turn_in_debt=0.05))
    crowd = [Presser(turns, 1000, burst=3.0) for _ in range(20)]
    await asyncio.sleep(0)
    calm = Presser(turns, 10, burst=15.0)
    await until(lambda: len(calm.pressed) == 10)
    assert sum(len(presser.pressed) for presser in crowd) <= 5


async def test_turns_leave_the_loop_half_of_its_time() -> None:
    turns = Turns(Limits(turn=0.0))
    busy = Presser(turns, 20, burst=100.0, work=0.01)
    await until(lambda: len(busy.pressed) == 20)
    assert busy.pressed[-1] - busy.pressed[0] > 19 * 0.018


async def test_a_costly_turn_is_followed_by_a_longer_pause() -> None:
    turns = Turns(Limits(turn=0.01))
    starting = Presser(turns, 3, burst=100.0, cost=10.0)
    await until(lambda: len(starting.pressed) == 3)
    assert starting.pressed[-1] - starting.pressed[0] > 0.19
