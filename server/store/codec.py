"""Actions, facts and finished matches as JSON, and back: `FACT.write(fact)`, `FACT.read(json)`."""

from __future__ import annotations

from engine.actions import (
    Action,
    BigGin,
    Discard,
    DrawStock,
    FinishLayoffs,
    Knock,
    LayOff,
    PassUpcard,
    TakeUpcard,
    UndoLayoff,
)
from engine.cards import Card, parse_card
from engine.melds import Meld, parse_meld
from engine.result import DealResult, Ending
from engine.rules import LateEntry, MatchWinner, Rules
from engine.seats import Seat
from server.lobby.facts import (
    Acted,
    Adjourned,
    CalledOff,
    CutSealed,
    DealBegun,
    Fact,
    Finished,
    GivenUp,
    MatchStarted,
    Participant,
    Readied,
    Resumed,
    Returned,
    Sheet,
    ShuffleCommitted,
    TimePassed,
)
from server.lobby.progress import MatchEnd
from server.lobby.terms import ClockRule, Hints
from server.store.forms import (
    COUNT,
    TEXT,
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

CARD: Form[Card] = texted(str, parse_card)
SEAT = choice(Seat)
MELD: Form[Meld] = texted(str, parse_meld)
_SPREAD = optional(listed(MELD))

ACTION: Form[Action] = tagged(
    "do",
    {
        "take_upcard": (TakeUpcard, record(TakeUpcard)),
        "pass_upcard": (PassUpcard, record(PassUpcard)),
        "draw_stock": (DrawStock, record(DrawStock)),
        "discard": (Discard, record(Discard, card=CARD)),
        "knock": (Knock, record(Knock, discard=CARD, spread=_SPREAD)),
        "big_gin": (BigGin, record(BigGin, spread=_SPREAD)),
        "lay_off": (LayOff, record(LayOff, card=CARD, meld=COUNT)),
        "undo_layoff": (UndoLayoff, record(UndoLayoff)),
        "finish_layoffs": (FinishLayoffs, record(FinishLayoffs)),
    },
)

_RULES = record(
    Rules,
    preset=TEXT,
    gin_bonus=COUNT,
    undercut_bonus=COUNT,
    big_gin_bonus=optional(COUNT),
    game_bonus=COUNT,
    shutout_bonus=COUNT,
    shutout_doubled=TRUTH,
    box_bonus=COUNT,
    late_entry=choice(LateEntry),
    fiftieth_card=TRUTH,
    match_winner=choice(MatchWinner),
    target=COUNT,
    oklahoma=TRUTH,
    spades_double=TRUTH,
    third_game_doubled=TRUTH,
    single_game=TRUTH,
)

_PARTICIPANT = record(Participant, name=TEXT, account=optional(COUNT), computer=optional(TEXT))
_MATCH_STARTED = record(
    MatchStarted,
    rules=_RULES,
    first_dealer=SEAT,
    players=per_seat(_PARTICIPANT),
    hints=choice(Hints),
    table=TEXT,
    is_private=TRUTH,
    has_cuts=TRUTH,
    clock=optional(record(ClockRule, turn=COUNT, bank=COUNT)),
)
_ACTED = record(Acted, seat=SEAT, action=ACTION, is_timed_out=TRUTH, bank=optional(COUNT))

FACT: Form[Fact] = tagged(
    "fact",
    {
        "match_started": (MatchStarted, _MATCH_STARTED),
        "shuffle_committed": (
            ShuffleCommitted,
            record(ShuffleCommitted, deal=COUNT, commitment=TEXT),
        ),
        "cut_sealed": (CutSealed, record(CutSealed, seat=SEAT)),
        "deal_begun": (DealBegun, record(DealBegun, deal=COUNT, dealer=SEAT)),
        "acted": (Acted, _ACTED),
        "readied": (Readied, record(Readied, seat=SEAT)),
        "returned": (Returned, record(Returned, seat=SEAT, grace=COUNT)),
        "time_passed": (TimePassed, record(TimePassed, thought=COUNT, grace=per_seat(COUNT))),
        "adjourned": (Adjourned, record(Adjourned, seat=SEAT)),
        "resumed": (Resumed, record(Resumed)),
        "given_up": (GivenUp, record(GivenUp, seat=SEAT)),
        "called_off": (CalledOff, record(CalledOff)),
    },
)


RESULT = record(
    DealResult,
    ending=choice(Ending),
    knocker=optional(SEAT),
    knocker_deadwood=COUNT,
    defender_deadwood=COUNT,
    doubled=TRUTH,
)
_SHEET = record(Sheet, rules=_RULES, first_dealer=SEAT, results=listed(RESULT))
FINISHED = record(
    Finished,
    players=per_seat(_PARTICIPANT),
    hints=choice(Hints),
    sheet=_SHEET,
    end=choice(MatchEnd),
    winner=SEAT,
)
