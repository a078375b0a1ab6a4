"""What is set once for the whole process: how garbage is collected."""

from __future__ import annotations

import gc
import time
from dataclasses import dataclass

# A full pass over a few hundred sessions stalls every player for the better part of a second.
# Closed apps are taken apart so that reference counting frees them, and rarely is one needed.
THRESHOLDS = (50_000, 20, 1000)


@dataclass(slots=True)
class Collections:
    """How often and for how long everything stood still for a collection."""

    count: int = 0
    seconds: float = 0.0
    _began: float = 0.0

    def note(self, phase: str, _info: dict[str, int]) -> None:
        """Hear from the collector that a pass begins or has ended."""
        if phase == "start":
            self._began = time.perf_counter()
        else:
            self.count += 1
            self.seconds += time.perf_counter() - self._began


COLLECTIONS = Collections()


def settle() -> None:
    """Keep everything made so far out of later collections; call once the server is up."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    if COLLECTIONS.note not in gc.callbacks:
        gc.callbacks.append(COLLECTIONS.note)
