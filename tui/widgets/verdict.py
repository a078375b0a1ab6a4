"""How a hand ended: the verdict, and all the cards as they lie."""

from __future__ import annotations

from dataclasses import dataclass

from tui.canvas import Canvas
from tui.card_art import shape_for
from tui.text import Part, Span, strong
from tui.theme import Token
from tui.widgets.spread import Group, draw_groups

_LARGE_HEIGHT = 17


@dataclass(frozen=True, slots=True)
class OpenHand:
    """One player's cards on the table."""

    name: str
    note: tuple[Part, ...]
    """What was done with them."""
    ink: Token
    groups: tuple[Group, ...]
    guest: Token = "opp"
    """The ink of the player whose cards were laid off here."""


@dataclass(frozen=True, slots=True)
class VerdictModel:
    """The end of a hand."""

    headline: str
    ink: Token
    """That of its winner."""
    why: str
    """What made a hand dead; else empty."""
    hands: tuple[OpenHand, ...]
    """The knocker's and the defender's; after a dead hand only one's own."""


def draw_verdict(c: Canvas, model: VerdictModel) -> None:
    """Draw the verdict and under it the cards that lie open."""
    large = c.height >= _LARGE_HEIGHT
    shape = shape_for(c.look, has_room=large)
    top = 1 if large else 0
    chip = Span(f" {model.headline} ", "bg", bold=True, on=model.ink)
    x = c.write(2, top, chip)
    c.put(x + 1, top, model.why, "muted")
    each = shape.height + 2
    gap = (c.height - top - 1 - len(model.hands) * each) // 2 if large else 0
    y = top + 1 + min(gap, 2)
    for hand in model.hands:
        c.write(2, y, strong(hand.name, hand.ink), " ", *hand.note)
        draw_groups(c, 2, y + 1, shape, hand.groups, hand.guest)
        y += each + min(gap, 2)
