"""Melds, and how a hand is arranged in them (`docs/RULES.md §1, §3`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from operator import attrgetter
from typing import NamedTuple

from engine.cards import DECK, Card, Hand, Suit
from engine.errors import MeldError
from engine.meld_tables import (
    ACES,
    IN_RUNS,
    SUIT,
    TWO_SUITS,
    Suits,
    best_after_discard,
    deadwood_of,
    points_of,
    ways_to_lay_sets,
    with_least_deadwood,
)
from engine.runs_and_sets import (
    MELDS_BY_CARDS,
    Meld,
    Run,
    SetMeld,
    extended,
    meld_of,
    parse_meld,
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
    "knock_discards",
    "meld_of",
    "parse_meld",
    "points_of",
]


_new_tuple = tuple.__new__
_by_first = attrgetter("first")
_STARTING_WITH: dict[int, list[Meld]] = {card.mask: [] for card in DECK}
"""For each card the melds whose first card in card order it is."""
for _meld in MELDS_BY_CARDS.values():
    _STARTING_WITH[_meld.first].append(_meld)


def _whole_runs(suit: Suit) -> tuple[tuple[Meld, ...], ...]:
    runs_of: dict[int, tuple[Meld, ...]] = {0: ()}
    for cards in IN_RUNS:
        if cards not in runs_of:
            # The sum carries through the lowest block of neighbours.
            others = cards & cards + (cards & -cards)
            runs_of[cards] = (MELDS_BY_CARDS[(cards ^ others) << suit * 13], *runs_of[others])
    return tuple([runs_of[cards] for cards in IN_RUNS])


_SPADE_RUNS, _HEART_RUNS, _DIAMOND_RUNS, _CLUB_RUNS = map(_whole_runs, Suit)
"""The runs among any cards of a suit, each as long as it goes, by 13-bit mask."""


def _up_to_two_sets() -> Iterator[tuple[Meld, ...]]:
    yield ()
    sets = [meld for meld in MELDS_BY_CARDS.values() if isinstance(meld, SetMeld)]
    for one in sets:
        yield (one,)
    for one, other in combinations(sets, 2):
        if one.rank != other.rank:
            yield (one, other) if one.first < other.first else (other, one)


_SETS = {sum(meld.mask for meld in sets): sets for sets in _up_to_two_sets()}
"""None, one or two sets in the order of their first cards, by bit mask."""


class Arrangement(NamedTuple):
    """A hand laid out in melds."""

    hand: Hand
    melds: tuple[Meld, ...]
    """In the order of their first cards."""

    @property
    def deadwood_cards(self) -> Hand:
        """The unmelded cards."""
        return Hand(self._loose)

    @property
    def deadwood(self) -> int:
        """What the unmelded cards count."""
        return points_of(self._loose)

    @property
    def _loose(self) -> int:
        loose = self.hand.mask
        for meld in self.melds:
            loose ^= meld.mask
        return loose


def _order_among_equals(melds: Sequence[Meld]) -> tuple[int, list[int], int, list[int]]:
    """Sorts arrangements of one hand: more sets, then the cards as read, then fewer melds."""
    runs = sum([isinstance(meld, Run) for meld in melds])
    cards: list[int] = [*chain.from_iterable([meld.cards for meld in melds])]
    return runs - len(melds), cards, len(melds), [meld.mask for meld in melds]


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
    return Arrangement(hand, tuple(sorted(melds, key=_by_first)))


def deadwood(hand: Hand) -> int:
    """The exact least deadwood of a hand (`docs/RULES.md §1`)."""
    return deadwood_of(hand.mask)


def best_arrangement(hand: Hand) -> Arrangement:
    """The first of `best_arrangements`, found by look-up."""
    cards = hand.mask
    majors = cards & TWO_SUITS
    minors = cards >> 26
    s = majors & SUIT
    h = majors >> 13
    d = minors & SUIT
    c = minors >> 13
    melds: tuple[Meld, ...] = ()
    if in_runs := IN_RUNS[s] | IN_RUNS[h] | IN_RUNS[d] | IN_RUNS[c]:
        melds = _SPADE_RUNS[s] + _HEART_RUNS[h] + _DIAMOND_RUNS[d] + _CLUB_RUNS[c]
    if ranks := s & h & (d | c) | d & c & (s | h):
        contested = ranks & in_runs
        in_sets = cards & (ranks ^ contested) * ACES
        if contested:
            ways = with_least_deadwood(ways_to_lay_sets(contested, s, h, d, c))
            melds = _first_of_best(ways, cards, in_sets)
        else:
            melds = _in_order(in_sets, melds)
    # What calling `Arrangement` comes to, without the detour.
    return _new_tuple(Arrangement, (hand, melds))


def _first_of_best(ways: list[Suits], cards: int, in_sets: int) -> tuple[Meld, ...]:
    """The melds preferred among several ways to lay the contested sets.

    Args:
        ways: What each leaves for runs.
        cards: The hand.
        in_sets: Those of the cards that lie in sets in every way.
    """
    best, *others = [
        _in_order(
            in_sets | cards ^ (s | h << 13 | (d | c << 13) << 26),
            _SPADE_RUNS[s] + _HEART_RUNS[h] + _DIAMOND_RUNS[d] + _CLUB_RUNS[c],
        )
        for s, h, d, c in ways
    ]
    return min([best, *others], key=_order_among_equals) if others else best


def _in_order(in_sets: int, runs: tuple[Meld, ...]) -> tuple[Meld, ...]:
    """The sets that these cards form, and the runs, by their first cards."""
    sets = _SETS[in_sets] if in_sets in _SETS else _many_sets(in_sets)
    return tuple(sorted(sets + runs, key=_by_first)) if runs else sets


def _many_sets(in_sets: int) -> tuple[Meld, ...]:
    ranks = (in_sets | in_sets >> 13) & SUIT
    sets = [MELDS_BY_CARDS[in_sets & ACES << rank] for rank in range(13) if ranks >> rank & 1]
    return tuple(sorted(sets, key=_by_first))


def best_arrangements(hand: Hand) -> tuple[Arrangement, ...]:
    """Every arrangement with the least deadwood: more sets first, then in card order."""
    return arrangements_within(hand, deadwood(hand))


def arrangements_within(hand: Hand, limit: int) -> tuple[Arrangement, ...]:
    """Every arrangement of the hand with at most `limit` points of deadwood, least first.

    A card that could be melded may stay unmelded: the choice is the knocker's (`docs/RULES.md §3`).
    """
    arrangements = [Arrangement(hand, melds) for melds in _ways_to_meld(hand.mask, limit)]
    return tuple(
        sorted(arrangements, key=lambda way: (way.deadwood, _order_among_equals(way.melds)))
    )


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
