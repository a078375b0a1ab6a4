from __future__ import annotations

from sqlalchemy import select

from engine.seats import PerSeat, Seat
from server.lobby.facts import CalledOff
from server.store.guests import GuestSeat
from server.store.schema import guest_seats
from server.store.store import Store
from server.tokens import digest, new_token
from tests.server.store.builders import started

TOKEN = new_token()
HELD = PerSeat(None, digest(TOKEN))


async def test_a_guests_seat_is_held_with_the_start_of_its_match_over_a_restart(url: str) -> None:
    async with await Store.open(url) as store:
        await store.log.start("m", "c1", started(), HELD)
    async with await Store.open(url) as store:
        assert await store.guests.held() == (GuestSeat("m", Seat.B, digest(TOKEN.lower())),)


async def test_the_same_token_holds_the_seat_of_the_next_match(store: Store) -> None:
    await store.log.start("m", "c1", started(), HELD)
    await store.log.start("n", "c1", started(), HELD)
    assert await store.guests.held() == (GuestSeat("n", Seat.B, digest(TOKEN)),)


async def test_a_token_is_void_when_the_match_has_ended(store: Store) -> None:
    await store.log.start("m", "c1", started(), HELD)
    await store.log.finish("m", 2, "c2", CalledOff(), None)
    assert await store.guests.held() == ()


async def test_the_database_does_not_hold_the_token(store: Store) -> None:
    await store.log.start("m", "c1", started(), HELD)
    [row] = await store._writer.rows(select(guest_seats))
    assert TOKEN not in str(tuple(row))
    assert TOKEN.encode() not in row.digest
