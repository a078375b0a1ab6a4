"""A deal played out quickly to its end, both hands open, on bit masks.

Both sides play by plans: rough but quick stand-ins for players. Thousands of deals a second are
played so, which is why cards are handled by the suit and the rank, and layoffs only add unmelded
cards to the spread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import DECK
from engine.deal import LAST_STOCK_CARDS
from engine.meld_tables import (
    ACES,
    SUIT,
    deadwood_of,
    points_of,
    runs_and_loose,
)
from engine.prospects import PAIRS
from engine.rules import Rules

OUT = 0.4
"""Points of deadwood that a card which could still make a meld is held to be worth."""
MOST_TURNS = 60
"""Turns after which a deal in which both only take from the pile is given up."""
_POINTS = {card.mask: card.points for card in DECK}
_NEAR = {card.mask: sum({mate.mask for pair in PAIRS[card] for mate in pair}) for card in DECK}
"""For each card those it could share a meld of three with."""
_NOT_ACES, _NOT_KINGS = ACES * (SUIT - 1), ACES * (SUIT >> 1)


@dataclass(frozen=True, slots=True)
class Plan:
    """How a side plays on: it takes what makes a meld, throws what it can spare, and then?"""

    hasty_turns: int
    """It knocks as soon as it can in so many turns of its own, then waits for gin."""
    keeps_outs: bool = True
    """It weighs what a card could still make; otherwise the dearest unmelded card goes."""


HASTY = Plan(hasty_turns=MOST_TURNS)
PATIENT = Plan(hasty_turns=3)
PLAIN = Plan(hasty_turns=MOST_TURNS, keeps_outs=False)


@dataclass(frozen=True, slots=True)
class Position:
    """Ten cards each, and what lies on the table; `own` is on turn to draw."""

    own: int
    other: int
    upcard: int
    stock: Sequence[int]
    """One bit a card, the next to draw first."""
    unthrown: int
    """The cards that do not lie in the discard pile."""
    turns: tuple[int, int]
    """Turns finished by the side on turn and by the other."""


def play_out(position: Position, plans: tuple[Plan, Plan], limit: int, rules: Rules) -> int:
    """The points that the side on turn wins, negative where it loses them.

    Args:
        position: What is played on from.
        plans: Of the side on turn and of the other.
        limit: The knock limit.
        rules: They price the ending.
    """
    own, other, upcard, stock = position.own, position.other, position.upcard, position.stock
    live, place, end, sign = position.unthrown, 0, len(stock) - LAST_STOCK_CARDS, 1
    (plan, other_plan), (turns, other_turns) = plans, position.turns
    _, loose = runs_and_loose(own)
    _, other_loose = runs_and_loose(other)
    left, other_left = points_of(loose), points_of(other_loose)
    while place < end and turns < MOST_TURNS:
        card = upcard
        may_meld = (_NEAR[card] & own).bit_count() > 1
        if not may_meld or deadwood_of(own | card) > left:
            card = stock[place]
            place += 1
            may_meld = (_NEAR[card] & own).bit_count() > 1
        own |= card
        if may_meld:
            _, loose = runs_and_loose(own)
            left = points_of(loose)
        else:
            loose |= card
            left += _POINTS[card]
        if not loose:
            return sign * (rules.gin_bonus + deadwood_of(other))
        upcard = dearest_of(loose)
        least = left - _POINTS[upcard]
        if least <= limit and (least == 0 or turns < plan.hasty_turns):
            return sign * knock_points(own ^ upcard, least, other, rules)
        if plan.keeps_outs and _NEAR[upcard] & own:
            upcard = _least_missed(own, loose, live & ~own)
        live &= ~upcard
        own, other = other, own ^ upcard
        loose, other_loose = other_loose, loose ^ upcard
        left, other_left = other_left, left - _POINTS[upcard]
        turns, other_turns = other_turns, turns + 1
        plan, other_plan = other_plan, plan
        sign = -sign
    return 0


def dearest_of(cards: int) -> int:
    """The highest of the cards, as a bit mask."""
    ranks = (cards | cards >> 13 | cards >> 26 | cards >> 39) & SUIT
    rank = ranks.bit_length() - 1
    first = cards >> rank & ACES
    return (first & -first) << rank


def outs_of(cards: int) -> int:
    """The cards that would make a run or a set of three or more with some of these."""
    up = cards << 1 & _NOT_ACES
    down = cards >> 1 & _NOT_KINGS
    runs = up & (down | up << 1 & _NOT_ACES) | down & down >> 1 & _NOT_KINGS
    s = cards & SUIT
    h = cards >> 13 & SUIT
    d = cards >> 26 & SUIT
    c = cards >> 39
    return runs | (s & h | d & c | (s | h) & (d | c)) * ACES


def _least_missed(eleven: int, loose: int, live: int) -> int:
    """The unmelded card that is best thrown: dear, and no great loss."""
    all_outs = OUT * (outs_of(eleven) & live).bit_count()
    least, most = loose, -1.0
    while loose:
        card = dearest_of(loose)
        loose ^= card
        points = _POINTS[card]
        if points + all_outs <= most:
            break
        worth = points + OUT * (outs_of(eleven ^ card) & live).bit_count()
        if worth > most:
            least, most = card, worth
    return least


def knock_points(ten: int, left: int, defender: int, rules: Rules) -> int:
    """The points of a knock, or of gin; negative for an undercut."""
    if not left:
        return rules.gin_bonus + deadwood_of(defender)
    runs, unmelded = runs_and_loose(ten)
    _, loose = runs_and_loose(defender)
    sets = ten ^ runs ^ unmelded
    loose &= ~(((sets | sets >> 13 | sets >> 26 | sets >> 39) & SUIT) * ACES)
    while fits := (runs << 1 & _NOT_ACES | runs >> 1 & _NOT_KINGS) & loose:
        runs |= fits
        loose ^= fits
    points = points_of(loose) - left
    return points if points > 0 else points - rules.undercut_bonus
