"""What a hand scored, and how the points went into the games."""

from __future__ import annotations

from dataclasses import dataclass

from tui.canvas import Canvas
from tui.text import Part, Span, key, muted, strong
from tui.theme import Token
from tui.verdict import Posting
from tui.widgets.score import GAME_NAMES, ScoreModel, counts_bonuses

_SUM = 26
"""Columns for the hand's own sum."""


@dataclass(frozen=True, slots=True)
class PostingsModel:
    """A finished hand's sum and its entries."""

    winner: str
    """`you`, or a name; empty after a dead hand."""
    ink: Token
    points: int
    sums: tuple[tuple[str, str], ...]
    posted: tuple[Posting, ...]
    score: ScoreModel
    shuffle: str = ""
    """The commitment to the next hand's shuffle, in short."""


def draw_postings(c: Canvas, model: PostingsModel) -> None:
    """Draw the sum at the left and a column for every game."""
    c.title("THIS HAND", does=f"{model.winner} +{model.points}" if model.winner else "no points")
    y = 1
    for label, value in model.sums:
        c.put(1, y, label, "muted")
        c.write_right(_SUM, y, strong(value))
        y += 1
    if model.sums:
        c.put(1, y, "─" * (_SUM - 1), "rule")
        y += 1
    c.put(1, y, "points", "muted")
    c.write_right(_SUM, y, strong(f"+{model.points}" if model.points else "0", model.ink))
    games = len(model.score.match.games)
    each = min((c.width - _SUM - 3) // games, 30)
    for index in range(games):
        _draw_game(c, model, index, _SUM + 3 + index * each, each - 3)
    if counts_bonuses(model.score.match) and any(model.score.match.games_won):
        _draw_settled(c, model.score)
    if model.shuffle:
        y = c.height - 1
        start = c.write_right(c.width - 1, y, key("#"), muted(f" next shuffle {model.shuffle}"))
        c.hit(start, y, c.width - start, 1, "#")


def _draw_game(c: Canvas, model: PostingsModel, index: int, x: int, wide: int) -> None:
    match, game = model.score.match, model.score.match.games[index]
    posting = model.posted[index] if model.posted else None
    fresh = posting is not None and posting.entry is not None
    c.put(x, 1, GAME_NAMES[index], "fg" if fresh or game.is_open else "faint", bold=True)
    if posting is not None and posting.entry is not None:
        sums: tuple[Part, ...] = (
            muted(f"{posting.before} "),
            strong(f"+{posting.entry.points}"),
            muted(" = "),
            strong(str(posting.entry.total), model.ink),
        )
        c.write(x, 2, *sums)
        _draw_growth(c, model, posting, x, wide)
    else:
        (mine, _), (theirs, _) = model.score.order
        c.put(x, 2, f"{game.scores[mine]}–{game.scores[theirs]}", "muted")
    if game.closed_by is None:
        counted = game.scores[posting.winner] if posting and fresh else max(game.scores)
        c.put(x, 4, f"{match.rules.target - counted} to go", "muted")
        return
    won = game.closed_by is model.score.seat
    ink: Token = "you" if won else "opp"
    if posting is not None and posting.closes:
        c.write(x, 4, Span(f" CLOSED {'✓ WON' if won else '× LOST'} ", "bg", bold=True, on=ink))
    else:
        c.put(x, 4, "closed before", "muted")
    settled = match.settlement(index)
    if settled is not None and counts_bonuses(match):
        (mine, _), (theirs, _) = model.score.order
        c.put(x, 5, f"settled {settled[mine].total}–{settled[theirs].total}", "fg")
        if game.is_shutout:
            c.put(x, 6, "shutout", ink)


def _draw_growth(c: Canvas, model: PostingsModel, posting: Posting, x: int, wide: int) -> None:
    """The bar towards the target, the new part of it marked."""
    target = model.score.match.rules.target
    before = round(wide * min(posting.before, target) / target)
    now = round(wide * min(posting.game.scores[posting.winner], target) / target)
    c.put(x, 3, "─" * wide, "rule")
    c.put(x, 3, "━" * before, model.ink)
    c.put(x + before, 3, "━" * max(now - before, 1), "fg", bold=True)


def _draw_settled(c: Canvas, score: ScoreModel) -> None:
    (mine, my_ink), (theirs, their_ink) = score.order
    totals, games = score.match.totals, score.match.games_won
    y = c.height - 1
    c.write(
        1,
        y,
        strong("settled so far  "),
        strong(f"{score.names[mine]} {totals[mine]}", my_ink),
        muted("   "),
        strong(f"{score.names[theirs]} {totals[theirs]}", their_ink),
        muted(f"   games {games[mine]}–{games[theirs]}"),
    )
