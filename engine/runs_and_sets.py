"""The two kinds of meld, runs and sets, and all melds there are (`docs/RULES.md §1`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.cards import DECK, Card, Hand, Rank, Suit, parse_cards
from engine.errors import MeldError
from engine.meld_tables import ACES

Growth = tuple[int, ...]
"""What can be added at one end of a meld, as bit masks: one card, that and the next, and so on."""


@dataclass(frozen=True, slots=True)
class _MeldedCards:
    mask: int = field(init=False, repr=False, compare=False)
    """The cards as a bit mask, as in `Hand`."""
    first: int = field(init=False, repr=False, compare=False)
    """The first of the cards in card order, as a bit mask."""
    cards: tuple[Card, ...] = field(init=False, repr=False, compare=False)
    """The cards in card order."""
    growths: tuple[Growth, ...] = field(init=False, repr=False, compare=False)
    """One for each end at which the meld can grow."""
    open_to: int = field(init=False, repr=False, compare=False)
    """The cards that would fit on it now, as a bit mask."""

    def _hold(self, mask: int, growths: tuple[Growth, ...]) -> None:
        object.__setattr__(self, "mask", mask)
        object.__setattr__(self, "first", mask & -mask)
        object.__setattr__(self, "cards", tuple(Hand(mask)))
        object.__setattr__(self, "growths", growths)
        object.__setattr__(self, "open_to", sum(growth[0] for growth in growths))

    def __contains__(self, card: Card) -> bool:
        return bool(self.mask >> card & 1)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __str__(self) -> str:
        return str(Hand(self.mask))


@dataclass(frozen=True, slots=True)
class SetMeld(_MeldedCards):
    """Three or four cards of one rank."""

    rank: Rank
    missing: Suit | None = None
    """The suit that is not in it; none when all four are."""

    def __post_init__(self) -> None:
        four = ACES << self.rank - 1
        if self.missing is None:
            self._hold(four, ())
        else:
            spare = Card.of(self.rank, self.missing).mask
            self._hold(four ^ spare, ((spare,),))


@dataclass(frozen=True, slots=True)
class Run(_MeldedCards):
    """Three or more cards of one suit in sequence, from `low` up to `high`.

    Raises:
        MeldError: If there are fewer than three.
    """

    suit: Suit
    low: Rank
    high: Rank

    def __post_init__(self) -> None:
        if self.high - self.low < 2:
            raise MeldError("a run needs at least three cards")
        first = Card.of(self.low, self.suit).mask
        above = Card.of(self.high, self.suit).mask << 1
        downwards = tuple(first - (first >> count) for count in range(1, self.low))
        upwards = tuple((above << count) - above for count in range(1, 14 - self.high))
        self._hold(above - first, tuple(filter(None, (downwards, upwards))))


Meld = SetMeld | Run


def _every_meld() -> Iterator[Meld]:
    for rank in Rank:
        yield SetMeld(rank)
        yield from (SetMeld(rank, suit) for suit in Suit)
    for suit in Suit:
        for low in range(1, 12):
            yield from (Run(suit, Rank(low), Rank(high)) for high in range(low + 2, 14))


MELDS_BY_CARDS: dict[int, Meld] = {meld.mask: meld for meld in _every_meld()}
"""All melds there are; by bit mask."""


def parse_meld(text: str) -> Meld:
    """Read a meld from card text, in any order.

    Raises:
        CardError: If a word is not a card or a card stands twice.
        MeldError: If the cards form no meld.
    """
    return meld_of(parse_cards(text))


def meld_of(cards: Iterable[Card]) -> Meld:
    """The meld these cards form.

    Raises:
        MeldError: If they form none; the message says why.
    """
    claimed = tuple(cards)
    mask = Hand.of(claimed).mask
    meld = MELDS_BY_CARDS.get(mask)
    if meld is None or len(meld) != len(claimed):
        raise MeldError(f"{' '.join(map(str, claimed))} is no meld: {_why_not(claimed)}")
    return meld


def _why_not(cards: tuple[Card, ...]) -> str:
    twice = next((card for place, card in enumerate(cards) if card in cards[:place]), None)
    if twice is not None:
        return f"{twice} stands twice"
    if len(cards) < 3:
        return "it takes at least three cards"
    suits = {card.suit for card in cards}
    if len(suits) > 1:
        return "the cards are neither of one rank nor of one suit"
    low, *_, high = sorted(cards)
    gap = [card for card in DECK[low:high] if card not in cards]
    if (low.rank, high.rank) == (Rank.ACE, Rank.KING) and gap[-1] - gap[0] == len(gap) - 1:
        return "the ace is low and does not follow the king"
    return f"{gap[0]} is missing in between"


def extended(meld: Meld, card: Card) -> Meld | None:
    """The meld with a card laid off on it; none if the card does not fit."""
    return MELDS_BY_CARDS[meld.mask | card.mask] if meld.open_to >> card & 1 else None
