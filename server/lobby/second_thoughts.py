"""Second thoughts of the computer, had in a process of their own so that nobody else waits.

Run as a program this module is that process: it reads positions from its input and answers each
with an action, until its input ends.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import pickle
import signal
import sys
import traceback
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from typing import cast

from engine.actions import Action
from engine.players.second_thoughts import HANDS, reconsidered
from engine.players.situation import Situation

log = logging.getLogger(__name__)

PATIENCE = 3.0
"""Seconds after which a first thought has to do, the wait for others' positions included."""
REST = 60.0
"""Seconds without second thoughts after the process has failed."""
NICENESS = 10
"""By how much the process stands back behind the players' keys."""
_LENGTH_BYTES = 4


class Thinker:
    """Has positions reconsidered, one after the other; its process starts on the first need."""

    def __init__(self, hands: int = HANDS, patience: float = PATIENCE) -> None:
        self._hands = hands
        self._patience = patience
        self._process: Process | None = None
        self._turn = asyncio.Lock()
        self._rests_until = 0.0
        self._is_closing = False

    @property
    def is_free(self) -> bool:
        """Whether a position would be looked at straight away."""
        return not self._turn.locked() and not self._is_resting

    @property
    def _is_resting(self) -> bool:
        return asyncio.get_running_loop().time() < self._rests_until

    async def reconsidered(self, situation: Situation, first: Action) -> Action | None:
        """What to do on second thoughts; None where there are none to be had."""
        try:
            async with asyncio.timeout(self._patience), self._turn:
                return None if self._is_resting else await self._ask(situation, first)
        except TimeoutError:
            log.warning("no time for second thoughts: the computer goes by its first")
        except (OSError, EOFError, pickle.PickleError, RuntimeError):
            if not self._is_closing:
                log.exception("second thoughts failed: for a while the computer goes by its first")
            self._rests_until = asyncio.get_running_loop().time() + REST
        return None

    async def _ask(self, situation: Situation, first: Action) -> Action:
        process = await self._started()
        assert process.stdin is not None  # noqa: S101 both are pipes
        assert process.stdout is not None  # noqa: S101
        try:
            process.stdin.write(pickle.dumps((situation, first, self._hands)))
            length = int.from_bytes(await process.stdout.readexactly(_LENGTH_BYTES), "big")
            answer = pickle.loads(await process.stdout.readexactly(length))  # noqa: S301 our own
        except BaseException:
            # An answer that is still to come would be taken for the next one's.
            await self._stop()
            raise
        if isinstance(answer, str):
            raise RuntimeError(answer)  # noqa: TRY004  # the other process's traceback
        return cast("Action", answer)

    async def _started(self) -> Process:
        if self._process is None:
            # Not the package of that name in the folder where the server was started, if any.
            words = (sys.executable, "-P", "-m", __name__)
            self._process = await asyncio.create_subprocess_exec(
                *words, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
            )
        return self._process

    async def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()

    async def close(self) -> None:
        """End the process; there are no more second thoughts."""
        self._is_closing, self._rests_until = True, math.inf
        await self._stop()
        # Whoever waits for an answer hears first that there is none.
        async with self._turn:
            await self._stop()


def main() -> None:
    """Answer positions until there are no more."""
    # Ctrl+C and a service's stop are meant for the server, which then ends this process.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(NICENESS)
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    while True:
        try:
            situation, first, hands = pickle.load(asked)  # noqa: S301 from the server itself
        except EOFError:
            return
        try:
            thought: Action | str = reconsidered(situation, first, hands)
        except Exception:  # noqa: BLE001  # whatever it is, the server has to hear of it
            thought = traceback.format_exc()
        answer = pickle.dumps(thought)
        answers.write(len(answer).to_bytes(_LENGTH_BYTES, "big") + answer)
        answers.flush()


if __name__ == "__main__":
    main()
