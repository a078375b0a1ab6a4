"""The numbers a session is held to."""

from __future__ import annotations

from dataclasses import dataclass

KIB = 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what one client may cost and how long it may take; seconds and bytes."""

    login: float = 20.0
    """From the connection to the end of authentication."""
    idle_link: float = 15.0
    """From authentication to a session; a link without one (`ssh -N`) is closed."""
    probe: float = 0.3
    """How long the terminal may take to say what it can do."""
    resize: float = 0.05
    """Quiet after the last change of size before the app hears of it."""
    stalled: float = 20.0
    """How long a client may read nothing at all before it is cut off."""
    linger: float = 3.0
    """From the end of a session to hanging up on a client that does not."""
    app_exit: float = 3.0
    """How long an app may take to close before it is cancelled."""
    closing: float = 8.0
    """How long all sessions together may take when the server closes."""
    keepalive: float = 15.0
    """Between questions whether the client is still there; two may go unanswered."""
    high_water: int = 64 * KIB
    """Unsent output past which frames are skipped."""
    buffered: int = 1024 * KIB
    """Unsent output past which the client is cut off."""
    slice: int = 128
    """Input parsed in one turn of the loop; an app handles what came in before the next turn."""
    paste: int = 64 * KIB
    """Characters kept of one bracketed paste."""
    keys_per_second: float = 200.0
    keys_burst: float = 1000.0
    """Keys past this allowance are dropped, never queued."""
    input_per_second: float = 128.0 * KIB
    input_burst: float = 512.0 * KIB
    """Input past this allowance waits in the client."""
