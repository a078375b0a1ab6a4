"""Tables with clocks, offers to adjourn, pauses and shuffles that can be checked."""

from __future__ import annotations

import json
from dataclasses import replace

from engine.actions import Discard, FinishLayoffs, Knock
from engine.cards import parse_card
from engine.seats import PerSeat, Seat
from server.fair_shuffle import shuffle_of
from tests.support.deals import played
from tests.support.gateway import FakeGateway, sitting_at, waiting_alone
from tests.support.tables import WINS, at_the_discard, knockable, while_waiting
from tui.gateway import (
    OFFERED_CLOCK,
    Pause,
    PauseReason,
    Presence,
    SeatClock,
    SeatInfo,
    ShuffleNote,
    TableSpec,
)

SPEC = TableSpec("Sunset Strip", clock=OFFERED_CLOCK, cuts=True)
RETURN_LINE = "ssh -p 2222 ada+7KQ2M9XD@gin.example"
_SHUFFLES = tuple(
    shuffle_of("m7", deal, bytes([deal]) * 32).with_cut(Seat.A, b"my lucky socks")
    for deal in range(1, 10)
)


def note(deal: int = 7, cut_seconds: int | None = None, *cut: Seat) -> ShuffleNote:
    """What is known of the shuffles of the seventh deal and the one before it."""
    has_cut = PerSeat(Seat.A in cut, Seat.B in cut)
    published = json.dumps(_SHUFFLES[deal - 2].published())
    return ShuffleNote(deal, _SHUFFLES[deal - 1].commitment, cut_seconds, has_cut, published)


def clocked(gateway: FakeGateway, mine: SeatClock, theirs: SeatClock) -> FakeGateway:
    """The same table with clocks."""
    assert gateway.at is not None
    spec = replace(SPEC, rules=gateway.at.spec.rules)
    players = PerSeat(SeatInfo("ada", clock=mine), SeatInfo("bob", clock=theirs))
    gateway.change(spec=spec, players=players, more={"shuffle": note(), "match_id": "m7"})
    return gateway


def on_my_clock() -> FakeGateway:
    """Ada thinks: 27 seconds are left of her turn."""
    return clocked(at_the_discard(), SeatClock(27, 120, True), SeatClock(30, 95, False))


def short_of_time() -> FakeGateway:
    """Ada has nothing left but nine seconds of her bank."""
    return clocked(at_the_discard(), SeatClock(0, 9, True), SeatClock(30, 95, False))


def on_the_others_clock() -> FakeGateway:
    """Bob thinks, on his bank."""
    return clocked(while_waiting(), SeatClock(30, 120, False), SeatClock(0, 43, True))


def laying_off_on_the_clock() -> FakeGateway:
    """Bob has been knocked and lays off."""
    deal = played(knockable(), Knock(parse_card("QS")))
    gateway = sitting_at(deal, wins=WINS)
    return clocked(gateway, SeatClock(30, 120, False), SeatClock(12, 95, True))


def between_hands() -> FakeGateway:
    """The result is shown, and the next hand comes by itself."""
    gateway = sitting_at(knockable(), wins=WINS[:3])
    clocked(gateway, SeatClock(30, 120, False), SeatClock(30, 95, False))
    assert gateway.at is not None
    gateway.at.play(Seat.A, Knock(parse_card("QS")))
    gateway.at.play(Seat.B, FinishLayoffs())
    gateway.change(more={"next_deal_in": 12, "shuffle": note(8), "match_id": "m7"})
    return gateway


def as_a_guest(gateway: FakeGateway) -> FakeGateway:
    """The same table for somebody without a key."""
    assert gateway.at is not None
    gateway.is_guest = True
    gateway.change(more={**gateway.at.more, "return_line": RETURN_LINE})
    return gateway


def waiting_as_a_guest() -> FakeGateway:
    """Nobody else sits there yet."""
    return as_a_guest(waiting_alone())


def past_the_grace() -> FakeGateway:
    """Bob is on turn and has been away for too long."""
    gateway = while_waiting()
    away = SeatInfo("bob", Presence.AWAY, grace=0)
    gateway.change(
        players=PerSeat(SeatInfo("ada"), away), may_claim=True, more={"may_adjourn": True}
    )
    return gateway


def with_an_offer(by: Seat) -> FakeGateway:
    """One of them would like to put the match off."""
    gateway = at_the_discard()
    gateway.change(more={"may_adjourn": by is Seat.B, "adjourn_offer": by})
    return gateway


def paused(reason: PauseReason, seconds: int | None = None) -> FakeGateway:
    """The clocks stand still; Ada is on turn."""
    sentence = {
        PauseReason.FAULT: "Nothing can be written down: clocks wait.",
        PauseReason.RESTART: "The server restarted: clocks wait for both.",
        PauseReason.ADJOURNED: "Adjourned: it goes on when both are here.",
    }[reason]
    gateway = on_my_clock()
    assert gateway.at is not None
    gateway.change(more={**gateway.at.more, "pause": Pause(reason, seconds, sentence)})
    return gateway


def cutting(*cut: Seat, seat: Seat | None = Seat.A, first: bool = False) -> FakeGateway:
    """The deck may be cut for another twelve seconds; those named have done it."""
    gateway = sitting_at(played(knockable(), Discard(parse_card("QS"))), wins=WINS, seat=seat)
    gateway.change(spec=replace(SPEC, rules=gateway.deal.rules), is_cutting=True)
    gateway.change(more={"shuffle": note(7, 12, *cut), "match_id": "m7"})
    if first:
        gateway.change(deal=None, deal_number=1, more={"shuffle": note(2, 12, *cut)})
    return gateway
