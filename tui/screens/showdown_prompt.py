"""What the prompt line says during the showdown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from engine.cards import Card
from engine.showdown import Showdown
from tui.card_art import meld_word
from tui.gateway import TableSnapshot
from tui.layoff_count import LayoffCount
from tui.text import Part, key, muted
from tui.viewer import absent, person
from tui.widgets.frame import Prompt


class Asking(Enum):
    """What the prompt line waits to be told."""

    NOTHING = auto()
    MELD = auto()
    """On which of several melds the card goes."""
    FINISH = auto()
    """Whether to finish although the count could still be lowered."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """The defender's hand with the cursor on one of its cards."""

    showdown: Showdown
    count: LayoffCount
    place: int

    @property
    def card(self) -> Card | None:
        """The card under the cursor; None when everything is laid off."""
        return self.count.cards[self.place] if self.count.cards else None

    @property
    def fitting(self) -> tuple[int, ...]:
        """The melds that this card fits."""
        return self.count.places[self.place] if self.count.cards else ()


def meld_named(showdown: Showdown, meld: int) -> str:
    """A meld of the spread by its number: `1 run`."""
    return f"{meld + 1} {meld_word(showdown.laid[meld])}"


def waiting_prompt(table: TableSnapshot, showdown: Showdown, flash: str) -> Prompt:
    """What the knocker and the watchers read."""
    done = len(showdown.layoffs)
    words = f"{done} laid off so far" if done else "nothing laid off so far"
    name = person(table, showdown.knocker.other)
    return Prompt(f"{name} lays off", (muted(words),), absent(table), flash=flash)


def layoff_prompt(
    table: TableSnapshot, cursor: Cursor, asking: Asking, flash: str, *, names_keys: bool
) -> Prompt:
    """What the defender reads."""
    match asking:
        case Asking.FINISH:
            says = _question(cursor.count)
        case Asking.MELD:
            says = _choice(cursor)
        case Asking.NOTHING:
            says = _offer(cursor) if names_keys else _fact(cursor)
    return Prompt("YOU LAY OFF", tuple(says), absent(table), is_yours=True, flash=flash)


def _question(count: LayoffCount) -> Iterator[Part]:
    yield f"{len(count.best_steps)} more would leave {count.best}:  "
    yield from (key("f"), f" keeps {count.now}  ", key("x"), " lays off  ", key("Esc"), " back")


def _choice(cursor: Cursor) -> Iterator[Part]:
    if cursor.card is not None:
        yield from (cursor.card, " goes on ")
    for place, meld in enumerate(cursor.fitting):
        yield "  or  " if place else ""
        yield from (key(str(meld + 1)), f" {meld_word(cursor.showdown.laid[meld])}")
    yield from ("   ", key("Esc"), " back")


def _fact(cursor: Cursor) -> Iterator[Part]:
    if cursor.card is None:
        yield "Everything is laid off."
        return
    where = " or ".join(meld_named(cursor.showdown, meld) for meld in cursor.fitting)
    yield from (cursor.card, f" fits on {where}" if where else " fits nowhere")


def _offer(cursor: Cursor) -> Iterator[Part]:
    count = cursor.count
    if cursor.card is not None and cursor.fitting:
        where = " or ".join(str(meld + 1) for meld in cursor.fitting)
        if len(cursor.fitting) == 1:
            where = meld_named(cursor.showdown, cursor.fitting[0])
        yield from (key("Enter"), " lays ", cursor.card, f" on {where}   ")
    else:
        yield from _fact(cursor)
        yield "   "
    if count.best_steps:
        yield from (key("x"), " lays off the best")
    else:
        yield from (key("f"), f" finishes with {count.now}")
