"""How late the loop is: the one number that tells whether everybody's keys are waiting."""

from __future__ import annotations

import asyncio
import logging

from server.metrics import LOOP_LAG

log = logging.getLogger(__name__)

PERIOD = 1.0
"""Seconds from one look to the next; each wakes the process, even while nobody is there."""
TOO_LATE = 0.25
"""Seconds of lag that players notice and a host should hear of."""


async def watch_lag() -> None:
    """Measure again and again, until cancelled, how late the loop comes back."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + PERIOD
        await asyncio.sleep(PERIOD)
        lag = max(0.0, loop.time() - due)
        LOOP_LAG.observe(lag)
        if lag > TOO_LATE:
            log.warning("the loop was late", extra={"seconds": round(lag, 3)})
