"""Melds, and how a hand is arranged in them (`docs/RULES.md §1, §3`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.cards import DECK, Card, Hand, Rank, Suit, parse_cards
from engine.errors import MeldError
from engine.meld_tables import (
    Suits,
    best_after_discard,
    deadwood_of,
    least_run_deadwood,
    melds_laid,
    points_of,
    ways_to_lay_sets,
)

__all__ = [
    "Arrangement",
    "Meld",
    "Run",
    "SetMeld",
    "arrangements_within",
    "best_after_discard",
    "best_arrangement",
    "best_arrangements",
    "check_arrangement",
    "deadwood",
    "deadwood_of",
    "default_spread",
    "extended",
    "growths",
    "knock_discards",
    "meld_of",
    "parse_meld",
    "points_of",
]


@dataclass(frozen=True, slots=True)
class _MeldedCards:
    mask: int = field(init=False, repr=False, compare=False)
    """The cards as a bit mask, as in `Hand`."""
    open_to: int = field(init=False, repr=False, compare=False)
    """The cards that would fit on it now, as a bit mask."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in card order."""
        return tuple(Hand(self.mask))

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
        four = sum(Card.of(self.rank, suit).mask for suit in Suit)
        spare = 0 if self.missing is None else Card.of(self.rank, self.missing).mask
        object.__setattr__(self, "mask", four ^ spare)
        object.__setattr__(self, "open_to", spare)


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
        first, last = Card.of(self.low, self.suit), Card.of(self.high, self.suit)
        below = first.mask >> 1 if self.low is not Rank.ACE else 0
        above = last.mask << 1 if self.high is not Rank.KING else 0
        object.__setattr__(self, "mask", (last.mask << 1) - first.mask)
        object.__setattr__(self, "open_to", below | above)


Meld = SetMeld | Run


def _every_meld() -> Iterator[Meld]:
    for rank in Rank:
        yield SetMeld(rank)
        yield from (SetMeld(rank, suit) for suit in Suit)
    for suit in Suit:
        for low in range(1, 12):
            yield from (Run(suit, Rank(low), Rank(high)) for high in range(low + 2, 14))


_BY_MASK: dict[int, Meld] = {meld.mask: meld for meld in _every_meld()}
_STARTING_WITH: dict[int, tuple[Meld, ...]] = {
    card.mask: tuple(meld for meld in _BY_MASK.values() if meld.mask & -meld.mask == card.mask)
    for card in DECK
}
"""For each card the melds whose first card in card order it is."""


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
    meld = _BY_MASK.get(mask)
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
    return _BY_MASK[meld.mask | card.mask] if meld.open_to >> card & 1 else None


def growths(meld: Meld, cards: int) -> list[int]:
    """All that the meld can become by laying off some of the cards; masks, itself the first."""
    grown = [meld.mask]
    for mask in grown:
        fitting = _BY_MASK[mask].open_to & cards
        while fitting:
            card = fitting & -fitting
            fitting ^= card
            if (longer := mask | card) not in grown:
                grown.append(longer)
    return grown


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand laid out: its melds in the order of their first cards, and the rest."""

    melds: tuple[Meld, ...]
    deadwood_cards: Hand

    @property
    def deadwood(self) -> int:
        """What the unmelded cards count."""
        return points_of(self.deadwood_cards.mask)


def _order_among_equals(arrangement: Arrangement) -> tuple[int, list[int], int, list[int]]:
    """Sorts arrangements of one hand: more sets, then the cards as read, then fewer melds."""
    melds = arrangement.melds
    sets = sum(isinstance(meld, SetMeld) for meld in melds)
    cards: list[int] = [card for meld in melds for card in meld.cards]
    return -sets, cards, len(melds), [meld.mask for meld in melds]


def check_arrangement(hand: Hand, melds: Sequence[Meld]) -> Arrangement:
    """The hand arranged in these melds; their order does not matter.

    Raises:
        MeldError: If a card of a meld is not in the hand, or in two of the melds.
    """
    left = hand
    for meld in melds:
        for card in meld.cards:
            if card not in hand:
                raise MeldError(f"{card} is not in the hand")
            if card not in left:
                raise MeldError(f"{card} is in two melds")
            left = left.minus(card)
    return Arrangement(tuple(sorted(melds, key=lambda meld: meld.mask & -meld.mask)), left)


def deadwood(hand: Hand) -> int:
    """The exact least deadwood of a hand (`docs/RULES.md §1`)."""
    return deadwood_of(hand.mask)


def best_arrangement(hand: Hand) -> Arrangement:
    """The first of `best_arrangements`, found by look-up."""
    ways = ways_to_lay_sets(hand.mask)
    if len(ways) > 1:
        ways = least_run_deadwood(ways)
    best, *others = [_with_whole_runs(hand.mask, left) for left in ways]
    return min([best, *others], key=_order_among_equals) if others else best


def _with_whole_runs(cards: int, left: Suits) -> Arrangement:
    melds, loose = melds_laid(cards, left)
    return Arrangement(tuple([_BY_MASK[mask] for mask in melds]), Hand(loose))


def best_arrangements(hand: Hand) -> tuple[Arrangement, ...]:
    """Every arrangement with the least deadwood: more sets first, then in card order."""
    return arrangements_within(hand, deadwood(hand))


def arrangements_within(hand: Hand, limit: int) -> tuple[Arrangement, ...]:
    """Every arrangement of the hand with at most `limit` points of deadwood, least first.

    A card that could be melded may stay unmelded: the choice is the knocker's (`docs/RULES.md §3`).
    """
    arrangements = [
        check_arrangement(hand, melds) for melds in _ways_to_meld(hand.mask, max_loose=limit)
    ]
    return tuple(sorted(arrangements, key=lambda way: (way.deadwood, _order_among_equals(way))))


def _ways_to_meld(cards: int, max_loose: int) -> Iterator[tuple[Meld, ...]]:
    """Every way to meld some of the cards and leave at most `max_loose` points."""
    if not cards:
        yield ()
        return
    first = cards & -cards
    for meld in _STARTING_WITH[first]:
        if meld.mask & cards == meld.mask:
            for others in _ways_to_meld(cards ^ meld.mask, max_loose):
                yield meld, *others
    if (points := points_of(first)) <= max_loose:
        yield from _ways_to_meld(cards ^ first, max_loose - points)


def knock_discards(eleven: Hand, limit: int, banned: Card | None = None) -> dict[Card, int]:
    """The discards after which eleven cards may knock, with the deadwood each leaves.

    Args:
        eleven: The hand after drawing.
        limit: The knock limit.
        banned: The card just taken from the discard pile, which may not be thrown.
    """
    if best_after_discard(eleven.mask) > limit:
        return {}
    left = {card: deadwood_of(eleven.mask ^ card.mask) for card in eleven if card != banned}
    return {card: points for card, points in left.items() if points <= limit}


def default_spread(hand: Hand, seen: Hand) -> Arrangement:
    """The spread offered to a knocker, chosen without hidden cards (`docs/RULES.md §3`).

    Args:
        hand: The ten cards after the discard.
        seen: The discard pile and the card just thrown.
    """
    unseen = ~(hand.mask | seen.mask)

    def could_be_added(arrangement: Arrangement) -> int:
        open_to = 0
        for meld in arrangement.melds:
            open_to |= meld.open_to
        return points_of(open_to & unseen)

    return min(best_arrangements(hand), key=could_be_added)
