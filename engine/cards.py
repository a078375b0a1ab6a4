"""Cards, and hands as sets of cards.

A card is its index 0–51: `suit * 13 + rank - 1`, suits in the order S H D C, ace low
(`docs/RULES.md §1`). A set of cards is a bit mask over those indices, wrapped as `Hand`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Self

from engine.errors import CardError

RANK_LETTERS = "A23456789TJQK"
SUIT_LETTERS = "SHDC"


class Suit(IntEnum):
    """A suit; its value is its place in the order S H D C."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3


class Rank(IntEnum):
    """A rank; ace is 1 and always low."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13


class Card(int):
    """One of the 52 cards; an `int`, so that sets of cards are cheap bit masks."""

    __slots__ = ()

    def __new__(cls, index: int) -> Self:
        """The card with this index.

        Raises:
            CardError: If the index is not within 0–51.
        """
        if not 0 <= index < 52:
            raise CardError(f"there is no card number {index}; cards are numbered 0 to 51")
        return super().__new__(cls, index)

    def __bool__(self) -> bool:
        """A card is always something; by its number the ace of spades would be nothing."""
        return True

    @classmethod
    def of(cls, rank: Rank, suit: Suit) -> Card:
        """The card of a rank and a suit."""
        return DECK[suit * 13 + rank - 1]

    @property
    def suit(self) -> Suit:
        """The suit."""
        return _SUITS[self // 13]

    @property
    def rank(self) -> Rank:
        """The rank."""
        return _RANKS[self % 13]

    @property
    def points(self) -> int:
        """What the card counts unmelded: ace 1, courts 10 (`docs/RULES.md §1`)."""
        return min(self % 13 + 1, 10)

    @property
    def mask(self) -> int:
        """The card as a set of one."""
        return 1 << self

    def __str__(self) -> str:
        return RANK_LETTERS[self % 13] + SUIT_LETTERS[self // 13]

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Card({self})"


_SUITS = tuple(Suit)
_RANKS = tuple(Rank)
DECK: tuple[Card, ...] = tuple(Card(index) for index in range(52))
"""All 52 cards by index."""

_BY_TEXT = {str(card): card for card in DECK}


def parse_card(text: str) -> Card:
    """Read one card, such as `TD` for the ten of diamonds.

    Raises:
        CardError: If the text is not a card.
    """
    card = _BY_TEXT.get(text.strip().upper().replace("10", "T"))
    if card is None:
        raise CardError(
            f"{text.strip()!r} is not a card; write a rank A23456789TJQK and a suit SHDC, like TD"
        )
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks or commas, in the order given.

    Raises:
        CardError: If a word is not a card or a card stands twice.
    """
    cards = tuple(parse_card(word) for word in text.replace(",", " ").split())
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise CardError(f"{card} stands twice")
    return cards


@dataclass(frozen=True, slots=True)
class Hand:
    """A set of cards, such as those a seat holds; iterates in card order."""

    mask: int = 0
    """Bit `card` is set for every card in the hand."""

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        """The hand of these cards."""
        mask = 0
        for card in cards:
            mask |= 1 << card
        return cls(mask)

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read a hand from card text.

        Raises:
            CardError: If a word is not a card or a card stands twice.
        """
        return cls.of(parse_cards(text))

    @property
    def points(self) -> int:
        """What all the cards count together."""
        return sum(card.points for card in self)

    def plus(self, card: Card) -> Hand:
        """The hand with a card more."""
        return Hand(self.mask | 1 << card)

    def minus(self, card: Card) -> Hand:
        """The hand without a card."""
        return Hand(self.mask & ~(1 << card))

    def without(self, cards: Hand) -> Hand:
        """The hand without several cards."""
        return Hand(self.mask & ~cards.mask)

    def __contains__(self, card: Card) -> bool:
        return bool(self.mask >> card & 1)

    def __iter__(self) -> Iterator[Card]:
        left = self.mask
        while left:
            low = left & -left
            yield DECK[low.bit_length() - 1]
            left ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"
