"""Everything the store can refuse; the message is a sentence a person can read.

StoreError
├── StoreUnavailableError   the database cannot be written or read now
├── StoreInUseError         another server has the database open
├── NewerSchemaError        a newer program wrote the database
├── StaleEpochError         another server has taken the database over
├── BackupError             a backup could not be made
├── NoSuchMatchError        no match of this id was started
├── MatchClosedError        the match has ended and takes no more facts
├── OutOfStepError          the log holds more or less than the writer thinks
├── UnfitNameError          a name that no account may have
├── NameTakenError          an account has this name, or one that looks like it
├── KeyTakenError           the key belongs to another account
├── UnknownKeyError         the account has no such key
├── LastKeyError            an account keeps at least one key
├── InvitationError         an invitation that is wrong, used or too old
├── CodeError               a one-time code that is wrong, used or too old
└── CodecError              a text in the database is not what was written there
"""

from __future__ import annotations

from pathlib import Path


class StoreError(Exception):
    """Root of the store's refusals; nothing was changed."""


class StoreUnavailableError(StoreError):
    """The database cannot be written or read now.

    Should a PostgreSQL server vanish in the very moment of a commit and stay away, the change may
    still turn out to be made: the same command sent again then finds it.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(f"nothing was changed: {reason}; please try again in a moment")
        self.reason = reason


class StoreInUseError(StoreError):
    """Another server has the database open."""

    def __init__(self) -> None:
        super().__init__("another server has this club's database open; stop that one first")


class NewerSchemaError(StoreError):
    """A newer program wrote the database."""

    def __init__(self, found: str, known: str) -> None:
        super().__init__(
            f"a newer Hollywood Gin wrote this database (schema {found}, this program knows up to "
            f"{known}); start the newer program, or put back a backup from before"
        )
        self.found = found
        self.known = known


class StaleEpochError(StoreError):
    """Another server has taken the database over."""

    def __init__(self, own: int, current: int) -> None:
        super().__init__("another server has taken over this club's database; this one must stop")
        self.own = own
        self.current = current


class BackupError(StoreError):
    """A backup could not be made."""

    def __init__(self, target: Path, reason: str) -> None:
        super().__init__(f"no backup was made at {target}: {reason}")
        self.target = target


class NoSuchMatchError(StoreError):
    """No match of this id was started."""

    def __init__(self, match: str) -> None:
        super().__init__(f"there is no match {match}")
        self.match = match


class MatchClosedError(StoreError):
    """The match has ended and takes no more facts."""

    def __init__(self, match: str) -> None:
        super().__init__(f"the match {match} has ended")
        self.match = match


class OutOfStepError(StoreError):
    """The log holds more or less than the writer thinks.

    Whoever gets this reads the log from where it believed to stand and goes on from there.
    """

    def __init__(self, match: str, seq: int, expected: int) -> None:
        super().__init__(f"fact {seq} of match {match} cannot be written; {expected} comes next")
        self.match = match
        self.seq = seq
        self.expected = expected


class UnfitNameError(StoreError):
    """A name that no account may have."""

    def __init__(self, name: str) -> None:
        super().__init__(
            "a name has 3 to 16 letters, digits, hyphens or underscores and is no word of the house"
        )
        self.name = name


class NameTakenError(StoreError):
    """An account has this name, or one that looks like it."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the name {name} is taken, or looks too much like one that is")
        self.name = name


class KeyTakenError(StoreError):
    """The key belongs to another account."""

    def __init__(self, owner: str) -> None:
        super().__init__(f"this key already belongs to {owner}")
        self.owner = owner


class UnknownKeyError(StoreError):
    """The account has no such key."""

    def __init__(self, fingerprint: str) -> None:
        super().__init__(f"{fingerprint} is not one of your keys")
        self.fingerprint = fingerprint


class LastKeyError(StoreError):
    """An account keeps at least one key."""

    def __init__(self) -> None:
        super().__init__("this is your only key; add another one before you remove it")


class InvitationError(StoreError):
    """An invitation that is wrong, used or too old."""

    def __init__(self) -> None:
        super().__init__("this invitation is wrong, was used before or is too old")


class CodeError(StoreError):
    """A one-time code that is wrong, used or too old."""

    def __init__(self) -> None:
        super().__init__("this code is wrong, was used before or is too old; ask for a new one")


class CodecError(StoreError):
    """A text in the database is not what was written there."""
