"""The shuffle: what was promised before a hand, what was shown after it, and how to check it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from engine.cards import parse_cards
from engine.errors import CardError
from engine.seats import Seat
from tui.commands import Command
from tui.gateway import ShuffleNote
from tui.screens.base import Layer
from tui.text import Part, muted, strong, wrap
from tui.viewer import person
from tui.widgets.cells import Panel
from tui.widgets.frame import Header, Priority
from tui.widgets.rules_page import Line
from tui.widgets.text_page import TextPage, draw_text_page, room_for_lines

if TYPE_CHECKING:
    from tui.presenter import Presenter

_READING = 92
_LABEL = 12
_PROMISE = (
    "Before each hand the house draws a secret and shows its commitment. No other secret fits "
    "that commitment, so the deck cannot be changed once you have seen it. After the hand the "
    "secret is shown: whoever noted the commitment can check that the cards came as promised. "
    "It does not prove that nobody at the house looked at them."
)
_CHECK = (
    "To check it, copy the record's lines into a file hand.json and run the first of these, or "
    "with nothing but Python the second; add the commitment that you noted."
)
_COMMANDS = ("hollywood-gin verify hand.json", "python3 verify_deal.py hand.json")


class ShuffleLayer(Layer):
    """The promise for this hand and the record of the last one, or of the hand named `ID:3`."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self.first = 0
        self._record = ""
        """Of a hand that was named."""

    async def read(self) -> None:
        """Read the record of the hand that was named.

        Raises:
            RejectedError: If that hand is not over.
        """
        match, _, deal = self.subject.rpartition(":")
        if match:
            self._record = (await self.presenter.gateway.replay(match, int(deal))).published

    def header(self) -> Header:
        """Say where one is."""
        table = self.presenter.table
        words = (table.spec.name, "the shuffle") if table is not None else ("The shuffle",)
        return Header(words, self.presenter.gateway.name)

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """Show as much as fits."""
        page = TextPage("THE SHUFFLE", self._lines(width), min(self.first, self._last()))
        return (Panel(self.block(width, height), draw_text_page, page),)

    def commands(self) -> Sequence[Command]:
        """Scroll and close."""
        room = room_for_lines(self.presenter.size[1] - 2)
        scrolls = Priority.NORMAL if self._last() else None
        return (
            Command(("up", "k"), "Scroll", lambda: self._scroll(-1), shown="↑↓", footer=scrolls),
            Command(("down", "j"), "Scroll down", lambda: self._scroll(1), footer=None),
            Command(("pagedown", "space"), "Screen", lambda: self._scroll(room), footer=scrolls),
            Command(("pageup",), "Screen back", lambda: self._scroll(-room), footer=None),
            self.closing("#", "q", label="Back"),
        )

    def _scroll(self, by: int) -> None:
        self.first = max(0, min(self.first + by, self._last()))

    def _last(self) -> int:
        wide, high = self.presenter.size
        return max(0, len(self._lines(wide)) - room_for_lines(high - 2))

    def _lines(self, wide: int) -> tuple[Line, ...]:
        limit = min(wide - 4, _READING)
        return tuple(self._told(limit))

    def _told(self, limit: int) -> Iterator[Line]:
        table = self.presenter.table
        note = table.shuffle if table is not None and not self.subject else None
        yield from _paragraph(_PROMISE, limit)
        if note is not None:
            yield from ((), (strong(f"Hand {note.deal}"),))
            yield (muted(f"{'commitment':<{_LABEL}}"), strong(note.commitment))
            if table is not None and table.spec.cuts:
                yield (muted(f"{'cuts':<{_LABEL}}"), *self._cutters(note))
        record = self._record or (note.published if note is not None else "")
        if record:
            yield ()
            yield from _record_lines(record, limit)
            yield ()
            yield from _paragraph(_CHECK, limit)
            yield from ((strong(f"  {command}"),) for command in _COMMANDS)

    def _cutters(self, note: ShuffleNote) -> Iterator[Part]:
        table = self.presenter.table
        if table is None:
            return
        for seat in Seat:
            verb = "have" if seat is table.seat else "has"
            done = f"{verb} cut" if note.has_cut[seat] else f"{verb} not cut"
            yield f"{person(table, seat)} {done}   "


def _paragraph(text: str, limit: int) -> Iterator[Line]:
    yield from (tuple(row) for row in wrap([muted(text)], limit, indent=0))


def _record_lines(record: str, limit: int) -> Iterator[Line]:
    """What a published hand says, in words, and then itself."""
    try:
        fields: dict[str, Any] = json.loads(record)
        deck = parse_cards(fields["deck"])
        facts = {name: str(fields[name]) for name in ("commitment", "seed")}
        cuts = [bytes.fromhex(cut).decode(errors="replace") for cut in fields["cuts"]]
        yield (strong(f"Hand {fields['deal']}, now that it is over"),)
    except (ValueError, KeyError, TypeError, CardError):
        yield (strong("The hand that is over"),)
    else:
        for name, value in facts.items():
            yield (muted(f"{name:<{_LABEL}}"), value)
        for place, cut in enumerate(cuts):
            yield (muted(f"{f'cut {place + 1}':<{_LABEL}}"), cut or muted("none"))
        spaced = [part for card in deck for part in (card, " ")]
        for place, row in enumerate(wrap(spaced, limit - _LABEL, indent=0)):
            yield (muted(f"{'' if place else 'deck':<{_LABEL}}"), *row)
    yield ()
    yield (muted("The record:"),)
    yield from ((row,) for row in _rows(record, limit))


def _rows(record: str, limit: int) -> Iterator[str]:
    """Rows that give the record again when put together, even if copying trims them."""
    while record:
        end = limit
        while " " in record[end - 1 : end + 1] and end < len(record):
            end -= 1
        yield record[:end]
        record = record[end:]
