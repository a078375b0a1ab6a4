"""What may leave the table for a person: the one place where hidden cards are cut away."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.actions import Action
from engine.cards import Card, Hand
from engine.deal import Deal, Phase, legal_actions
from engine.events import Event, StockDrawn
from engine.result import DealResult
from engine.rules import Rules
from engine.seats import PerSeat, Seat
from engine.showdown import Showdown


@dataclass(frozen=True, slots=True)
class SpectatorView:
    """A deal as everybody sees it."""

    rules: Rules
    dealer: Seat
    phase: Phase
    turn: Seat
    counts: PerSeat[int]
    """How many cards each seat holds."""
    known: PerSeat[Hand]
    """Cards a seat took from the pile in sight of all and still holds."""
    stock_count: int
    discard_pile: tuple[Card, ...]
    """The upcard last."""
    knock_limit: int
    doubled: bool
    taken: Card | None
    """The card taken from the pile this turn, which may not be thrown in it."""
    stock_only: bool
    """Both passed the upcard: this turn must draw from the stock."""
    showdown: Showdown | None
    """From the knock on: the knocker's hand and the layoffs."""
    result: DealResult | None
    hands: PerSeat[Hand] | None
    """Both hands, once they lie open: after a showdown, never after a dead deal."""

    @property
    def upcard(self) -> Card | None:
        """The top of the discard pile."""
        return self.discard_pile[-1] if self.discard_pile else None


@dataclass(frozen=True, slots=True)
class SeatView(SpectatorView):
    """A deal as the player in one seat sees it."""

    seat: Seat
    hand: Hand
    drawn: Card | None
    """The card that came into this hand this turn."""
    legal_actions: tuple[Action, ...]
    """What this seat may do now, knocks with their default spread only."""

    @property
    def is_my_turn(self) -> bool:
        """Whether this seat has to act."""
        return self.turn is self.seat and self.phase is not Phase.OVER


def spectator_view(deal: Deal) -> SpectatorView:
    """The deal as a watcher sees it."""
    lie_open = deal.phase is Phase.OVER and deal.showdown is not None
    return SpectatorView(
        rules=deal.rules,
        dealer=deal.dealer,
        phase=deal.phase,
        turn=deal.turn,
        counts=deal.hands.map(len),
        known=PerSeat(
            Hand(deal.seen_taken.a.mask & deal.hands.a.mask),
            Hand(deal.seen_taken.b.mask & deal.hands.b.mask),
        ),
        stock_count=len(deal.stock),
        discard_pile=deal.discard_pile,
        knock_limit=deal.knock_limit,
        doubled=deal.doubled,
        taken=deal.taken,
        stock_only=deal.stock_only,
        showdown=deal.showdown,
        result=deal.result,
        hands=deal.hands if lie_open else None,
    )


def seat_view(deal: Deal, seat: Seat) -> SeatView:
    """The deal as the player in `seat` sees it."""
    public = spectator_view(deal)
    shown = {name: getattr(public, name) for name in SpectatorView.__dataclass_fields__}
    return SeatView(
        **shown,
        seat=seat,
        hand=deal.hands[seat],
        drawn=deal.drawn if seat is deal.turn else None,
        legal_actions=legal_actions(deal, seat),
    )


def redacted(event: Event, viewer: Seat | None) -> Event:
    """The event as one seat, or with None a watcher, may see it."""
    match event:
        case StockDrawn(seat) if seat is not viewer:
            return replace(event, card=None)
        case _:
            return event
