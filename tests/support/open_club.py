"""The club with its store, but without a door: callers come in and act through their gateways."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from server.club import Club, open_club
from server.gateway import LobbyGateway
from server.lobby.chance import Shuffler
from server.lobby.clock import Clock
from server.ssh.identity import Caller
from tests.support.club import PlannedShuffler
from tui.gateway import TableSnapshot, TableSpec


@dataclass
class HandMovedTime:
    """The seconds of the house."""

    now: float = 1000.0


class OpenClub:
    """A club whose time stands still until it is moved."""

    def __init__(self, club: Club, time: HandMovedTime) -> None:
        self.club = club
        self.time = time
        self.farewells: dict[str, list[str]] = {}

    def call(self, name: str, key: str | None = "", token: str = "") -> LobbyGateway:
        """Somebody calls, with a key named like himself unless told otherwise."""
        fingerprint = f"SHA256:{name}" if key == "" else key
        farewells = self.farewells.setdefault(name, [])
        return LobbyGateway(
            self.club, Caller(name, fingerprint, "127.0.0.1", token), farewells.append
        )

    async def come(self, name: str, key: str | None = "", token: str = "") -> LobbyGateway:
        """Somebody calls and, if he is new, takes the name that he is offered."""
        gateway = self.call(name, key, token)
        if (entrance := gateway.entrance()) is not None:
            await gateway.choose_name(entrance.suggestion)
        return gateway

    async def seated(
        self, spec: TableSpec | None = None, *, guests: bool = False
    ) -> tuple[LobbyGateway, LobbyGateway]:
        """Ada in seat A and Bea in seat B, their first deal on the table."""
        key = None if guests else ""
        ada, bea = await self.come("ada", key), await self.come("bea", key)
        await ada.open_table(spec or TableSpec())
        await bea.sit(at_table(ada).id)
        return ada, bea

    async def wait(self, seconds: float) -> None:
        """Let time pass, second by second."""
        for _ in range(int(seconds)):
            self.time.now += 1
            self.club.lobby.tick()
            await self.settled()

    async def settled(self) -> None:
        """Wait until nothing is under way."""
        await self.club.lobby.repair.settled()
        for table in tuple(self.club.lobby._tables.values()):
            await table.turns.settled()
        await self.club.members.settled()
        await self.club.archive.settled()


@asynccontextmanager
async def opened(
    database: str = "sqlite://", shuffler: Shuffler | None = None
) -> AsyncIterator[OpenClub]:
    """Open the club on a database, in memory unless told otherwise."""
    time = HandMovedTime()
    clock = Clock(lambda: time.now, lambda: "21:07")
    async with open_club(
        database, clock=clock, shuffler=shuffler or PlannedShuffler(), pace=lambda: 0.0
    ) as club:
        yield OpenClub(club, time)


def at_table(gateway: LobbyGateway) -> TableSnapshot:
    """The table that the player looks at."""
    snapshot = gateway.table()
    assert snapshot is not None
    return snapshot
