"""Exact deadwood by look-up, over cards as 52-bit masks (bit `card` of `engine.cards`).

Only sets tie the four suits together. Once it is settled which cards lie in sets, every suit
stands alone with the cards it has left, and there the best is plain: a block of three or more
neighbours is melded whole, anything else is deadwood. One suit can hold no more than 2**13
different sets of cards, so that answer is a table with one entry for each of them, and the least
deadwood of a hand is four look-ups, or the least of a few such sums when some rank is held three
times or more. A set none of whose cards could be in a run costs nothing and is always laid.
"""

from __future__ import annotations

_SUIT = (1 << 13) - 1
"""All cards of the first suit."""
_COLUMN = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The four aces; shifted or multiplied, the four cards of any rank."""
_RUN_STARTS = (_SUIT >> 2) * _COLUMN
"""The cards a run may begin with: ace to jack of every suit."""


def in_runs(cards: int) -> int:
    """Those of the cards that have two neighbours to make a run with."""
    starts = cards & cards >> 1 & cards >> 2 & _RUN_STARTS
    return starts | starts << 1 | starts << 2


def _suit_points() -> tuple[int, ...]:
    points = [0]
    for rank in range(13):
        points += [below + min(rank + 1, 10) for below in points]
    return tuple(points)


_POINTS = _suit_points()
"""What the cards of one suit count together."""
_LOOSE = tuple(cards & ~in_runs(cards) for cards in range(_SUIT + 1))
"""The cards of one suit that are in no run."""
_RUN_DEADWOOD = tuple(_POINTS[loose] for loose in _LOOSE)
"""What is left of one suit when its runs are melded."""
_DEAREST = tuple(min(loose.bit_length(), 10) for loose in _LOOSE)
"""What the dearest of those cards counts; 0 where there is none."""


def _sets_within() -> dict[int, tuple[int, ...]]:
    sets: dict[int, tuple[int, ...]] = {}
    for rank in range(13):
        four = _COLUMN << rank
        threes = tuple(four ^ 1 << suit + rank for suit in (0, 13, 26, 39))
        sets |= {three: (three,) for three in threes}
        sets[four] = (four, *threes)
    return sets


_SETS_WITHIN = _sets_within()
"""Every three or four cards of a rank, with the sets that can be made of them."""


def points_of(cards: int) -> int:
    """What the cards count together, unmelded."""
    return (
        _POINTS[cards & _SUIT]
        + _POINTS[cards >> 13 & _SUIT]
        + _POINTS[cards >> 26 & _SUIT]
        + _POINTS[cards >> 39]
    )


def run_deadwood_of(cards: int) -> int:
    """The least deadwood of the cards when they are melded in runs only."""
    return (
        _RUN_DEADWOOD[cards & _SUIT]
        + _RUN_DEADWOOD[cards >> 13 & _SUIT]
        + _RUN_DEADWOOD[cards >> 26 & _SUIT]
        + _RUN_DEADWOOD[cards >> 39]
    )


def set_ranks(cards: int) -> int:
    """The ranks of which at least three cards are there, as bits 0–12."""
    spades = cards & _SUIT
    hearts = cards >> 13 & _SUIT
    diamonds = cards >> 26 & _SUIT
    clubs = cards >> 39
    return spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)


def left_by_sets(cards: int, ranks: int) -> list[int]:
    """What each way to lay sets leaves for runs; the ways that cannot be best are left out.

    Args:
        cards: The cards to meld.
        ranks: Their `set_ranks`.
    """
    left = [cards]
    runs = in_runs(cards)
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        alike = rank * _COLUMN & cards
        if alike & runs:
            left += [rest ^ laid for laid in _SETS_WITHIN[alike] for rest in left]
        else:
            left = [rest ^ alike for rest in left]
    return left


def deadwood_of(cards: int) -> int:
    """The exact least deadwood of the cards (`docs/RULES.md §1`)."""
    spades = cards & _SUIT
    hearts = cards >> 13 & _SUIT
    diamonds = cards >> 26 & _SUIT
    clubs = cards >> 39
    # The bodies of `set_ranks` and `run_deadwood_of` stand here once more: two calls would double
    # the time of the function that every computer player spends its time in.
    ranks = spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)
    if ranks:
        return min(map(run_deadwood_of, left_by_sets(cards, ranks)))
    return (
        _RUN_DEADWOOD[spades]
        + _RUN_DEADWOOD[hearts]
        + _RUN_DEADWOOD[diamonds]
        + _RUN_DEADWOOD[clubs]
    )


def best_after_discard(eleven: int) -> int:
    """The least deadwood that eleven cards can be brought to by throwing one of them.

    Eleven cards that are melded to the last one hold a meld of four or more, which can spare a
    card; so it always is the dearest unmelded card that goes.
    """
    return min(map(_run_deadwood_less_one, left_by_sets(eleven, set_ranks(eleven))))


def _run_deadwood_less_one(cards: int) -> int:
    spades = cards & _SUIT
    hearts = cards >> 13 & _SUIT
    diamonds = cards >> 26 & _SUIT
    clubs = cards >> 39
    return (
        _RUN_DEADWOOD[spades]
        + _RUN_DEADWOOD[hearts]
        + _RUN_DEADWOOD[diamonds]
        + _RUN_DEADWOOD[clubs]
        - max(_DEAREST[spades], _DEAREST[hearts], _DEAREST[diamonds], _DEAREST[clubs])
    )
