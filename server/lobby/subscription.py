"""How somebody is told that what he looks at has changed."""

from __future__ import annotations

import logging
from collections.abc import Callable

log = logging.getLogger(__name__)


class Subscription:
    """A mark that the last snapshot is out of date; nothing is queued for a slow reader."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._is_stale = False
        self._is_closed = False

    @property
    def is_stale(self) -> bool:
        """Whether something changed since the last snapshot was taken."""
        return self._is_stale

    def mark(self) -> None:
        """Something changed; the subscriber is woken the first time after each snapshot."""
        if self._is_stale or self._is_closed:
            return
        self._is_stale = True
        try:
            self._wake()
        except Exception:
            # Whoever changes a table goes through all its subscribers: one that fails is dropped.
            log.exception("a subscriber failed and is not told of changes any more")
            self.close()

    def renew(self) -> None:
        """A snapshot is being taken now."""
        self._is_stale = False

    def close(self) -> None:
        """Tell the subscriber nothing more."""
        self._is_closed = True
