"""What a knock would mean: how likely it is to be undercut, and what it would do to the games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card, Hand
from engine.layoffs import best_layoff
from engine.match import Match
from engine.melds import Meld, check_arrangement, deadwood_of, default_spread
from engine.players.hidden_hands import Guess, guess
from engine.players.situation import Situation
from engine.result import DealResult, DealScore, Ending, knock_result, score_deal
from engine.seats import Seat


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
    undercut_chance: float
    """How likely the opponent undercuts it, 0 to 1."""
    points: int
    """What it brings on average if it holds: their hand is hidden."""
    if_won: tuple[GameEffect, ...]
    """What winning `points` would do."""
    undercut_points: int
    """The least the opponent would score with an undercut; 0 for gin."""
    if_undercut: tuple[GameEffect, ...]
    """What that would do to the opponent's totals; empty for gin."""


def knock_outlook(
    situation: Situation, discard: Card, spread: tuple[Meld, ...] | None = None
) -> KnockOutlook:
    """What knocking with a discard would mean for the games of the sheet.

    Args:
        situation: What the knocker, who holds eleven cards, may judge by.
        discard: The card to be thrown.
        spread: The melds to be laid; None stands for the default spread.

    Raises:
        MeldError: If the spread is not made of the ten cards left.
    """
    view, match = situation.view, situation.match
    ten = view.hand.minus(discard)
    if spread is None:
        laid = default_spread(ten, Hand.of((*view.discard_pile, discard)))
    else:
        laid = check_arrangement(ten, spread)
    left = laid.deadwood
    undercut, theirs = _against(laid.melds, left, guess(view, situation.memory))
    if left:
        won = knock_result(view.seat, left, max(theirs, left + 1), doubled=view.doubled)
        lost = score_deal(knock_result(view.seat, left, left, doubled=view.doubled), view.rules)
    else:
        won = DealResult(Ending.GIN, view.seat, 0, theirs, view.doubled)
        lost = DealScore(None)
    points = score_deal(won, view.rules).points
    return KnockOutlook(
        deadwood=left,
        is_gin=left == 0,
        undercut_chance=undercut,
        points=points,
        if_won=game_effects(match, view.seat, points),
        undercut_points=lost.points,
        if_undercut=game_effects(match, view.seat.other, lost.points) if left else (),
    )


def _against(spread: Sequence[Meld], left: int, hidden: Guess) -> tuple[float, int]:
    """The chance of an undercut, and the defender's average deadwood when there is none."""
    total = beaten = points = 0.0
    for hand, weight in hidden.weighed_hands():
        theirs = best_layoff(spread, Hand(hand)).deadwood if left else deadwood_of(hand)
        total += weight
        if not left or theirs > left:
            beaten += weight
            points += weight * theirs
    return 1 - beaten / total, round(points / beaten) if beaten else left + 1


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
