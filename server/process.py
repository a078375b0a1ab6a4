"""What is set once for the whole process: how garbage is collected."""

from __future__ import annotations

import ctypes
import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

# Each object is looked at twice and then left in peace: in a pass of some 6 ms when it is new, and
# in one of 30 when it has lasted. A full pass takes 1.5 ms for every session, so that in a full
# club everybody would feel it. Closed apps are taken apart, and what little is left of them can
# wait for a quiet moment or, at the latest, for some thousand visits.
THRESHOLDS = (10_000, 5, 100)
FEW = 8
"""Sessions up to which nobody feels a full pass."""
ENOUGH = 16
"""Clients who must have left for one to be worth it while others are in."""


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


@contextmanager
def starting() -> Iterator[None]:
    """Collect no garbage until `settle`: what a start makes is kept, and there is much of it."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def settle() -> None:
    """Keep everything made so far out of later collections; call once the server is up.

    Hardly anything of it is garbage, so it is not collected either.
    """
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    gc.enable()
    if COLLECTIONS.note not in gc.callbacks:
        gc.callbacks.append(COLLECTIONS.note)


class Sweeper:
    """Gives back what clients who left have used, in moments in which nobody feels it."""

    def __init__(self, sessions: Callable[[], int], departures: Callable[[], int]) -> None:
        """Take what tells how many people are in, and how many clients have ever left."""
        self._sessions = sessions
        self._departures = departures
        self._gone = self._swept = 0

    def look(self) -> bool:
        """See whether there is something to do, and do it; call about once a second."""
        # Whoever left just now is still being taken apart.
        gone, self._gone = self._gone, self._departures()
        sessions = self._sessions()
        if sessions > FEW or gone - self._swept < (ENOUGH if sessions else 1):
            return False
        self._swept = gone
        gc.collect()
        _trim()
        return True


def _trim() -> None:
    """Hand free memory back to the system, where the C library can do that."""
    if (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)) is not None:
        trim(0)
