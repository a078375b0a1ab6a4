"""What a finished deal means, in words and sums: the text of the result screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.deal import LAST_STOCK_CARDS, SWAP_LIMIT
from engine.match import Entry, Game, Match
from engine.result import DealResult, DealScore, Ending
from engine.seats import Seat
from engine.showdown import Showdown
from engine.view import SpectatorView
from tui.gateway import TableSnapshot
from tui.text import Part, muted
from tui.viewer import person, possessive
from tui.widgets.score import GAME_NAMES

_LABEL = 20
"""Columns for what a line of the sum is about."""


@dataclass(frozen=True, slots=True)
class Posting:
    """What one deal did to one game."""

    game: Game
    winner: Seat
    entry: Entry | None
    """What was entered; None when the deal's points did not go here."""

    @property
    def before(self) -> int:
        """The winner's running total before this deal."""
        return self.game.scores[self.winner] - (self.entry.points if self.entry else 0)

    @property
    def closes(self) -> bool:
        """Whether this deal closed the game."""
        return self.entry is not None and not self.game.is_open


def postings(match: Match, deal: int, winner: Seat) -> tuple[Posting, ...]:
    """Return what a deal did to each game of a match that has been scored."""
    return tuple(
        Posting(
            game,
            winner,
            next((entry for entry in game.entries[winner] if entry.deal == deal), None),
        )
        for game in match.games
    )


def _had(table: TableSnapshot, seat: Seat, mine: str, theirs: str) -> str:
    return f"{person(table, seat)} {mine if seat is table.seat else theirs}"


def headline(table: TableSnapshot, result: DealResult) -> str:
    """How the deal ended, in a few words."""
    if result.knocker is None:
        return "dead hand"
    knocker, defender = result.knocker, result.knocker.other
    match result.ending:
        case Ending.GIN:
            return f"{person(table, knocker)} went gin"
        case Ending.BIG_GIN:
            return f"{person(table, knocker)} went big gin"
        case Ending.UNDERCUT:
            verb = _had(table, defender, "undercut", "undercuts")
            return f"{verb} {person(table, knocker)}"
        case _:
            return f"{person(table, knocker)} knocked with {result.knocker_deadwood}"


def why_dead(view: SpectatorView) -> str:
    """Why a deal is dead, in words."""
    if view.stock_count <= LAST_STOCK_CARDS:
        return "only two cards are left in the stock and nobody knocked"
    return f"the pile was taken {SWAP_LIMIT} times in a row"


def knockers_note(result: DealResult) -> str:
    """What the knocker did with his cards."""
    left = result.knocker_deadwood
    return f"laid down and kept {left}" if left else "laid down everything"


def defenders_note(result: DealResult, showdown: Showdown) -> Iterator[Part]:
    """What the defender did with his cards."""
    if showdown.is_gin:
        yield muted(f"kept {result.defender_deadwood}; nothing goes on gin")
        return
    yield muted("laid off " if showdown.layoffs else "laid off nothing ")
    for layoff in showdown.layoffs:
        yield layoff.card
        yield " "
    yield muted(f"and kept {result.defender_deadwood}")


def sum_rows(
    table: TableSnapshot, result: DealResult, score: DealScore
) -> Iterator[tuple[str, str]]:
    """The deal's sum, line by line: what, and how much with its sign."""
    if result.knocker is None or score.winner is None:
        return
    winner, loser = score.winner, score.winner.other
    counted = {
        result.knocker: result.knocker_deadwood,
        result.knocker.other: result.defender_deadwood,
    }
    yield _deadwood_of(table, loser), str(counted[loser])
    yield _deadwood_of(table, winner), f"–{counted[winner]}"
    bonus = {
        Ending.KNOCK: "bonus",
        Ending.UNDERCUT: "undercut bonus",
        Ending.GIN: "gin bonus",
        Ending.BIG_GIN: "big gin",
    }[result.ending]
    if score.bonus or result.ending is not Ending.KNOCK:
        yield bonus, f"+{score.bonus}"
    if score.doubled:
        yield "spade upcard", "×2"


def _deadwood_of(table: TableSnapshot, seat: Seat) -> str:
    words = f"{possessive(table, seat)} deadwood"
    return words if len(words) <= _LABEL else f"{person(table, seat)} kept"


def games_named(indices: list[int]) -> str:
    """Games by name: `II`, `I and II` or `I, II and III`."""
    names = [GAME_NAMES[index] for index in indices]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def entered(posted: tuple[Posting, ...], winner: str, points: int) -> str:
    """Whose the points are and where they went, in a sentence or two."""
    into = [index for index, posting in enumerate(posted) if posting.entry]
    closed = [index for index, posting in enumerate(posted) if not posting.entry]
    if not into:
        return f"{winner} +{points}, entered nowhere: {_were_closed(closed, posted)}"
    where = "" if len(posted) == 1 else f" in {_games(into)}"
    before = _were_closed(closed, posted)
    return f"{winner} +{points}{where}." + (f" {before[0].upper()}{before[1:]}" if before else "")


def _were_closed(indices: list[int], posted: tuple[Posting, ...]) -> str:
    shut = [index for index in indices if not posted[index].game.is_open]
    if not shut:
        return ""
    return f"{_games(shut)} closed before."


def _games(indices: list[int]) -> str:
    return f"{'game' if len(indices) == 1 else 'games'} {games_named(indices)}"
