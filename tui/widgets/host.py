"""The pages that hosts see."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from tui.canvas import Canvas
from tui.house_report import HouseReport
from tui.text import clip, muted, width, wrap
from tui.theme import Token

PAGES = ("people", "tables", "bans", "log")
_HEADS = {
    "people": ("name", "doing", "from"),
    "tables": ("table", "name", "players"),
    "bans": ("name", "kind", "target", "until"),
    "log": ("when", "who", "deed", "whom", ""),
}
_EMPTY = {
    "people": "Nobody is here.",
    "tables": "No tables stand.",
    "bans": "Nobody is banned or muted.",
    "log": "Nothing was done yet.",
}
_TOLD_ROWS = 3


@dataclass(frozen=True, slots=True)
class HostModel:
    """One page with its cursor, and the line under it."""

    page: str
    rows: tuple[tuple[str, ...], ...]
    chosen: int
    told: str


def rows_of(report: HouseReport, page: str) -> tuple[tuple[str, ...], ...]:
    """The rows of a page; the first cell is what a deed is about."""
    match page:
        case "people":
            return tuple((one.name, one.doing, one.address) for one in report.people)
        case "tables":
            return tuple((str(one.number), one.name, one.players) for one in report.tables)
        case "bans":
            return tuple((one.name, one.kind, one.target, one.until) for one in report.bans)
        case _:
            return tuple(
                (deed.at, deed.by, deed.deed, deed.target, deed.detail) for deed in report.deeds
            )


def draw_host(c: Canvas, model: HostModel) -> None:
    """Draw the page under its tabs, scrolled to the cursor."""
    c.title("FOR HOSTS", beside=" · ".join(_tab(page, model.page) for page in PAGES))
    heads = _HEADS[model.page]
    widths = [max(map(width, column)) for column in zip_longest(heads, *model.rows, fillvalue="")]
    _draw_row(c, 2, heads, widths, "muted")
    room = max(1, c.height - 4 - _TOLD_ROWS)
    first = max(0, min(model.chosen - room // 2, len(model.rows) - room))
    for place, row in enumerate(model.rows[first : first + room], start=first):
        y = 3 + place - first
        is_chosen = place == model.chosen
        if is_chosen:
            c.fill(0, y, c.width, 1, "accent", ink="accent_ink")
            c.put(0, y, "▸", "accent_ink", on="accent", bold=True)
        _draw_row(c, y, row, widths, "accent_ink" if is_chosen else "fg", is_chosen=is_chosen)
        c.hit(0, y, c.width, 1, f"row:{place}")
    if not model.rows:
        c.write(2, 3, muted(_EMPTY[model.page]))
    lines = [line for part in model.told.split("\n") for line in wrap((part,), c.width - 4)]
    for y, words in enumerate(lines[:_TOLD_ROWS], start=c.height - _TOLD_ROWS):
        c.write(2, y, *words)


def _tab(page: str, shown: str) -> str:
    return page.upper() if page == shown else page


def _draw_row(
    c: Canvas,
    y: int,
    row: tuple[str, ...],
    widths: list[int],
    ink: Token,
    *,
    is_chosen: bool = False,
) -> None:
    x = 2
    for cell, wide in zip(row, widths, strict=True):
        c.put(
            x, y, clip(cell, max(0, c.width - x - 1)), ink, on="accent" if is_chosen else c.ground
        )
        x += wide + 2
