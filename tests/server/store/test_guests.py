from __future__ import annotations

import pytest
from sqlalchemy import select

from engine.seats import Seat
from server.lobby.facts import GivenUp
from server.store.guests import GuestSeat
from server.store.schema import guest_seats
from server.store.store import Store
from tests.server.store.builders import started

HELD = GuestSeat("m", Seat.B, "guest-2")


async def test_a_token_leads_back_to_its_seat_over_a_restart(url: str) -> None:
    async with await Store.open(url) as store:
        await store.log.start("m", "c1", started())
        token = await store.guests.hold(HELD)
    async with await Store.open(url) as store:
        assert await store.guests.seat_of(token.lower()) == HELD
        assert await store.guests.seat_of("guest-2") is None


async def test_a_new_token_voids_the_one_before(store: Store) -> None:
    first, second = await store.guests.hold(HELD), await store.guests.hold(HELD)
    assert await store.guests.seat_of(first) is None
    assert await store.guests.seat_of(second) == HELD


@pytest.mark.parametrize("how", ["released", "match ended", "server restarted without a match"])
async def test_a_token_is_void_when_the_seat_is_no_longer_held(url: str, how: str) -> None:
    async with await Store.open(url) as store:
        if how == "match ended":
            await store.log.start("m", "c1", started())
        token = await store.guests.hold(HELD)
        if how == "released":
            await store.guests.release("m", Seat.B)
        if how == "match ended":
            await store.log.finish("m", 2, "c2", GivenUp(Seat.B), None)
        if how != "server restarted without a match":
            assert await store.guests.seat_of(token) is None
    async with await Store.open(url) as store:
        assert await store.guests.seat_of(token) is None


async def test_the_database_does_not_hold_the_token(store: Store) -> None:
    token = await store.guests.hold(HELD)
    [row] = await store._writer.rows(select(guest_seats))
    assert token not in str(tuple(row))
    assert token.encode() not in row.digest
