"""The club as hosts see it on their screens."""

from __future__ import annotations

import time

from server.club import Club
from server.lobby.text import clean
from server.snapshots import doing
from tui.house_report import Ban, Deed, HouseReport, Standing, Visitor


async def house_report(club: Club) -> HouseReport:
    """Everything that a host sees.

    Raises:
        StoreUnavailableError: If the database does not answer.
    """
    people = sorted(club.lobby.people, key=lambda player: player.name.lower())
    return HouseReport(
        people=tuple(
            Visitor(one.name, doing(one).value, one.stay.address if one.stay is not None else "")
            for one in people
        ),
        tables=tuple(
            Standing(
                table.number,
                table.terms.name,
                ", ".join(chair.player.name for chair in table.seats),
            )
            for table in club.lobby.all_tables
        ),
        bans=tuple(
            Ban(one.kind.value, one.name, one.target, "" if one.until is None else at(one.until))
            for one in club.doorkeeper.sanctions()
        ),
        deeds=tuple(
            Deed(at(deed.at), deed.by, deed.deed, clean(deed.target), clean(deed.detail))
            for deed in await club.store.audit.latest()
        ),
        is_drained=club.doorkeeper.is_drained,
    )


def at(seconds: float) -> str:
    """A time since 1970 as people on the server read it."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
