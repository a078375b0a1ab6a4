"""Everything the club can refuse; the message is a sentence a player can read.

LobbyError
├── NoTableError       there is no such table, or the player is not at one
├── SeatError          a seat cannot be taken, kept or looked at that way
├── StaleActionError   an action was meant for another position
├── NotNowError        what was asked for has no place at this stage of the match
├── ClubFullError      there is no room for one more table
├── TalkError          too much talk at once
├── SilencedError      a host has muted the player
├── TakenNameError     somebody else is called so
├── ClosingError       no match begins while the club is closing
├── FaultError         the house cannot write things down just now
└── SupersededError    the player came in again from elsewhere
"""

from __future__ import annotations


class LobbyError(Exception):
    """Root of the club's refusals; nothing was changed."""


class NoTableError(LobbyError):
    """There is no such table, or the player is not at one."""


class SeatError(LobbyError):
    """A seat cannot be taken, kept or looked at that way."""


class StaleActionError(LobbyError):
    """An action was meant for another position."""

    def __init__(self) -> None:
        super().__init__("the table has moved on, so nothing was played; look again")


class NotNowError(LobbyError):
    """What was asked for has no place at this stage of the match."""


class ClubFullError(LobbyError):
    """There is no room for one more table."""

    def __init__(self) -> None:
        super().__init__("all tables of the club are taken; sit down at one or watch")


class TalkError(LobbyError):
    """Too much talk at once."""

    def __init__(self) -> None:
        super().__init__("that was a lot of talk; take a breath and say it again")


class SupersededError(LobbyError):
    """The player came in again from elsewhere."""

    def __init__(self) -> None:
        super().__init__("you came in again from another window; go on there")


class SilencedError(LobbyError):
    """A host has muted the player."""

    def __init__(self) -> None:
        super().__init__("a host has muted you, so nobody hears you now")


class TakenNameError(LobbyError):
    """Somebody else is called so, or nearly so."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the name {name} is taken, or looks too much like one that is")
        self.name = name


class ClosingError(LobbyError):
    """No match begins while the club is closing."""

    def __init__(self) -> None:
        super().__init__("the club is closing, so no match begins now")


class FaultError(LobbyError):
    """The house cannot write things down just now."""
