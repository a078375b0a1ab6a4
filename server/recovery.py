"""Start-up: the matches that were being played are put back on their tables."""

from __future__ import annotations

import logging

from engine.errors import GinError
from engine.seats import Seat
from server.lobby.book import Book
from server.lobby.course import CourseError
from server.lobby.errors import LobbyError
from server.lobby.facts import CalledOff, DealBegun, MatchStarted, Participant
from server.lobby.lobby import Lobby
from server.lobby.play import Recalled
from server.lobby.player import Player
from server.lobby.sitting import new_id
from server.lobby.terms import Terms
from server.members import Members
from server.store.errors import CodecError
from server.store.store import Store

log = logging.getLogger(__name__)

_SENSELESS = (CodecError, CourseError, GinError, LobbyError)


async def recall_open_matches(store: Store, book: Book, lobby: Lobby, members: Members) -> None:
    """Fold every open match and let its seats wait for their players.

    A match that cannot be folded is left in the store as it is.

    Raises:
        StoreUnavailableError: If the database does not answer.
    """
    await Recovery(store, book, lobby, members).run()


class Recovery:
    """Puts matches from the store on tables of the lobby."""

    def __init__(self, store: Store, book: Book, lobby: Lobby, members: Members) -> None:
        self._store = store
        self._book = book
        self._lobby = lobby
        self._members = members
        self._digests: dict[tuple[str, Seat], bytes] = {}
        """Of the tokens by which guests come back to their seats."""

    async def run(self) -> None:
        """Take up every open match, those first in which cards were dealt."""
        for held in await self._store.guests.held():
            self._digests[held.match, held.seat] = held.digest
        undealt: list[Recalled] = []
        for match in await self._store.log.open_matches():
            try:
                lines, shuffles = await self._book.lines(match), await self._book.shuffles(match)
                recalled = Recalled(match, lines, shuffles)
                if any(isinstance(line.fact, DealBegun) for line in lines):
                    await self._put_back(recalled, _start_of(recalled))
                else:
                    undealt.append(recalled)
            except _SENSELESS:
                log.exception("match %s cannot be taken up again", match)
        for recalled in undealt:
            await self._put_back_undealt(recalled)

    async def _put_back_undealt(self, recalled: Recalled) -> None:
        """Take up a match before its first card, unless a player sits at another by now.

        Its players may have been told that it could not be begun, and have begun another.
        """
        try:
            started = _start_of(recalled)
            if any(self._sits(participant) for participant in started.players):
                seq = len(recalled.lines) + 1
                await self._book.close(recalled.match, seq, new_id(), CalledOff(), None)
            else:
                await self._put_back(recalled, started)
        except _SENSELESS:
            log.exception("match %s cannot be taken up again", recalled.match)

    async def _put_back(self, recalled: Recalled, started: MatchStarted) -> None:
        terms = Terms(
            started.table,
            started.rules,
            started.hints,
            started.is_private,
            started.clock,
            started.has_cuts,
        )
        players = (self._player(started.players.a), self._player(started.players.b))
        table = self._lobby.recall(recalled, terms, players)
        for seat in Seat:
            chair = table.seats.taken(seat)
            chair.digest = self._digests.get((recalled.match, seat))
            chair.kept_order = await self._store.log.desk(recalled.match, seat)

    def _sits(self, participant: Participant) -> bool:
        """Whether a member has a seat already."""
        player = self._lobby.register.named(participant.name)
        is_he = player is not None and player.account == participant.account
        return is_he and player is not None and player.seat_at is not None

    def _player(self, participant: Participant) -> Player:
        if participant.computer is not None:
            return Player(participant.name, level=participant.computer)
        number = participant.account
        account = None if number is None else self._members.numbered(number)
        if account is None:
            return self._lobby.register.guest(participant.name)
        player = self._lobby.register.member(account.id, account.name)
        self._members.equip(player)
        return player


def _start_of(recalled: Recalled) -> MatchStarted:
    first = recalled.lines[0].fact if recalled.lines else None
    if not isinstance(first, MatchStarted):
        raise CourseError("the log does not begin with the start of a match")
    return first
