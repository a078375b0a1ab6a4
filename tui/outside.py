"""News from outside the deal: who came, went, dropped or returned."""

from __future__ import annotations

from engine.seats import Seat
from tui.gateway import Presence, SeatInfo, TableSnapshot
from tui.viewer import asks_to_adjourn, person


def news_from_outside(before: TableSnapshot | None, table: TableSnapshot | None) -> str:
    """What has changed about the other players between two snapshots; empty for nothing."""
    if before is None or table is None or before.id != table.id:
        return ""
    asks = asks_to_adjourn(table)
    if asks is not None and asks is not before.adjourn_offer and table.seat is not None:
        return f"{person(table, asks)} offers to adjourn the match: a answers."
    for seat in Seat:
        old, new = before.players[seat], table.players[seat]
        if seat is not table.seat and old != new and (told := _told(old, new)):
            return told
    return ""


def _told(old: SeatInfo | None, new: SeatInfo | None) -> str:
    if new is None:
        return f"{old.name} has left the table." if old is not None else ""
    if old is None or old.name != new.name:
        return f"{new.name} has sat down."
    if new.left and not old.left:
        return f"{new.name} has left the table."
    if old.presence is new.presence:
        return ""
    if new.presence is Presence.HERE:
        return f"{new.name} is back at the table."
    return f"{new.name} has lost the connection."
