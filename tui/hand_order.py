"""In which order a hand lies on the screen, and what lies together."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.cards import Card, Hand
from engine.melds import best_arrangement
from engine.view import SeatView
from tui.card_art import meld_order, meld_word
from tui.gateway import Desk, TableSnapshot
from tui.settings import CoachLevel, SortOrder

SORTS = (SortOrder.MELDS, SortOrder.SUIT, SortOrder.RANK, SortOrder.OWN)


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that lie together."""

    word: str
    """What they are: `run`, `set`, `deadwood`; empty when nobody has sorted them into melds."""
    cards: tuple[Card, ...]

    @property
    def is_meld(self) -> bool:
        """Whether the cards form a meld and overlap."""
        return self.word in ("run", "set")


def sort_in_use(sort: SortOrder, level: CoachLevel) -> SortOrder:
    """How the hand is laid out; without a coach nothing is sorted into melds."""
    return SortOrder.OWN if sort is SortOrder.MELDS and level is CoachLevel.OFF else sort


def next_sort(sort: SortOrder, level: CoachLevel) -> SortOrder:
    """The order that follows when the player asks for another."""
    orders = SORTS[1:] if level is CoachLevel.OFF else SORTS
    return orders[(orders.index(sort_in_use(sort, level)) + 1) % len(orders)]


def own_order(hand: Hand, kept: tuple[Card, ...], drawn: Card | None) -> tuple[Card, ...]:
    """The player's own order: as kept, new cards after it, the one just drawn at the very end."""
    known = tuple(card for card in kept if card in hand)
    fresh = [card for card in hand if card not in known]
    return known + tuple(sorted(fresh, key=lambda card: card == drawn))


def grouped(
    hand: Hand, kept: tuple[Card, ...], drawn: Card | None, sort: SortOrder
) -> tuple[Group, ...]:
    """The hand laid out for the screen, from left to right."""
    match sort:
        case SortOrder.MELDS:
            best = best_arrangement(hand)
            groups = [
                Group(meld_word(meld), meld.cards) for meld in sorted(best.melds, key=meld_order)
            ]
            loose = tuple(sorted(best.deadwood_cards, key=_by_rank))
            return (*groups, *([Group("deadwood", loose)] if loose else []))
        case SortOrder.SUIT:
            return (Group("", tuple(hand)),)
        case SortOrder.RANK:
            return (Group("", tuple(sorted(hand, key=_by_rank))),)
        case SortOrder.OWN:
            return (Group("", own_order(hand, kept, drawn)),)


def _by_rank(card: Card) -> tuple[int, int]:
    return card.rank, card.suit


def shifted(cards: tuple[Card, ...], place: int, by: int) -> tuple[Card, ...]:
    """The cards with the one in a place moved by one place, as far as there is room."""
    other = place + by
    if not 0 <= other < len(cards):
        return cards
    moved = list(cards)
    moved[place], moved[other] = moved[other], moved[place]
    return tuple(moved)


def desk_after(
    before: TableSnapshot | None, table: TableSnapshot, desk: Desk, sort: SortOrder
) -> Desk:
    """What the player has arranged, once a new snapshot is there.

    A new deal clears it; a card drawn takes the cursor; a card gone leaves the order.
    """
    view = table.view
    if before is not None and (before.id, before.deal_number) != (table.id, table.deal_number):
        desk = Desk(layer=desk.layer, read=desk.read)
    if not isinstance(view, SeatView):
        return desk
    order = own_order(view.hand, desk.own_order, view.drawn)
    desk = replace(desk, own_order=order, lifted=desk.lifted if desk.lifted in order else None)
    if view.drawn is not None and before is not None and view.drawn != _drawn(before):
        cards = [
            card for group in grouped(view.hand, order, view.drawn, sort) for card in group.cards
        ]
        desk = replace(desk, cursor=cards.index(view.drawn), spread=0)
    return replace(desk, cursor=max(0, min(desk.cursor, len(order) - 1)))


def _drawn(table: TableSnapshot) -> Card | None:
    return table.view.drawn if isinstance(table.view, SeatView) else None
