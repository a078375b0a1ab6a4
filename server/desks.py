"""What a player has arranged for himself, kept while he is away and, his order, over restarts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.cards import Card, parse_card
from engine.errors import GinError
from server.lobby.player import Player
from server.lobby.room import Room
from tui.gateway import Desk


@dataclass(frozen=True, slots=True)
class _KeptDesk:
    """A desk, and how many deals the table had seen when it was arranged."""

    deals_dealt: int
    desk: Desk


def keep_desk(table: Room, player: Player, desk: Desk) -> None:
    """Keep what a player has arranged at a table."""
    before = desk_of(table, player)
    table.audience.keep_desk(player, _KeptDesk(table.play.deals_dealt, desk))
    course = table.play.course
    if course is not None and desk.own_order != before.own_order:
        order = [str(card) for card in desk.own_order]
        table.keep_order(player, {"deal": course.deal, "own_order": order})


def desk_of(table: Room, player: Player) -> Desk:
    """What a player has arranged; of an earlier deal only what is not about its cards."""
    kept = table.audience.desk(player)
    if not isinstance(kept, _KeptDesk):
        return Desk(own_order=_recalled_order(table, player))
    if kept.deals_dealt == table.play.deals_dealt:
        return kept.desk
    return Desk(layer=kept.desk.layer, read=kept.desk.read)


def _recalled_order(table: Room, player: Player) -> tuple[Card, ...]:
    seat, course = table.seats.of(player), table.play.course
    if seat is None or course is None:
        return ()
    kept = table.seats.taken(seat).kept_order
    return _cards(kept) if kept.get("deal") == course.deal else ()


def _cards(kept: Mapping[str, Any]) -> tuple[Card, ...]:
    try:
        return tuple(parse_card(name) for name in kept["own_order"])
    except (KeyError, TypeError, GinError):
        return ()
