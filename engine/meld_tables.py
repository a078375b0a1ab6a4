"""Exact deadwood by look-up, over cards as 52-bit masks (bit `card` of `engine.cards`).

Only sets tie the four suits together. Once it is settled which cards lie in sets, every suit
stands alone with the cards it has left, and there the best is plain: a block of three or more
neighbours is melded whole, anything else is deadwood. One suit can hold no more than 2**13
different sets of cards, so that answer is a table with one entry for each of them, and the least
deadwood of a hand is four look-ups, or the least of a few such sums when some rank is held three
times or more. A rank none of whose cards could be in a run costs nothing as a set and is always
laid, so that few hands are left with a choice.
"""

from __future__ import annotations

Suits = tuple[int, int, int, int]
"""The cards of each suit, S H D C, as 13-bit masks."""

_SUIT = (1 << 13) - 1
"""All cards of one suit."""
_RANK = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The four aces; shifted, the four cards of any rank."""


def _in_runs(suit: int) -> int:
    starts = suit & suit >> 1 & suit >> 2
    return starts | starts << 1 | starts << 2


def _points_by_suit_mask() -> tuple[int, ...]:
    points = [0]
    for rank in range(13):
        points += [below + min(rank + 1, 10) for below in points]
    return tuple(points)


_POINTS = _points_by_suit_mask()
"""What the cards of one suit count together."""
_IN_RUNS = tuple(_in_runs(suit) for suit in range(_SUIT + 1))
"""Those cards of one suit that have two neighbours to make a run with."""
_RUN_DEADWOOD = tuple(_POINTS[suit ^ runs] for suit, runs in enumerate(_IN_RUNS))
"""What is left of one suit when its runs are melded."""
_DEAREST = tuple(min((suit ^ runs).bit_length(), 10) for suit, runs in enumerate(_IN_RUNS))
"""What the dearest card counts that is then left; 0 if none is."""


def points_of(cards: int) -> int:
    """What the cards count together, unmelded."""
    return (
        _POINTS[cards & _SUIT]
        + _POINTS[cards >> 13 & _SUIT]
        + _POINTS[cards >> 26 & _SUIT]
        + _POINTS[cards >> 39]
    )


def deadwood_of(cards: int) -> int:
    """The exact least deadwood of the cards (`docs/RULES.md §1`)."""
    # `ways_to_lay_sets` does the same; asking it only about contested ranks halves the time of the
    # one function in which computer players spend theirs.
    s = cards & _SUIT
    h = cards >> 13 & _SUIT
    d = cards >> 26 & _SUIT
    c = cards >> 39
    if ranks := s & h & (d | c) | d & c & (s | h):
        if ranks & (_IN_RUNS[s] | _IN_RUNS[h] | _IN_RUNS[d] | _IN_RUNS[c]):
            return min(
                [
                    _RUN_DEADWOOD[s] + _RUN_DEADWOOD[h] + _RUN_DEADWOOD[d] + _RUN_DEADWOOD[c]
                    for s, h, d, c in ways_to_lay_sets(cards)
                ]
            )
        s, h, d, c = s & ~ranks, h & ~ranks, d & ~ranks, c & ~ranks
    return _RUN_DEADWOOD[s] + _RUN_DEADWOOD[h] + _RUN_DEADWOOD[d] + _RUN_DEADWOOD[c]


def best_after_discard(eleven: int) -> int:
    """The least deadwood that eleven cards can be brought to by throwing one of them.

    Eleven cards that are melded to the last one hold a meld of four or more, which can spare a
    card; otherwise it is the dearest unmelded card that goes.
    """
    return min(
        [
            _RUN_DEADWOOD[s]
            + _RUN_DEADWOOD[h]
            + _RUN_DEADWOOD[d]
            + _RUN_DEADWOOD[c]
            - max(_DEAREST[s], _DEAREST[h], _DEAREST[d], _DEAREST[c])
            for s, h, d, c in ways_to_lay_sets(eleven)
        ]
    )


def ways_to_lay_sets(cards: int) -> list[Suits]:
    """What each way to lay sets leaves for runs; ways that can never be best are left out."""
    s = cards & _SUIT
    h = cards >> 13 & _SUIT
    d = cards >> 26 & _SUIT
    c = cards >> 39
    ranks = s & h & (d | c) | d & c & (s | h)
    contested = ranks & (_IN_RUNS[s] | _IN_RUNS[h] | _IN_RUNS[d] | _IN_RUNS[c])
    if free := ranks ^ contested:
        s, h, d, c = s & ~free, h & ~free, d & ~free, c & ~free
    ways = [(s, h, d, c)]
    while contested:
        rank = contested & -contested
        contested ^= rank
        laid = [(s & ~rank, h & ~rank, d & ~rank, c & ~rank) for s, h, d, c in ways]
        ways += laid
        if s & h & d & c & rank:
            for s_kept, h_kept, d_kept, c_kept in laid:
                ways += (
                    (s_kept | rank, h_kept, d_kept, c_kept),
                    (s_kept, h_kept | rank, d_kept, c_kept),
                    (s_kept, h_kept, d_kept | rank, c_kept),
                    (s_kept, h_kept, d_kept, c_kept | rank),
                )
    return ways


def least_run_deadwood(ways: list[Suits]) -> list[Suits]:
    """Those of the ways that leave the least deadwood when their runs are melded."""
    deadwood = [
        _RUN_DEADWOOD[s] + _RUN_DEADWOOD[h] + _RUN_DEADWOOD[d] + _RUN_DEADWOOD[c]
        for s, h, d, c in ways
    ]
    least = min(deadwood)
    return [way for way, points in zip(ways, deadwood, strict=True) if points == least]


def melds_laid(cards: int, left: Suits) -> tuple[list[int], int]:
    """The melds by their first cards, and the unmelded cards, once sets have left `left` for runs.

    Every run is as long as it goes.
    """
    s, h, d, c = left
    unmelded_by_sets = s | h << 13 | d << 26 | c << 39
    runs = _IN_RUNS[s] | _IN_RUNS[h] << 13 | _IN_RUNS[d] << 26 | _IN_RUNS[c] << 39
    loose = unmelded_by_sets ^ runs
    in_sets = cards ^ unmelded_by_sets
    melds = []
    melded = cards ^ loose
    while melded:
        first = melded & -melded
        suit, rank = divmod(first.bit_length() - 1, 13)
        if first & in_sets:
            meld = _RANK << rank & in_sets
        else:
            # The sum carries through the block that starts at `first`; the suit ends it.
            meld = runs & ~(runs + first) & _SUIT << suit * 13
            runs ^= meld
        melds.append(meld)
        melded ^= meld
    return melds, loose
