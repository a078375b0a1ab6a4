"""Why somebody was turned away or cut off, and the line that tells him."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum


class Refusal(StrEnum):
    """A reason; its value is the name it is counted under."""

    FULL = "full"
    RUSH = "rush"
    LOGINS = "logins"
    ADDRESS_CONNECTIONS = "address_connections"
    ADDRESS_LOGINS = "address_logins"
    ADDRESS_RUSH = "address_rush"
    PENALTY = "penalty"
    PROXY_HEADER = "proxy_header"
    LOGIN_TRIES = "login_tries"
    KEY_OFFERS = "key_offers"
    EARLY_INPUT = "early_input"
    LONG_REQUEST = "long_request"
    REQUESTS = "requests"
    REKEYS = "rekeys"
    SLOW_READER = "slow_reader"

    @property
    def line(self) -> str:
        """One plain line of ASCII for whoever is refused."""
        return _LINES[self]


CountRefusal = Callable[[Refusal], None]
"""Told of every refusal, so that somebody may keep the numbers."""

_BUSY = "Hollywood Gin is busy at the door. Please try again in a minute."
_CROWD = "Hollywood Gin has too many connections from your address. Please try again in a minute."
_FLOOD = "Hollywood Gin hangs up: too many requests."
_LINES = {
    Refusal.FULL: "Hollywood Gin is full. Please try again later.",
    Refusal.RUSH: _BUSY,
    Refusal.LOGINS: _BUSY,
    Refusal.ADDRESS_CONNECTIONS: _CROWD,
    Refusal.ADDRESS_LOGINS: _CROWD,
    Refusal.ADDRESS_RUSH: _CROWD,
    Refusal.PENALTY: "Hollywood Gin asks your address to wait a while before it tries again.",
    Refusal.PROXY_HEADER: "Hollywood Gin expects a PROXY header of version 2 from this address.",
    Refusal.LOGIN_TRIES: "Hollywood Gin hangs up: too many failed tries to log in.",
    Refusal.KEY_OFFERS: (
        "Hollywood Gin hangs up: too many keys were offered; name one with ssh -i KEY -o "
        "IdentitiesOnly=yes."
    ),
    Refusal.EARLY_INPUT: _FLOOD,
    Refusal.LONG_REQUEST: _FLOOD,
    Refusal.REQUESTS: _FLOOD,
    Refusal.REKEYS: _FLOOD,
    Refusal.SLOW_READER: "Hollywood Gin hangs up: your client does not read.",
}
