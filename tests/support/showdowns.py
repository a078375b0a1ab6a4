"""Tables at which somebody has just knocked, made from card text."""

from __future__ import annotations

from typing import Any

from engine.actions import DrawStock, FinishLayoffs, Knock, LayOff, PassUpcard
from engine.cards import DECK, parse_card, parse_cards
from engine.melds import parse_meld
from engine.rules import CLASSIC, Rules
from engine.seats import Seat
from tests.support.deals import deal_from, played
from tests.support.gateway import FakeGateway, sitting_at


def knocked(
    *,
    knocker: str,
    defender: str,
    spread: str = "",
    by: Seat = Seat.B,
    rules: Rules = CLASSIC,
    upcard: str = "",
    **table: Any,  # noqa: ANN401  # what `sitting_at` takes
) -> FakeGateway:
    """A table at which `by` has drawn a spare card and thrown it to knock.

    Args:
        knocker: The knocker's ten cards.
        defender: The defender's ten cards.
        spread: The knocker's melds, separated by slashes; empty for the default.
        by: Who knocks.
        rules: The table's rules.
        upcard: The opening upcard.
        table: What else `sitting_at` takes.
    """
    held = parse_cards(f"{knocker} {defender} {upcard}")
    spare = str(next(card for card in reversed(DECK) if card not in held))
    hands = {"a": knocker, "b": defender} if by is Seat.A else {"a": defender, "b": knocker}
    deal = deal_from(**hands, upcard=upcard, stock=spare, dealer=by.other, rules=rules)
    gateway = sitting_at(played(deal, PassUpcard(), PassUpcard(), DrawStock()), **table)
    melds = tuple(parse_meld(text) for text in spread.split("/")) if spread else None
    assert gateway.at is not None
    gateway.at.play(by, Knock(parse_card(spare), melds))
    return gateway


def finished(gateway: FakeGateway, *layoffs: tuple[str, int]) -> FakeGateway:
    """The same table after the defender laid off cards on melds of the spread and finished."""
    assert gateway.at is not None
    assert gateway.at.deal is not None
    defender = gateway.at.deal.turn
    for card, meld in layoffs:
        gateway.at.play(defender, LayOff(parse_card(card), meld))
    gateway.at.play(defender, FinishLayoffs())
    return gateway
