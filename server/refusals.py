"""Keeps count of who was turned away; a flood of refusals makes few lines in the log."""

from __future__ import annotations

import logging
from collections import Counter

from server.metrics import REFUSALS
from server.ssh.refusal import Refusal

log = logging.getLogger(__name__)


class RefusalLog:
    """Counts every refusal at once and logs them by reason, together."""

    def __init__(self) -> None:
        self._untold: Counter[Refusal] = Counter()

    def count(self, refusal: Refusal) -> None:
        """Somebody was turned away or cut off."""
        REFUSALS.labels(refusal).inc()
        self._untold[refusal] += 1

    def tell(self) -> None:
        """Log what was refused since the last time, a line for each reason."""
        for refusal, times in self._untold.items():
            log.warning("refused", extra={"reason": refusal.value, "times": times})
        self._untold.clear()
