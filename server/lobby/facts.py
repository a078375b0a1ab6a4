"""What the log of a match is made of: facts in the past tense, from which it is folded again.

Nothing here tells a card that is still hidden: decks, seeds and cuts are
kept apart, in the table of shuffles.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Action
from engine.match import Match, new_match
from engine.result import DealResult, score_deal
from engine.rules import Rules
from engine.seats import PerSeat, Seat
from server.lobby.progress import MatchEnd
from server.lobby.terms import ClockRule, Hints


@dataclass(frozen=True, slots=True)
class Participant:
    """Who plays a match in one of its seats."""

    name: str
    account: int | None = None
    """None for guests and the computer."""
    computer: str | None = None
    """The level of a computer player."""


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """Two players sat down to a match under rules that hold to its end."""

    rules: Rules
    first_dealer: Seat
    players: PerSeat[Participant]
    hints: Hints = Hints.FULL
    table: str = ""
    """The table's name."""
    is_private: bool = False
    has_cuts: bool = False
    """Both players may cut before each deal."""
    clock: ClockRule | None = None


@dataclass(frozen=True, slots=True)
class ShuffleCommitted:
    """The house bound itself to a shuffle before the deal; 64 hexadecimal digits."""

    deal: int
    commitment: str


@dataclass(frozen=True, slots=True)
class CutSealed:
    """A player gave a cut, or did without one."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealBegun:
    """The cards of the deal's shuffle were dealt."""

    deal: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Acted:
    """A seat did something in the deal, or the clock did it for the seat."""

    seat: Seat
    action: Action
    is_timed_out: bool = False
    bank: int | None = None
    """Milliseconds left of the seat's bank; None at a table without a clock."""


@dataclass(frozen=True, slots=True)
class Readied:
    """A seat asked for the next deal."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Returned:
    """A player came back to the table."""

    seat: Seat
    grace: int
    """Milliseconds left of the time the player may be away in this match."""


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Time of the players' own went by, which no crash shall give back; in milliseconds."""

    thought: int
    """How long this turn has lasted; 0 at a table without a clock."""
    grace: PerSeat[int]
    """What is left to each of the time he may be away in this match."""


@dataclass(frozen=True, slots=True)
class Adjourned:
    """A seat put the match off to another time."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Resumed:
    """Both were there again and the match went on."""


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A seat left the match, or lost it by the clock or by absence, before its last deal."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CalledOff:
    """The house ended the match before its last deal; nothing of it counts."""


Fact = (
    MatchStarted
    | ShuffleCommitted
    | CutSealed
    | DealBegun
    | Acted
    | Readied
    | Returned
    | TimePassed
    | Adjourned
    | Resumed
    | GivenUp
    | CalledOff
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet as the facts it is made of."""

    rules: Rules
    first_dealer: Seat
    results: tuple[DealResult, ...]
    """Every deal that was finished, dead ones included."""

    @property
    def match(self) -> Match:
        """The score sheet written out."""
        match = new_match(self.rules, self.first_dealer)
        for result in self.results:
            match = match.scored(score_deal(result, self.rules))
        return match


@dataclass(frozen=True, slots=True)
class Finished:
    """What is kept of a match when it ends, unless it was called off."""

    players: PerSeat[Participant]
    hints: Hints
    sheet: Sheet
    end: MatchEnd
    winner: Seat
