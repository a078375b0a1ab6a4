"""Who is in the club and what they do."""

from __future__ import annotations

from tui.canvas import Canvas
from tui.gateway import Doing, PersonRow
from tui.text import clip
from tui.theme import Token

_NAME = 16
"""Names are at most this wide."""
_SIGNS: dict[Doing, tuple[str, Token]] = {
    Doing.WAITING: ("●", "good"),
    Doing.LOBBY: ("○", "fg"),
    Doing.WATCHING: ("○", "muted"),
    Doing.PLAYING: ("◆", "muted"),
    Doing.AWAY: ("·", "faint"),
}


def draw_people(c: Canvas, people: tuple[PersonRow, ...]) -> None:
    """Draw everybody, as many as fit, and how many more there are."""
    c.title("PEOPLE", beside=str(len(people)))
    room = c.height - 1
    shown = people if len(people) <= room else people[: room - 1]
    for y, person in enumerate(shown, start=1):
        sign, ink = _SIGNS[person.doing]
        c.put(1, y, sign, "you" if person.is_you else ink)
        named: Token = "you" if person.is_you else "faint" if person.doing is Doing.AWAY else "fg"
        c.put(3, y, clip(person.name, _NAME), named, bold=person.is_you)
        c.put(4 + _NAME, y, _doing(person), ink)
    if len(shown) < len(people):
        c.put(3, room, f"and {len(people) - len(shown)} more", "muted")


def _doing(person: PersonRow) -> str:
    if person.is_computer:
        return "computer"
    return person.doing.value
