"""Replays as JSON: `REPLAY_FRAME.write(frame)`."""

from __future__ import annotations

from engine.actions import LayOff
from engine.cards import Hand, parse_cards
from engine.deal import Phase
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
from engine.showdown import Showdown
from server.store.codec import CARD, MELD, RESULT, SEAT
from server.store.forms import (
    COUNT,
    TRUTH,
    Form,
    choice,
    listed,
    optional,
    per_seat,
    record,
    tagged,
    texted,
)
from tui.records import ReplayFrame

_HAND: Form[Hand] = texted(str, lambda text: Hand.of(parse_cards(text)))

_KNOCKED = record(
    Knocked, seat=SEAT, discard=optional(CARD), spread=listed(MELD), deadwood_cards=_HAND
)
_EVENT: Form[Event] = tagged(
    "event",
    {
        "deal_started": (
            DealStarted,
            record(DealStarted, dealer=SEAT, upcard=CARD, knock_limit=COUNT),
        ),
        "upcard_taken": (UpcardTaken, record(UpcardTaken, seat=SEAT, card=CARD)),
        "upcard_passed": (UpcardPassed, record(UpcardPassed, seat=SEAT)),
        "stock_drawn": (StockDrawn, record(StockDrawn, seat=SEAT, card=optional(CARD))),
        "card_discarded": (CardDiscarded, record(CardDiscarded, seat=SEAT, card=CARD)),
        "knocked": (Knocked, _KNOCKED),
        "card_laid_off": (CardLaidOff, record(CardLaidOff, seat=SEAT, card=CARD, meld=COUNT)),
        "layoff_undone": (LayoffUndone, record(LayoffUndone, seat=SEAT, card=CARD)),
        "deal_ended": (DealEnded, record(DealEnded, result=RESULT)),
    },
)
_SHOWDOWN = record(
    Showdown,
    knocker=SEAT,
    discard=optional(CARD),
    laid=listed(MELD),
    deadwood_cards=_HAND,
    layoffs=listed(record(LayOff, card=CARD, meld=COUNT)),
)

REPLAY_FRAME: Form[ReplayFrame] = record(
    ReplayFrame,
    event=_EVENT,
    hands=per_seat(_HAND),
    discard_pile=listed(CARD),
    stock_count=COUNT,
    turn=SEAT,
    phase=choice(Phase),
    showdown=optional(_SHOWDOWN),
    is_timed_out=TRUTH,
)
