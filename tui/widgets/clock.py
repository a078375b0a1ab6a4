"""A player's clock: what is left of the turn's own time, and of the bank behind it."""

from __future__ import annotations

from textual.geometry import Region

from tui.canvas import Canvas
from tui.gateway import SeatClock
from tui.text import Part, Span, muted, parts_width, strong
from tui.theme import Token
from tui.times import minutes
from tui.widgets.cells import Panel

SHORT = 15
"""With less than this many seconds a clock is marked."""
WIDTH = 14
"""Columns for the longest clock, its mark and a gap."""


def clock_parts(clock: SeatClock) -> tuple[Part, ...]:
    """The clock in a line: `0:27 +2:00`, and once the turn's time is up `bank 1:43`."""
    if not clock.is_running:
        return (muted(f"{minutes(clock.turn)} +{minutes(clock.bank)}"),)
    left = clock.turn or clock.bank
    ink: Token = "warn" if clock.turn or left >= SHORT else "bad"
    mark = Span("▲ ", ink, bold=True) if left < SHORT else ""
    if clock.turn:
        told = strong(minutes(left), ink if left < SHORT else None)
        return (mark, told, muted(f" +{minutes(clock.bank)}"))
    return (mark, muted("bank "), strong(minutes(left), ink))


def draw_clock(c: Canvas, clock: SeatClock) -> None:
    """Draw the clock at the right end of its place."""
    parts = clock_parts(clock)
    c.write(max(0, c.width - 1 - parts_width(parts)), 0, *parts)


def clock_at_the_end(row: Region, clock: SeatClock | None, ground: Token) -> list[Panel[SeatClock]]:
    """The panel of a clock at the right end of a row; none where there is no clock."""
    if clock is None:
        return []
    place = Region(row.right - WIDTH, row.y, WIDTH, 1)
    return [Panel(place, draw_clock, clock, ground)]


def row_before_clock(row: Region, clock: SeatClock | None) -> Region:
    """What of a row is left for others."""
    return row if clock is None else Region(row.x, row.y, row.width - WIDTH, 1)
