"""What points are worth on this sheet under these rules."""

from __future__ import annotations

from engine.match import Game, Match
from engine.result import DealScore
from engine.rules import MatchWinner, Rules
from engine.seats import Seat

TYPICAL_WIN = 28
"""Points an average deal brings its winner."""
LEEWAY = 20
"""Added to what both still need, so that a lead close to the target is not taken for a win."""


def gain(match: Match, winner: Seat, points: int) -> float:
    """How much better a player stands after winning so many points; the other stands as much worse.

    The unit is that of `standing`; only comparisons between gains mean anything.
    """
    after = match.scored(DealScore(winner, points))
    return standing(after, winner) - standing(match, winner)


def standing(match: Match, seat: Seat) -> float:
    """How far a player is ahead: games won where games decide, settled points where they do."""
    return sum(_stake(match, index, seat) for index in range(len(match.games)))


def _stake(match: Match, index: int, seat: Seat) -> float:
    game, rules = match.games[index], match.rules
    settled = match.settlement(index)
    if rules.match_winner is MatchWinner.GAMES:
        return 2 * _chance(match, index, seat) - 1
    if settled is not None:
        return settled[seat].total - settled[seat.other].total
    ahead = game.scores[seat] - game.scores[seat.other]
    boxes = game.boxes[seat] - game.boxes[seat.other]
    chance = _chance(match, index, seat)
    bonuses = chance * _bonus(game, rules, seat) - (1 - chance) * _bonus(game, rules, seat.other)
    factor = 2 if index == 2 and rules.third_game_doubled else 1
    return factor * (ahead + boxes * rules.box_bonus + bonuses)


def _chance(match: Match, index: int, seat: Seat) -> float:
    """The chance of closing a game; 1 or 0 once it is closed."""
    game = match.games[index]
    if game.closed_by is not None:
        return float(game.closed_by is seat)
    mine, theirs = (_way_to_go(match, index, who) ** 2 for who in (seat, seat.other))
    return theirs / (mine + theirs)


def _way_to_go(match: Match, index: int, seat: Seat) -> float:
    """Points a player needs to close a game, the wins counted that must come before entering it."""
    missing = 0 if match.rules.single_game else max(index - match.wins[seat], 0)
    return match.rules.target - match.games[index].scores[seat] + LEEWAY + missing * TYPICAL_WIN


def _bonus(game: Game, rules: Rules, closer: Seat) -> float:
    """What closing a game brings beside the points, were it closed as the entries stand."""
    if game.entries[closer.other]:
        return rules.game_bonus
    doubled = rules.target + rules.shutout_bonus if rules.shutout_doubled else 0
    return rules.shutout_bonus + doubled
