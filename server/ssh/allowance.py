"""A token bucket: so much at once, and so much a second after that."""

from __future__ import annotations

import asyncio


class Allowance:
    """What one client may still use up."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._left = burst
        self._at = asyncio.get_running_loop().time()

    def take(self, amount: float = 1.0) -> bool:
        """Use some of the allowance; False, and nothing used, when there is too little."""
        if self._refilled() < amount:
            return False
        self._left -= amount
        return True

    def spend(self, amount: float) -> float:
        """Use some of the allowance, if need be on credit, and return the seconds to pause."""
        self._left = self._refilled() - amount
        return max(0.0, -self._left / self._per_second)

    def _refilled(self) -> float:
        now = asyncio.get_running_loop().time()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now
        return self._left
