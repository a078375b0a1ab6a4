"""What the coach says: the strong computer player's judgement, with reasons, of what a seat sees.

Everything here is quick enough for the loop: a few milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from random import Random

from engine.actions import Discard, Knock, TakeUpcard
from engine.cards import Card, Hand
from engine.deal import LAST_STOCK_CARDS, Phase
from engine.match import Match
from engine.melds import (
    Meld,
    best_after_discard,
    best_arrangement,
    deadwood,
    deadwood_of,
    knock_discards,
)
from engine.players.memory import Memory
from engine.players.situation import Situation
from engine.players.strong import Strong, scales_of
from engine.prospects import PAIRS, held_odds, melding_cards, unseen_by, usefulness
from engine.view import SeatView

SAFE_BELOW = 0.1
"""Melds the opponent may be expected to complete with a card that is called safe."""
RISKY_FROM = 0.4
_STRONG = Strong()


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
    knocks: bool
    """The coach would knock with it."""
    makes_gin: bool
    outs: int
    """How many unseen cards would find a place in a meld at the next draw."""
    risk: Risk
    cost: float
    """What a plain discard is held to cost, in points; only differences mean anything."""
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


def judged_by(view: SeatView, match: Match, memory: Memory) -> Situation:
    """What the coach goes by: no more than a computer player in that seat."""
    return Situation(view, match, memory, Random(0))  # noqa: S311 nothing here is left to chance


def rank_discards(situation: Situation) -> tuple[DiscardAdvice, ...]:
    """Every card the seat may throw now, best first; empty unless it holds eleven.

    The first is the strong player's choice, a knock included.
    """
    view, scales = situation.view, scales_of(situation)
    actions = view.legal_actions
    knocks = {action.discard for action in actions if isinstance(action, Knock)}
    throws = {action.card for action in actions if isinstance(action, Discard)} | knocks
    costs = {card: scales.cost(view.hand.mask ^ card.mask, card) for card in throws}
    knock = _advised_knock(situation, knocks)
    ranked = sorted(throws, key=lambda card: (card != knock, costs[card], card))
    return tuple(
        _judged(situation, card, costs[card], knock, is_first=card == ranked[0]) for card in ranked
    )


def choice_of(ranked: tuple[DiscardAdvice, ...]) -> Discard | Knock:
    """What the first of the ranked discards stands for."""
    first = ranked[0]
    return Knock(first.card) if first.knocks else Discard(first.card)


def on_second_thoughts(
    ranked: tuple[DiscardAdvice, ...], choice: Discard | Knock
) -> tuple[DiscardAdvice, ...]:
    """The advice with that choice first to which second thoughts have come."""
    if choice == choice_of(ranked):
        return ranked
    knocks = isinstance(choice, Knock)
    card = choice.discard if isinstance(choice, Knock) else choice.card
    reason = "tried out, a knock comes out best" if knocks else "tried out, it comes out best"
    chosen = next(advice for advice in ranked if advice.card == card)
    others = (_no_longer_a_knock(advice) for advice in ranked if advice.card != card)
    return replace(chosen, knocks=knocks, reason=reason), *others


def _no_longer_a_knock(advice: DiscardAdvice) -> DiscardAdvice:
    if not advice.knocks:
        return advice
    return replace(advice, knocks=False, reason=f"lets you knock with {advice.deadwood}")


def _advised_knock(situation: Situation, knocks: set[Card]) -> Card | None:
    """The discard to knock with; None where it is better to play on."""
    if not knocks:
        return None
    hand = situation.view.hand.mask
    left, card = min((deadwood_of(hand ^ card.mask), card) for card in knocks)
    return card if left == 0 or _STRONG.knocks(situation, left) else None


def _judged(
    situation: Situation, card: Card, cost: float, knock: Card | None, *, is_first: bool
) -> DiscardAdvice:
    view, unseen = situation.view, situation.unseen
    ten = view.hand.minus(card)
    left = deadwood(ten)
    allows_knock = Knock(card) in view.legal_actions
    helping = melding_cards(ten.mask, unseen)
    risk = _risk(usefulness(card, held_odds(view, situation.memory.leanings)))
    if left == 0:
        reason = "makes gin"
    elif card == knock:
        reason = "the last chance to knock" if _is_last(view) else "knock now, before they improve"
    elif is_first and _forgoes_knock(view):
        reason = _why_not_knock(view, ten, helping)
    elif allows_knock:
        reason = f"lets you knock with {left}"
    else:
        reason = _why_throw(situation, card, left, risk, is_first=is_first)
    return DiscardAdvice(
        card, left, allows_knock, card == knock, left == 0, len(helping), risk, cost, reason
    )


def _is_last(view: SeatView) -> bool:
    """Whether no turn follows this one."""
    return view.stock_count <= LAST_STOCK_CARDS


def _forgoes_knock(view: SeatView) -> bool:
    """Whether the first choice, which is no knock, stands against one."""
    is_free = view.phase is Phase.DISCARD
    return is_free and any(isinstance(action, Knock) for action in view.legal_actions)


def _why_not_knock(view: SeatView, ten: Hand, helping: tuple[Card, ...]) -> str:
    gin = sum(best_after_discard(ten.plus(card).mask) == 0 for card in helping)
    if gin == 0 or _is_last(view):
        return "a knock may be undercut"
    return f"play on: {gin} cards make gin" if gin > 1 else "play on: one card makes gin"


def _why_throw(situation: Situation, card: Card, left: int, risk: Risk, *, is_first: bool) -> str:
    whole = deadwood(situation.view.hand)
    if left > whole:
        return "breaks a meld"
    if left == whole:
        return "shortens a meld"
    if not is_first and _goes_with_known(situation.view, card):
        return "goes with a card they took"
    if not _is_one_short(card, situation):
        return "is far from any meld"
    if not is_first:
        return "could still make a meld for you"
    if risk is Risk.SAFE:
        return "they can hardly use it"
    return "promises least of what is loose"


def _risk(melds: float) -> Risk:
    if melds < SAFE_BELOW:
        return Risk.SAFE
    return Risk.FAIR if melds < RISKY_FROM else Risk.RISKY


def _goes_with_known(view: SeatView, card: Card) -> bool:
    """Whether the opponent is known to hold a card that could share a meld of three with this one."""
    known = view.known[view.seat.other]
    return any(mate in known for pair in PAIRS[card] for mate in pair)


def _is_one_short(card: Card, situation: Situation) -> bool:
    """Whether a card held and one that may still come would make a meld of three with this one."""
    hand, unseen = situation.view.hand, situation.unseen
    return any(
        (one in hand and other in unseen) or (other in hand and one in unseen)
        for one, other in PAIRS[card]
    )


def advise_draw(situation: Situation) -> DrawAdvice:
    """Whether to take the upcard while it is offered, or at any draw, as the strong player would.

    Raises:
        ValueError: If there is no upcard.
    """
    view, upcard = situation.view, situation.view.upcard
    if upcard is None:
        raise ValueError("there is no upcard to advise on")
    throw, knocks = _turn_after_taking(situation, upcard)
    kept = best_arrangement(view.hand.plus(upcard).minus(throw))
    meld = next((meld for meld in kept.melds if upcard in meld), None)
    take, reason = _why_take(situation, upcard, kept.deadwood, meld, knocks=knocks)
    return DrawAdvice(take, kept.deadwood, throw, meld, reason)


def _turn_after_taking(situation: Situation, upcard: Card) -> tuple[Card, bool]:
    """What the strong player would throw once it had taken the upcard, and whether to knock."""
    view = situation.view
    eleven = view.hand.plus(upcard)
    knocks = tuple(map(Knock, knock_discards(eleven, view.knock_limit, upcard)))
    taken = replace(
        situation,
        view=replace(
            view,
            phase=Phase.DISCARD,
            hand=eleven,
            discard_pile=view.discard_pile[:-1],
            legal_actions=(*map(Discard, view.hand), *knocks),
        ),
    )
    knock = _advised_knock(taken, {action.discard for action in knocks})
    return (knock, True) if knock is not None else (_STRONG.throw(taken), False)


def _why_take(
    situation: Situation, upcard: Card, left: int, meld: Meld | None, *, knocks: bool
) -> tuple[bool, str]:
    view = situation.view
    if TakeUpcard() not in view.legal_actions:
        if view.phase is Phase.LAST_OFFER:
            return False, "you could not knock with it"
        return False, "both passed it, so draw from the stock"
    if view.phase is Phase.LAST_OFFER:
        return True, f"it lets you knock with {left}" if left else "it makes gin"
    if not _STRONG.wants_upcard(situation, upcard):
        return False, "the stock is likely to help more" if meld else "it completes no meld"
    if left == 0:
        return True, "it makes gin"
    if knocks:
        return True, f"it lets you knock with {left}"
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
