"""The screens' one port to the outside: what they need to know and may ask for.

The screens never see a socket, a database or another player's cards; whoever runs them hands
over a `Gateway`. Payloads are snapshots: a screen that missed news reads the newest one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from engine.actions import Action
from engine.cards import Card
from engine.events import Event
from engine.match import Match
from engine.result import DealScore
from engine.rules import CLASSIC, Rules
from engine.seats import PerSeat, Seat
from engine.view import SeatView, SpectatorView
from tui.settings import CoachLevel, Settings


class RejectedError(Exception):
    """An intent was refused and changed nothing; the message is a sentence for the player."""


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
class TableSpec:
    """What a player chooses when opening a table."""

    name: str = ""
    """Empty lets the house choose one."""
    rules: Rules = CLASSIC
    coach: CoachLevel = CoachLevel.FULL
    """The most the coach may say to anybody at this table."""
    private: bool = False
    """Not listed for others: only who is told its number may come, by typing it."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One person in the lobby's list."""

    name: str
    doing: Doing
    is_you: bool
    is_computer: bool = False


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
class LobbySnapshot:
    """The lobby as it stands."""

    people: tuple[PersonRow, ...]
    tables: tuple[TableRow, ...]
    """Yours first, then open ones, then those in play."""
    news: tuple[News, ...]


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


class Stage(Enum):
    """Where a table stands, above the phases of a deal."""

    WAITING = "waiting"
    """One player sits and waits for another."""
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
    """The other player's grace is used up: the match may be claimed."""
    desk: Desk = field(default_factory=Desk)


class Gateway(Protocol):
    """What the screens may ask of the house, on behalf of one player.

    Every coroutine raises `RejectedError` when the intent is refused.
    """

    @property
    def name(self) -> str:
        """The player's name in the club."""

    @property
    def settings(self) -> Settings:
        """The player's settings as last saved."""

    def save_settings(self, settings: Settings) -> None:
        """Keep the player's settings."""

    def listen(self, changed: Callable[[], None]) -> None:
        """Call `changed` whenever a snapshot is out of date; it must return at once."""

    def lobby(self) -> LobbySnapshot:
        """The lobby now."""

    def table(self) -> TableSnapshot | None:
        """The table the player sits at or watches; None in the lobby."""

    def arrange(self, desk: Desk) -> None:
        """Keep what the player has arranged at the table."""

    async def open_table(self, spec: TableSpec) -> None:
        """Open a table and sit down at it."""

    async def practise(self, spec: TableSpec) -> None:
        """Open a table and play the computer at it."""

    async def sit(self, table: int) -> None:
        """Take the free seat at a table, or return to one's own."""

    async def watch(self, table: int) -> None:
        """Watch a table."""

    async def act(self, action: Action, at: int) -> None:
        """Do something in the deal, meant for the position with version `at`."""

    async def ready(self) -> None:
        """Ask for the next deal or, after the match, for a rematch.

        After the match, when the other player has left, this opens the table to a new one.
        """

    async def leave(self) -> None:
        """Give up the seat, or stop watching; in a match this calls it off or forfeits it."""

    async def claim(self) -> None:
        """Win the match against a player who has been away for longer than the grace."""

    async def step_out(self) -> None:
        """Go back to the lobby and keep the seat."""

    async def say(self, text: str) -> None:
        """Say a line at the table or, in the lobby, to everybody there."""
