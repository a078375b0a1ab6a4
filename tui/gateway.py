"""The screens' one port to the outside: what they need to know and may ask for.

The screens never see a socket, a database or another player's cards; whoever runs them hands
over a `Gateway`. Payloads are snapshots: a screen that missed news reads the newest one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engine.actions import Action
from engine.players.computer import Level
from tui.house_report import HouseReport
from tui.payloads import (
    OFFERED_CLOCK,
    AdjournedRow,
    ClockSpec,
    Desk,
    Doing,
    Happened,
    LobbySnapshot,
    MatchEnd,
    News,
    Noticed,
    Pause,
    PauseReason,
    PersonRow,
    Presence,
    Said,
    SeatClock,
    SeatInfo,
    ShuffleNote,
    Stage,
    TableRow,
    TableSnapshot,
    TableSpec,
    TableStatus,
)
from tui.records import Entrance, KeyCode, KeyRow, PastMatch, Profile, Replay
from tui.settings import Settings

__all__ = [
    "OFFERED_CLOCK",
    "AdjournedRow",
    "ClockSpec",
    "Desk",
    "Doing",
    "Gateway",
    "Happened",
    "LobbySnapshot",
    "MatchEnd",
    "News",
    "Noticed",
    "Pause",
    "PauseReason",
    "PersonRow",
    "Presence",
    "RejectedError",
    "Said",
    "SeatClock",
    "SeatInfo",
    "ShuffleNote",
    "Stage",
    "TableRow",
    "TableSnapshot",
    "TableSpec",
    "TableStatus",
]


class RejectedError(Exception):
    """An intent was refused and changed nothing; the message is a sentence for the player."""


class Gateway(Protocol):
    """What the screens may ask of the house, on behalf of one player.

    Every coroutine raises `RejectedError` when the intent is refused.
    """

    @property
    def name(self) -> str:
        """The player's name in the club; empty at the entrance."""

    @property
    def is_guest(self) -> bool:
        """Whether the player came without a key: nothing is kept of a guest but the seat."""

    @property
    def is_at_home(self) -> bool:
        """Whether this is the player's own machine, where nobody else comes."""

    @property
    def is_host(self) -> bool:
        """Whether the player keeps order in the club, and may `moderate`."""

    @property
    def greeting(self) -> str:
        """A sentence to show once on coming in; empty when there is nothing to say."""

    def entrance(self) -> Entrance | None:
        """What a newcomer is asked before anything else; None for everybody who is in.

        While it is there, `lobby` and `table` are empty and every other intent is refused.
        """

    async def choose_name(self, name: str) -> None:
        """Come in under a name that is then bound to the newcomer's key."""

    async def redeem(self, code: str) -> None:
        """Come in as the account that a one-time code is for, adding the newcomer's key to it."""

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

    async def practise(self, spec: TableSpec, level: Level = Level.CLUB) -> None:
        """Open a table and play the computer at it."""

    async def call_computer(self, level: Level = Level.CLUB) -> None:
        """Let the computer take the free seat of one's own table."""

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

    async def adjourn(self) -> None:
        """Offer to put the match off, accept such an offer or, past the other's grace, do it."""

    async def decline(self) -> None:
        """Decline the other player's offer to adjourn, or take back one's own."""

    async def cut(self, text: str) -> None:
        """Cut for the next deal with a text of at most 64 bytes; an empty one does without."""

    async def keys(self) -> tuple[KeyRow, ...]:
        """The player's keys, the oldest first; refused to guests, as all that is about keys."""

    async def remove_key(self, fingerprint: str) -> None:
        """Take a key off the player's account; the last one stays."""

    async def new_code(self) -> KeyCode:
        """A one-time code that adds another key; an earlier one is void."""

    async def mute(self, name: str, *, wanted: bool = True) -> None:
        """Hear nothing more of a person, or hear him again."""

    async def block(self, name: str, *, wanted: bool = True) -> None:
        """Never sit at a table with a person, or do so again."""

    async def profile(self, name: str = "") -> Profile:
        """A player's record; one's own without a name."""

    async def history(self, name: str = "") -> tuple[PastMatch, ...]:
        """A player's finished matches, the latest first; one's own without a name."""

    async def past_match(self, match: str) -> PastMatch:
        """A finished match with its sheet."""

    async def replay(self, match: str, deal: int) -> Replay:
        """A deal card by card: for its players once it is over, for others once the match is."""

    async def house_report(self) -> HouseReport:
        """The club as its hosts see it; refused to everybody else."""

    async def moderate(self, *words: str) -> str:
        """Do something that hosts may, such as `kick bea`; return what came of it."""
