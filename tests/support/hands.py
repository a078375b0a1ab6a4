"""Hypothesis strategies for hands of cards."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from engine.cards import DECK, Card, Hand


def any_hands(size: int) -> st.SearchStrategy[Hand]:
    """Any cards at all."""
    return st.permutations(DECK).map(lambda order: Hand.of(order[:size]))


def crowded_hands(size: int) -> st.SearchStrategy[Hand]:
    """Cards of five neighbouring ranks, where sets and runs compete for most of them."""
    return _neighbouring(5).map(lambda order: Hand.of(order[:size]))


def crowded_pairs(first: int, second: int) -> st.SearchStrategy[tuple[Hand, Hand]]:
    """Two hands of so many cards each, dealt from six neighbouring ranks."""
    return _neighbouring(6).map(
        lambda order: (Hand.of(order[:first]), Hand.of(order[first : first + second]))
    )


def _neighbouring(ranks: int) -> st.SearchStrategy[Sequence[Card]]:
    """All cards of so many neighbouring ranks, shuffled."""
    return st.integers(0, 13 - ranks).flatmap(
        lambda low: st.permutations([card for card in DECK if low <= card % 13 < low + ranks])
    )
