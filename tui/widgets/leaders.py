"""Who stands highest: two ladders, one of tables without a coach and one of all others."""

from __future__ import annotations

from dataclasses import dataclass

from tui.canvas import Canvas
from tui.records import LeaderRow, Leaders
from tui.text import clip, muted, strong
from tui.theme import Token

_NAME = 16


@dataclass(frozen=True, slots=True)
class LeadersModel:
    """Both ladders and who reads them."""

    leaders: Leaders
    you: str

    @property
    def ladders(self) -> tuple[tuple[str, str, tuple[LeaderRow, ...]], ...]:
        """What each ladder is called, where it is climbed, and its rows."""
        return (
            ("unaided", "tables with the coach off", self.leaders.unaided),
            ("coached", "all other tables", self.leaders.coached),
        )


def draw_leaders(c: Canvas, model: LeadersModel) -> None:
    """Draw the top of both ladders one above the other."""
    c.title("LEADERS", key="b", does="all", beside="rating, matches")
    each = (c.height - 1) // 2
    for place, (name, _, rows) in enumerate(model.ladders):
        y = 1 + place * each
        c.put(1, y, name, "muted")
        _draw_rows(c, 1, y + 1, rows[: each - 1], model.you)


def draw_all_leaders(c: Canvas, model: LeadersModel) -> None:
    """Draw both ladders side by side, as long as they fit."""
    c.title("LEADERS", beside="rating, rated matches")
    middle = c.width // 2
    for place, (name, where, rows) in enumerate(model.ladders):
        x = 2 + place * middle
        c.write(x, 2, strong(name), muted(f"  {where}"))
        _draw_rows(c, x, 4, rows[: c.height - 5], model.you)


def _draw_rows(c: Canvas, x: int, y: int, rows: tuple[LeaderRow, ...], you: str) -> None:
    if not rows:
        c.put(x + 2, y, "Nobody is rated here yet.", "muted")
    for rank, row in enumerate(rows, start=1):
        is_you = row.name == you
        ink: Token = "you" if is_you else "fg"
        c.put(x, y, f"{rank:>2}", "fg" if rank <= 3 else "muted", bold=rank <= 3)
        c.put(x + 4, y, clip(row.name, _NAME), ink, bold=is_you)
        c.put(x + 5 + _NAME, y, f"{row.rating:>4}", ink, bold=is_you)
        c.put(x + 10 + _NAME, y, f"{row.matches:>4}", "muted")
        y += 1
