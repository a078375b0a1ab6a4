"""The people of the club; a connection, a player and a seat are three things."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from server.lobby.errors import TalkError
from server.lobby.names import skeleton
from server.lobby.subscription import Subscription

if TYPE_CHECKING:
    from server.lobby.room import Room

_LINES, _SECONDS = 5, 10.0
"""So many lines of talk in so many seconds are enough."""


@dataclass(eq=False, slots=True)
class Player:
    """A person, or a computer player, wherever in the club."""

    name: str
    account: int | None = None
    """The number of the account; None for guests and the computer."""
    level: str | None = None
    """How well it plays, for a computer player."""
    stay: Stay | None = None
    """The connection the player acts through; None while there is none."""
    gone_at: float = 0.0
    """When the last connection ended, by the clock of the house."""
    seat_at: Room | None = None
    """The table where the player has a seat."""
    looking_at: Room | None = None
    """The table the player sits at or watches now; None in the lobby."""
    adjourned: set[Room] = field(default_factory=set)
    """The tables where matches of the player's wait to be resumed."""
    settings: object | None = None
    """The player's settings, of whatever kind the screens keep."""
    muted: set[str] = field(default_factory=set)
    """Whom the player does not want to hear, by the look of their names."""
    blocked: set[str] = field(default_factory=set)
    """Whom the player does not want to play, by the look of their names."""
    _spoke: deque[float] = field(default_factory=lambda: deque(maxlen=_LINES))

    @property
    def is_computer(self) -> bool:
        """Whether it is no person."""
        return self.level is not None

    @property
    def is_online(self) -> bool:
        """Whether a connection of the player's is open."""
        return self.stay is not None

    @property
    def is_guest(self) -> bool:
        """Whether the player has no account."""
        return self.account is None and not self.is_computer

    @property
    def is_awaited(self) -> bool:
        """Whether a match or a seat waits for the player."""
        return self.seat_at is not None or bool(self.adjourned)

    def shuns(self, other: Player) -> bool:
        """Whether either of the two does not want to play the other."""
        return skeleton(other.name) in self.blocked or skeleton(self.name) in other.blocked

    def speak(self, now: float) -> None:
        """Note that the player says a line.

        Raises:
            TalkError: If he said enough just before.
        """
        if len(self._spoke) == _LINES and now - self._spoke[0] < _SECONDS:
            raise TalkError
        self._spoke.append(now)


@dataclass(eq=False, slots=True)
class Stay:
    """One connection's time in the club."""

    player: Player
    subscription: Subscription
    dismiss: Callable[[str], None]
    """Ends the connection with a sentence for the player."""
    address: str = ""
    """Where the player connected from."""

    @property
    def is_current(self) -> bool:
        """Whether the player acts through this connection."""
        return self.player.stay is self
