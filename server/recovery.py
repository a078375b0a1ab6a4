"""Start-up: the matches that were being played are put back on their tables."""

from __future__ import annotations

import logging

from engine.errors import GinError
from engine.seats import Seat
from server.lobby.book import Book
from server.lobby.course import CourseError
from server.lobby.errors import LobbyError
from server.lobby.facts import MatchStarted, Participant
from server.lobby.lobby import Lobby
from server.lobby.play import Recalled
from server.lobby.player import Player
from server.lobby.terms import Terms
from server.members import Members
from server.store.errors import CodecError
from server.store.store import Store

log = logging.getLogger(__name__)

Digests = dict[tuple[str, Seat], bytes]
"""Of the tokens by which guests come back to their seats."""


async def recall_open_matches(store: Store, book: Book, lobby: Lobby, members: Members) -> None:
    """Fold every open match and let its seats wait for their players.

    A match that cannot be folded is left in the store as it is.

    Raises:
        StoreUnavailableError: If the database does not answer.
    """
    digests = {(held.match, held.seat): digest for held, digest in await store.guests.held()}
    for match in await store.log.open_matches():
        try:
            recalled = Recalled(match, await book.lines(match), await book.shuffles(match))
            await _put_back(recalled, digests, store, lobby, members)
        except (CodecError, CourseError, GinError, LobbyError):
            log.exception("match %s cannot be taken up again", match)


async def _put_back(
    recalled: Recalled, digests: Digests, store: Store, lobby: Lobby, members: Members
) -> None:
    if not recalled.lines or not isinstance(recalled.lines[0].fact, MatchStarted):
        raise CourseError("the log does not begin with the start of a match")
    started = recalled.lines[0].fact
    terms = Terms(
        started.table,
        started.rules,
        started.hints,
        started.is_private,
        started.clock,
        started.has_cuts,
    )
    players = (
        _player(started.players.a, lobby, members),
        _player(started.players.b, lobby, members),
    )
    table = lobby.recall(recalled, terms, players)
    for seat in Seat:
        chair = table.seats.taken(seat)
        chair.digest = digests.get((recalled.match, seat))
        chair.kept_order = await store.log.desk(recalled.match, seat)


def _player(participant: Participant, lobby: Lobby, members: Members) -> Player:
    if participant.computer is not None:
        return Player(participant.name, level=participant.computer)
    account = None if participant.account is None else members.numbered(participant.account)
    if account is None:
        return lobby.register.guest(participant.name)
    player = lobby.register.member(account.id, account.name)
    members.equip(player)
    return player
