"""A player's record in numbers, and the list of finished matches."""

from __future__ import annotations

from dataclasses import dataclass

from engine.seats import Seat
from tui.canvas import Canvas
from tui.records import PastMatch, Profile, WonLost
from tui.text import Part, clip, muted, strong
from tui.theme import Token
from tui.widgets.score import GAME_NAMES

_LABELS = 18
_BAR = 20
_HEAD = 2
"""Rows above the first match: title and column heads."""
_NAME = 16


@dataclass(frozen=True, slots=True)
class RecordModel:
    """What is known of a player."""

    name: str
    profile: Profile | None
    told: str = ""
    """What to say where nothing is known, or of a person whom one does not want to hear or meet."""


def draw_record(c: Canvas, model: RecordModel) -> None:
    """Draw ratings, matches and hands."""
    c.title("RECORD", beside=model.name)
    profile = model.profile
    if profile is not None:
        rows: tuple[tuple[str, Part], ...] = (
            ("rating, unaided", _number(profile.standings.unaided)),
            ("rating, coached", _number(profile.standings.coached)),
            ("matches", _share(profile.matches)),
            ("gins", strong(str(profile.gins))),
            ("undercuts", strong(str(profile.undercuts))),
            ("average deadwood", _number(profile.average_deadwood)),
        )
        for y, (label, value) in enumerate(rows, start=1):
            c.put(1, y, label, "muted")
            c.write(1 + _LABELS, y, value)
    top = 7 if profile is not None else 1
    c.paragraph(1, top, model.told, rows=c.height - top)


def _number(value: float | None) -> Part:
    if value is None:
        return muted("none yet")
    return strong(f"{value:.1f}" if isinstance(value, float) else str(value))


def _share(counted: WonLost) -> Part:
    played = counted.won + counted.lost
    if not played:
        return muted("none yet")
    return strong(f"{counted.won} won, {counted.lost} lost")


def draw_columns(c: Canvas, profile: Profile | None) -> None:
    """Draw how often each of the three games was won."""
    c.title("GAMES", beside="won and lost")
    if profile is None:
        return
    wide = min(_BAR, c.width - 16)
    for index, counted in enumerate(profile.games):
        y = 1 + 2 * index
        played = counted.won + counted.lost
        filled = round(wide * counted.won / played) if played else 0
        c.put(1, y, GAME_NAMES[index], bold=True)
        c.put(5, y, "─" * wide, "rule")
        c.put(5, y, "━" * filled, "you")
        c.write(6 + wide, y, strong(str(counted.won), "you"), "–", str(counted.lost))


@dataclass(frozen=True, slots=True)
class HistoryModel:
    """Finished matches, the latest first, as one player's."""

    name: str
    rows: tuple[PastMatch, ...]
    chosen: int


def draw_history(c: Canvas, model: HistoryModel) -> None:
    """Draw the list, scrolled so that the chosen match shows."""
    c.title("MATCHES", beside=str(len(model.rows)) if model.rows else "")
    if not model.rows:
        c.put(1, 1, "No match has been played to its end yet.", "muted")
        return
    for x, head in ((2, "ended"), (20, "against"), (37, "result"), (53, "games"), (60, "coach")):
        c.put(x, 1, head, "muted")
    room = c.height - _HEAD
    first = max(0, min(model.chosen - room // 2, len(model.rows) - room))
    for place, row in enumerate(model.rows[first : first + room], start=first):
        y = _HEAD + place - first
        _draw_match(c, y, row, model.name, is_chosen=place == model.chosen)
        c.hit(0, y, c.width, 1, f"row:{place}")


def seat_named(past: PastMatch, name: str) -> Seat:
    """Where the player of that name sat."""
    return Seat.B if past.players.b == name else Seat.A


def _draw_match(c: Canvas, y: int, past: PastMatch, name: str, *, is_chosen: bool) -> None:
    ground: Token = "accent" if is_chosen else c.ground
    seat = seat_named(past, name)
    games = past.sheet.games_won

    def put(x: int, text: str, ink: Token = "fg", *, bold: bool = False) -> None:
        c.put(x, y, text, "accent_ink" if is_chosen else ink, on=ground, bold=bold)

    if is_chosen:
        c.fill(0, y, c.width, 1, ground, ink="accent_ink")
        put(0, "▸", bold=True)
    won = past.winner is seat
    result = ("won" if won else "lost") + (" by forfeit" if past.is_forfeit else "")
    put(2, past.ended, "muted")
    put(20, clip(past.players[seat.other], _NAME))
    put(37, result, "good" if won else "bad", bold=True)
    put(53, f"{games[seat]}–{games[seat.other]}")
    put(60, past.coach.value)
    put(67, "rated" if past.is_rated else "", "muted")
