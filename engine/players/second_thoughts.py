"""Second thoughts: how a turn ends best, found by playing it out against likely hidden hands.

A scorer's choice stands unless another is clearly better. All choices are played out against the
same hands and the same order of the stock, so that luck favours none, and each by the better of
two plans, which stand for how the player may go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from random import Random

from engine.actions import Action, Discard, Knock
from engine.cards import Hand
from engine.deal import LAST_STOCK_CARDS
from engine.meld_tables import deadwood_of
from engine.melds import deadwood
from engine.players.hidden_hands import guess
from engine.players.playout import HASTY, PATIENT, PLAIN, Plan, Position, knock_points, play_out
from engine.players.situation import Situation
from engine.players.strong import scales_of
from engine.players.worth import gain

HANDS = 256
"""How many hands of the opponent are tried."""
DISCARDS = 5
"""How many discards are thought about."""
ROUNDS = 4
"""After each quarter of them the choices that fall behind are given up."""
CLEARLY = 1.5
"""By how many standard errors another choice must be better than the scorer's."""
EndOfTurn = Discard | Knock


@dataclass(frozen=True, slots=True)
class World:
    """What may be hidden, and how the opponent may go on."""

    hand: int
    stock: tuple[int, ...]
    """One bit a card, the next to draw first."""
    plan: Plan


@dataclass(slots=True)
class Line:
    """One choice with one plan, and what it came to in each world."""

    action: EndOfTurn
    plan: Plan
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """What it is worth on average."""
        return sum(self.values) / len(self.values)

    def lead(self, other: Line) -> tuple[float, float]:
        """By how much it is better than another line, and the standard error of that."""
        leads = [mine - theirs for mine, theirs in zip(self.values, other.values, strict=True)]
        count, mean = len(leads), sum(leads) / len(leads)
        return mean, sqrt(sum((lead - mean) ** 2 for lead in leads) / count / (count - 1))


def reconsidered(situation: Situation, first: Action, hands: int = HANDS) -> Action:
    """The scorer's choice, or another way to end the turn that is clearly better.

    The same position is always judged the same. What does not end a turn is left as it is.

    Args:
        situation: What is known.
        first: The scorer's choice.
        hands: How many hands are tried: a multiple of `ROUNDS`, and at least twice that.
    """
    if not isinstance(first, Discard | Knock) or is_settled(situation, first):
        return first
    lines = [line for action in (first, *_others(situation, first)) for line in _lines(action)]
    trial = _Trial(situation)
    worlds = tuple(_worlds(situation, hands))
    for end in range(hands // ROUNDS, hands + 1, hands // ROUNDS):
        for line in lines:
            line.values += [trial.value(line, world) for world in worlds[len(line.values) : end]]
        best = max((line for line in lines if line.action == first), key=lambda line: line.mean)
        lines = [line for line in lines if line is best or not _is_behind(line, best)]
    leads = [(line.lead(best), line) for line in lines if line.action != first]
    clear = [(mean, line.action) for (mean, error), line in leads if mean > CLEARLY * error]
    return max(clear, key=lambda lead: lead[0])[1] if clear else first


def is_settled(situation: Situation, first: EndOfTurn) -> bool:
    """Whether nothing else is worth a thought: it is gin, or the last turn."""
    view = situation.view
    is_gin = isinstance(first, Knock) and deadwood(view.hand.minus(first.discard)) == 0
    return is_gin or view.stock_count <= LAST_STOCK_CARDS


def _others(situation: Situation, first: EndOfTurn) -> list[EndOfTurn]:
    """What the scorer likes best beside its first choice: a few discards, and the best knock."""
    view, scales = situation.view, scales_of(situation)
    ranked = sorted(
        situation.throws, key=lambda card: scales.cost(view.hand.mask ^ card.mask, card)
    )
    others: list[EndOfTurn] = [Discard(card) for card in ranked[:DISCARDS]]
    knocks = [action for action in view.legal_actions if isinstance(action, Knock)]
    if knocks:
        others.append(min(knocks, key=lambda knock: deadwood(view.hand.minus(knock.discard))))
    return [action for action in others if action != first]


def _lines(action: EndOfTurn) -> list[Line]:
    plans = (PATIENT, HASTY) if isinstance(action, Discard) else (PATIENT,)
    return [Line(action, plan) for plan in plans]


def _is_behind(line: Line, best: Line) -> bool:
    mean, error = line.lead(best)
    return mean < -error


def _worlds(situation: Situation, count: int) -> Iterator[World]:
    view, memory = situation.view, situation.memory
    # A seed of its own: the same position is always judged the same.
    random = Random(0)  # noqa: S311 it deals nobody a card
    hidden = guess(view, memory)
    hasty = round(count * memory.eagerness)
    drawn = [(hand, PLAIN) for hand in hidden.drawn_hands(hasty, random, view.knock_limit)]
    drawn += [(hand, PATIENT) for hand in hidden.drawn_hands(count - hasty, random)]
    random.shuffle(drawn)
    for hand, plan in drawn:
        stock = [1 << card for card in hidden.unseen if not hand >> card & 1]
        random.shuffle(stock)
        yield World(hand, tuple(stock[: view.stock_count]), plan)


class _Trial:
    """Plays lines out; what points are worth on the sheet is looked up once."""

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._worth: dict[int, float] = {0: 0.0}
        self._unthrown = ~Hand.of(situation.view.discard_pile).mask

    def value(self, line: Line, world: World) -> float:
        """What the line is worth in a world, in the unit of `gain`."""
        points = self._points(line, world) * (2 if self._situation.view.doubled else 1)
        if points not in self._worth:
            match, seat = self._situation.match, self._situation.view.seat
            won = gain(match, seat if points > 0 else seat.other, abs(points))
            self._worth[points] = won if points > 0 else -won
        return self._worth[points]

    def _points(self, line: Line, world: World) -> int:
        view, turns = self._situation.view, self._situation.memory.turns
        if isinstance(line.action, Knock):
            ten = view.hand.minus(line.action.discard).mask
            return knock_points(ten, deadwood_of(ten), world.hand, view.rules)
        thrown = line.action.card
        after = Position(
            own=world.hand,
            other=view.hand.minus(thrown).mask,
            upcard=thrown.mask,
            stock=world.stock,
            unthrown=self._unthrown ^ thrown.mask,
            turns=(turns[view.seat.other], turns[view.seat] + 1),
        )
        return -play_out(after, (world.plan, line.plan), view.knock_limit, view.rules)
