"""What is set once for the whole process: how garbage is collected."""

from __future__ import annotations

import gc

# A full pass over a few hundred sessions stalls every player for the better part of a second.
# Closed apps are taken apart so that reference counting frees them, and rarely is one needed.
THRESHOLDS = (50_000, 20, 1000)


def settle() -> None:
    """Keep everything made so far out of later collections; call once the server is up."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
