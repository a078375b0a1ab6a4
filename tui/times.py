"""Times in words and digits."""

from __future__ import annotations

from tui.gateway import ClockSpec


def minutes(seconds: int) -> str:
    """A time as clocks show it, such as `2:05`."""
    return f"{seconds // 60}:{seconds % 60:02}"


def clock_words(clock: ClockSpec | None) -> str:
    """What a table's clock allows: `30 s a turn, 2:00 besides`."""
    if clock is None:
        return "no clock"
    return f"{clock.turn} s a turn" + (f", {minutes(clock.bank)} besides" if clock.bank else "")
