"""What happened at a table, as frozen facts in the past tense."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Hand
from engine.melds import Meld
from engine.result import DealResult
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class DealStarted:
    """Ten cards each were dealt and the upcard turned."""

    dealer: Seat
    upcard: Card
    knock_limit: int


@dataclass(frozen=True, slots=True)
class UpcardTaken:
    """A seat took the top of the discard pile."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class UpcardPassed:
    """A seat left the upcard."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StockDrawn:
    """A seat drew from the stock."""

    seat: Seat
    card: Card | None
    """None for everybody but the drawer."""


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """A seat threw a card and ended its turn."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Knocked:
    """A seat laid its hand down; gin and big gin are knocks that leave nothing."""

    seat: Seat
    discard: Card | None
    """None for big gin."""
    spread: tuple[Meld, ...]
    deadwood_cards: Hand


@dataclass(frozen=True, slots=True)
class CardLaidOff:
    """The defender added a card to a meld of the spread."""

    seat: Seat
    card: Card
    meld: int


@dataclass(frozen=True, slots=True)
class LayoffUndone:
    """The defender took the last layoff back."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal is over."""

    result: DealResult


Event = (
    DealStarted
    | UpcardTaken
    | UpcardPassed
    | StockDrawn
    | CardDiscarded
    | Knocked
    | CardLaidOff
    | LayoffUndone
    | DealEnded
)
