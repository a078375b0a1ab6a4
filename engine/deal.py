"""One deal, from the shuffle to the showdown, as a pure state machine (`docs/RULES.md §1–3`).

`new_deal` deals, `legal_actions` says what a seat may do; `engine.play.apply` does it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
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
from engine.cards import DECK, Card, Hand, Rank, Suit
from engine.events import DealStarted, Event
from engine.layoffs import layoff_places
from engine.melds import deadwood, knock_discards
from engine.result import DealResult
from engine.rules import KNOCK_LIMIT, Rules
from engine.seats import PerSeat, Seat
from engine.showdown import Showdown

HAND_SIZE = 10
LAST_STOCK_CARDS = 2
"""No turn starts with this few cards in the stock (`docs/RULES.md §2`)."""
SWAP_LIMIT = 50
"""Takes from the discard pile in a row, without a stock draw, that kill a deal."""
_NOTHING_TAKEN = PerSeat(Hand(), Hand())
_DISCARDS = tuple(Discard(card) for card in DECK)


class Phase(Enum):
    """Where a deal stands, which says what the seat on turn may do."""

    OFFER = "offer"
    """The opening upcard is offered."""
    DRAW = "draw"
    DISCARD = "discard"
    """Holding eleven cards: discard or knock."""
    LAST_OFFER = "last_offer"
    """The last discard is offered under the fiftieth-card rule."""
    LAST_KNOCK = "last_knock"
    """The last discard was taken: knock, or give it back."""
    LAYOFF = "layoff"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything about one deal, hidden cards included; never leaves the table as it is."""

    rules: Rules
    dealer: Seat
    phase: Phase
    turn: Seat
    """Who has to act; in `LAYOFF` the defender."""
    hands: PerSeat[Hand]
    stock: tuple[Card, ...]
    """The next card to draw first."""
    discard_pile: tuple[Card, ...]
    """The upcard last."""
    knock_limit: int
    doubled: bool
    seen_taken: PerSeat[Hand] = _NOTHING_TAKEN
    """Every card a seat took from the pile in sight of the other, thrown since or not."""
    taken: Card | None = None
    """The card taken from the pile this turn, which may not be thrown in it."""
    drawn: Card | None = None
    """The card that came into the hand this turn, from wherever."""
    stock_only: bool = False
    """Both passed the upcard: this turn must draw from the stock."""
    swaps: int = 0
    """Takes from the discard pile since the last stock draw."""
    showdown: Showdown | None = None
    result: DealResult | None = None

    @property
    def upcard(self) -> Card | None:
        """The top of the discard pile."""
        return self.discard_pile[-1] if self.discard_pile else None


Step = tuple[Deal, tuple[Event, ...]]
"""A next deal and what happened on the way to it."""


def new_deal(rules: Rules, dealer: Seat, deck: Sequence[Card]) -> Step:
    """Deal a shuffled deck: ten each, non-dealer first, the 21st turned up (`docs/RULES.md §1`).

    Args:
        rules: The table's rules.
        dealer: The seat that deals.
        deck: All 52 cards; `deck[0]` goes to the non-dealer, `deck[21]` is the top of the stock.

    Raises:
        ValueError: If the deck is not the 52 cards.
    """
    if sorted(deck) != list(DECK):
        raise ValueError("a deck is the 52 cards, each once")
    upcard = deck[2 * HAND_SIZE]
    hands = PerSeat.of(
        dealer.other,
        Hand.of(deck[0 : 2 * HAND_SIZE : 2]),
        Hand.of(deck[1 : 2 * HAND_SIZE : 2]),
    )
    deal = Deal(
        rules=rules,
        dealer=dealer,
        phase=Phase.OFFER,
        turn=dealer.other,
        hands=hands,
        stock=tuple(deck[2 * HAND_SIZE + 1 :]),
        discard_pile=(upcard,),
        knock_limit=knock_limit(rules, upcard),
        doubled=rules.spades_double and upcard.suit is Suit.SPADES,
    )
    return deal, (DealStarted(dealer, upcard, deal.knock_limit),)


def knock_limit(rules: Rules, upcard: Card) -> int:
    """Most deadwood a knock may leave; under Oklahoma the upcard says (`docs/RULES.md §6`)."""
    if not rules.oklahoma:
        return KNOCK_LIMIT
    return 0 if upcard.rank is Rank.ACE else upcard.points


def legal_actions(deal: Deal, seat: Seat) -> tuple[Action, ...]:
    """Everything a seat may do now, knocks with their default spread only.

    It depends on nothing the seat cannot see.
    """
    if seat is not deal.turn:
        return ()
    match deal.phase:
        case Phase.OFFER:
            return (TakeUpcard(), PassUpcard())
        case Phase.DRAW:
            return (DrawStock(),) if deal.stock_only else (DrawStock(), TakeUpcard())
        case Phase.DISCARD:
            throws = [_DISCARDS[card] for card in deal.hands[seat] if card != deal.taken]
            return (*throws, *_knocks(deal, seat))
        case Phase.LAST_OFFER:
            return (TakeUpcard(), PassUpcard()) if can_knock_with_upcard(deal) else (PassUpcard(),)
        case Phase.LAST_KNOCK:
            return (*_knocks(deal, seat), PassUpcard())
        case Phase.LAYOFF:
            return (*_layoffs(deal, seat), FinishLayoffs())
        case Phase.OVER:
            return ()
    assert_never(deal.phase)


def _knocks(deal: Deal, seat: Seat) -> Iterator[Action]:
    hand = deal.hands[seat]
    for card in knock_discards(hand, deal.knock_limit, deal.taken):
        yield Knock(card)
    if deal.rules.big_gin_bonus is not None and deadwood(hand) == 0:
        yield BigGin()


def _layoffs(deal: Deal, seat: Seat) -> Iterator[Action]:
    assert deal.showdown is not None  # noqa: S101 there is one in this phase
    spread = deal.showdown.spread
    for card in deal.hands[seat]:
        for meld in layoff_places(spread, card):
            yield LayOff(card, meld)
    if deal.showdown.layoffs:
        yield UndoLayoff()


def with_upcard_taken(deal: Deal) -> Deal:
    """The deal with the upcard moved into the hand on turn."""
    seat, card = deal.turn, deal.discard_pile[-1]
    return replace(
        deal,
        phase=Phase.LAST_KNOCK if deal.phase is Phase.LAST_OFFER else Phase.DISCARD,
        hands=deal.hands.put(seat, deal.hands[seat].plus(card)),
        seen_taken=deal.seen_taken.put(seat, deal.seen_taken[seat].plus(card)),
        discard_pile=deal.discard_pile[:-1],
        taken=card,
        drawn=card,
        swaps=deal.swaps + 1,
    )


def can_knock_with_upcard(deal: Deal) -> bool:
    """Whether the seat on turn could knock after taking the upcard."""
    after = with_upcard_taken(deal)
    return any(True for _ in _knocks(after, after.turn))
