"""What a match came to: every game settled in a row of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.match import Settlement
from tui.canvas import Canvas
from tui.text import Part, Span, clip, muted, strong, width
from tui.theme import Token
from tui.widgets.score import GAME_NAMES, ScoreModel

_NAME = 16


@dataclass(frozen=True, slots=True)
class MatchVerdict:
    """The end of a match."""

    headline: str
    ink: Token
    account: tuple[Part, ...]
    """By what it was decided, or why it was not."""
    score: ScoreModel | None


@dataclass(frozen=True, slots=True)
class _Column:
    title: str
    cells: tuple[str, ...]


def draw_match_verdict(c: Canvas, model: MatchVerdict) -> None:
    """Draw who won and why, and the games one under the other."""
    c.title("THE MATCH")
    c.write(2, 2, Span(f" {model.headline} ", "bg", bold=True, on=model.ink))
    c.write(2, 3, *model.account)
    if model.score is not None:
        _draw_games(c, model.score)


def _draw_games(c: Canvas, score: ScoreModel) -> None:
    match, top = score.match, 5
    (mine, my_ink), (theirs, their_ink) = score.order
    c.put(2, top, "game", "muted")
    c.put(8, top, "closed by", "muted")
    for index, game in enumerate(match.games):
        y = top + 1 + index
        c.put(2, y, GAME_NAMES[index], bold=True)
        if game.closed_by is None:
            c.put(8, y, "open", "faint")
        else:
            ink: Token = my_ink if game.closed_by is mine else their_ink
            c.put(8, y, clip(score.names[game.closed_by], _NAME), ink, bold=True)
    x = 8 + _NAME
    for column in _columns(score):
        x += 2 + max(width(column.title), *(width(cell) for cell in column.cells))
        c.write_right(x, top, muted(column.title))
        for y, cell in enumerate(column.cells, start=top + 1):
            c.write_right(x, y, Span(cell, bold=column.title == "settled"))
    y = top + 1 + len(match.games)
    c.put(2, y, "─" * (x - 2), "rule")
    totals, games = match.totals, match.games_won
    c.put(2, y + 1, "match", bold=True)
    c.write(8, y + 1, muted("games "), strong(f"{games[mine]}–{games[theirs]}"))
    c.write_right(
        x, y + 1, strong(str(totals[mine]), my_ink), "–", strong(str(totals[theirs]), their_ink)
    )
    left, right = strong(score.names[mine], my_ink), strong(score.names[theirs], their_ink)
    c.write(2, y + 2, left, muted(" – "), right)


def _columns(score: ScoreModel) -> Iterator[_Column]:
    """The columns that this table's rules have, `mine–theirs` in each."""
    rules = score.match.rules
    games = score.match.games
    mine, theirs = score.seat, score.seat.other
    yield _Column("score", tuple(f"{g.scores[mine]}–{g.scores[theirs]}" for g in games))
    yield _Column("boxes", tuple(f"{g.boxes[mine]}–{g.boxes[theirs]}" for g in games))
    if rules.game_bonus or rules.shutout_bonus:
        yield _settled(score, "game", lambda settled: settled.game_bonus)
    if rules.box_bonus:
        yield _settled(score, "box", lambda settled: settled.box_bonus)
    if rules.shutout_doubled or rules.third_game_doubled:
        yield _settled(score, "times", lambda settled: settled.factor)
    yield _settled(score, "settled", lambda settled: settled.total)


def _settled(score: ScoreModel, title: str, value: Callable[[Settlement], int]) -> _Column:
    """A column about closed games; a dash for open ones."""
    cells = []
    for index in range(len(score.match.games)):
        settled = score.match.settlement(index)
        mine, theirs = score.seat, score.seat.other
        cells.append(f"{value(settled[mine])}–{value(settled[theirs])}" if settled else "–")
    return _Column(title, tuple(cells))
