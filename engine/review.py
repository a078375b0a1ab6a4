"""A finished deal judged: what was done at each decision, and what the coach would have done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

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
from engine.advice import advise_draw, judged_by, rank_discards
from engine.cards import DECK, Card, Hand
from engine.deal import Deal, Phase, new_deal
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
from engine.layoffs import best_layoff
from engine.match import Match
from engine.melds import deadwood
from engine.play import apply
from engine.players.memory import Memory
from engine.players.situation import Situation
from engine.players.strong import Strong
from engine.players.worth import TYPICAL_WIN, gain
from engine.seats import PerSeat, Seat
from engine.view import redacted, seat_view

_STRONG = Strong()
_POINT = 0.5
"""Points of the deal in a point of the scale that discards are weighed by: it counts deadwood twice,
as it is and as it will be after a draw."""


@dataclass(frozen=True, slots=True)
class Played:
    """A deal as it was played, both hands open."""

    sheet: Match
    """As it stood before the deal; its rules are the deal's."""
    hands: PerSeat[Hand]
    """As they were dealt."""
    events: tuple[Event, ...]
    """Unredacted, the start of the deal first."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One decision beside the coach's."""

    place: int
    """Which of the deal's events it led to."""
    seat: Seat
    done: Action
    advised: Action
    cost: float
    """What it is held to have cost, in points by the coach's scale; 0 when it was as advised."""
    reason: str
    """Why the coach would do what it advises: a fragment without a full stop."""


def judgements(played: Played) -> Iterator[Judgement | None]:
    """Judge a deal event by event; None where nobody had anything to decide.

    Each step takes some milliseconds, so that whoever goes through them can show how far it is.
    """
    deal = _as_dealt(played)
    memories = PerSeat(Memory(), Memory())
    for place, event in enumerate(played.events):
        action = action_behind(event, deal)
        if action is None:
            yield None
        else:
            seat = deal.turn
            situation = judged_by(seat_view(deal, seat), played.sheet, memories[seat])
            yield _judged(place, situation, action)
            deal, _ = apply(deal, seat, action)
        memories = PerSeat(
            memories.a.after(redacted(event, Seat.A), Seat.A),
            memories.b.after(redacted(event, Seat.B), Seat.B),
        )


def costliest(found: Sequence[Judgement], count: int = 5) -> tuple[Judgement, ...]:
    """The decisions that are held to have cost most, the worst first."""
    mistakes = [judgement for judgement in found if judgement.cost > 0]
    return tuple(sorted(mistakes, key=lambda judgement: -judgement.cost)[:count])


def _as_dealt(played: Played) -> Deal:
    """The deal before anything was done; of the stock only what was drawn is in its place."""
    started = played.events[0]
    assert isinstance(started, DealStarted)  # noqa: S101 every deal begins so
    drawn = [
        event.card
        for event in played.events
        if isinstance(event, StockDrawn) and event.card is not None
    ]
    first, second = played.hands[started.dealer.other], played.hands[started.dealer]
    dealt = [card for pair in zip(first, second, strict=True) for card in pair]
    named: list[Card] = [*dealt, started.upcard, *drawn]
    rest = [card for card in DECK if card not in named]
    return new_deal(played.sheet.rules, started.dealer, (*named, *rest))[0]


def action_behind(event: Event, deal: Deal) -> Action | None:
    """What a player did to bring an event about; None for what came by itself."""
    match event:
        case UpcardTaken():
            return TakeUpcard()
        case UpcardPassed():
            return PassUpcard()
        case StockDrawn():
            return DrawStock()
        case CardDiscarded(_, card):
            return Discard(card)
        case Knocked(_, discard, spread):
            return BigGin(spread) if discard is None else Knock(discard, spread)
        case CardLaidOff(_, card, meld):
            return LayOff(card, meld)
        case LayoffUndone():
            return UndoLayoff()
        case DealEnded():
            return FinishLayoffs() if deal.phase is Phase.LAYOFF else None
        case DealStarted():
            return None
    assert_never(event)


def _judged(place: int, situation: Situation, done: Action) -> Judgement | None:
    view = situation.view
    match view.phase:
        case Phase.OFFER | Phase.DRAW if TakeUpcard() in view.legal_actions:
            return _judged_draw(place, situation, done)
        case Phase.DISCARD if isinstance(done, Discard | Knock):
            return _judged_throw(place, situation, done)
        case Phase.LAYOFF if done == FinishLayoffs():
            return _judged_layoff(place, situation)
        case _:
            return None


def _judged_draw(place: int, situation: Situation, done: Action) -> Judgement:
    view, upcard = situation.view, situation.view.discard_pile[-1]
    advice = advise_draw(situation)
    leave: Action = PassUpcard() if view.phase is Phase.OFFER else DrawStock()
    advised = TakeUpcard() if advice.take else leave
    cost = 0.0
    if done != advised:
        edge = _STRONG.edge_of_taking(situation, upcard)
        cost = max(_POINT * (edge if advice.take else -edge), 0.0)
    return Judgement(place, view.seat, done, advised, cost, advice.reason)


def _judged_throw(place: int, situation: Situation, done: Discard | Knock) -> Judgement:
    view, ranked = situation.view, rank_discards(situation)
    first, thrown = ranked[0], done.discard if isinstance(done, Knock) else done.card
    advised: Action = Knock(first.card) if first.knocks else Discard(first.card)
    chosen = next(advice for advice in ranked if advice.card == thrown)
    if isinstance(done, Knock) and first.knocks:
        cost = float(chosen.deadwood - first.deadwood)
    elif isinstance(done, Knock):
        cost = -_edge_in_points(situation, chosen.deadwood)
    else:
        cost = _POINT * (chosen.cost - min(advice.cost for advice in ranked))
        if first.knocks:
            cost += max(_edge_in_points(situation, first.deadwood), 0.0)
    return Judgement(place, view.seat, done, advised, max(cost, 0.0), first.reason)


def _edge_in_points(situation: Situation, left: int) -> float:
    """How many points better knocking with so much deadwood is held to be than playing on."""
    seat = situation.view.seat
    typical = gain(situation.match, seat, TYPICAL_WIN)
    return _STRONG.edge_of_knocking(situation, left) * TYPICAL_WIN / typical


def _judged_layoff(place: int, situation: Situation) -> Judgement | None:
    view, showdown = situation.view, situation.view.showdown
    assert showdown is not None  # noqa: S101 there is one in this phase
    best = best_layoff(showdown.spread, view.hand)
    steps = best.steps(showdown.spread)
    if not steps:
        return None
    cost = float(deadwood(view.hand) - best.deadwood)
    return Judgement(
        place, view.seat, FinishLayoffs(), LayOff(*steps[0]), cost, "it lowers your count"
    )
