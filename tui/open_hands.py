"""Open hands as groups of cards: what was laid down, and what is held."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import Hand
from engine.melds import best_arrangement
from engine.showdown import Showdown
from tui.card_art import meld_order, meld_word
from tui.layoff_count import added
from tui.widgets.spread import Group, odd_group

_OWNER = 8
"""Letters of an owner for which there is room under four cards."""


def spread_groups(showdown: Showdown, owner: str) -> tuple[Group, ...]:
    """A knocker's melds with what was laid off on them, and his odd cards.

    Args:
        showdown: The knock and the layoffs.
        owner: Whose the laid off cards are: `your`, or `bob’s`.
    """
    laid = []
    for meld, now in zip(showdown.laid, showdown.spread, strict=True):
        more = len(now) - len(meld)
        whose = f"{owner} " if len(owner) <= _OWNER else ""
        word = f"{meld_word(meld)} + {whose}{more}" if more else meld_word(meld)
        laid.append(Group(now.cards, word, laid_off=added(meld, now)))
    return (*laid, *odd_group(showdown.deadwood_cards))


def held_groups(hand: Hand) -> Iterator[Group]:
    """A hand as it melds best."""
    arranged = best_arrangement(hand)
    for meld in sorted(arranged.melds, key=meld_order):
        yield Group(meld.cards, meld_word(meld))
    yield from odd_group(arranged.deadwood_cards)
