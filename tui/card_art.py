"""Cards drawn with cells: faces in every state, backs, and the brackets under groups."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.cards import Card
from engine.melds import Meld, SetMeld
from tui.canvas import Canvas
from tui.text import SUIT_SYMBOLS, card_text, width
from tui.theme import Look, Token


@dataclass(frozen=True, slots=True)
class CardShape:
    """How large cards are drawn, in cells."""

    width: int
    height: int

    @property
    def step(self) -> int:
        """Columns from one card of a meld to the next, which it overlaps by one cell."""
        return self.width - 1


SMALL = CardShape(5, 3)
LARGE = CardShape(7, 5)


def shape_for(look: Look, *, has_room: bool) -> CardShape:
    """How large to draw cards: large where there is room, unless the player wants small ones."""
    return LARGE if has_room and not look.small_cards else SMALL


@dataclass(frozen=True, slots=True)
class Face:
    """A card lying face up, and what is the matter with it."""

    card: Card
    cursor: bool = False
    lifted: bool = False
    new: bool = False
    """It came into the hand this turn."""
    banned: bool = False
    """It may not go back this turn."""

    @property
    def ground(self) -> Token:
        """The colour of the face."""
        if self.cursor:
            return "face_cur"
        if self.lifted:
            return "face_sel"
        return "face_dim" if self.banned else "face"


def draw_face(
    c: Canvas, x: int, y: int, shape: CardShape, face: Face, *, shown: int | None = None
) -> None:
    """Draw a card; of one that another overlaps only `shown` columns are to be seen."""
    wide = shape.width if shown is None else min(shown, shape.width)
    c.blit(_face(c.look, shape, face, wide), x, y)


@lru_cache(2048)
def _face(look: Look, shape: CardShape, face: Face, wide: int) -> Canvas:
    """A card on a canvas of its own; drawing these is most of what moving the cursor costs."""
    c = Canvas(wide, shape.height, look, face.ground)
    ink = look.suit_ink(face.card.suit, on_face=True)
    index = card_text(face.card)
    for row in range(shape.height):
        c.put(0, row, "▏", "face_edge")
    c.put(1, 0, index, ink, bold=True)
    if shape is LARGE:
        c.put(3, 2, SUIT_SYMBOLS[face.card.suit], ink, bold=True)
    if wide == shape.width:
        c.put(wide - 1 - width(index), shape.height - 1, index, ink)
    mark_row = shape.height - 2
    if face.banned:
        c.put(1, mark_row, "×" * (wide - 2), ink)
    elif face.new:
        c.put(1, mark_row, "new", "face", on="s_on", bold=True)
    return c


def draw_back(c: Canvas, x: int, y: int, wide: int, height: int) -> None:
    """Draw a card lying face down."""
    c.fill(x, y, wide, height, "back", ink="back_hi", text="▒")
    for row in range(height):
        c.put(x, y + row, "▏", "face_edge", on="back")


def draw_row(
    c: Canvas, x: int, y: int, shape: CardShape, faces: tuple[Face, ...], step: int
) -> int:
    """Draw cards from left to right, `step` columns apart; return the column after them."""
    last = len(faces) - 1
    for place, face in enumerate(faces):
        draw_face(c, x, y, shape, face, shown=None if place == last else step)
        x += shape.width if place == last else step
    return x


def draw_bracket(c: Canvas, x: int, y: int, wide: int, word: str, *, melded: bool = True) -> None:
    """Draw `╰── run ──╯` under a group; what is not melded gets a dotted, paler one."""
    ink: Token = "fg" if melded else "muted"
    label = f" {word} "
    room = wide - 2 - width(label)
    if room < 0:
        c.put(x + max(0, wide - width(word)) // 2, y, word, ink)
        return
    line = "─" if melded else "┄"
    c.put(x, y, f"╰{line * (room // 2)}{label}{line * (room - room // 2)}╯", ink)


def meld_word(meld: Meld) -> str:
    """What a meld is called under its bracket."""
    return "set" if isinstance(meld, SetMeld) else "run"


def meld_order(meld: Meld) -> tuple[bool, int]:
    """Sorts melds for reading: runs first, then by their cards."""
    return isinstance(meld, SetMeld), meld.mask
