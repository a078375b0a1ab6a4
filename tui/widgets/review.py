"""A judged hand: the deadwood of both as a graph, and the costliest mistakes."""

from __future__ import annotations

from dataclasses import dataclass

from tui.canvas import Canvas
from tui.text import Part, Span, clip, key, muted, strong
from tui.theme import Token

_MARKS = ("●", "○")
_BOTH = "×"
_AXIS = 4
"""Columns for the scale."""
_STEP = 3
"""Columns for a turn, where there is room for so many."""


@dataclass(frozen=True, slots=True)
class GraphModel:
    """Deadwood turn by turn, the player below first."""

    names: tuple[str, str]
    inks: tuple[Token, Token]
    turns: tuple[tuple[int, int], ...]
    now: int
    """The last turn that is over at the moment shown."""
    limit: int
    """The knock limit."""


@dataclass(frozen=True, slots=True)
class MistakesModel:
    """The costliest mistakes: who and what, and what each cost."""

    lines: tuple[tuple[tuple[Part, ...], float], ...]
    chosen: int | None
    """The one at the moment shown."""
    remark: str
    """Why the coach would do otherwise at the moment shown, or what else is to be said."""
    progress: float
    """How much of the hand has been judged, 0 to 1."""


def draw_graph(c: Canvas, graph: GraphModel) -> None:
    """Draw a mark for each player and turn, as many rows high as there is room."""
    legend = [
        part
        for mark, name, ink in zip(_MARKS, graph.names, graph.inks, strict=True)
        for part in (Span(f" {mark} ", ink, bold=True), Span(name, ink))
    ]
    c.title("DEADWOOD")
    c.write_right(c.width - 1, 0, " ", *legend, muted(f" {_BOTH} both"))
    rows = c.height - 1
    top = max(max(turn) for turn in graph.turns) or 1
    room = c.width - _AXIS - 1
    first, step = max(0, len(graph.turns) - room), min(max(1, room // len(graph.turns)), _STEP)

    def row_of(points: int) -> int:
        return rows - round(points * (rows - 1) / top)

    limit = row_of(min(graph.limit, top))
    for y in range(1, rows + 1):
        c.put(_AXIS, y, "│", "rule")
    c.fill(_AXIS + 1, limit, c.width - _AXIS - 1, 1, c.ground, ink="rule", text="┄")
    c.write_right(_AXIS, limit, muted(str(graph.limit)))
    if limit != 1:
        c.write_right(_AXIS, 1, muted(str(top)))
    for place, turn in enumerate(graph.turns[first:], start=first):
        x = _AXIS + 1 + (place - first) * step
        if place == graph.now:
            for y in range(1, rows + 1):
                c.put(x, y, "│", "muted")
        mine, theirs = map(row_of, turn)
        c.put(x, theirs, _MARKS[1], graph.inks[1], bold=True)
        c.put(x, mine, _BOTH if mine == theirs else _MARKS[0], graph.inks[0], bold=True)


def draw_mistakes(c: Canvas, model: MistakesModel) -> None:
    """Draw the list or, until the whole hand has been judged, how far that is."""
    c.title("MISTAKES", beside="done / better" if model.progress == 1 else "judging …")
    if model.progress < 1:
        room = c.width - 4
        done = round(room * model.progress)
        c.write(2, 1, Span("█" * done, "info"), Span("░" * (room - done), "rule"))
        c.put(2, 2, f"{round(100 * model.progress)} % of the hand has been judged", "muted")
        return
    lines = model.lines[: c.height - 2]
    for place, (parts, cost) in enumerate(lines):
        y = 1 + place
        on: Token = "raised" if place == model.chosen else c.ground
        c.fill(0, y, c.width, 1, on)
        c.write(1, y, key(str(place + 1)), "  ", *parts, on=on)
        c.write_right(c.width - 1, y, Span("  "), strong(f"–{cost:.1f}", "bad"), on=on)
        c.hit(0, y, c.width, 1, str(place + 1))
    c.put(2, 1 + len(lines), clip(model.remark, c.width - 3), "info" if lines else "muted")
