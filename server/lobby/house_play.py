"""What the house does for a player whose time is up: never a knock, never more than asked."""

from __future__ import annotations

from typing import assert_never

from engine.actions import (
    Action,
    Discard,
    DrawStock,
    FinishLayoffs,
    LayOff,
    PassUpcard,
)
from engine.cards import Card
from engine.deal import Deal, Phase
from engine.layoffs import best_layoff
from engine.melds import best_arrangement, deadwood
from server.lobby.errors import NotNowError

TIME_OUTS = 3
"""Turns in a row that the clock may end before the match is lost."""


def action_in_time(deal: Deal) -> Action:
    """The next action of the seat on turn: pass, draw from the stock, throw what was drawn.

    Raises:
        NotNowError: If the deal is over.
    """
    match deal.phase:
        case Phase.OFFER | Phase.LAST_OFFER | Phase.LAST_KNOCK:
            return PassUpcard()
        case Phase.DRAW:
            return DrawStock()
        case Phase.DISCARD:
            return Discard(_thrown(deal))
        case Phase.LAYOFF:
            return _laid_off(deal)
        case Phase.OVER:
            raise NotNowError("this hand is over")
    assert_never(deal.phase)


def _thrown(deal: Deal) -> Card:
    """The drawn card; if it was taken from the pile, the unmelded card of most points."""
    if deal.drawn is not None and deal.drawn != deal.taken:
        return deal.drawn
    hand = deal.hands[deal.turn]
    loose = [card for card in best_arrangement(hand).deadwood_cards if card != deal.taken]
    if loose:
        return max(loose, key=lambda card: (card.points, card))
    cards = [card for card in hand if card != deal.taken]
    return min(cards, key=lambda card: (deadwood(hand.minus(card)), -card.points, card))


def _laid_off(deal: Deal) -> Action:
    assert deal.showdown is not None  # noqa: S101 there is one in this phase
    spread = deal.showdown.spread
    steps = best_layoff(spread, deal.hands[deal.turn]).steps(spread)
    return LayOff(*steps[0]) if steps else FinishLayoffs()
