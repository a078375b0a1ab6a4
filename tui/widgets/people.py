"""Who is in the club, how they stand and what they do."""

from __future__ import annotations

from dataclasses import dataclass

from tui.canvas import Canvas
from tui.gateway import Doing, PersonRow
from tui.text import clip, key, muted
from tui.theme import Token

NARROW = 31
"""Columns that the list needs: the longest name, a rating, and what is done."""
WIDE = 41
"""Columns for both ratings and longer words."""
_NAME = 16
"""Names are at most this wide."""
_SIGNS: dict[Doing, tuple[str, Token]] = {
    Doing.WAITING: ("●", "good"),
    Doing.LOBBY: ("○", "fg"),
    Doing.WATCHING: ("○", "muted"),
    Doing.PLAYING: ("◆", "muted"),
    Doing.AWAY: ("·", "faint"),
}
_SHORT = {
    Doing.WAITING: "waits",
    Doing.LOBBY: "lobby",
    Doing.WATCHING: "looks",
    Doing.PLAYING: "plays",
    Doing.AWAY: "away",
}
_RATINGS, _RATING = "ratings unaided, coached", "rating, coached"


@dataclass(frozen=True, slots=True)
class PeopleModel:
    """The list, and who in it is chosen."""

    people: tuple[PersonRow, ...]
    chosen: int | None = None
    """None while something else than a person is being chosen."""


def draw_people(c: Canvas, model: PeopleModel) -> None:
    """Draw everybody, as many as fit around the chosen one, and how many more there are."""
    people, is_wide = model.people, c.width >= WIDE
    c.title("PEOPLE", beside=f"{len(people)} · {_RATINGS if is_wide else _RATING}")
    room = c.height - 2
    has_more = len(people) > room
    shown = room - 1 if has_more else room
    first = max(0, min((model.chosen or 0) - shown // 2, len(people) - shown))
    for place, person in enumerate(people[first : first + shown], start=first):
        y = 1 + place - first
        _draw_person(c, y, person, is_chosen=place == model.chosen, is_wide=is_wide)
        c.hit(0, y, c.width, 1, f"person:{place}")
    if has_more:
        c.put(3, room, f"and {len(people) - shown} more", "muted")
    x, y = 1, c.height - 1
    for name, does, pressed in (("Tab", "choose", "tab"), ("b", "leaders", "b"), ("m", "you", "m")):
        end = c.write(x, y, key(name), muted(f" {does}"))
        c.hit(x, y, end - x, 1, pressed)
        x = end + 2


def _draw_person(c: Canvas, y: int, person: PersonRow, *, is_chosen: bool, is_wide: bool) -> None:
    ground: Token = "accent" if is_chosen else c.ground
    sign, ink = _SIGNS[person.doing]
    named: Token = "you" if person.is_you else "faint" if person.doing is Doing.AWAY else "fg"

    def put(x: int, text: str, own: Token, *, bold: bool = False) -> None:
        c.put(x, y, text, "accent_ink" if is_chosen else own, on=ground, bold=bold)

    if is_chosen:
        c.fill(0, y, c.width, 1, ground, ink="accent_ink")
        put(0, "▸", "accent_ink", bold=True)
    put(1, sign, "you" if person.is_you else ink)
    put(3, clip(person.name, _NAME), named, bold=person.is_you)
    standings, x = person.standings, 4 + _NAME
    ratings = (standings.unaided, standings.coached) if is_wide else (standings.coached,)
    for rating in ratings:
        put(x, f"{rating:>4}" if rating is not None else "   –", "fg" if rating else "faint")
        x += 6 if is_wide else 5
    put(x, clip(_doing(person, is_wide=is_wide), c.width - x), _doing_ink(person))


def _doing(person: PersonRow, *, is_wide: bool) -> str:
    if person.is_blocked:
        return "blocked" if is_wide else "block"
    if person.is_muted:
        return "muted"
    if person.is_computer:
        return "computer" if is_wide else "robot"
    if person.is_guest and person.doing is Doing.LOBBY:
        return "guest"
    return person.doing.value if is_wide else _SHORT[person.doing]


def _doing_ink(person: PersonRow) -> Token:
    return "warn" if person.is_blocked or person.is_muted else _SIGNS[person.doing][1]
