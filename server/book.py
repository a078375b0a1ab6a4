"""The store as the book that the lobby writes its matches in."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from engine.seats import PerSeat, Seat
from server.fair_shuffle import Shuffle
from server.lobby.book import BookAheadError, BookClosedError, Held, Line
from server.lobby.facts import Fact, Finished, MatchStarted, Participant
from server.lobby.progress import MatchEnd
from server.store.errors import (
    MatchClosedError,
    OutOfStepError,
    StaleEpochError,
    StoreUnavailableError,
)
from server.store.store import Store

log = logging.getLogger(__name__)


class StoredBook:
    """Writes into a store; tells once if another server has taken that over."""

    def __init__(self, store: Store, taken_over: Callable[[], None]) -> None:
        self.fault = ""
        """Why nothing can be written just now; empty while all is well."""
        self._store = store
        self._taken_over = taken_over

    async def begin(self, match: str, command: str, fact: MatchStarted, held: Held) -> int:
        """Write the first fact of a new match and hold its guests' seats; return its number, 1."""
        with self._open():
            number = await self._store.log.start(match, command, fact, held)
        log.info("match started", extra={"match": match, "players": _names(fact.players)})
        return number

    async def append(
        self, match: str, seq: int, command: str, fact: Fact, shuffle: Shuffle | None
    ) -> int:
        """Write the next fact and keep a shuffle with it; return the number it stands under."""
        with self._open():
            return await self._store.log.append(match, seq, command, fact, shuffle)

    async def close(
        self, match: str, seq: int, command: str, fact: Fact, finished: Finished | None
    ) -> int:
        """Write the last fact of a match and file what is to be remembered of it."""
        with self._open():
            number = await self._store.log.finish(match, seq, command, fact, finished)
        end = finished.end if finished else MatchEnd.CALLED_OFF
        log.info("match ended", extra={"match": match, "end": end.value})
        return number

    async def lines(self, match: str, after: int = 0) -> tuple[Line, ...]:
        """The facts of a match in order, from the one after number `after` on."""
        with self._open():
            entries = await self._store.log.read(match, after)
        return tuple(Line(entry.seq, entry.command, entry.fact) for entry in entries)

    async def shuffles(self, match: str) -> tuple[Shuffle, ...]:
        """The shuffles of a match."""
        with self._open():
            return await self._store.log.shuffles(match)

    async def keep_desk(self, match: str, seat: Seat, desk: Mapping[str, Any]) -> None:
        """Keep what a player has arranged for himself."""
        with self._open():
            await self._store.log.keep_desk(match, seat, desk)

    async def check(self) -> None:
        """Write something without meaning, to see whether that is possible."""
        with self._open():
            await self._store.check()

    @contextmanager
    def _open(self) -> Iterator[None]:
        """Turn the store's refusals into the book's."""
        try:
            yield
        except (OutOfStepError, MatchClosedError) as error:
            raise BookAheadError(str(error)) from error
        except StoreUnavailableError as error:
            self._note(error.reason)
            raise BookClosedError(str(error)) from error
        except StaleEpochError as error:
            self._note(str(error))
            self._taken_over()
            raise BookClosedError(str(error)) from error
        else:
            self._note("")

    def _note(self, fault: str) -> None:
        if fault and not self.fault:
            log.error("nothing can be written", extra={"reason": fault})
        elif self.fault and not fault:
            log.warning("everything can be written again")
        self.fault = fault


def _names(players: PerSeat[Participant]) -> str:
    return " ".join(player.name for player in players)
