"""A hand card by card: both hands open, the stock, the whole pile, and every move in a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card
from tui.canvas import Canvas
from tui.card_art import SMALL, CardShape, Face, draw_back, draw_row, shape_for
from tui.text import Part, muted, strong
from tui.theme import Token
from tui.widgets.spread import Group, draw_groups

_LARGE_HEIGHT = 26


@dataclass(frozen=True, slots=True)
class ReplayHand:
    """One player's cards at one moment."""

    name: str
    ink: Token
    note: str
    """What is the matter with them: whose turn it is, how much deadwood there is."""
    has_turn: bool
    groups: tuple[Group, ...]
    new: Card | None
    guest: Token
    """The ink of the player whose cards were laid off here."""


@dataclass(frozen=True, slots=True)
class ReplayModel:
    """The table at one moment."""

    above: ReplayHand
    below: ReplayHand
    stock: int
    pile: tuple[Card, ...]
    """The upcard last."""


def draw_replay(c: Canvas, model: ReplayModel) -> None:
    """Draw one hand at the top, one at the bottom, stock and pile between them."""
    large = c.height >= _LARGE_HEIGHT
    shape = shape_for(c.look, has_room=large)
    each = shape.height + 2
    top = (c.height - 2 * each - shape.height) // 4 if large else 0
    _draw_hand(c, model.above, top, shape)
    _draw_hand(c, model.below, c.height - each - top, shape)
    _draw_middle(c, model, (c.height - shape.height) // 2, shape)


def _draw_hand(c: Canvas, hand: ReplayHand, y: int, shape: CardShape) -> None:
    mark = strong("▸ ") if hand.has_turn else "  "
    c.write(1, y, mark, strong(hand.name, hand.ink), muted(f"  {hand.note}"))
    draw_groups(c, 3, y + 1, shape, hand.groups, hand.guest, hand.new)


def _draw_middle(c: Canvas, model: ReplayModel, y: int, shape: CardShape) -> None:
    x = 3
    draw_back(c, x, y, shape.width, shape.height)
    count = f" {model.stock} "
    middle = y + shape.height // 2
    c.put(x + (shape.width - len(count) + 1) // 2, middle, count, "face", on="back", bold=True)
    x += shape.width + 3
    step = 4 if shape is SMALL else 5
    room = (c.width - 2 - x - shape.width) // step + 1
    shown = model.pile[-room:]
    if not shown:
        c.put(x, middle, "the pile is empty", "muted")
    draw_row(c, x, y, shape, tuple(Face(card) for card in shown), step)


@dataclass(frozen=True, slots=True)
class MoveList:
    """All that happened in the hand, and how far one has come."""

    lines: tuple[tuple[Part, ...], ...]
    place: int


def draw_moves(c: Canvas, model: MoveList) -> None:
    """Draw the moves around the present one, which is marked."""
    c.title("MOVES", beside=f"{model.place + 1} of {len(model.lines)}")
    room = c.height - 1
    first = max(0, min(model.place - room // 2, len(model.lines) - room))
    shown: Sequence[tuple[Part, ...]] = model.lines[first : first + room]
    for y, line in enumerate(shown, start=1):
        place = first + y - 1
        is_now = place == model.place
        on: Token = "raised" if is_now else c.ground
        c.fill(0, y, c.width, 1, on)
        c.put(1, y, "▸" if is_now else " ", on=on, bold=True)
        x = c.write(3, y, muted(f"{place + 1:>3}  "), on=on)
        c.write(x, y, *line, on=on, end=c.width - 1)
        c.hit(0, y, c.width, 1, f"move:{place}")
