"""Deals made from card text: name the cards that matter, the rest fall as a fixed shuffle says."""

from __future__ import annotations

import pytest

from engine.actions import Action, Discard, DrawStock, Knock, PassUpcard
from engine.cards import DECK, Card, parse_card, parse_cards
from engine.deal import HAND_SIZE, Deal, Phase, new_deal
from engine.errors import IllegalActionError
from engine.melds import parse_meld
from engine.play import apply
from engine.rules import CLASSIC, Rules
from engine.seats import PerSeat, Seat
from tests.support.chance import seeded


def deck_from(
    *, a: str = "", b: str = "", upcard: str = "", stock: str = "", dealer: Seat = Seat.B
) -> tuple[Card, ...]:
    """A deck that deals these hands and upcard, with `stock` on top of the stock in that order.

    Hands of fewer than ten cards are filled up, and so is the stock below what is named.
    """
    named = parse_cards(f"{a} {b} {upcard} {stock}")
    spare = [card for card in DECK if card not in named]
    seeded(1).shuffle(spare)
    hands = PerSeat(list(parse_cards(a)), list(parse_cards(b)))
    for hand in hands:
        while len(hand) < HAND_SIZE:
            hand.append(spare.pop())
    turned = parse_card(upcard) if upcard else spare.pop()
    dealt = [card for pair in zip(hands[dealer.other], hands[dealer], strict=True) for card in pair]
    return (*dealt, turned, *parse_cards(stock), *spare)


GIN = deck_from(a="AS 2S 3S 4H 5H 6H 7D 8D 9D KC", b="KS KH QS QD JC JD TC TH 9S 8S", stock="TD")
GINS = (PassUpcard(), PassUpcard(), DrawStock(), Knock(parse_card("KC")))
"""What the first on turn has to do with that deck, the other passing in between."""


def deal_from(
    *,
    a: str = "",
    b: str = "",
    upcard: str = "",
    stock: str = "",
    dealer: Seat = Seat.B,
    rules: Rules = CLASSIC,
) -> Deal:
    """A fresh deal from card text; unless told otherwise B deals, so A is the first to act."""
    deck = deck_from(a=a, b=b, upcard=upcard, stock=stock, dealer=dealer)
    return new_deal(rules, dealer, deck)[0]


def played(deal: Deal, *actions: Action) -> Deal:
    """The deal after these actions, each by whoever is on turn."""
    for action in actions:
        deal, _ = apply(deal, deal.turn, action)
    return deal


def holding_eleven(
    eleven: str, *, drawn: str, b: str = "", rules: Rules = CLASSIC, upcard: str = ""
) -> Deal:
    """A deal in which A has drawn `drawn` from the stock after both passed the upcard."""
    ten = " ".join(word for word in eleven.split() if word != drawn)
    deal = deal_from(a=ten, b=b, stock=drawn, rules=rules, upcard=upcard)
    return played(deal, PassUpcard(), PassUpcard(), DrawStock())


def drawn_down_to(stock_left: int, deal: Deal) -> Deal:
    """The deal after both passed and threw every stock card they drew, `stock_left` cards before
    its end, with the next seat about to draw."""
    deal = played(deal, PassUpcard(), PassUpcard())
    while deal.phase is Phase.DRAW and len(deal.stock) > stock_left:
        deal = played(deal, DrawStock())
        assert deal.drawn is not None
        deal = played(deal, Discard(deal.drawn))
    return deal


def threw(card: str) -> Discard:
    return Discard(parse_card(card))


def knocked(card: str, *melds: str) -> Knock:
    """A knock with these melds, or with none named with the default spread."""
    return Knock(parse_card(card), tuple(map(parse_meld, melds)) or None)


def refusal(deal: Deal, action: Action) -> str:
    """Why the seat on turn may not do this."""
    with pytest.raises(IllegalActionError) as refused:
        apply(deal, deal.turn, action)
    return str(refused.value)
