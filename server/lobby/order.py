"""Keeping order: what a host may do to the people and the tables of the lobby."""

from __future__ import annotations

from engine.seats import Seat
from server.lobby.lobby import Lobby
from server.lobby.player import Player
from server.lobby.text import clean


async def close_table(lobby: Lobby, number: int) -> None:
    """Take a table away; nothing counts of what is still being played there.

    Raises:
        NoTableError: If there is no such table.
        FaultError: If the house cannot write it down.
    """
    table = lobby.table(number)
    await table.call_off()
    for seat in Seat:
        chair = table.seats.chair(seat)
        if chair is not None and not chair.has_left:
            table.vacate(seat)
    lobby.tidy(table)


def announce(lobby: Lobby, text: str) -> None:
    """Tell everybody in the club a line of the house."""
    line = clean(text)
    for table in lobby.all_tables:
        table.announce(line)
    lobby.relist(line)


def rename(lobby: Lobby, player: Player, name: str) -> None:
    """Call somebody otherwise from now on.

    Raises:
        TakenNameError: If somebody else is called so, or nearly so.
    """
    lobby.register.rename(player, name)
    for table in lobby.all_tables:
        table.audience.mark()
    lobby.relist()


def send_home(player: Player, sentence: str) -> None:
    """End a player's connection, if there is one; a seat is kept."""
    if player.stay is not None:
        player.stay.dismiss(sentence)
