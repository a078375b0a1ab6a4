"""A slow second opinion on melds and layoffs, written from `docs/RULES.md §1, §3` alone.

It knows cards only by rank, suit and points, tries everything, and shares nothing with
`engine.melds`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from engine.cards import DECK, Card

Cards = frozenset[Card]
Melds = frozenset[Cards]


def is_meld(cards: Cards) -> bool:
    ranks = sorted(card.rank for card in cards)
    if len(cards) < 3:
        return False
    if len(set(ranks)) == 1:
        return True
    in_sequence = all(upper - lower == 1 for lower, upper in pairwise(ranks))
    return in_sequence and len({card.suit for card in cards}) == 1


def points(cards: Cards) -> int:
    return sum(card.points for card in cards)


def melds_among(cards: Cards) -> list[Cards]:
    groups = [{card for card in cards if card.rank == rank} for rank in {c.rank for c in cards}]
    groups += [{card for card in cards if card.suit == suit} for suit in {c.suit for c in cards}]
    return [
        frozenset(chosen)
        for group in groups
        for size in range(3, len(group) + 1)
        for chosen in combinations(sorted(group), size)
        if is_meld(frozenset(chosen))
    ]


def arrangements(cards: Cards) -> Iterator[tuple[int, Melds]]:
    """Every choice of melds without a common card, with the deadwood it leaves."""

    def choose(candidates: list[Cards], chosen: Melds, left: Cards) -> Iterator[tuple[int, Melds]]:
        yield points(left), chosen
        for place, meld in enumerate(candidates):
            if meld <= left:
                yield from choose(candidates[place + 1 :], chosen | {meld}, left - meld)

    return choose(melds_among(cards), frozenset(), cards)


def least_deadwood(cards: Cards) -> int:
    return min(deadwood for deadwood, _ in arrangements(cards))


def spreads_within(cards: Cards, limit: int) -> set[Melds]:
    return {melds for deadwood, melds in arrangements(cards) if deadwood <= limit}


def best_layoff(spread: list[Cards], hand: Cards) -> tuple[int, int]:
    """The least deadwood that laying off card by card can end on, and the fewest cards it takes."""
    start = (tuple(spread), hand)
    reached, unexplored = {start}, [start]
    while unexplored:
        melds, kept = unexplored.pop()
        for card in kept:
            for place, meld in enumerate(melds):
                if is_meld(meld | {card}):
                    grown = (*melds[:place], meld | {card}, *melds[place + 1 :])
                    position = (grown, kept - {card})
                    if position not in reached:
                        reached.add(position)
                        unexplored.append(position)
    ends = {kept for _, kept in reached}
    return min((least_deadwood(kept), len(hand - kept)) for kept in ends)


def could_be_added(melds: Melds, hand: Cards, seen: Cards) -> int:
    """What the cards count that are neither held nor seen and fit on one of the melds."""
    return points(
        frozenset(
            card
            for card in DECK
            if card not in hand | seen and any(is_meld(meld | {card}) for meld in melds)
        )
    )
