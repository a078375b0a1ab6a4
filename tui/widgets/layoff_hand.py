"""The defender's cards during the showdown, each with the melds it fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards import Card
from tui.canvas import Canvas
from tui.card_art import CardShape, Face, draw_back, draw_bracket, draw_face, shape_for
from tui.layoff_count import LayoffCount
from tui.text import Span, muted, strong
from tui.theme import Token

_GAP = 2
_LEFT = 2
"""The first column of the cards."""


@dataclass(frozen=True, slots=True)
class LayoffHand:
    """The hand as counted, and where the cursor is."""

    count: LayoffCount
    cursor: int


@dataclass(frozen=True, slots=True)
class HiddenHand:
    """A defender's hand as the others see it."""

    name: str
    cards: int


@dataclass(frozen=True, slots=True)
class _Lying:
    """Cards of one group side by side."""

    x: int
    cards: tuple[Card, ...]
    step: int
    word: str
    melded: bool

    def width(self, shape: CardShape) -> int:
        """Columns it takes."""
        return self.step * (len(self.cards) - 1) + shape.width


def draw_layoff_hand(c: Canvas, model: LayoffHand) -> None:
    """Draw the kept melds and the loose cards; under each card the numbers of melds it fits."""
    shape = shape_for(c.look, has_room=c.height >= 9)
    place = 0
    for group in _lying(model.count, shape, c.width - 2 * _LEFT):
        for index in range(len(group.cards)):
            last = index == len(group.cards) - 1
            shown = shape.width if last else min(group.step, shape.width)
            x = group.x + index * group.step
            _draw_card(c, x, shown, shape, model, place)
            c.hit(x, 0, shown, shape.height + 2, f"card:{place}")
            place += 1
        y, wide = shape.height + 2, group.width(shape)
        draw_bracket(c, group.x, y, wide, group.word, melded=group.melded)


def _lying(count: LayoffCount, shape: CardShape, room: int) -> Iterator[_Lying]:
    """Where the groups lie: melds overlap, loose cards stand apart as far as there is room."""
    kept = sum(len(meld) * shape.step + 1 + _GAP for meld in count.melds)
    loose = len(count.loose)
    step = min(shape.width + 1, (room - kept - shape.width) // max(loose - 1, 1))
    x = _LEFT
    for meld in count.melds:
        word = "set" if meld[0].rank is meld[1].rank else "run"
        lying = _Lying(x, meld, shape.step, word, melded=True)
        yield lying
        x += lying.width(shape) + _GAP
    if count.loose:
        yield _Lying(x, count.loose, step, f"deadwood {count.now}", melded=False)


def _draw_card(
    c: Canvas, x: int, shown: int, shape: CardShape, model: LayoffHand, place: int
) -> None:
    under, card = place == model.cursor, model.count.cards[place]
    draw_face(c, x, 1, shape, Face(card, cursor=under), shown=shown)
    fits = "".join(str(meld + 1) for meld in model.count.places[place])
    sign = f"‹{fits or '·'}›" if under else f" {fits} " if fits else "·"
    ink: Token = "muted"
    on: Token | None = None
    if fits:
        ink, on = ("accent_ink", "accent") if under else ("fg", "felt_hi")
    c.write_centred(x, shown, shape.height + 1, Span(sign, ink, bold=bool(fits), on=on))


def draw_hidden_hand(c: Canvas, model: HiddenHand) -> None:
    """Draw a hand that is not for one's eyes."""
    shape = shape_for(c.look, has_room=c.height >= 9)
    for place in range(model.cards):
        draw_back(c, _LEFT + place * shape.step, 1, shape.width, shape.height)
    cards = "1 card" if model.cards == 1 else f"{model.cards} cards"
    c.write(_LEFT, shape.height + 1, strong(model.name, "opp"), muted(f" holds {cards}"))
