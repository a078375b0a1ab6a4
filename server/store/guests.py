"""Guests' seats: whoever has the token of a seat comes back to it, and nobody by name."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from engine.seats import PerSeat, Seat
from server.lobby.book import Held
from server.lobby.facts import MatchStarted
from server.store.schema import guest_seats
from server.store.writer import Writer

NOBODY: Held = PerSeat(None, None)
"""No guest plays."""

_SOME_PAGES = 16 * 1024
"""Bytes; a page of SQLite has 4 KiB, one of PostgreSQL 8."""


@dataclass(frozen=True, slots=True)
class GuestSeat:
    """A seat that is held for a guest."""

    match: str
    seat: Seat
    digest: bytes
    """What is kept of the token by which he comes back."""


class Guests:
    """The seats held for guests."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def held(self) -> tuple[GuestSeat, ...]:
        """All seats that are held."""
        rows = await self._writer.rows(select(guest_seats))
        return tuple(GuestSeat(row.match, Seat(row.seat), row.digest) for row in rows)


def hold_seats(connection: Connection, match: str, fact: MatchStarted, held: Held) -> None:
    """Hold the seats of a match for its guests, and of those with the same tokens no others."""
    for seat in Seat:
        digest = held[seat]
        if digest is not None:
            connection.execute(delete(guest_seats).where(guest_seats.c.digest == digest))
            name = fact.players[seat].name
            row = {"match": match, "seat": seat.value, "name": name, "digest": digest}
            connection.execute(insert(guest_seats).values(row))


def release_seats_of(connection: Connection, match: str) -> None:
    """Void the tokens of a match that has ended."""
    connection.execute(delete(guest_seats).where(guest_seats.c.match == match))


def try_room(connection: Connection) -> None:
    """Write something that needs new pages, and take it back.

    What only changes pages that are there could be written on a full disk, too.
    """
    nobody = {"match": "", "seat": "", "name": "x" * _SOME_PAGES, "digest": b""}
    connection.execute(insert(guest_seats).values(nobody))
    connection.execute(delete(guest_seats).where(guest_seats.c.match == ""))
