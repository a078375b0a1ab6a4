"""What screens read: the lobby and a table as one player sees them, in frozen snapshots."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from engine.actions import Discard, Knock
from engine.cards import Card
from engine.events import Event
from engine.match import Match
from engine.result import DealScore
from engine.rules import CLASSIC, Rules
from engine.seats import PerSeat, Seat
from engine.view import SeatView, SpectatorView
from tui.records import Leaders, Standings
from tui.settings import CoachLevel

_UNRATED = Standings()
_NO_LEADERS = Leaders()
_NEITHER = PerSeat(False, False)


class Presence(Enum):
    """Whether a player is looking at the table."""

    HERE = "here"
    AWAY = "away"


class Doing(Enum):
    """What a person in the club is doing."""

    LOBBY = "lobby"
    WAITING = "waiting"
    PLAYING = "playing"
    WATCHING = "watching"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class Said:
    """A line of talk."""

    number: int
    """Counts up within one room, shared with the other kinds of news."""
    name: str
    text: str
    """Cleaned; still only ever drawn as plain cells."""
    clock: str
    """Time of day on the server, `21:07`."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """A line of the house itself."""

    number: int
    text: str
    clock: str


@dataclass(frozen=True, slots=True)
class Happened:
    """Something done at the table, as this viewer may see it."""

    number: int
    event: Event


News = Said | Noticed | Happened


@dataclass(frozen=True, slots=True)
class ClockSpec:
    """How long a player may think, in seconds."""

    turn: int
    """For each turn anew."""
    bank: int
    """Beyond the turns' own time, for the whole match."""


OFFERED_CLOCK = ClockSpec(turn=30, bank=120)
"""What a new table offers when its opener wants a clock."""


@dataclass(frozen=True, slots=True)
class TableSpec:
    """What a player chooses when opening a table."""

    name: str = ""
    """Empty lets the house choose one."""
    rules: Rules = CLASSIC
    coach: CoachLevel = CoachLevel.FULL
    """The most the coach may say to anybody at this table."""
    private: bool = False
    """Not listed for others: only who is told its number may come, by typing it."""
    clock: ClockSpec | None = None
    """None lets everybody think as long as he likes."""
    cuts: bool = False
    """Both players may cut before each deal, for which the table waits up to 15 seconds."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One person in the lobby's list."""

    name: str
    doing: Doing
    is_you: bool
    is_computer: bool = False
    is_guest: bool = False
    standings: Standings = _UNRATED
    is_muted: bool = False
    """You do not want to hear this person."""
    is_blocked: bool = False
    """You do not want to play this person."""


class TableStatus(Enum):
    """What a row in the lobby's list of tables offers."""

    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table in the lobby's list."""

    id: int
    spec: TableSpec
    players: tuple[str, ...]
    """One or two names, the opener first."""
    status: TableStatus
    games: tuple[tuple[int, int], ...]
    """Running scores of the games in the order of `players`; empty before the first deal."""
    is_yours: bool
    """You have a seat there."""


@dataclass(frozen=True, slots=True)
class AdjournedRow:
    """A match of yours that was put off; `sit` at its table goes on as soon as both are there."""

    table: int
    spec: TableSpec
    seat: Seat
    """Yours."""
    players: PerSeat[str]
    games: tuple[tuple[int, int], ...]
    """Running scores of the games, seat A's first."""
    deal_number: int
    is_other_here: bool
    """The other player is in the club."""
    is_other_waiting: bool
    """The other player sits at the table and waits for you."""


@dataclass(frozen=True, slots=True)
class LobbySnapshot:
    """The lobby as it stands."""

    people: tuple[PersonRow, ...]
    tables: tuple[TableRow, ...]
    """Yours first, then open ones, then those in play."""
    news: tuple[News, ...]
    adjourned: tuple[AdjournedRow, ...] = ()
    """Your matches that wait to be resumed; never among `tables`."""
    leaders: Leaders = _NO_LEADERS


@dataclass(frozen=True, slots=True)
class SeatClock:
    """A seat's clock, in whole seconds, so that only a new second is a new snapshot."""

    turn: int
    """Left of the turn's own time; the whole of it while it is not this seat's turn."""
    bank: int
    """Left beyond it; runs once `turn` is 0."""
    is_running: bool


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who sits in a seat."""

    name: str
    presence: Presence = Presence.HERE
    is_computer: bool = False
    grace: int | None = None
    """Seconds left of an absent player's grace; None while here or when no match is running."""
    left: bool = False
    """The player has given the seat up."""
    is_guest: bool = False
    clock: SeatClock | None = None
    """None at a table without clocks, and before a match."""

    @property
    def called(self) -> str:
        """The name as it is spoken: a computer's without its strength."""
        return self.name.partition(" ")[0] if self.is_computer else self.name


class PauseReason(Enum):
    """Why all clocks of a table stand still."""

    FAULT = "fault"
    """The house cannot write matches down just now: actions are refused until it can again."""
    RESTART = "restart"
    """The server was started again: seats wait for their players; who is on turn may play."""
    ADJOURNED = "adjourned"
    """The match goes on, and actions are taken again, when both are at the table."""


@dataclass(frozen=True, slots=True)
class Pause:
    """All clocks of a table stand still."""

    reason: PauseReason
    seconds: int | None = None
    """After so long at the latest they go on; None when that is not a matter of time."""
    sentence: str = ""
    """What a player is told about it."""


@dataclass(frozen=True, slots=True)
class ShuffleNote:
    """What may be known of a shuffle before and after its deal."""

    deal: int
    """The deal that `commitment` is for: the one in play or, between deals, the next."""
    commitment: str
    """64 hexadecimal digits."""
    cut_seconds: int | None = None
    """Left to cut in stage CUT; None at any other time."""
    has_cut: PerSeat[bool] = _NEITHER
    """Who has cut for this deal, or done without."""
    published: str = ""
    """The last finished deal's record in JSON, as `verify_deal.py` reads it; for the two players
    as soon as the deal is over, for watchers once the match is. Empty while there is none."""


class Stage(Enum):
    """Where a table stands, above the phases of a deal."""

    WAITING = "waiting"
    """One player sits and waits for another."""
    CUT = "cut"
    """The next deal is about to be dealt; at a table with cuts both may still cut. `view` is None
    before the first deal of a match and the finished deal later."""
    DEAL = "deal"
    DEAL_OVER = "deal_over"
    """The result is shown; the next deal starts when both are ready."""
    MATCH_OVER = "match_over"
    """All games are closed, or the match was forfeited or called off; a rematch is offered."""


class MatchEnd(Enum):
    """How a match came to its end."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    CALLED_OFF = "called_off"
    """Before both had finished a turn of the first deal; nothing counts."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What a player has arranged for himself; kept for him, never shown to others."""

    own_order: tuple[Card, ...] = ()
    cursor: int = 0
    """Place in the hand as displayed."""
    lifted: Card | None = None
    layer: str = ""
    """Name of the open layer, empty for none."""
    spread: int = 0
    """Which of the offered spreads is chosen in the knock dialog."""
    read: int = 0
    """Number of the last line of talk seen."""


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """A table as one viewer sees it."""

    id: int
    spec: TableSpec
    version: int
    """Goes with every action, so that none is played in another position."""
    stage: Stage
    seat: Seat | None
    """Where you sit; None when you watch."""
    players: PerSeat[SeatInfo | None]
    match: Match | None
    """None until two players sit."""
    deal_number: int
    """The current deal's number in the match, from 1."""
    view: SeatView | SpectatorView | None
    score: DealScore | None
    """What the finished deal was worth; None while it is played."""
    ready: PerSeat[bool]
    """Who has asked for the next deal, or for a rematch once the match is over."""
    ended: MatchEnd | None
    winner: Seat | None
    """Who won the match, once it has ended; None also when it was called off."""
    news: tuple[News, ...]
    may_call_off: bool
    """Leaving now only calls the match off; later it forfeits the match."""
    may_claim: bool = False
    """The other player's grace is used up: you may claim the match, adjourn it or wait."""
    desk: Desk = field(default_factory=Desk)
    match_id: str = ""
    """The match's name in the history and for replays; empty until two players sit."""
    may_adjourn: bool = False
    """`adjourn` means something now: to offer it, to accept it or, with `may_claim`, to do it."""
    adjourn_offer: Seat | None = None
    """Who has offered to adjourn and waits for an answer."""
    pause: Pause | None = None
    next_deal_in: int | None = None
    """Seconds until the next deal starts even if not both are ready; None without a clock."""
    shuffle: ShuffleNote | None = None
    return_line: str = ""
    """The ssh line by which a guest comes back to this very seat; empty for everybody else."""
    second_thought: Discard | Knock | None = None
    """What comes out best where the coach had time to try the ways to end the turn."""
