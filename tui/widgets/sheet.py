"""The whole score sheet, entry by entry and player by player, as it would be on paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.match import Entry, Settlement
from engine.rules import MatchWinner
from engine.seats import Seat
from tui.canvas import Canvas
from tui.text import Part, Span, clip, muted, strong
from tui.theme import Token
from tui.widgets.score import GAME_NAMES, ScoreModel, risks_shutout

_LABELS = 13
"""Columns for the names of the rows."""
_HALF = (10, 18)
"""The least and the most columns a player has in a game."""
_LEAST_ENTRIES = 3
"""Rows that are kept for entries even when there are fewer."""
_HEAD = 4
"""Rows above the first entry: title, full names, games, names."""


@dataclass(frozen=True, slots=True)
class FullSheet:
    """A score sheet, and how far down its entries one reads."""

    score: ScoreModel
    first: int = 0
    """The first entry shown, counted from 0."""


def entry_rows(score: ScoreModel) -> int:
    """How many rows the longest column of entries takes."""
    return max(len(entries) for game in score.match.games for entries in game.entries)


def room_for_entries(score: ScoreModel, height: int) -> int:
    """How many rows of entries fit into a sheet of this height."""
    return max(1, height - _HEAD - 1 - len(_row_names(score)) - 1)


def sheet_height(score: ScoreModel) -> int:
    """How many rows the whole of a sheet takes."""
    return _HEAD + max(entry_rows(score), _LEAST_ENTRIES) + 1 + len(_row_names(score)) + 1


def last_page(score: ScoreModel, height: int) -> int:
    """The first entry shown where the last ones are to be seen."""
    return max(0, entry_rows(score) - room_for_entries(score, height))


def draw_full_sheet(c: Canvas, sheet: FullSheet) -> None:
    """Draw both players' entries in every game, and below what each game is worth."""
    score, match = sheet.score, sheet.score.match
    room = room_for_entries(score, c.height)
    c.title("SCORE SHEET", beside=f"to {match.rules.target}")
    _draw_names(c, score)
    half = max(_HALF[0], min(_HALF[1], (c.width - 2 - _LABELS) // (2 * len(match.games)) - 1))
    below = _HEAD + min(room, max(entry_rows(score), _LEAST_ENTRIES))
    for index in range(len(match.games)):
        x = _LABELS + index * (2 * half + 2)
        _draw_head(c, score, index, x, half)
        for place, (seat, ink) in enumerate(score.order):
            end = x + (place + 1) * half + place
            _draw_entries(c, sheet, index, seat, ink, (end, room))
            for y, name in enumerate(_row_names(score), start=below + 1):
                c.write_right(end, y, _cell(score, index, seat, name))
        if index:
            for y in range(2, below + 1 + len(_row_names(score))):
                c.put(x - 1, y, "│", "rule")
    c.put(1, below, "─" * (c.width - 2), "rule")
    for y, name in enumerate(_row_names(score), start=below + 1):
        c.put(1, y, name, "fg" if name == "settled" else "muted", bold=name == "settled")
    _draw_totals(c, score, below + 1 + len(_row_names(score)))
    hidden = entry_rows(score) - room
    if hidden > 0:
        c.put(1, _HEAD, f"{sheet.first + 1}–{sheet.first + room}", "muted")


def _draw_names(c: Canvas, score: ScoreModel) -> None:
    (mine, my_ink), (theirs, their_ink) = score.order
    left, right = strong(score.names[mine], my_ink), strong(score.names[theirs], their_ink)
    c.write(1, 1, muted("left "), left, muted("   right "), right)


def _draw_head(c: Canvas, score: ScoreModel, index: int, x: int, half: int) -> None:
    game, name, wide = score.match.games[index], GAME_NAMES[index], 2 * half + 1
    start = x + 1
    if game.closed_by is None:
        c.put(start, 2, name.center(wide - 1), on="raised", bold=True)
    else:
        won = game.closed_by is score.seat
        head = f"{name} closed {'✓' if won else '×'}".center(wide - 1)
        c.put(start, 2, head, "bg", on="you" if won else "opp", bold=True)
    for place, (seat, ink) in enumerate(score.order):
        end = x + (place + 1) * half + place
        c.write_right(end, 3, Span(clip(score.names[seat], half - 1), ink))


def _draw_entries(
    c: Canvas, sheet: FullSheet, index: int, seat: Seat, ink: Token, place: tuple[int, int]
) -> None:
    end, room = place
    entries = sheet.score.match.games[index].entries[seat]
    if not entries:
        c.put(end - 1, _HEAD, "–", "faint")
    last = entries[-1] if entries else None
    for y, entry in enumerate(entries[sheet.first : sheet.first + room], start=_HEAD):
        c.write_right(end, y, *_entry(entry, ink, is_last=entry is last))
        if entry.deal == sheet.score.fresh_deal:
            c.put(end, y, "‹", "info")


def _entry(entry: Entry, ink: Token, *, is_last: bool) -> Iterator[Part]:
    yield muted(f"+{entry.points} ")
    yield Span(f"{entry.total:>4}", ink if is_last else None, bold=is_last)


def _row_names(score: ScoreModel) -> list[str]:
    """The rows under the entries, those only that this table's rules have."""
    rules = score.match.rules
    names = ["boxes", "to go"]
    if rules.game_bonus or rules.shutout_bonus:
        names.append("game bonus")
    if rules.box_bonus:
        names.append("box bonus")
    if rules.shutout_doubled or rules.third_game_doubled:
        names.append("doubled")
    return [*names, "settled"]


def _cell(score: ScoreModel, index: int, seat: Seat, name: str) -> Span:
    match, game = score.match, score.match.games[index]
    if name == "boxes":
        return muted(str(game.boxes[seat]))
    settled = match.settlement(index)
    if settled is None:
        if name == "to go":
            return Span(str(match.rules.target - game.scores[seat]))
        threatened = name == "settled" and risks_shutout(match, game) and not game.boxes[seat]
        return Span("shutout?", "bad") if threatened else Span("–", "faint")
    return _settled_cell(settled[seat], name, won=game.closed_by is seat)


def _settled_cell(settled: Settlement, name: str, *, won: bool) -> Span:
    match name:
        case "to go":
            return Span("won" if won else "lost", None if won else "faint")
        case "game bonus":
            return Span(f"+{settled.game_bonus}") if settled.game_bonus else Span("–", "faint")
        case "box bonus":
            return Span(f"+{settled.box_bonus}") if settled.box_bonus else Span("–", "faint")
        case "doubled":
            return Span(f"×{settled.factor}") if settled.factor > 1 else Span("–", "faint")
        case _:
            return Span(str(settled.total), bold=True)


def _draw_totals(c: Canvas, score: ScoreModel, y: int) -> None:
    """Write the settled totals and the games won, and which of them decides."""
    match = score.match
    (mine, my_ink), (theirs, their_ink) = score.order
    totals, games = match.totals, match.games_won
    c.write(
        1,
        y,
        strong("total "),
        strong(str(totals[mine]), my_ink),
        muted(" – "),
        strong(str(totals[theirs]), their_ink),
        muted("    games "),
        strong(str(games[mine]), my_ink),
        muted(" – "),
        strong(str(games[theirs]), their_ink),
        muted("    " + _decides(score)),
    )


def _decides(score: ScoreModel) -> str:
    rules = score.match.rules
    if rules.single_game:
        return "the one game decides"
    by_games = rules.match_winner is MatchWinner.GAMES
    return "most games win" if by_games else "the highest total wins"
