"""The knocker's melds on the table, with what was laid off on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card, Hand
from engine.melds import Meld
from tui.canvas import Canvas
from tui.card_art import SMALL, CardShape, Face, draw_bracket, draw_face, meld_word, shape_for
from tui.layoff_count import added
from tui.text import Part, Span, muted, strong, width
from tui.theme import Token

_GAP = 2
_NONE = Hand()


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that lie together, and the word under them."""

    cards: tuple[Card, ...]
    word: str
    melded: bool = True
    laid_off: Hand = _NONE
    """Those of them that the defender added."""


@dataclass(frozen=True, slots=True)
class SpreadModel:
    """A knocker's hand on the table."""

    knocker: str
    """`bob`, or `you`."""
    is_you: bool
    laid: tuple[Meld, ...]
    spread: tuple[Meld, ...]
    """The same melds with the layoffs."""
    odd: Hand
    fits: tuple[tuple[Card, tuple[int, ...]], ...] = ()
    """The defender's cards that fit, each with its melds."""
    targets: tuple[int, ...] = ()
    """The melds that the card under the cursor fits."""

    @property
    def groups(self) -> tuple[Group, ...]:
        """The melds by number, and the odd cards."""
        melds = tuple(
            Group(now.cards, _named(place, laid, now), laid_off=added(laid, now))
            for place, (laid, now) in enumerate(zip(self.laid, self.spread, strict=True), start=1)
        )
        return (*melds, *odd_group(self.odd))


def _named(place: int, laid: Meld, now: Meld) -> str:
    more = len(now) - len(laid)
    return f"{place} {meld_word(laid)}" + (f" +{more}" if more else "")


def odd_group(odd: Hand) -> tuple[Group, ...]:
    """The cards outside the melds as a group; nothing when there are none."""
    if not odd:
        return ()
    cards = tuple(sorted(odd, key=lambda card: (card.rank, card.suit)))
    return (Group(cards, f"deadwood {odd.points}", melded=False),)


def draw_spread(c: Canvas, model: SpreadModel) -> None:
    """Draw the melds by number, and under them which cards fit where."""
    shape = shape_for(c.look, has_room=c.height >= 10)
    ink: Token = "you" if model.is_you else "opp"
    verb = "lay" if model.is_you else "lays"
    c.write(2, 0, strong(model.knocker, ink), muted(f" {verb} down"))
    top = 1 if shape is SMALL else 2
    for place, (x, wide) in enumerate(draw_groups(c, 2, top, shape, model.groups, "you")):
        if place in model.targets:
            word = f" {model.groups[place].word} "
            c.write_centred(
                x, wide, top + shape.height, Span(word, "accent_ink", bold=True, on="accent")
            )
        if place < len(model.laid):
            c.hit(x, top, wide, shape.height + 1, str(place + 1))
    if model.fits:
        c.write(2, c.height - 1, *_fits(model))


def _fits(model: SpreadModel) -> list[Part]:
    parts: list[Part] = [muted("Fits: ")]
    for card, places in model.fits:
        where = " or ".join(str(place + 1) for place in places)
        parts += [card, f" on {where}   "]
    return parts


def draw_groups(
    c: Canvas,
    x: int,
    y: int,
    shape: CardShape,
    groups: Sequence[Group],
    owner: Token,
    new: Card | None = None,
) -> list[tuple[int, int]]:
    """Draw groups of overlapping cards from left to right with brackets under them.

    Args:
        c: What to draw on.
        x: The first column.
        y: The first row.
        shape: How large the cards are.
        groups: The groups.
        owner: The ink that marks cards laid off, that of the player they came from.
        new: The card that came into the hand this turn.

    Returns:
        Where each group stands: its first column and its width.
    """
    step = _step(shape, groups, c.width - 2 * x)
    places = []
    for group in groups:
        start = x
        for place, card in enumerate(group.cards):
            last = place == len(group.cards) - 1
            is_added = card in group.laid_off
            face = Face(card, lifted=is_added, new=card == new)
            draw_face(c, x, y, shape, face, shown=None if last else step)
            if is_added:
                for row in range(shape.height):
                    c.put(x, y + row, "▌", owner, on="face_sel")
            x += shape.width if last else step
        draw_bracket(c, start, y + shape.height, x - start, group.word, melded=group.melded)
        places.append((start, x - start))
        x += _GAP
    return places


def _step(shape: CardShape, groups: Sequence[Group], room: int) -> int:
    """Columns from card to card: as many as there is room for, and no more than overlap shows."""
    overlaps = sum(len(group.cards) - 1 for group in groups)
    last_word = max(0, width(groups[-1].word) - shape.width) if groups else 0
    fixed = len(groups) * (shape.width + _GAP) - _GAP + last_word
    return max(2, min(shape.step, (room - fixed) // max(overlaps, 1)))
