"""The Hollywood score sheet: three games kept side by side (`docs/RULES.md §5`)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from engine.errors import MatchOverError
from engine.result import DealScore
from engine.rules import LateEntry, MatchWinner, Rules
from engine.seats import PerSeat, Seat


@dataclass(frozen=True, slots=True)
class Entry:
    """One win written into one game."""

    deal: int
    """The number of the deal in the match, from 1, dead deals counted."""
    points: int
    total: int
    """The running total after this entry."""


_NO_ENTRIES: PerSeat[tuple[Entry, ...]] = PerSeat((), ())
_NO_WINS = PerSeat(0, 0)


@dataclass(frozen=True, slots=True)
class Game:
    """One column of the sheet."""

    entries: PerSeat[tuple[Entry, ...]] = _NO_ENTRIES
    closed_by: Seat | None = None
    """Who reached the target; None while the game is open."""

    @property
    def is_open(self) -> bool:
        """Whether the game still takes entries."""
        return self.closed_by is None

    @property
    def is_shutout(self) -> bool:
        """Whether the game was closed against a player without an entry."""
        return self.closed_by is not None and not self.entries[self.closed_by.other]

    @property
    def boxes(self) -> PerSeat[int]:
        """How many entries each player has."""
        return self.entries.map(len)

    @property
    def scores(self) -> PerSeat[int]:
        """The running totals, bonuses not counted."""
        return self.entries.map(lambda entries: entries[-1].total if entries else 0)

    def entered(self, seat: Seat, deal: int, points: int, target: int) -> Game:
        """The game with one more win in it, closed if it reaches the target."""
        total = self.scores[seat] + points
        entries = self.entries.put(seat, (*self.entries[seat], Entry(deal, points, total)))
        return Game(entries, seat if total >= target else None)


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a closed game is worth to one player."""

    score: int
    game_bonus: int
    """The game bonus or, against a shut-out player, the shutout bonus."""
    box_bonus: int
    factor: int
    """What all of it is multiplied by: a doubled shutout, a doubled third game."""

    @property
    def total(self) -> int:
        """The settled score."""
        return (self.score + self.game_bonus + self.box_bonus) * self.factor


@dataclass(frozen=True, slots=True)
class Match:
    """One score sheet, from the first deal to the closing of the last game."""

    rules: Rules
    next_dealer: Seat
    games: tuple[Game, ...]
    wins: PerSeat[int] = _NO_WINS
    """Deals won, those that scored nowhere included."""
    deals: int = 0
    """Deals finished, dead ones included."""

    @property
    def is_over(self) -> bool:
        """Whether all games are closed."""
        return not any(game.is_open for game in self.games)

    def games_entered(self, winner: Seat) -> tuple[int, ...]:
        """The indices of the games that a further win of this player would be written into."""
        return tuple(index for index in self._games_reached(winner) if self.games[index].is_open)

    def _games_reached(self, winner: Seat) -> list[int]:
        if self.rules.single_game:
            return [0]
        match self.rules.late_entry:
            case LateEntry.STRICT:
                return list(range(min(self.wins[winner] + 1, len(self.games))))
            case LateEntry.ADVANCE:
                entered = [i for i, game in enumerate(self.games) if game.entries[winner]]
                not_yet = [i for i, game in enumerate(self.games) if not game.entries[winner]]
                return entered + [i for i in not_yet if self.games[i].is_open][:1]
        assert_never(self.rules.late_entry)

    def scored(self, score: DealScore) -> Match:
        """The match after one more deal (`docs/RULES.md §5`); a dead deal only counts as played.

        Raises:
            MatchOverError: If all games are closed already.
        """
        number = self.deals + 1
        if self.is_over:
            raise MatchOverError(f"deal {number} comes after the last game had closed")
        if score.winner is None:
            return replace(self, deals=number)
        games = list(self.games)
        for index in self.games_entered(score.winner):
            games[index] = games[index].entered(
                score.winner, number, score.points, self.rules.target
            )
        wins = self.wins.put(score.winner, self.wins[score.winner] + 1)
        return Match(self.rules, score.winner, tuple(games), wins, number)

    def settlement(self, index: int) -> PerSeat[Settlement] | None:
        """A game's settled scores with their parts; None while it is open."""
        game = self.games[index]
        if game.closed_by is None:
            return None
        return PerSeat(
            self._settled(index, game, game.closed_by, Seat.A),
            self._settled(index, game, game.closed_by, Seat.B),
        )

    def _settled(self, index: int, game: Game, closer: Seat, seat: Seat) -> Settlement:
        rules, bonus, factor = self.rules, 0, 1
        if seat is closer:
            bonus = rules.shutout_bonus if game.is_shutout else rules.game_bonus
            factor = 2 if game.is_shutout and rules.shutout_doubled else 1
        if index == 2 and rules.third_game_doubled:
            factor *= 2
        return Settlement(game.scores[seat], bonus, rules.box_bonus * game.boxes[seat], factor)

    @property
    def totals(self) -> PerSeat[int]:
        """The settled scores of the closed games, added up."""
        settled = [s for s in map(self.settlement, range(len(self.games))) if s is not None]
        return PerSeat(sum(s.a.total for s in settled), sum(s.b.total for s in settled))

    @property
    def games_won(self) -> PerSeat[int]:
        """How many games each player closed."""
        closers = [game.closed_by for game in self.games]
        return PerSeat(closers.count(Seat.A), closers.count(Seat.B))

    @property
    def winner(self) -> Seat | None:
        """Who won the match; None until the last game is closed (`docs/RULES.md §5`)."""
        if not self.is_over:
            return None
        by_games, by_total = self.games_won, self.totals
        if self.rules.match_winner is MatchWinner.TOTAL and by_total.a != by_total.b:
            return Seat.A if by_total.a > by_total.b else Seat.B
        return Seat.A if by_games.a > by_games.b else Seat.B


def new_match(rules: Rules, first_dealer: Seat) -> Match:
    """An empty score sheet."""
    return Match(rules, first_dealer, (Game(),) * rules.game_count)
