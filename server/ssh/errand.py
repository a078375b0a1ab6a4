"""A command that a client gave instead of asking for a terminal: it is answered, and that is all."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Awaitable, Callable

from server.ssh.house import Answer

log = logging.getLogger(__name__)

_LONGEST = 10.0
"""Seconds that an answer may take."""
FAILED = Answer(complaint="Sorry, something went wrong on our side.\n", status=1)


class Errand:
    """Waits for one answer and hands it on."""

    def __init__(
        self,
        answering: Awaitable[Answer],
        *,
        hand_on: Callable[[Answer], None],
        on_done: Callable[[], None],
    ) -> None:
        self._hand_on = hand_on
        self._task = asyncio.get_running_loop().create_task(
            self._run(answering), name="a command", context=contextvars.Context()
        )
        self._task.add_done_callback(lambda _task: on_done())

    @property
    def is_done(self) -> bool:
        """Whether the answer has been given."""
        return self._task.done()

    async def _run(self, answering: Awaitable[Answer]) -> None:
        try:
            answer = await asyncio.wait_for(answering, _LONGEST)
        except Exception:
            log.exception("a command failed")
            answer = FAILED
        self._hand_on(answer)
