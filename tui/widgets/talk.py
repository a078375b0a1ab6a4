"""What has been said and done: the news as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from engine.events import (
    CardDiscarded,
    CardLaidOff,
    DealEnded,
    DealStarted,
    Event,
    Knocked,
    LayoffUndone,
    StockDrawn,
    UpcardPassed,
    UpcardTaken,
)
from engine.result import Ending
from engine.seats import PerSeat, Seat
from tui.canvas import Canvas
from tui.gateway import Happened, News, Noticed, Said
from tui.text import Part, Span, muted, wrap
from tui.theme import Token


@dataclass(frozen=True, slots=True)
class Voices:
    """Who is who among those who speak and act."""

    you: str
    """Your name in the club."""
    names: PerSeat[str]
    """Who sits where; `you` at your own seat."""
    seat: Seat | None
    """Where you sit; None when you watch or are in the lobby."""

    def ink(self, seat: Seat) -> Token:
        """The colour of what a seat does."""
        return "you" if seat is (self.seat or Seat.A) else "opp"


IN_LOBBY = PerSeat("", "")


@dataclass(frozen=True, slots=True)
class TalkModel:
    """What the panel shows."""

    title: str
    news: tuple[News, ...]
    voices: Voices
    empty: str
    """What to say while there is nothing; it says what to do."""
    with_clock: bool = False


def draw_talk(c: Canvas, talk: TalkModel) -> None:
    """Draw the last lines that fit under the title."""
    c.title(talk.title, key="c", does="talk")
    rows: list[list[Part]] = []
    for line in _lines_backwards(talk):
        rows[:0] = wrap(line, c.width - 2)
        if len(rows) >= c.height - 1:
            break
    if not rows:
        c.put(1, 1, talk.empty, "muted")
    for y, row in enumerate(rows[-(c.height - 1) :], start=1):
        c.write(1, y, *row)


def _lines_backwards(talk: TalkModel) -> Iterator[list[Part]]:
    """The news as lines, the newest first; a draw and the discard after it are one line."""
    thrown: CardDiscarded | None = None
    for news in reversed(talk.news):
        clock: list[Part] = (
            [muted(news.clock + " ")] if talk.with_clock and not isinstance(news, Happened) else []
        )
        match news:
            case Happened(event=CardDiscarded() as event):
                if thrown is not None:
                    yield event_line(thrown, talk.voices)
                thrown = event
                continue
            case Happened(event=StockDrawn() | UpcardTaken() as event) if (
                thrown is not None and thrown.seat is event.seat
            ):
                yield [*event_line(event, talk.voices), muted(", threw "), thrown.card]
                thrown = None
                continue
        if thrown is not None:
            yield event_line(thrown, talk.voices)
            thrown = None
        match news:
            case Happened():
                yield event_line(news.event, talk.voices)
            case Said(name=name, text=text):
                ink: Token = (
                    "you" if name == talk.voices.you else "opp" if talk.voices.seat else "info"
                )
                yield [*clock, Span(name + ": ", ink, bold=True), text]
            case Noticed(text=text):
                yield [*clock, muted("· " + text)]
    if thrown is not None:
        yield event_line(thrown, talk.voices)


def event_line(event: Event, voices: Voices) -> list[Part]:
    """What happened, as a line."""
    match event:
        case DealStarted(dealer, upcard, limit):
            dealt = muted(f"Dealt by {voices.names[dealer]}: upcard ")
            return [dealt, upcard, muted(f", knock at {limit}")]
        case DealEnded(result):
            return [
                muted("The hand is dead." if result.ending is Ending.DEAD else "The hand is over.")
            ]
        case UpcardTaken(seat, card):
            return [_doer(seat, voices), muted("took "), card, muted(" from the pile")]
        case UpcardPassed(seat):
            return [_doer(seat, voices), muted("passed")]
        case StockDrawn(seat, card):
            drew: list[Part] = [card, " "] if card is not None else []
            return [_doer(seat, voices), muted("drew "), *drew, muted("from stock")]
        case CardDiscarded(seat, card):
            return [_doer(seat, voices), muted("threw "), card]
        case Knocked(seat, _, _, left):
            return [
                _doer(seat, voices),
                muted(f"knocked with {left.points}" if left else "went gin"),
            ]
        case CardLaidOff(seat, card, _):
            return [_doer(seat, voices), muted("laid off "), card]
        case LayoffUndone(seat, card):
            return [_doer(seat, voices), muted("took back "), card]
    assert_never(event)


def _doer(seat: Seat, voices: Voices) -> Part:
    return Span(voices.names[seat] + " ", voices.ink(seat))
