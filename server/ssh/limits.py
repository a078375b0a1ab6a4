"""The numbers that everybody who comes to the door is held to."""

from __future__ import annotations

from dataclasses import dataclass

KIB = 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what clients may cost and how long they may take; seconds and bytes."""

    # At the gate.
    connections: int = 500
    """Connected at once, whoever they are."""
    logins_start: int = 20
    logins_rate: float = 0.3
    logins_full: int = 60
    """Of connections that have not logged in yet: from `start` on newcomers are refused by chance,
    at first with probability `rate`, at `full` for certain."""
    arrivals_per_second: float = 30.0
    arrivals_burst: float = 60.0
    """New connections from everywhere together."""
    newcomers_share: float = 0.75
    """The part of those that addresses may take which no player has come from before."""
    address_connections: int = 8
    address_logins: int = 4
    address_arrivals_per_second: float = 2.0
    address_arrivals_burst: float = 10.0
    """Of one IPv4 address or IPv6 /64: connected, not logged in yet, and new ones."""
    penalty_offence: float = 5.0
    """How long an address waits after a failed login or a flood; penalties add up."""
    penalty_no_login: float = 1.0
    """How long it waits after a connection that never tried to log in."""
    penalty_most: float = 600.0
    known_addresses: int = 4096
    """Addresses remembered because a player has come from them."""
    proxy_header: float = 3.0
    """How long a balancer may take to say whom it connects."""

    # During login.
    login: float = 20.0
    """From the connection to the end of authentication."""
    login_tries: int = 6
    """Signatures and answers that may fail on one connection."""
    key_offers: int = 24
    """Keys that may be offered on one connection without a signature."""
    idle_link: float = 15.0
    """From authentication to a session; a link without one (`ssh -N`) is closed."""
    early_input: int = 64 * KIB
    """Bytes a client may send before it has a session."""

    # On the link.
    window: int = 32 * KIB
    packet: int = 16 * KIB
    """How much a client may send ahead, and at once."""
    backlog: int = 512
    receive_buffer: int = 16 * KIB
    send_buffer: int = 64 * KIB
    """In the kernel. What waits to be sent there can no longer be skipped when a client falls
    behind."""
    user_timeout: float = 30.0
    """How long the kernel keeps sending what nobody acknowledges."""
    keepalive: float = 15.0
    keepalive_count: int = 2
    """Between questions whether the client is still there, and how many may go unanswered."""
    input_per_second: float = 128.0 * KIB
    input_burst: float = 512.0 * KIB
    """Input past this allowance waits in the client."""
    packet_cost: int = KIB
    """Bytes that each packet uses up of that allowance besides its own."""
    input_slice: int = 512
    """Input taken from one client in one turn of the loop."""
    request_size: int = 8 * KIB
    """The longest packet that is not data."""
    requests_per_second: float = 2.0
    requests_burst: float = 64.0
    """Requests, and attempts to open channels, before a client is cut off."""
    rekeys_per_second: float = 0.05
    rekeys_burst: float = 10.0
    """Key exchanges that a client may ask for before it is cut off."""
    unread: int = 128 * KIB
    """Unsent output past which no more is taken from a client."""

    # In the session.
    idle: float = 2 * 3600.0
    """Without a key, before the session is closed of somebody who has no seat."""
    idle_warning: float = 300.0
    """How long before that he is warned."""
    variables: int = 20
    variable: int = 64
    """Environment variables kept, and the bytes of the longest value."""
    probe: float = 0.3
    """How long the terminal may take to say what it can do."""
    resize: float = 0.05
    """Quiet after the last change of size before the app hears of it."""
    resize_cost: float = 40.0
    start_cost: float = 30.0
    """What it costs an app to change its size and to start, in keys."""
    stalled: float = 20.0
    """How long a client may read nothing at all before it is cut off."""
    linger: float = 3.0
    """From the end of a session to hanging up on a client that does not, once it has read all."""
    app_exit: float = 3.0
    """How long an app may take to close before it is cancelled."""
    closing: float = 8.0
    """How long all sessions together may take when the server closes."""
    high_water: int = 64 * KIB
    """Unsent output past which frames are skipped."""
    buffered: int = 1024 * KIB
    """Unsent output past which the client is cut off."""
    slice: int = 128
    """Input parsed in one turn of the loop; an app handles what came in before the next turn."""
    paste: int = 64 * KIB
    """Characters kept of one bracketed paste."""
    keys_per_second: float = 200.0
    keys_burst: float = 1000.0
    """Keys past this allowance are dropped, never queued."""
    turns_per_second: float = 8.0
    turns_burst: float = 30.0
    """Keys that an app gets before those of others go first."""
    turn: float = 0.002
    turn_in_debt: float = 0.01
    """From one key to the next of all together, and of those who have had more than their turns;
    longer when the loop does not keep up."""
    waiting_keys: int = 256
    stale_key: float = 1.0
    """How many keys may wait for their turn, and how long, before they are dropped."""
