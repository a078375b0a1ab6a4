from __future__ import annotations

import asyncio
from collections.abc import Callable

from server.ssh.intake import Intake
from tests.support.ssh import until


class Rounds:
    """Counts the rounds of the loop, and notes who had his slice in which."""

    def __init__(self) -> None:
        self.number = 0
        self.slices: list[tuple[str, int]] = []
        self._counting = asyncio.get_running_loop().call_soon(self._count)

    def _count(self) -> None:
        self.number += 1
        self._counting = asyncio.get_running_loop().call_soon(self._count)

    def close(self) -> None:
        self._counting.cancel()

    def client(self, intake: Intake, name: str, slices: int) -> Callable[[], None]:
        """Somebody who has so many slices to get rid of."""
        left = slices

        def go_on() -> None:
            nonlocal left
            left -= 1
            self.slices.append((name, self.number))
            if left:
                intake.line_up(go_on)

        return go_on


async def test_a_crowd_has_one_slice_taken_in_a_round_each_in_his_turn() -> None:
    intake, rounds = Intake(), Rounds()
    for name in "abc":
        intake.line_up(rounds.client(intake, name, 4))
    await until(lambda: len(rounds.slices) == 12)
    rounds.close()
    assert "".join(name for name, _ in rounds.slices) == "abc" * 4
    taken = [number for _, number in rounds.slices]
    assert len(set(taken)) == len(taken)


async def test_who_lines_up_twice_goes_once_and_who_leaves_not_at_all() -> None:
    intake, rounds = Intake(), Rounds()
    ada, bob = rounds.client(intake, "ada", 1), rounds.client(intake, "bob", 1)
    for _ in range(2):
        intake.line_up(bob)
        intake.line_up(ada)
    intake.leave(bob)
    intake.line_up(rounds.client(intake, "cyd", 1))
    await until(lambda: len(rounds.slices) > 1)
    rounds.close()
    assert [name for name, _ in rounds.slices] == ["ada", "cyd"]
