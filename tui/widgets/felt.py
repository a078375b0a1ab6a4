"""The felt: the opponent across, the piles, and how far the hand is from a knock."""

from __future__ import annotations

from dataclasses import dataclass

from textual.geometry import Region

from engine.cards import Card
from tui.canvas import Canvas
from tui.card_art import LARGE, SMALL, CardShape, Face, draw_back, draw_face, shape_for
from tui.text import Part, Span, clip, key, muted, parts_width, strong, width
from tui.theme import Token


@dataclass(frozen=True, slots=True)
class Across:
    """The player across the table."""

    name: str
    is_here: bool = True
    deals: bool = False
    cards: int = 10
    known: tuple[Card, ...] = ()
    """What the hand is known to hold, since it was taken in sight of all."""
    doing: str = ""
    """What is being waited for, such as `drawing`."""
    room_for_clock: int = 0
    """Columns at the right that a clock is laid over."""


@dataclass(frozen=True, slots=True)
class Piles:
    """Stock and discard pile."""

    stock: int
    upcard: Card | None
    discards: int
    may_draw: bool = False
    may_take: bool = False


@dataclass(frozen=True, slots=True)
class KnockStatus:
    """How far the hand is from a knock."""

    limit: int
    deadwood: int | None = None
    """None where the coach does not speak."""
    without: Card | None = None
    """The card whose throwing is looked at."""
    left: int = 0
    """The deadwood without that card."""
    can_knock: bool = False
    is_big_gin: bool = False
    """Knocking lays all eleven cards down."""
    note: str = ""
    """Why nothing more is said."""

    @property
    def limit_words(self) -> str:
        """The knock limit in words."""
        return f"knock at {self.limit} or less" if self.limit else "only gin may knock"


@dataclass(frozen=True, slots=True)
class FeltModel:
    """Everything on the felt; parts that are not there yet are None."""

    across: Across | None = None
    piles: Piles | None = None
    status: KnockStatus | None = None
    last: tuple[Part, ...] = ()
    """What happened last, where there is room for it."""
    empty: tuple[tuple[Part, ...], ...] = ()
    """What to say instead while nothing is dealt."""
    return_line: str = ""
    """How a guest comes back to his seat."""
    shuffle: str = ""
    """The commitment to the shuffle, in short."""


_LARGE_HEIGHT = 16
_RETURN_HINT = "q tells how you come back to this seat"


def across_row(felt: Region) -> Region:
    """The row in which the player across stands."""
    return Region(felt.x, felt.y + (felt.height >= _LARGE_HEIGHT), felt.width, 1)


def piles_row(height: int) -> int:
    """The row of a felt of this height in which the piles begin."""
    if height < _LARGE_HEIGHT:
        return 4
    return max(9, (height - LARGE.height) // 2 + 2)


def draw_felt(c: Canvas, felt: FeltModel) -> None:
    """Draw the felt in its height: nine rows, or a large one."""
    large = c.height >= _LARGE_HEIGHT
    if felt.across is not None:
        _draw_across(c, felt.across, 1 if large else 0, large=large)
    if felt.piles is not None:
        _draw_piles(c, felt, large=large)
    if large and felt.last:
        c.write_centred(0, c.width, c.height - 2, *felt.last)
    for row, line in enumerate(felt.empty):
        c.write_centred(0, c.width, c.height // 2 - len(felt.empty) // 2 + row, *line)
    _draw_foot(c, felt)


def _draw_foot(c: Canvas, felt: FeltModel) -> None:
    """Write what may be wanted one day into the last row, as far as there is room."""
    end, y = c.width - 2, c.height - 1
    told = felt.return_line and f"to come back: {felt.return_line}"
    told = told if width(told) <= end - 2 else _RETURN_HINT
    c.put(2, y, told, "muted")
    parts: tuple[Part, ...] = (key("#"), muted(f" shuffle {felt.shuffle}"))
    if felt.shuffle and width(told) + parts_width(parts) + 6 <= c.width:
        start = c.write_right(end, y, *parts)
        c.hit(start, y, end - start, 1, "#")


def _draw_across(c: Canvas, across: Across, y: int, *, large: bool) -> None:
    presence: Token = "good" if across.is_here else "warn"
    x = c.write(2, y, Span("●" if across.is_here else "○", presence), " ")
    x = c.write(x, y, strong(clip(across.name, 20), "opp"))
    end = c.width - (across.room_for_clock or 2)
    deals, doing = _beside_the_name(across, end - x - 2)
    c.put(x, y, deals, "muted")
    c.write_right(end, y, muted(doing))
    shape, wide, high = (SMALL, 5, 3) if large else (SMALL, 4, 2)
    step, y = wide - 1, y + (2 if large else 1)
    x = (c.width - step * (across.cards - 1) - wide) // 2 if large else shape.width - 3
    for place in range(across.cards):
        draw_back(c, x + place * step, y, wide, high)
    if across.known:
        x += step * (across.cards - 1) + wide + 2
        _write_known(c, x, y, high, across.known)


def _beside_the_name(across: Across, room: int) -> tuple[str, str]:
    """That the player deals, and what he does: the most that fits without cutting a word."""
    deals, cards = " · deals" if across.deals else "", f"{across.cards} cards"
    doing = across.doing or cards
    said = (doing, doing.removeprefix("is "), doing.partition(",")[0], cards, "")
    choices = ((mark, words) for words in said for mark in (deals, ""))
    return next((one for one in choices if width("".join(one)) <= room), ("", ""))


def _write_known(c: Canvas, x: int, y: int, rows: int, known: tuple[Card, ...]) -> None:
    start = column = c.write(x, y, muted("holds")) + 1
    row = 0
    for card in known:
        if column + 3 > c.width:
            row, column = row + 1, start
        if row == rows:
            return
        column = c.write(column, y + row, card, " ")


def _draw_piles(c: Canvas, felt: FeltModel, *, large: bool) -> None:
    assert felt.piles is not None  # noqa: S101 the caller has looked
    piles, shape = felt.piles, shape_for(c.look, has_room=large)
    y = piles_row(c.height)
    x = 2 if not large else max(2, (c.width - (shape.width * 2 + 6 + 34)) // 2)
    depth = 3 if piles.stock > 20 else 2 if piles.stock > 8 else 1
    for row in range(shape.height):
        c.put(x + shape.width, y + row, "▌" * depth, "back")
    draw_back(c, x, y, shape.width, shape.height)
    count = f" {piles.stock} "
    c.put(
        x + (shape.width - len(count) + 1) // 2,
        y + shape.height // 2,
        count,
        "face",
        on="back",
        bold=True,
    )
    below = y + shape.height
    _label(c, x, below, "s", "draw" if piles.may_draw else "stock", usable=piles.may_draw)
    c.hit(x, y, shape.width, shape.height + 1, "s")
    x += shape.width + depth + 3
    _draw_pile(c, piles, x, y, shape)
    _label(c, x, below, "t", "take" if piles.may_take else "pile", usable=piles.may_take)
    c.hit(x, y, shape.width, shape.height + 1, "t")
    if felt.status is not None:
        x += shape.width + (6 if large else 4)
        draw_status(c, felt.status, x, y, min(c.width - x - 2, 34), large=large)


def _draw_pile(c: Canvas, piles: Piles, x: int, y: int, shape: CardShape) -> None:
    if piles.upcard is None:
        for row in range(shape.height):
            c.put(x, y + row, "▏" + " " * (shape.width - 2) + "▕", "muted")
        c.put(x + 1, y + shape.height // 2, "none", "muted")
        return
    if piles.discards > 1:
        for row in range(shape.height):
            c.put(x + shape.width, y + row, "▌", "face_dim")
    draw_face(c, x, y, shape, Face(piles.upcard, cursor=piles.may_take))


def _label(c: Canvas, x: int, y: int, key: str, word: str, *, usable: bool) -> None:
    if usable:
        x = c.put(x, y, f" {key} ", "accent_ink", on="accent", bold=True)
        c.put(x + 1, y, word, bold=True)
    else:
        c.put(x, y, word, "muted")


def draw_status(c: Canvas, status: KnockStatus, x: int, y: int, wide: int, *, large: bool) -> None:
    """Draw deadwood, the meter with the knock limit, and the knock when there is one."""
    end = x + wide
    if status.deadwood is None:
        c.put(x, y, "Knock with", "muted")
        c.write_right(end, y, f"{status.limit} or less" if status.limit else "gin only")
        if status.note:
            c.put(x, y + 1, "Coach", "muted")
            c.write_right(end, y + 1, status.note)
    else:
        c.put(x, y, "Deadwood", "muted")
        c.write_right(end, y, strong(str(status.deadwood)))
        counted = status.deadwood
        if status.without is not None:
            counted = status.left
            c.write(x, y + 1, muted("Without "), status.without)
            c.write_right(end, y + 1, strong(str(counted)))
        _draw_meter(c, x, y + 2 + large, wide, counted, status.limit)
    _draw_chip(c, status, end, y + 3 + large)


def _draw_chip(c: Canvas, status: KnockStatus, end: int, y: int) -> None:
    if not status.can_knock:
        if status.deadwood is not None:
            c.write_right(end, y, muted(status.limit_words))
        return
    words = " k  GIN " if status.left == 0 else f" k  KNOCK WITH {status.left} "
    if status.is_big_gin:
        words = " k  BIG GIN "
    x = c.write_right(end, y, Span(words, "accent_ink", bold=True, on="accent"))
    c.hit(x, y, end - x, 1, "k")


def _draw_meter(c: Canvas, x: int, y: int, wide: int, value: int, limit: int) -> None:
    """A bar as long as the deadwood, with a tick at the limit; full at 30 or thrice the limit."""
    scale = 3 * limit or 30
    filled = min(wide, round(wide * min(value, scale) / scale))
    c.put(x, y, "─" * wide, "felt_hi")
    c.put(x, y, "━" * filled, "good" if value <= limit else "muted")
    c.put(x + min(wide - 1, round(wide * limit / scale)), y, "│", bold=True)
