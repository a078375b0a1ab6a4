"""The lobby's list of tables, and the chosen table's rules."""

from __future__ import annotations

from dataclasses import dataclass

from tui.canvas import Canvas
from tui.gateway import AdjournedRow, TableRow, TableStatus
from tui.rules_words import rules_name, terms
from tui.text import Part, clip, key, muted, strong
from tui.theme import Token
from tui.widgets.score import GAME_NAMES

WIDE = 72
"""From this width on the list names rules and coach too."""
_HEAD = 2
"""Rows above the first table: title and column heads."""


Listed = AdjournedRow | TableRow
"""What the list has: matches of one's own that were put off, and tables."""


def number_of(row: Listed) -> int:
    """The number of a row's table."""
    return row.table if isinstance(row, AdjournedRow) else row.id


@dataclass(frozen=True, slots=True)
class TableList:
    """The tables and which of them is chosen."""

    rows: tuple[Listed, ...]
    chosen: int | None = 0
    """None while something else than a table is being chosen."""
    is_at_home: bool = False
    """Nobody else ever comes."""


@dataclass(frozen=True, slots=True)
class _Columns:
    players: int
    rules: int | None
    coach: int | None
    target: int
    """Where its last digit stands."""
    status: int


def _columns(width: int) -> _Columns:
    if width >= WIDE:
        return _Columns(
            players=22, rules=width - 37, coach=width - 25, target=width - 15, status=width - 13
        )
    return _Columns(players=17, rules=None, coach=None, target=width - 14, status=width - 12)


def draw_tables(c: Canvas, model: TableList) -> None:
    """Draw the list, scrolled so that the chosen table shows."""
    c.title("TABLES", key="n", does="new table", beside=_counted(model.rows))
    if not model.rows:
        if model.is_at_home:
            _draw_ways(c, "You play the computer here.", _WAYS_AT_HOME)
        else:
            _draw_ways(c, "No tables yet. Be the first.", _WAYS)
        return
    at = _columns(c.width)
    c.put(2, 1, "table", "muted")
    c.put(at.players, 1, "players", "muted")
    c.put(at.target - 1, 1, "to", "muted")
    c.put(at.status, 1, "games", "muted")
    if at.rules is not None and at.coach is not None:
        c.put(at.rules, 1, "rules", "muted")
        c.put(at.coach, 1, "coach", "muted")
    room = c.height - _HEAD - (not model.is_at_home)
    first = max(0, min((model.chosen or 0) - room // 2, len(model.rows) - room))
    for place, row in enumerate(model.rows[first : first + room], start=first):
        y = _HEAD + place - first
        _draw_row(c, y, row, at, is_chosen=place == model.chosen)
        c.hit(0, y, c.width, 1, f"row:{place}")
    if not model.is_at_home:
        _draw_foot(c)


def _counted(rows: tuple[Listed, ...]) -> str:
    """How many tables there are, and how many of one's own matches were put off."""
    if not rows:
        return ""
    tables = [row for row in rows if isinstance(row, TableRow)]
    is_open = [row for row in tables if row.status is TableStatus.OPEN]
    put_off = len(rows) - len(tables)
    return f"{len(is_open)} open of {len(tables)}" + (f", {put_off} put off" if put_off else "")


_FOOT = (
    ("f", "first game", "teaches the game"),
    ("p", "computer (club)", "plays the computer (club)"),
    ("g", "by number", "table by its number"),
)
"""The keys that no title names: what they do in few words, and in more."""


def _draw_foot(c: Canvas) -> None:
    """Name in the last row what else there is to do; it stays however long the list is."""
    x, y = 1, c.height - 1
    for name, short, long in _FOOT:
        end = c.write(x, y, key(name), muted(f" {long if c.width >= WIDE else short}"))
        c.hit(x, y, end - x, 1, name)
        x = end + 2


_WAYS = (
    ("p", "plays the computer, at club level"),
    ("n", "opens a table, for people or another level"),
    ("f", "teaches the game, in five minutes"),
    ("g", "goes to a table by its number"),
)
_WAYS_AT_HOME = (
    ("f", "teaches the game, in five minutes"),
    ("p", "plays the computer, at club level"),
    ("n", "chooses another level, and the rules"),
)


def _draw_ways(c: Canvas, heading: str, ways: tuple[tuple[str, str], ...]) -> None:
    """What there is to do where no table is listed."""
    wide = 3 + max(len(words) for _, words in ways)
    top, left = (c.height - len(ways) - 1) // 2, max(1, (c.width - wide) // 2)
    c.put(left, top - 1, heading, bold=True)
    for y, (name, words) in enumerate(ways, start=top + 1):
        c.write(left, y, key(name), muted(f"  {words}"))
        c.hit(left, y, wide, 1, name)


def _draw_row(c: Canvas, y: int, row: Listed, at: _Columns, *, is_chosen: bool) -> None:
    ground: Token = "accent" if is_chosen else c.ground
    is_open = isinstance(row, TableRow) and row.status is TableStatus.OPEN
    is_yours = isinstance(row, AdjournedRow) or row.is_yours
    calm: Token = "fg" if is_open or is_yours else "muted"
    ink: Token = "accent_ink" if is_chosen else calm

    def put(x: int, text: str, limit: int, own: Token | None = None, *, bold: bool = False) -> None:
        shown = ink if is_chosen or own is None else own
        c.put(x, y, clip(text, limit), shown, on=ground, bold=bold)

    if is_chosen:
        c.fill(0, y, c.width, 1, ground, ink=ink)
        put(0, "▸", 1, bold=True)
    last = (at.target - 3 if at.rules is None else at.rules) - 1
    put(2, row.spec.name or f"table {number_of(row)}", at.players - 3, bold=is_open)
    put(at.players, " – ".join(row.players), last - at.players)
    if at.rules is not None and at.coach is not None:
        put(at.rules, rules_name(row.spec.rules), 12)
        put(at.coach, row.spec.coach.value, 5)
    put(at.target - 2, f"{row.spec.rules.target:>3}", 3)
    mark, word, own = _status(row)
    put(at.status, mark, 1, own)
    put(at.status + 2, word, c.width - at.status - 2, own, bold=is_yours)


def _status(row: Listed) -> tuple[str, str, Token]:
    """A mark, a word and its ink: what can be done there."""
    if isinstance(row, AdjournedRow):
        if row.is_other_waiting:
            return "●", "waits", "good"
        return ("◆", "put off", "you") if row.is_other_here else ("◇", "put off", "you")
    if row.is_yours:
        return "◆", "yours" if row.games else "waiting", "you"
    match row.status:
        case TableStatus.OPEN:
            return "●", "open", "good"
        case TableStatus.OVER:
            return "·", "over", "muted"
        case TableStatus.PLAYING:
            return "○", running(row.games), "muted"


def running(games: tuple[tuple[int, int], ...]) -> str:
    """The running score of the first game that has one: `II 75–90`."""
    for name, scores in zip(GAME_NAMES, games, strict=False):
        if any(scores):
            return f"{name} {scores[0]}–{scores[1]}"
    return "first hand"


def draw_details(c: Canvas, row: Listed) -> None:
    """Draw what the chosen table plays by and how its games stand."""
    parts = [
        strong(row.spec.name or f"Table {number_of(row)}"),
        muted("  " + _who(row)),
    ]
    c.write(1, 0, *parts, end=c.width - 1)
    told = " ".join(terms(row.spec))
    if isinstance(row, AdjournedRow):
        told = _how_to_resume(row)
    elif row.spec.private:
        told += f" Private: number {row.id}."
    y = 1
    if row.games:
        y = c.paragraph(1, y, _games_parts(row), rows=1)
    c.paragraph(1, y, told, rows=c.height - y)


def _who(row: Listed) -> str:
    if isinstance(row, AdjournedRow):
        return f"with {row.players[row.seat.other]}, put off in hand {row.deal_number}"
    match row.status:
        case TableStatus.OPEN if row.is_yours:
            return "you wait here for a player"
        case TableStatus.OPEN:
            return f"{row.players[0]} waits for a player"
        case _:
            return " and ".join(row.players)


def _how_to_resume(row: AdjournedRow) -> str:
    other = row.players[row.seat.other]
    if row.is_other_waiting:
        return f"{other} sits at the table and waits for you: Enter, and the match goes on."
    if row.is_other_here:
        return (
            f"{other} is in the club. Enter takes you to the table; the match goes on as soon as "
            "you are both there."
        )
    return f"{other} is not in the club now. The match waits for you both; nothing runs out."


def _games_parts(row: Listed) -> Part:
    scores = (f"{name} {a}–{b}" for name, (a, b) in zip(GAME_NAMES, row.games, strict=False))
    return "   ".join(scores)
