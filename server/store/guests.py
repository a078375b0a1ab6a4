"""Guests' seats: whoever has the token of a seat comes back to it, and nobody by name."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from engine.seats import Seat
from server.store.schema import guest_seats, matches
from server.store.writer import Writer
from server.tokens import digest, new_token

_SOME_PAGES = 16 * 1024
"""Bytes; a page of SQLite has 4 KiB, one of PostgreSQL 8."""


@dataclass(frozen=True, slots=True)
class GuestSeat:
    """A seat that is held for a guest."""

    match: str
    seat: Seat
    name: str


class Guests:
    """The seats held for guests."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def hold(self, held: GuestSeat) -> str:
        """Hold a seat for a guest and return the token for it; an earlier one is void."""
        token = new_token()

        def work(connection: Connection) -> None:
            _release(connection, held.match, held.seat)
            connection.execute(
                insert(guest_seats).values(
                    match=held.match,
                    seat=held.seat.value,
                    name=held.name,
                    digest=digest(token),
                )
            )

        await self._writer.run(work)
        return token

    async def seat_of(self, token: str) -> GuestSeat | None:
        """The seat that a token is for; none if it is wrong or the seat is no longer held."""
        wanted = select(guest_seats).where(guest_seats.c.digest == digest(token))
        for row in await self._writer.rows(wanted):
            return GuestSeat(row.match, Seat(row.seat), row.name)
        return None

    async def held(self) -> tuple[tuple[GuestSeat, bytes], ...]:
        """All seats that are held, each with the digest of its token."""
        rows = await self._writer.rows(select(guest_seats))
        return tuple((GuestSeat(row.match, Seat(row.seat), row.name), row.digest) for row in rows)

    async def release(self, match: str, seat: Seat) -> None:
        """Hold a seat no longer; its token is void."""
        await self._writer.run(lambda connection: _release(connection, match, seat))


def _release(connection: Connection, match: str, seat: Seat) -> None:
    connection.execute(
        delete(guest_seats).where(guest_seats.c.match == match, guest_seats.c.seat == seat.value)
    )


def release_seats_of(connection: Connection, match: str) -> None:
    """Void the tokens of a match that has ended."""
    connection.execute(delete(guest_seats).where(guest_seats.c.match == match))


def forget_seats_of_no_match(connection: Connection) -> None:
    """Void the tokens of tables at which no match is open: they end with the server."""
    open_matches = select(matches.c.id).where(matches.c.ended.is_(None))
    connection.execute(delete(guest_seats).where(guest_seats.c.match.not_in(open_matches)))


def try_room(connection: Connection) -> None:
    """Write something that needs new pages, and take it back.

    What only changes pages that are there could be written on a full disk, too.
    """
    nobody = {"match": "", "seat": "", "name": "x" * _SOME_PAGES, "digest": b""}
    connection.execute(insert(guest_seats).values(nobody))
    connection.execute(delete(guest_seats).where(guest_seats.c.match == ""))
