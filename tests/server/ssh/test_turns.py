from __future__ import annotations

import asyncio
import time
from functools import partial

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


async def test_a_crowd_leaves_the_loop_half_of_its_time() -> None:
    turns = Turns(Limits(turn_in_debt=0.0))
    busy = Presser(turns, 20, burst=1.0, work=0.01)
    await until(lambda: len(busy.pressed) == 20)
    assert busy.pressed[-1] - busy.pressed[0] > 19 * 0.018


async def test_a_costly_turn_is_followed_by_a_longer_pause() -> None:
    turns = Turns(Limits(turn=0.01))
    starting = Presser(turns, 3, burst=100.0, cost=10.0)
    await until(lambda: len(starting.pressed) == 3)
    assert starting.pressed[-1] - starting.pressed[0] > 0.19


class Starter:
    """An app that starts: much to do, round after round of the loop."""

    def __init__(self, turns: Turns, at_work: list[Starter]) -> None:
        self.rounds: list[float] = []
        self.has_begun = asyncio.Event()
        self.others = 0
        self._at_work = at_work
        self._task: asyncio.Task[None] | None = None
        turns.take(Allowance(1.0, 30.0), self._turn, 30.0)

    @property
    def is_done(self) -> bool:
        return self._task is not None and self._task.done()

    def _turn(self) -> None:
        self._task = asyncio.create_task(self._start())

    async def _start(self) -> None:
        self._at_work.append(self)
        self.has_begun.set()
        for _ in range(20):
            self.rounds.append(asyncio.get_running_loop().time())
            self.others = max(self.others, len(self._at_work) - 1)
            await asyncio.sleep(0)
        self._at_work.remove(self)


async def test_a_key_does_not_wait_until_an_app_has_started() -> None:
    turns = Turns(Limits(turn=0.0))
    app = Starter(turns, [])
    await app.has_begun.wait()
    calm = Presser(turns, 1, burst=15.0)
    await until(lambda: app.is_done)
    assert calm.pressed[0] < app.rounds[-1]


async def test_apps_start_one_after_the_other() -> None:
    turns, at_work = Turns(Limits(turn=0.0)), list[Starter]()
    apps = [Starter(turns, at_work) for _ in range(5)]
    await until(lambda: all(app.is_done for app in apps))
    assert not any(app.others for app in apps)


async def test_who_has_left_meanwhile_takes_no_turn() -> None:
    turns, taken = Turns(Limits(turn=0.0)), list[str]()
    own = Allowance(1.0, 30.0)
    first = Starter(turns, [])
    gone = [turns.take(own, partial(taken.append, "gone"), 30.0) for _ in range(100)]
    for turn in gone:
        turns.withdraw(turn)
    last = Starter(turns, [])
    await until(lambda: last.is_done)
    assert first.is_done
    assert not taken
    turns.withdraw(turns.take(own, partial(taken.append, "alone")))
    calm = Presser(turns, 1, burst=15.0)
    await until(lambda: calm.pressed)
    assert not taken
