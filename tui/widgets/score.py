"""The score: a compact widget for the table, and the sheet as it would be on paper."""

from __future__ import annotations

from dataclasses import dataclass

from engine.match import Game, Match
from engine.seats import PerSeat, Seat
from tui.canvas import Canvas
from tui.text import Span, cells, clip, muted, strong
from tui.theme import Token

GAME_NAMES = ("I", "II", "III")
_CLOSE = 25
"""So few points to go are worth a warning."""
_LABELS = 8
"""Columns for the names of the rows."""


@dataclass(frozen=True, slots=True)
class ScoreModel:
    """A match as one viewer reads it."""

    match: Match
    seat: Seat
    """Who stands first: the viewer, or seat A for a watcher."""
    names: PerSeat[str]
    fresh_deal: int | None = None
    """The deal whose entries are marked as new."""

    @property
    def order(self) -> tuple[tuple[Seat, Token], tuple[Seat, Token]]:
        """Both seats in the order they are written, with their inks."""
        return (self.seat, "you"), (self.seat.other, "opp")


def counts_bonuses(match: Match) -> bool:
    """Whether the table's rules add anything to a closed game."""
    rules = match.rules
    return bool(
        rules.game_bonus
        or rules.shutout_bonus
        or rules.box_bonus
        or rules.shutout_doubled
        or rules.third_game_doubled
    )


def risks_shutout(match: Match, game: Game) -> bool:
    """Whether the game would be a shutout, worth more than others, if it closed as it stands."""
    rules = match.rules
    pays = rules.shutout_doubled or rules.shutout_bonus > rules.game_bonus
    one, other = game.boxes
    return pays and game.is_open and (one == 0) != (other == 0)


def points_to_go(match: Match, game: Game) -> int:
    """What the leader lacks to close the game."""
    return match.rules.target - max(game.scores)


def _columns(c: Canvas, count: int, labels: int) -> list[tuple[int, int]]:
    """Where each game's column starts and how wide it is, the gap before it not counted."""
    each = (c.width - 1 - labels) // count
    wide = min(each - 1, 14)
    first = c.width - 1 - each * (count - 1) - wide
    return [(first + each * place, wide) for place in range(count)]


def draw_score(c: Canvas, model: ScoreModel) -> None:
    """Draw the compact score: running scores, bars, boxes, to go, closed and won marks."""
    match = model.match
    c.title("SCORE", key="v", does="sheet", beside=f"to {match.rules.target}")
    for place, (seat, ink) in enumerate(model.order):
        c.put(1, 2 + 2 * place, clip(model.names[seat], _LABELS), ink, bold=True)
    c.put(1, 6, "boxes", "muted")
    c.put(1, 7, "to go", "muted")
    if counts_bonuses(match):
        c.put(1, 8, "settled", "muted")
    for index, (x, wide) in enumerate(_columns(c, len(match.games), _LABELS)):
        _draw_game(c, model, index, x, wide)


def _draw_game(c: Canvas, model: ScoreModel, index: int, x: int, wide: int) -> None:
    match, game, end = model.match, model.match.games[index], x + wide
    if game.closed_by is None:
        c.write_right(end, 1, Span(GAME_NAMES[index], bold=True))
    else:
        won = game.closed_by is model.seat
        mark = f" {GAME_NAMES[index]} {'✓' if won else '×'} "
        c.write_right(end, 1, Span(mark, "bg", bold=True, on="you" if won else "opp"))
    for place, (seat, ink) in enumerate(model.order):
        _draw_running(c, model, game, seat, ink, (x, 2 + 2 * place, wide))
    mine, theirs = game.boxes[model.seat], game.boxes[model.seat.other]
    c.write_right(end, 6, muted(f"{mine}–{theirs}"))
    if game.closed_by is not None:
        won = game.closed_by is model.seat
        c.write_right(end, 7, Span("won" if won else "lost", "you" if won else "opp"))
    else:
        left = points_to_go(match, game)
        c.write_right(end, 7, Span(str(left), "warn" if left <= _CLOSE else "muted"))
    if (settled := match.settlement(index)) is not None and counts_bonuses(match):
        lead = settled[model.seat].total - settled[model.seat.other].total
        c.write_right(end, 8, Span(f"{lead:+}".replace("-", "–"), bold=True))
    elif risks_shutout(match, game):
        c.write_right(end, 8, Span("shutout", "bad"))


def _draw_running(
    c: Canvas, model: ScoreModel, game: Game, seat: Seat, ink: Token, place: tuple[int, int, int]
) -> None:
    """A running score with its bar under it."""
    x, y, wide = place
    score, rival = game.scores[seat], game.scores[seat.other]
    lost = game.closed_by is seat.other
    ink = "faint" if lost or not score else ink
    text = str(score) if game.entries[seat] else "–"
    c.write_right(x + wide, y, Span(text, ink, bold=score > rival))
    draw_bar(c, x, y + 1, wide, score, model.match.rules.target, ink)


def draw_bar(c: Canvas, x: int, y: int, wide: int, value: int, target: int, ink: Token) -> None:
    """Draw how near a score is to the target."""
    c.put(x, y, "─" * wide, "rule")
    if value:
        c.put(x, y, "━" * max(1, round(wide * min(value, target) / target)), ink)


def draw_sheet(c: Canvas, model: ScoreModel) -> None:
    """Draw the whole sheet entry by entry, and under it what the closed games are worth."""
    match = model.match
    c.title("HOLLYWOOD SCORE", key="v", does="sheet", beside=f"to {match.rules.target}")
    below = _below_rows(match)
    entries = max(3, c.height - 5 - len(below) - 1)
    columns = _columns(c, len(match.games), _LABELS)
    (mine, my_ink), (theirs, their_ink) = model.order
    left, right = strong(model.names[mine], my_ink), strong(model.names[theirs], their_ink)
    c.write(1, 1, left, muted(" and "), right)
    for index, (x, wide) in enumerate(columns):
        _draw_sheet_game(c, model, index, (x, wide), entries)
        if index:
            for y in range(2, 4 + entries + 1 + len(below)):
                c.put(x - 1, y, "│", "rule")
    y = 5 + entries
    for place, word in enumerate(below):
        c.write(
            1, y + place, Span(word, bold=word == "settled") if word == "settled" else muted(word)
        )
        for index, (x, wide) in enumerate(columns):
            c.write_right(x + wide, y + place, _below(model, index, word))
    for index, (x, wide) in enumerate(columns):
        if risks_shutout(match, match.games[index]):
            c.write_right(x + wide, y + len(below), Span("shutout", "bad"))


def _below_rows(match: Match) -> list[str]:
    """The rows under the entries that these rules have."""
    rules, rows = match.rules, ["boxes", "to go"]
    if counts_bonuses(match):
        rows.append("score")
        if rules.game_bonus or rules.shutout_bonus:
            rows.append("game")
        if rules.box_bonus:
            rows.append("box")
        if rules.shutout_doubled or rules.third_game_doubled:
            rows.append("times")
        rows.append("settled")
    return rows


def _draw_sheet_game(
    c: Canvas, model: ScoreModel, index: int, column: tuple[int, int], rows: int
) -> None:
    x, wide = column
    game, half = model.match.games[index], (wide - 1) // 2
    if game.closed_by is None:
        c.put(x, 2, GAME_NAMES[index].center(wide), on="raised", bold=True)
    else:
        won = game.closed_by is model.seat
        head = f"{GAME_NAMES[index]} {'✓ WON' if won else '× LOST'}".center(wide)
        c.put(x, 2, head, "bg", on="you" if won else "opp", bold=True)
    for place, (seat, ink) in enumerate(model.order):
        end = x + half + place * (wide - half)
        over = game.closed_by is seat.other
        name_ink: Token = "faint" if over else ink
        c.write_right(end, 3, Span("".join(cells(model.names[seat])[:half]), name_ink))
        shown = game.entries[seat][-rows:]
        for row, entry in enumerate(shown):
            is_last = row == len(shown) - 1
            fresh = entry.deal == model.fresh_deal
            entry_ink: Token = "faint" if over else ink if is_last or fresh else "muted"
            text = f"+{entry.points} {entry.total}" if fresh and half >= 9 else str(entry.total)
            c.write_right(end, 4 + row, Span(text, entry_ink, bold=(is_last and not over) or fresh))
        if not shown:
            c.write_right(end, 4, Span("–", "faint"))
    leader, ink = max(model.order, key=lambda seat: game.scores[seat[0]])
    draw_bar(c, x, 4 + rows, wide, game.scores[leader], model.match.rules.target, ink)


def _below(model: ScoreModel, index: int, word: str) -> Span:
    """One cell under the entries: mine and theirs."""
    match, game = model.match, model.match.games[index]
    if word == "boxes":
        return muted(f"{game.boxes[model.seat]}–{game.boxes[model.seat.other]}")
    settled = match.settlement(index)
    if settled is None:
        left = points_to_go(match, game)
        close = word == "to go" and left <= _CLOSE
        return (
            Span(str(left), "warn" if close else None, bold=close)
            if word == "to go"
            else muted("–")
        )
    mine, theirs = settled[model.seat], settled[model.seat.other]
    match word:
        case "to go":
            return muted("closed")
        case "score":
            return muted(f"{mine.score}–{theirs.score}")
        case "game":
            return muted(f"{mine.game_bonus}–{theirs.game_bonus}")
        case "box":
            return muted(f"{mine.box_bonus}–{theirs.box_bonus}")
        case "times":
            return muted(f"×{mine.factor}–×{theirs.factor}")
        case _:
            return Span(f"{mine.total}–{theirs.total}", bold=True)
