"""The people of the club; a connection, a player and a seat are three things."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from server.lobby.errors import TalkError
from server.lobby.subscription import Subscription

if TYPE_CHECKING:
    from server.lobby.table import Table

_LINES, _SECONDS = 5, 10.0
"""So many lines of talk in so many seconds are enough."""


@dataclass(eq=False, slots=True)
class Player:
    """A person, or a computer player, wherever in the club."""

    name: str
    fingerprint: str | None = None
    """The key that proves who it is; without one nobody can come back as the same player."""
    is_computer: bool = False
    stay: Stay | None = None
    """The connection the player acts through; None while there is none."""
    seat_at: Table | None = None
    """The table where the player has a seat."""
    looking_at: Table | None = None
    """The table the player sits at or watches now; None in the lobby."""
    settings: object | None = None
    """The player's settings, of whatever kind the screens keep."""
    _spoke: deque[float] = field(default_factory=lambda: deque(maxlen=_LINES))

    @property
    def is_online(self) -> bool:
        """Whether a connection of the player's is open."""
        return self.stay is not None

    @property
    def is_guest(self) -> bool:
        """Whether the player could not be recognised if he came again."""
        return self.fingerprint is None and not self.is_computer

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

    @property
    def is_current(self) -> bool:
        """Whether the player acts through this connection."""
        return self.player.stay is self
