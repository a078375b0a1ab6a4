"""The rows and blocks every screen shares: header, prompt line, footer, toast and guard."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from tui.canvas import Canvas
from tui.layout import MIN_HEIGHT, MIN_WIDTH
from tui.text import Part, Span, clip, muted, parts_width, strong, width, wrap
from tui.theme import Token


@dataclass(frozen=True, slots=True)
class Header:
    """What stands in the top row."""

    words: tuple[str, ...]
    """Where one is, and what holds there; the first stands out."""
    right: str = ""


def draw_header(c: Canvas, header: Header) -> None:
    """Draw the top row."""
    suits: tuple[tuple[str, Token], ...] = (
        ("♠", "s_off"), ("♥", "h_off"), ("♦", "d_off"), ("♣", "c_off"),
    )  # fmt: skip
    x = c.write(1, 0, *(Span(symbol, ink) for symbol, ink in suits))
    x = c.write(x + 1, 0, strong("HOLLYWOOD GIN")) + 2
    end = c.write_right(c.width - 1, 0, muted(header.right)) - 1
    for place, word in enumerate(header.words):
        shown = clip((" · " if place else "") + word, end - x)
        x = c.put(x, 0, shown, "muted" if place else "fg")


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the prompt line says."""

    chip: str = ""
    parts: tuple[Part, ...] = ()
    right: tuple[Part, ...] = ()
    is_yours: bool = False
    """The chip is gold: you can act now."""
    flash: str = ""
    """A mistake explained; stands in place of the rest for a while."""


def draw_prompt(c: Canvas, prompt: Prompt) -> None:
    """Draw the prompt line."""
    x = 1
    if prompt.chip:
        ink: Token = "accent_ink" if prompt.is_yours else "fg"
        on: Token = "accent" if prompt.is_yours else "felt_hi"
        x = c.put(x, 0, f" {prompt.chip} ", ink, on=on, bold=True) + 1
    end = c.width - 1
    if prompt.right:
        end = c.write_right(end, 0, *prompt.right) - 1
    if prompt.flash:
        c.put(x, 0, clip("▲ " + prompt.flash, end - x), "warn", bold=True)
    else:
        c.write(x, 0, *prompt.parts, end=end)


class Priority(Enum):
    """How early a key gives way when the footer is full."""

    PINNED = 0
    NORMAL = 1
    LOW = 2
    """It stands in a title too."""


@dataclass(frozen=True, slots=True)
class FooterItem:
    """A key of the present phase."""

    shown: str
    """The key as people know it, such as `Enter`."""
    label: str
    key: str
    """The key a click presses."""
    usable: bool = True
    priority: Priority = Priority.NORMAL

    @property
    def width(self) -> int:
        """Cells it takes, the gap after it included."""
        return width(self.shown) + width(self.label) + 3


@dataclass(frozen=True, slots=True)
class Footer:
    """What stands in the bottom row."""

    items: tuple[FooterItem, ...]
    flash: str = ""


def draw_footer(c: Canvas, footer: Footer) -> None:
    """Draw the bottom row: what fits from the left, the pinned keys at the right."""
    if footer.flash:
        c.put(1, 0, clip("▲ " + footer.flash, c.width - 2), "warn", bold=True)
        return
    named = [
        replace(item, shown=spelled(item.shown)) if c.look.in_ascii else item
        for item in footer.items
    ]
    pinned = [item for item in named if item.priority is Priority.PINNED]
    x = c.width + 1 - sum(item.width for item in pinned)
    room = x - 1
    for item in pinned:
        _draw_item(c, x, item)
        x += item.width
    items = [item for item in named if item.priority is not Priority.PINNED]
    while items and sum(item.width for item in items) > room:
        low = [item for item in items if item.priority is Priority.LOW]
        items.remove(low[-1] if low else items[-1])
    x = 1
    for item in items:
        _draw_item(c, x, item)
        x += item.width


def spelled(shown: str) -> str:
    """Keys in words, since a terminal in letters has no arrows, and `<` is a key of its own."""
    return "Arrows" if shown in ("←→", "↑↓") else shown


def _draw_item(c: Canvas, x: int, item: FooterItem) -> None:
    ink: Token = "fg" if item.usable else "faint"
    c.write(
        x,
        0,
        Span(item.shown, "accent" if item.usable else "faint", bold=item.usable),
        Span(" " + item.label, ink),
    )
    c.hit(x, 0, item.width - 2, 1, item.key)


def draw_toast(c: Canvas, text: str) -> None:
    """Draw a line of news from outside."""
    c.put(0, 0, "▌", "info")
    c.put(2, 0, clip(text, c.width - 3))


@dataclass(frozen=True, slots=True)
class Guard:
    """What the reduced screen says when the terminal is too small."""

    lines: tuple[tuple[Part, ...], ...] = ()
    """Turn, clock and hand, each a line."""


def draw_guard(c: Canvas, guard: Guard) -> None:
    """Draw the reduced screen in any size."""
    lines: list[tuple[Part, ...]] = [
        (strong("Terminal too small"),),
        (f"{c.width}×{c.height}: {MIN_WIDTH}×{MIN_HEIGHT} needed",),
        (muted("enlarge the window or shrink the font"),),
    ]
    told = [row for line in guard.lines for row in wrap(line, c.width, indent=0)]
    room = c.height - len(told)
    rows = [*lines[: max(0, room)], *told]
    for y, row in enumerate(rows, start=max(0, (c.height - len(rows)) // 2)):
        c.write_centred(0, c.width, y, *row)


def draw_dialog(c: Canvas, title: str, lines: tuple[tuple[Part, ...], ...]) -> None:
    """Draw a block with a title and lines under it."""
    c.title(title)
    for place, line in enumerate(lines):
        if parts_width(line):
            c.write(3, 2 + place, *line)
