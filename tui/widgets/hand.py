"""The player's own hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.cards import Card
from tui.canvas import Canvas
from tui.card_art import (
    LARGE,
    CardShape,
    Face,
    draw_back,
    draw_bracket,
    draw_face,
    shape_for,
)
from tui.hand_order import Group
from tui.theme import Look, Token

PLACE_KEYS = "1234567890-"
"""The keys that lift the cards, from left to right."""
_NOWHERE = -1


@dataclass(frozen=True, slots=True)
class HandModel:
    """A hand as it lies, and what is the matter with its cards."""

    groups: tuple[Group, ...]
    cursor: int
    lifted: Card | None = None
    drawn: Card | None = None
    banned: Card | None = None
    is_active: bool = False
    """A card can be thrown now: the cursor is gold."""


@dataclass(frozen=True, slots=True)
class _Steps:
    """Columns from one card to the next, and between groups."""

    melded: int
    loose: int
    gap: int

    def width(self, groups: tuple[Group, ...], shape: CardShape) -> int:
        wide = sum((len(group.cards) - 1) * self.of(group) + shape.width for group in groups)
        return wide + self.gap * (len(groups) - 1)

    def of(self, group: Group) -> int:
        return self.melded if group.is_meld else self.loose


def _steps(groups: tuple[Group, ...], shape: CardShape, room: int) -> _Steps:
    """Loose cards stand apart while there is room, then touch, then overlap."""
    wide, gap = shape.width, 3 if shape is LARGE else 2
    choices = (
        _Steps(wide - 1, wide + 1, gap),
        _Steps(wide - 1, wide, gap),
        _Steps(wide - 1, wide - 1, gap),
        _Steps(wide - 2, wide - 2, 1),
        _Steps(wide - 3, wide - 3, 1),
    )
    return next((s for s in choices if s.width(groups, shape) <= room), choices[-1])


def draw_hand(c: Canvas, hand: HandModel) -> None:
    """Draw the cards, the keys that lift them, and a bracket under each group."""
    lying, columns = _lying(c.look, c.ground, c.width, c.height, replace(hand, cursor=_NOWHERE))
    c.blit(lying, 0, 0)
    c.hits += lying.hits
    cards = [card for group in hand.groups for card in group.cards]
    _draw_card(c, hand, columns[hand.cursor], cards[hand.cursor], hand.cursor)


@lru_cache(256)
def _lying(
    look: Look, ground: Token, width: int, height: int, hand: HandModel
) -> tuple[Canvas, Sequence[tuple[int, int]]]:
    """A hand without a cursor, and where each card starts and how many columns it shows."""
    c = Canvas(width, height, look, ground)
    columns: list[tuple[int, int]] = []
    shape = _shape(c)
    steps = _steps(hand.groups, shape, c.width - 4)
    x = (c.width - steps.width(hand.groups, shape)) // 2
    for group in hand.groups:
        start, step, last = x, steps.of(group), len(group.cards) - 1
        for index, card in enumerate(group.cards):
            shown = shape.width if index == last else min(step, shape.width)
            place = len(columns)
            _draw_card(c, hand, (x, shown), card, place)
            c.hit(x, 0, shown, shape.height + 2, PLACE_KEYS[place])
            columns.append((x, shown))
            x += shape.width if index == last else step
        if group.word:
            points = sum(card.points for card in group.cards)
            word = group.word if group.is_meld else _deadwood_word(points, x - start)
            draw_bracket(c, start, shape.height + 2, x - start, word, melded=group.is_meld)
        x += steps.gap
    return c, columns


def _shape(c: Canvas) -> CardShape:
    return shape_for(c.look, has_room=c.height >= LARGE.height + 3)


def _deadwood_word(points: int, room: int) -> str:
    return f"deadwood {points}" if room > 14 else str(points)


def _draw_card(
    c: Canvas, hand: HandModel, columns: tuple[int, int], card: Card, place: int
) -> None:
    (x, shown), shape = columns, _shape(c)
    has_cursor = place == hand.cursor
    face = Face(
        card,
        cursor=has_cursor and hand.is_active,
        lifted=card == hand.lifted,
        new=card == hand.drawn,
        banned=card == hand.banned,
    )
    if face.lifted:
        c.fill(x, shape.height, shown, 1, "felt_lo")
    draw_face(c, x, 0 if face.lifted else 1, shape, face, shown=shown)
    name = "×" if face.banned else PLACE_KEYS[place]
    middle, row = x + shown // 2, shape.height + 1
    if not has_cursor:
        c.put(middle, row, name, "muted")
    elif hand.is_active:
        c.put(middle - 1, row, f"‹{name}›", "accent_ink", on="accent", bold=True)
    else:
        c.put(middle - 1, row, f"‹{name}›", on="felt_hi", bold=True)


@dataclass(frozen=True, slots=True)
class ClosedHand:
    """A hand that a watcher sees from the back."""

    name: str
    count: int
    known: tuple[Card, ...]


def draw_closed_hand(c: Canvas, hand: ClosedHand) -> None:
    """Draw a hand face down, with what it is known to hold."""
    shape = _shape(c)
    wide = shape.step * (hand.count - 1) + shape.width
    x = (c.width - wide) // 2
    for place in range(hand.count):
        draw_back(c, x + place * shape.step, 1, shape.width, shape.height)
    known = [part for card in hand.known for part in (" ", card)]
    words = ("  holds", *known) if known else ()
    c.write_centred(0, c.width, shape.height + 1, f"{hand.name} · {hand.count} cards", *words)


def draw_empty_hand(c: Canvas, sentences: tuple[str, ...]) -> None:
    """Draw where a hand will lie."""
    for row, sentence in enumerate(sentences):
        c.write_centred(0, c.width, 2 + row, sentence)
