"""Finished matches, records and ratings, as the screens read them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence

from engine.seats import Seat
from server.fair_shuffle import Shuffle
from server.lobby.course import Course
from server.lobby.facts import Acted, DealBegun, Fact, Finished, Sheet
from server.lobby.progress import MatchEnd
from server.lobby.turns import Turns
from server.store.errors import NoSuchMatchError
from server.store.history import PastMatch as Filed
from server.store.history import Record
from server.store.ratings import Ladder, Rating
from server.store.replay import courses
from server.store.store import Store
from tui.records import (
    LeaderRow,
    Leaders,
    PastMatch,
    Profile,
    Replay,
    ReplayFrame,
    Standings,
    WonLost,
)
from tui.settings import CoachLevel

UNRATED = Standings()


class HiddenDealError(Exception):
    """A deal that may not be looked at yet; the message is a sentence."""


class Archive:
    """What is remembered of matches; made by `Archive.load`."""

    def __init__(self, store: Store) -> None:
        self.leaders = Leaders()
        """Who stands highest, as last read."""
        self._store = store
        self._ratings: dict[tuple[int, Ladder], Rating] = {}
        self._reading = Turns("reading the ratings")

    @classmethod
    async def load(cls, store: Store) -> Archive:
        """Read the ratings.

        Raises:
            StoreUnavailableError: If the database does not answer.
        """
        archive = cls(store)
        await archive.reload()
        return archive

    def standings(self, account: int | None) -> Standings:
        """A player's ratings."""
        if account is None:
            return UNRATED
        points = {
            ladder: self._ratings[account, ladder].points
            for ladder in Ladder
            if (account, ladder) in self._ratings
        }
        return Standings(points.get(Ladder.UNAIDED), points.get(Ladder.COACHED))

    def note(self, finished: Finished) -> None:
        """A match has come to its end: ratings may have changed."""
        if all(player.account is not None for player in finished.players):
            self._reading.spawn(self.reload)

    async def settled(self) -> None:
        """Wait until the ratings are read."""
        await self._reading.settled()

    async def profile(self, account: int, name: str) -> Profile:
        """What a player's matches add up to."""
        kept = await self._store.history.profile(account)
        return Profile(
            name,
            self.standings(account),
            _won_lost(kept.matches),
            tuple(map(_won_lost, kept.games)),
            kept.gins,
            kept.undercuts,
            kept.average_deadwood,
        )

    async def history(self, account: int, viewer: int | None) -> tuple[PastMatch, ...]:
        """A player's matches, the latest first."""
        return tuple(
            [await self._told(filed, viewer) for filed in await self._store.history.of(account)]
        )

    async def match(self, match: str, viewer: int | None) -> PastMatch | None:
        """A finished match; none if it is still open or nothing of it counts."""
        filed = await self._store.history.match(match)
        return None if filed is None else await self._told(filed, viewer)

    async def replay(self, match: str, deal: int, *, is_player: bool, viewer: int | None) -> Replay:
        """A deal card by card: for its players once it is over, for others once the match is.

        Args:
            match: The match.
            deal: The number of the deal in it, from 1.
            is_player: Whether the viewer sits at the table of this match now.
            viewer: The viewer's account.

        Raises:
            NoSuchMatchError: If there is no such match or deal.
            HiddenDealError: If the deal may not be looked at yet.
        """
        facts, shuffles = await self._recorded(match)
        if deal not in shuffles:
            raise NoSuchMatchError(match)
        *_, last = states = list(courses(facts, shuffles.values()))
        accounts = {player.account for player in last.started.players} - {None}
        is_over = last.is_over or len(last.results) >= deal
        if not is_over or not (is_player or viewer in accounts or last.finished is not None):
            raise HiddenDealError("this hand is not over yet, so its cards are still hidden")
        return _replay(match, deal, shuffles[deal], facts, states)

    async def replays(self, match: str) -> tuple[Replay, ...]:
        """Every deal of a finished match, which everybody may look at.

        Raises:
            NoSuchMatchError: If there is no such match.
            HiddenDealError: If it is not finished.
        """
        facts, shuffles = await self._recorded(match)
        states = list(courses(facts, shuffles.values()))
        if states[-1].finished is None:
            raise HiddenDealError("this match is not finished yet, so its cards are still hidden")
        begun = [fact.deal for fact in facts if isinstance(fact, DealBegun)]
        return tuple(_replay(match, deal, shuffles[deal], facts, states) for deal in begun)

    async def reload(self) -> None:
        """Read the ratings and the leaders anew.

        Raises:
            StoreUnavailableError: If the database does not answer.
        """
        self._ratings = {
            (account, ladder): rating
            for account, ladder, rating in await self._store.ratings.everybody()
        }
        rows = {
            ladder: tuple(
                LeaderRow(leader.name, leader.rating.points, leader.rating.matches)
                for leader in await self._store.ratings.leaders(ladder)
            )
            for ladder in Ladder
        }
        self.leaders = Leaders(rows[Ladder.UNAIDED], rows[Ladder.COACHED])

    async def _recorded(self, match: str) -> tuple[list[Fact], dict[int, Shuffle]]:
        facts = [entry.fact for entry in await self._store.log.read(match)]
        if not facts:
            raise NoSuchMatchError(match)
        shuffles = await self._store.log.shuffles(match)
        return facts, {shuffle.deal: shuffle for shuffle in shuffles}

    async def _told(self, filed: Filed, viewer: int | None) -> PastMatch:
        kept = filed.finished
        deals = len(kept.sheet.results)
        if kept.end is MatchEnd.FORFEIT:
            entries = await self._store.log.read(filed.match)
            deals = sum(isinstance(entry.fact, DealBegun) for entry in entries)
        own = [seat for seat in Seat if viewer is not None and kept.players[seat].account == viewer]
        return PastMatch(
            id=filed.match,
            ended=time.strftime("%Y-%m-%d %H:%M", time.localtime(filed.at)),
            players=kept.players.map(lambda player: player.name),
            seat=own[0] if own else None,
            winner=kept.winner,
            is_forfeit=kept.end is MatchEnd.FORFEIT,
            is_rated=all(player.account is not None for player in kept.players),
            coach=CoachLevel(kept.hints.value),
            sheet=kept.sheet.match,
            results=kept.sheet.results,
            deals=deals,
        )


def _won_lost(record: Record) -> WonLost:
    return WonLost(record.won, record.lost)


def _replay(
    match: str, deal: int, shuffle: Shuffle, facts: Sequence[Fact], states: Sequence[Course]
) -> Replay:
    frames = tuple(_frames(deal, facts, states))
    if not frames:
        raise NoSuchMatchError(match)
    last = states[-1]
    dealers = [fact.dealer for fact in facts if isinstance(fact, DealBegun) and fact.deal == deal]
    return Replay(
        match=match,
        deal=deal,
        players=last.started.players.map(lambda player: player.name),
        dealer=dealers[0],
        frames=frames,
        result=last.results[deal - 1] if deal <= len(last.results) else None,
        sheet=Sheet(last.started.rules, last.started.first_dealer, last.results[: deal - 1]).match,
        published=json.dumps(shuffle.published()),
    )


def _frames(deal: int, facts: Sequence[Fact], states: Sequence[Course]) -> Iterator[ReplayFrame]:
    """Yield the deal after each of its events."""
    number = 0
    for fact, course in zip(facts, states, strict=True):
        if isinstance(fact, DealBegun):
            number = fact.deal
        if number != deal or course.progress is None:
            continue
        played = course.progress.deal
        for event in course.events:
            yield ReplayFrame(
                event=event,
                hands=played.hands,
                discard_pile=played.discard_pile,
                stock_count=len(played.stock),
                turn=played.turn,
                phase=played.phase,
                showdown=played.showdown,
                is_timed_out=isinstance(fact, Acted) and fact.is_timed_out,
            )
