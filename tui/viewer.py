"""A table as one viewer reads it: who is `you`, who stands first, whose score is whose."""

from __future__ import annotations

from dataclasses import replace

from engine.seats import PerSeat, Seat
from tui.gateway import Desk, Presence, SeatClock, SeatInfo, Stage, TableSnapshot
from tui.rules_words import rules_name
from tui.text import Part
from tui.times import minutes
from tui.widgets.frame import Header
from tui.widgets.score import ScoreModel
from tui.widgets.talk import TalkModel, Voices

_NO_DESK = Desk()
_STOPPED = SeatClock(0, 0, is_running=False)
_SHORT = 12
"""Digits of a commitment that are enough to compare by eye."""


def person(table: TableSnapshot, seat: Seat) -> str:
    """Who sits there: `you`, or the name."""
    return "you" if seat is table.seat else names_of(table)[seat]


def possessive(table: TableSnapshot, seat: Seat) -> str:
    """Whose: `your`, or the name with its ending."""
    return "your" if seat is table.seat else f"{person(table, seat)}’s"


def names_of(table: TableSnapshot) -> PerSeat[str]:
    """What the players are called."""
    return table.players.map(lambda info: info.called if info is not None else "nobody")


def first_seat(table: TableSnapshot) -> Seat:
    """Whose things stand first: the viewer's own, or A's for a watcher."""
    return table.seat or Seat.A


def table_header(table: TableSnapshot, you: str, *words: str) -> Header:
    """The top row at a table: its name, rules, deal and coach, and where one is."""
    told = [table.spec.name, rules_name(table.spec.rules)]
    if table.stage is not Stage.WAITING:
        told.append(f"hand {table.deal_number}")
    told += words or (f"coach {table.spec.coach.value}",)
    return Header(tuple(told), you if table.seat is not None else f"{you}, watching")


def voices_of(table: TableSnapshot, you: str) -> Voices:
    """Who is who in the news of the table."""
    called = PerSeat(person(table, Seat.A), person(table, Seat.B))
    return Voices(you, called, table.seat)


def talk_model(table: TableSnapshot, you: str) -> TalkModel:
    """The talk panel at a table."""
    return TalkModel("TABLE TALK", table.news, voices_of(table, you), "Say hello with c.")


def score_model(table: TableSnapshot, fresh_deal: int | None = None) -> ScoreModel:
    """The score at a table with a match."""
    assert table.match is not None  # noqa: S101 # the callers have looked
    return ScoreModel(table.match, first_seat(table), names_of(table), fresh_deal)


def absence_words(table: TableSnapshot, seat: Seat) -> str:
    """How long an absent player's seat is kept; empty while he is here."""
    info = table.players[seat]
    if info is None or info.presence is Presence.HERE:
        return ""
    if table.may_claim:
        return "away too long"
    if info.grace is None:
        return "away"
    return f"away, seat kept {minutes(info.grace)}"


def clock_of(table: TableSnapshot, seat: Seat) -> SeatClock | None:
    """A seat's clock; None where there is none."""
    info = table.players[seat]
    return info.clock if info is not None else None


def still_of(table: TableSnapshot) -> TableSnapshot:
    """The table without what moves of itself: its clocks stand still, its desk is empty."""
    return replace(table, players=table.players.map(_stopped), desk=_NO_DESK)


def _stopped(info: SeatInfo | None) -> SeatInfo | None:
    return info if info is None or info.clock is None else replace(info, clock=_STOPPED)


def asks_to_adjourn(table: TableSnapshot) -> Seat | None:
    """The other player, when he offers to put the match off and waits for an answer."""
    return table.adjourn_offer if table.adjourn_offer is not table.seat else None


def short_commitment(table: TableSnapshot) -> str:
    """The first digits of the commitment to the shuffle; empty where there is none."""
    return table.shuffle.commitment[:_SHORT] if table.shuffle is not None else ""


def absent(table: TableSnapshot) -> tuple[Part, ...]:
    """Who else is away, for the prompt line."""
    seats = (
        seat for seat in (first_seat(table).other, first_seat(table)) if seat is not table.seat
    )
    told = ((person(table, seat), absence_words(table, seat)) for seat in seats)
    return tuple(f"○ {name} is {words} " for name, words in told if words)
