"""One SSH connection: who it is, and the one session it may have."""

# ruff: noqa: ARG002  # asyncssh dictates these signatures

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Callable

import asyncssh
from asyncssh.auth import KbdIntChallenge, KbdIntResponse

from server.ssh.gate import Ticket
from server.ssh.guard import Guard
from server.ssh.house import House
from server.ssh.identity import Caller, Identification, invitation, seat_token, wished_name
from server.ssh.limits import Limits
from server.ssh.session import HOW_TO_JOIN, Session
from server.ssh.turns import Turns

log = logging.getLogger(__name__)


class Connection(asyncssh.SSHServer):
    """Lets any key in, or none, and opens one session."""

    def __init__(
        self,
        house: House,
        limits: Limits,
        turns: Turns,
        ticket: Ticket,
        *,
        on_open: Callable[[Connection], None],
        on_gone: Callable[[Connection], None],
    ) -> None:
        self._house = house
        self._limits = limits
        self._turns = turns
        self._ticket = ticket
        self._guard: Guard | None = None
        self._on_open = on_open
        self._on_gone = on_gone
        self._identification = Identification()
        self._link: asyncssh.SSHServerConnection | None = None
        self._session: Session | None = None
        self._deadline: asyncio.TimerHandle | None = None

    def end(self, message: str) -> None:
        """Say goodbye in one line and close, as gently as the client lets us."""
        if self._session is not None:
            self._session.end(message)
        elif self._link is not None:
            self._link.disconnect(asyncssh.DISC_BY_APPLICATION, message)

    def abort(self) -> None:
        """Drop the link at once."""
        if self._link is not None:
            self._link.abort()

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """A client has connected."""
        self._link = conn
        self._guard = Guard(conn, self._ticket, self._limits, self._turns.intake)
        # asyncssh ignores its transport when that says that the socket is full, so that without
        # this a client that reads nothing makes the server's buffer grow without bound.
        conn.pause_writing = lambda: self._pause(True)  # type: ignore[method-assign]
        conn.resume_writing = lambda: self._pause(False)  # type: ignore[method-assign]
        self._on_open(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The link is down."""
        self._stop_deadline()
        self._ticket.give_back()
        if self._guard is not None:
            self._guard.close()
            self._guard = None
        if self._link is not None:
            del self._link.pause_writing, self._link.resume_writing  # they refer back to here
            self._link = None
        self._check_gone()

    def begin_auth(self, username: str) -> bool:
        """Ask for authentication, so that a client with a key shows it."""
        self._identification.forget()
        return True

    def public_key_auth_supported(self) -> bool:
        """Keys are how players are known."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Take a key that will do for the name; this is asked before any signature, too."""
        will_do = self._house.accepts(
            Caller(
                wished_name(username),
                key.get_fingerprint(),
                self._ticket.address,
                seat_token(username),
                invitation(username),
            )
        )
        if will_do:
            self._identification.offer(key)
        return will_do

    def kbdint_auth_supported(self) -> bool:
        """This lets clients without a key in, unasked."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> KbdIntChallenge:
        """Ask nothing."""
        self._identification.forget()
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: KbdIntResponse) -> KbdIntChallenge:
        """Take the empty answer to no question."""
        self._identification.forget()
        return not responses

    def auth_completed(self) -> None:
        """Fix who came in, and wait for the session."""
        if self._link is None:
            return
        name = str(self._link.get_extra_info("username"))
        address = self._ticket.address
        caller = self._identification.complete(name, address)
        self._ticket.came_in(with_key=caller.fingerprint is not None)
        who = {"player": caller.name, "address": address, "key": caller.fingerprint}
        log.info("came in", extra=who)
        self._start_deadline(self._limits.idle_link, self._close_idle)

    def session_requested(
        self,
    ) -> tuple[asyncssh.SSHServerChannel[bytes], Session] | bool:
        """Open the one session of this connection."""
        caller = self._identification.caller
        guard = self._guard
        if self._session is not None or self._link is None or caller is None or guard is None:
            return False
        self._session = Session(
            guard,
            caller,
            self._house,
            self._limits,
            self._turns,
            on_start=self._session_began,
            on_over=self._session_over,
            on_done=self._check_gone,
        )
        limits = self._limits
        channel = self._link.create_server_channel(
            encoding=None, window=limits.window, max_pktsize=limits.packet
        )
        guard.watch(channel)
        return channel, self._session

    def _pause(self, paused: bool) -> None:
        if self._session is not None:
            self._session.pause("socket", paused)

    def _session_began(self) -> None:
        self._stop_deadline()
        if self._guard is not None:
            self._guard.session_began()

    def _session_over(self) -> None:
        self._linger(self._unread(), 0.0)

    def _linger(self, before: int, stood: float) -> None:
        """See later whether the client has hung up; it may take its time over what it still reads."""
        look = functools.partial(self._look_again, before, stood)
        self._start_deadline(self._limits.linger, look)

    def _look_again(self, before: int, stood: float) -> None:
        unread = self._unread()
        stood = stood + self._limits.linger if unread >= before else 0.0
        if unread and stood < self._limits.stalled:
            self._linger(unread, stood)
        else:
            self.abort()

    def _unread(self) -> int:
        if self._session is None or self._guard is None:
            return 0
        return self._session.waiting() + self._guard.unacknowledged()

    def _check_gone(self) -> None:
        """Report once the link is down and nothing of the session is left running."""
        if self._link is None and (self._session is None or self._session.is_done):
            if caller := self._identification.caller:
                log.info("left", extra={"player": caller.name})
            self._on_gone(self)

    def _close_idle(self) -> None:
        if self._link is not None:
            self._link.disconnect(asyncssh.DISC_BY_APPLICATION, HOW_TO_JOIN)

    def _start_deadline(self, seconds: float, act: Callable[[], None]) -> None:
        self._stop_deadline()
        self._deadline = asyncio.get_running_loop().call_later(seconds, act)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
