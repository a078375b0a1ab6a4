"""A token bucket: so much at once, and so much a second after that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Allowance:
    """What one client may still use up."""

    def __init__(
        self, per_second: float, burst: float, now: Callable[[], float] | None = None
    ) -> None:
        self._per_second = per_second
        self._burst = burst
        self._now = now or asyncio.get_running_loop().time
        self._left = burst
        self._at = self._now()

    @property
    def left(self) -> float:
        """How much may be used now."""
        return self._refilled()

    @property
    def is_full(self) -> bool:
        """Whether nothing has been used of late."""
        return self._refilled() >= self._burst

    def take(self, amount: float = 1.0) -> bool:
        """Use some of the allowance; False, and nothing used, when there is too little."""
        if self._refilled() < amount:
            return False
        self._left -= amount
        return True

    def spend(self, amount: float) -> float:
        """Use some of the allowance, if need be on credit, and return the seconds to pause.

        The credit is no more than the burst.
        """
        self._left = max(-self._burst, self._refilled() - amount)
        return max(0.0, -self._left / self._per_second)

    def _refilled(self) -> float:
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now
        return self._left
