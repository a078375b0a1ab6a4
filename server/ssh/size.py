"""Terminal sizes as clients claim them, made fit to draw on."""

from __future__ import annotations

WIDTHS = (20, 300)
HEIGHTS = (6, 100)
DEFAULT = (80, 24)


def clamp(width: int, height: int) -> tuple[int, int]:
    """Return a size that is safe to lay out; a zero stands for 80 or 24."""
    return (
        min(max(width or DEFAULT[0], WIDTHS[0]), WIDTHS[1]),
        min(max(height or DEFAULT[1], HEIGHTS[0]), HEIGHTS[1]),
    )
