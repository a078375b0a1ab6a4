"""What the coach says, from what the advised seat can see and nothing else.

Everything here is quick enough to be asked again at every redraw: one to two milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.actions import Discard, Knock, TakeUpcard
from engine.cards import Card, Hand
from engine.deal import Phase
from engine.match import Match
from engine.melds import (
    Meld,
    best_after_discard,
    best_arrangement,
    check_arrangement,
    deadwood,
)
from engine.prospects import (
    PAIRS,
    Odds,
    held_odds,
    leanings_of,
    likely_deadwood,
    look_ahead,
    melding_cards,
    unseen_by,
    usefulness,
)
from engine.result import DealResult, DealScore, Ending, knock_result, score_deal
from engine.seats import Seat
from engine.view import SeatView

SAFE_BELOW = 0.1
"""Melds the opponent may be expected to complete with a card that is called safe."""
RISKY_FROM = 0.4
DANGER_WEIGHT = 4.0
"""Points of deadwood that one meld more for the opponent is held to be worth."""


class Risk(Enum):
    """How useful a card is likely to be to the opponent."""

    SAFE = "safe"
    FAIR = "fair"
    RISKY = "risky"


@dataclass(frozen=True, slots=True)
class DiscardAdvice:
    """What throwing one card would mean."""

    card: Card
    deadwood: int
    """What the other ten leave."""
    allows_knock: bool
    """Gin included."""
    makes_gin: bool
    outs: int
    """How many unseen cards would find a place in a meld at the next draw."""
    risk: Risk
    reason: str
    """A fragment without a full stop, such as `breaks a meld`."""


@dataclass(frozen=True, slots=True)
class DrawAdvice:
    """Whether to take the upcard."""

    take: bool
    deadwood_if_taken: int
    """After the best discard, which cannot be the upcard."""
    throw: Card
    """That discard."""
    meld: Meld | None
    """The meld the upcard would lie in; None if it would stay unmelded."""
    reason: str
    """A fragment without a full stop, such as `it completes a meld`."""


@dataclass(frozen=True, slots=True)
class GameEffect:
    """What a win would do to one game of the sheet."""

    game: int
    """0 for the first."""
    entered: bool
    """Whether the win would be written into it."""
    total_after: int
    """The winner's running total then."""
    closes: bool


@dataclass(frozen=True, slots=True)
class KnockOutlook:
    """What a knock would mean on the sheet, if it holds and if it is undercut."""

    deadwood: int
    is_gin: bool
    points: int
    """A likely win: the opponent's hidden deadwood is only guessed from the length of the deal."""
    if_won: tuple[GameEffect, ...]
    """What winning `points` would do."""
    undercut_points: int
    """The least the opponent would score with an undercut; 0 for gin."""
    if_undercut: tuple[GameEffect, ...]
    """What that would do to the opponent's totals; empty for gin."""


def rank_discards(view: SeatView) -> tuple[DiscardAdvice, ...]:
    """Every card the seat may throw now, best first; empty unless it holds eleven.

    The order weighs the deadwood left, what one more draw may make of it, and the risk.
    """
    actions = view.legal_actions
    knocks = {action.discard for action in actions if isinstance(action, Knock)}
    throws = {action.card for action in actions if isinstance(action, Discard)} | knocks
    unseen, odds = unseen_by(view), held_odds(view, leanings_of(view))
    ranked = sorted(throws, key=lambda card: (_rating(view.hand, card, unseen, odds), card))
    return tuple(_judged(view, card, card in knocks, unseen, odds) for card in ranked)


def _rating(eleven: Hand, card: Card, unseen: Hand, odds: Odds) -> float:
    """What throwing a card is held to cost, in points; less is better."""
    ten = eleven.minus(card)
    kept = look_ahead(ten.mask, unseen)
    return kept.deadwood + kept.expected + DANGER_WEIGHT * usefulness(card, odds)


def _judged(
    view: SeatView, card: Card, allows_knock: bool, unseen: Hand, odds: Odds
) -> DiscardAdvice:
    ten = view.hand.minus(card)
    left = deadwood(ten)
    outs = len(melding_cards(ten.mask, unseen))
    risk = _risk(usefulness(card, odds))
    if left == 0:
        reason = "makes gin"
    elif allows_knock:
        reason = f"lets you knock with {left}"
    elif left > (whole := deadwood(view.hand)):
        reason = "breaks a meld"
    elif left == whole:
        reason = "shortens a meld"
    elif near := _known_nearby(view, card):
        reason = f"they took {near} and may want it"
    elif risk is Risk.SAFE:
        reason = "they can hardly use it"
    else:
        reason = (
            "leaves one card that helps" if outs == 1 else f"leaves {outs or 'no'} cards that help"
        )
    return DiscardAdvice(card, left, allows_knock, left == 0, outs, risk, reason)


def _risk(melds: float) -> Risk:
    if melds < SAFE_BELOW:
        return Risk.SAFE
    return Risk.FAIR if melds < RISKY_FROM else Risk.RISKY


def _known_nearby(view: SeatView, card: Card) -> Card | None:
    """A card the opponent is known to hold that could share a meld of three with this one."""
    known = view.known[view.seat.other]
    return next((mate for pair in PAIRS[card] for mate in pair if mate in known), None)


def advise_draw(view: SeatView) -> DrawAdvice:
    """Whether to take the upcard while it is offered, or at any draw.

    It advises to take it if that opens a knock, or if it joins a meld and leaves less than a card
    from the stock would on average.

    Raises:
        ValueError: If there is no upcard.
    """
    if view.upcard is None:
        raise ValueError("there is no upcard to advise on")
    upcard, eleven = view.upcard, view.hand.plus(view.upcard)
    unseen, odds = unseen_by(view), held_odds(view, leanings_of(view))
    throw = min(
        view.hand,
        key=lambda card: (deadwood(eleven.minus(card)), _rating(eleven, card, unseen, odds)),
    )
    kept = best_arrangement(eleven.minus(throw))
    meld = next((meld for meld in kept.melds if upcard in meld), None)
    take, reason = _why_take(view, kept.deadwood, meld, unseen)
    return DrawAdvice(take, kept.deadwood, throw, meld, reason)


def _why_take(view: SeatView, left: int, meld: Meld | None, unseen: Hand) -> tuple[bool, str]:
    if TakeUpcard() not in view.legal_actions:
        if view.phase is Phase.LAST_OFFER:
            return False, "you could not knock with it"
        return False, "both passed it, so draw from the stock"
    if left == 0:
        return True, "it makes gin"
    if left <= view.knock_limit < deadwood(view.hand) or view.phase is Phase.LAST_OFFER:
        return True, f"it lets you knock with {left}"
    if meld is None:
        return False, "it completes no meld"
    if left >= look_ahead(view.hand.mask, unseen).expected:
        return False, "the stock is likely to help more"
    return True, "it completes a meld"


def helping_cards(view: SeatView) -> tuple[tuple[int, Hand], ...]:
    """The unseen cards that would find a place in a meld of the ten cards held, best first.

    They stand together by the deadwood they would leave after the best discard, 0 for gin.
    """
    groups: dict[int, Hand] = {}
    for card in melding_cards(view.hand.mask, unseen_by(view)):
        left = best_after_discard(view.hand.plus(card).mask)
        groups[left] = groups.get(left, Hand()).plus(card)
    return tuple(sorted(groups.items(), key=lambda group: group[0]))


def knock_outlook(
    view: SeatView, match: Match, discard: Card, spread: tuple[Meld, ...] | None = None
) -> KnockOutlook:
    """What knocking with a discard would mean for the games of the sheet.

    Args:
        view: The seat's view with eleven cards held.
        match: The sheet as it stands.
        discard: The card to be thrown.
        spread: The melds to be laid; None stands for an arrangement of least deadwood.

    Raises:
        MeldError: If the spread is not made of the ten cards left.
    """
    ten = view.hand.minus(discard)
    left = deadwood(ten) if spread is None else check_arrangement(ten, spread).deadwood
    turns = (31 - view.stock_count + len(view.known.a) + len(view.known.b)) / 2
    theirs = max(round(likely_deadwood(turns)), left + 1)
    if left:
        won = knock_result(view.seat, left, theirs, doubled=view.doubled)
        lost = score_deal(knock_result(view.seat, left, left, doubled=view.doubled), view.rules)
    else:
        won = DealResult(Ending.GIN, view.seat, 0, theirs, view.doubled)
        lost = DealScore(None)
    points = score_deal(won, view.rules).points
    return KnockOutlook(
        deadwood=left,
        is_gin=left == 0,
        points=points,
        if_won=game_effects(match, view.seat, points),
        undercut_points=lost.points,
        if_undercut=game_effects(match, view.seat.other, lost.points) if left else (),
    )


def game_effects(match: Match, winner: Seat, points: int) -> tuple[GameEffect, ...]:
    """What winning so many points would do to each game, closed ones included."""
    entered = match.games_entered(winner)
    after = match.scored(DealScore(winner, points))
    return tuple(
        GameEffect(
            game=index,
            entered=index in entered,
            total_after=game.scores[winner],
            closes=index in entered and not game.is_open,
        )
        for index, game in enumerate(after.games)
    )
