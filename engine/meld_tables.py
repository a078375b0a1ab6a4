"""Exact deadwood by look-up, over cards as 52-bit masks (bit `card` of `engine.cards`).

Only sets tie the four suits together. Once it is settled which cards lie in sets, every suit
stands alone with the cards it has left, and there the best is plain: a block of three or more
neighbours is melded whole, anything else is deadwood. One suit can hold no more than 2**13
different sets of cards, so that answer is a table with one entry for each of them, and the least
deadwood of a hand is four look-ups, or the least of a few such sums when some rank is held three
times or more. A rank none of whose cards could be in a run costs nothing as a set and is always
laid, so that few hands are left with a choice: those with a contested rank, as it is called here.

Computer players spend their time in these functions. Each takes the suits apart anew, because
leaving that to a function of its own would cost as much as all the look-ups; and first into pairs,
because two suits are as many as Python computes with in one step.
"""

from __future__ import annotations

from collections.abc import Iterator

Suits = tuple[int, int, int, int]
"""The cards of each suit, S H D C, as 13-bit masks."""

SUIT = (1 << 13) - 1
"""All cards of one suit."""
TWO_SUITS = (1 << 26) - 1
"""All spades and hearts."""
ACES = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The four aces; times a set of ranks, all cards of those ranks."""


def _in_runs() -> Iterator[int]:
    # Equal numbers are one object: so the table is smaller and more of it near the processor.
    seen: dict[int, int] = {}
    for suit in range(SUIT + 1):
        starts = suit & suit >> 1 & suit >> 2
        runs = starts | starts << 1 | starts << 2
        yield seen.setdefault(runs, runs)


def _points_by_suit_mask() -> tuple[int, ...]:
    points = [0]
    for rank in range(13):
        points += [below + min(rank + 1, 10) for below in points]
    return tuple(points)


_POINTS = _points_by_suit_mask()
"""What the cards of one suit count together."""
IN_RUNS = tuple(_in_runs())
"""Those cards of one suit that have two neighbours to make a run with."""
_RUN_DEADWOOD = tuple(_POINTS[suit ^ runs] for suit, runs in enumerate(IN_RUNS))
"""What is left of one suit when its runs are melded."""
_DEAREST = tuple(min((suit ^ runs).bit_length(), 10) for suit, runs in enumerate(IN_RUNS))
"""What the dearest card counts that is then left; 0 if none is."""


def points_of(cards: int) -> int:
    """What the cards count together, unmelded."""
    return (
        _POINTS[cards & SUIT]
        + _POINTS[cards >> 13 & SUIT]
        + _POINTS[cards >> 26 & SUIT]
        + _POINTS[cards >> 39]
    )


def deadwood_of(cards: int) -> int:
    """The exact least deadwood of the cards (`docs/RULES.md §1`)."""
    majors = cards & TWO_SUITS
    minors = cards >> 26
    s = majors & SUIT
    h = majors >> 13
    d = minors & SUIT
    c = minors >> 13
    if ranks := s & h & (d | c) | d & c & (s | h):
        contested = ranks & (IN_RUNS[s] | IN_RUNS[h] | IN_RUNS[d] | IN_RUNS[c])
        if free := ranks ^ contested:
            s, h, d, c = s & ~free, h & ~free, d & ~free, c & ~free
        if contested:
            return min(
                [
                    _RUN_DEADWOOD[s] + _RUN_DEADWOOD[h] + _RUN_DEADWOOD[d] + _RUN_DEADWOOD[c]
                    for s, h, d, c in ways_to_lay_sets(contested, s, h, d, c)
                ]
            )
    return _RUN_DEADWOOD[s] + _RUN_DEADWOOD[h] + _RUN_DEADWOOD[d] + _RUN_DEADWOOD[c]


def best_after_discard(eleven: int) -> int:
    """The least deadwood that eleven cards can be brought to by throwing one of them.

    Eleven cards that are melded to the last one hold a meld of four or more, which can spare a
    card; otherwise it is the dearest unmelded card that goes.
    """
    majors = eleven & TWO_SUITS
    minors = eleven >> 26
    s = majors & SUIT
    h = majors >> 13
    d = minors & SUIT
    c = minors >> 13
    ranks = s & h & (d | c) | d & c & (s | h)
    contested = ranks & (IN_RUNS[s] | IN_RUNS[h] | IN_RUNS[d] | IN_RUNS[c])
    if free := ranks ^ contested:
        s, h, d, c = s & ~free, h & ~free, d & ~free, c & ~free
    return min(
        [
            _RUN_DEADWOOD[s]
            + _RUN_DEADWOOD[h]
            + _RUN_DEADWOOD[d]
            + _RUN_DEADWOOD[c]
            - max(_DEAREST[s], _DEAREST[h], _DEAREST[d], _DEAREST[c])
            for s, h, d, c in ways_to_lay_sets(contested, s, h, d, c)
        ]
    )


def ways_to_lay_sets(contested: int, s: int, h: int, d: int, c: int) -> list[Suits]:
    """What each way to lay sets of the contested ranks, or not to, leaves for runs.

    Of four cards one is kept back only where a run could hold it.
    """
    ways = [(s, h, d, c)]
    while contested:
        rank = contested & -contested
        contested ^= rank
        laid = [(s & ~rank, h & ~rank, d & ~rank, c & ~rank) for s, h, d, c in ways]
        ways += laid
        if s & h & d & c & rank:
            if IN_RUNS[s] & rank:
                ways += [(s | rank, h, d, c) for s, h, d, c in laid]
            if IN_RUNS[h] & rank:
                ways += [(s, h | rank, d, c) for s, h, d, c in laid]
            if IN_RUNS[d] & rank:
                ways += [(s, h, d | rank, c) for s, h, d, c in laid]
            if IN_RUNS[c] & rank:
                ways += [(s, h, d, c | rank) for s, h, d, c in laid]
    return ways


def with_least_deadwood(ways: list[Suits]) -> list[Suits]:
    """Those of the ways that leave the least deadwood when their runs are melded."""
    deadwood = [
        _RUN_DEADWOOD[s] + _RUN_DEADWOOD[h] + _RUN_DEADWOOD[d] + _RUN_DEADWOOD[c]
        for s, h, d, c in ways
    ]
    least = min(deadwood)
    if deadwood.count(least) == 1:
        return [ways[deadwood.index(least)]]
    return [way for way, points in zip(ways, deadwood, strict=True) if points == least]


def could_be_melded(cards: int) -> int:
    """Those of the cards that a run or a set among them could hold."""
    majors = cards & TWO_SUITS
    minors = cards >> 26
    s = majors & SUIT
    h = majors >> 13
    d = minors & SUIT
    c = minors >> 13
    in_runs = IN_RUNS[s] | IN_RUNS[h] << 13 | IN_RUNS[d] << 26 | IN_RUNS[c] << 39
    return in_runs | cards & (s & h & (d | c) | d & c & (s | h)) * ACES


def runs_and_loose(cards: int) -> tuple[int, int]:
    """The cards in the runs of a best arrangement, and those it leaves unmelded."""
    majors = cards & TWO_SUITS
    minors = cards >> 26
    s = majors & SUIT
    h = majors >> 13
    d = minors & SUIT
    c = minors >> 13
    if ranks := s & h & (d | c) | d & c & (s | h):
        contested = ranks & (IN_RUNS[s] | IN_RUNS[h] | IN_RUNS[d] | IN_RUNS[c])
        if free := ranks ^ contested:
            s, h, d, c = s & ~free, h & ~free, d & ~free, c & ~free
        if contested:
            s, h, d, c = with_least_deadwood(ways_to_lay_sets(contested, s, h, d, c))[0]
    runs = IN_RUNS[s] | IN_RUNS[h] << 13 | IN_RUNS[d] << 26 | IN_RUNS[c] << 39
    return runs, (s | h << 13 | d << 26 | c << 39) ^ runs
