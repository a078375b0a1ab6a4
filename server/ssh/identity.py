"""Who is calling: a name asked for, and the key that signed, if any."""

from __future__ import annotations

import re
from dataclasses import dataclass

import asyncssh

GUEST = "guest"
_NAME = re.compile(r"[A-Za-z0-9_-]{3,16}")
_TOKEN = re.compile(r"[A-Za-z0-9]{8}")
_INVITATION = re.compile(r"[A-Za-z0-9]{26}")


@dataclass(frozen=True, slots=True)
class Caller:
    """Who came in at the door."""

    name: str
    """The name asked for, a wish only; `guest` when it was no fit name."""
    fingerprint: str | None
    """SHA256 of the public key that signed the login; None for a caller without one."""
    address: str
    """The numeric address the connection came from."""
    token: str = ""
    """For the seat that a guest comes back to, as in `ada+7KQ2M9XD`; empty for none."""
    invitation: str = ""
    """By which a newcomer may come in, after the name like a token; empty for none."""


def wished_name(username: str) -> str:
    """Return the name in an SSH user name if it is 3 to 16 of `[A-Za-z0-9_-]`, else `guest`."""
    name, _, word = username.partition("+")
    is_known = not word or seat_token(username) or invitation(username)
    return name if _NAME.fullmatch(name) and is_known else GUEST


def seat_token(username: str) -> str:
    """Return the token that follows the name in an SSH user name, empty for none."""
    _, _, token = username.partition("+")
    return token if _TOKEN.fullmatch(token) else ""


def invitation(username: str) -> str:
    """Return the invitation that follows the name in an SSH user name, empty for none."""
    _, _, word = username.partition("+")
    return word if _INVITATION.fullmatch(word) else ""


class Identification:
    """Which key a client has proven to hold.

    A key may be offered without any signature, to ask whether it would do. What was offered last
    therefore counts only when the public-key method itself then completes, and any other method
    forgets it.
    """

    def __init__(self) -> None:
        self._offered: str | None = None
        self._caller: Caller | None = None

    @property
    def caller(self) -> Caller | None:
        """Who came in, once authentication is complete."""
        return self._caller

    def forget(self) -> None:
        """Drop what was offered: the client turned to another name or method."""
        self._offered = None

    def offer(self, key: asyncssh.SSHKey) -> None:
        """Note a key that was offered or has just signed."""
        self._offered = key.get_fingerprint()

    def complete(self, username: str, address: str) -> Caller:
        """Fix who came in; the first completion stands for the whole connection."""
        if self._caller is None:
            name, token, invited = wished_name(username), seat_token(username), invitation(username)
            self._caller = Caller(name, self._offered, address, token, invited)
        return self._caller
