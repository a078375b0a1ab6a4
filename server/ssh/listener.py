"""The listening sockets, and everybody who came in through them."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import socket
from collections.abc import Sequence

import asyncssh

from server.ssh.addresses import Networks
from server.ssh.admission import Admission
from server.ssh.connection import Connection
from server.ssh.gate import Ticket
from server.ssh.house import House
from server.ssh.limits import Limits
from server.ssh.refusal import CountRefusal, Refusal
from server.ssh.textual_app import forget_environment
from server.ssh.turns import Turns

log = logging.getLogger(__name__)

_GREETING = 0.2
_RETRY = 1.0
"""Seconds to wait when no more connections can be accepted, as when files run out."""


def _count_nothing(_refusal: Refusal) -> None:
    """Keep no numbers."""


class Listener:
    """Accepts connections, and sends everybody home when the server closes."""

    def __init__(
        self,
        house: House,
        limits: Limits | None = None,
        *,
        networks: Networks | None = None,
        count_refusal: CountRefusal = _count_nothing,
    ) -> None:
        self._house = house
        self._limits = limits or Limits()
        self._turns = Turns(self._limits)
        self._admission = Admission(self._limits, networks or Networks(), count_refusal)
        self._sockets: list[socket.socket] = []
        self._entering: set[asyncio.Task[None]] = set()
        self._connections: set[Connection] = set()
        self.departures = 0
        """How many clients have left again."""
        self._everybody_gone = asyncio.Event()
        self._everybody_gone.set()
        self._options: asyncssh.SSHServerConnectionOptions | None = None

    @property
    def port(self) -> int:
        """The port listened on."""
        return int(self._sockets[0].getsockname()[1])

    @property
    def connections(self) -> int:
        """How many clients are connected."""
        return len(self._connections)

    async def start(
        self,
        host: str,
        port: int,
        keys: Sequence[asyncssh.SSHKey],
        inherited: Sequence[socket.socket] = (),
    ) -> None:
        """Listen from now on.

        Args:
            host: A name or address; empty for every address of this machine.
            port: A port, or 0 for any free one.
            keys: The host keys.
            inherited: Sockets that listen already, to be used in the place of new ones.

        Raises:
            OSError: The address cannot be listened on.
        """
        forget_environment()
        # At INFO asyncssh logs what clients call themselves, as they sent it.
        logging.getLogger("asyncssh").setLevel(logging.WARNING)
        self._options = self._connection_options(keys)
        self._sockets = _taken_over(inherited, self._limits) or _listening_sockets(
            host, port, self._limits
        )
        for sock in self._sockets:
            self._expect(sock)

    async def close(self, message: str) -> None:
        """Accept nobody more, tell everybody why, restore their terminals and be gone."""
        while self._sockets:
            sock = self._sockets.pop()
            asyncio.get_running_loop().remove_reader(sock)
            sock.close()
        if self._entering:
            # Whoever was accepted just now is first greeted, and so told like everybody else.
            await asyncio.wait(self._entering, timeout=_GREETING)
        for connection in list(self._connections):
            connection.end(message)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._everybody_gone.wait(), self._limits.closing)
        for connection in list(self._connections):
            connection.abort()
        for entering in list(self._entering):
            entering.cancel()
        await asyncio.gather(*self._entering, return_exceptions=True)

    def _expect(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        if listening.fileno() >= 0:
            loop.add_reader(listening, self._accept, listening)

    def _accept(self, listening: socket.socket) -> None:
        """Accept one connection in this turn of the loop: a rush must not hold the others up."""
        loop = asyncio.get_running_loop()
        try:
            sock, address = listening.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        except OSError:
            log.exception("no connection could be accepted")
            loop.remove_reader(listening)
            loop.call_later(_RETRY, self._expect, listening)
            return
        sock.setblocking(False)
        entering = loop.create_task(self._enter(sock, str(address[0])))
        self._entering.add(entering)
        entering.add_done_callback(self._entering.discard)

    async def _enter(self, sock: socket.socket, peer: str) -> None:
        """Lead one client from its socket to the end of its authentication."""
        ticket = None
        try:
            ticket = await self._admission.admit(sock, peer)
            if ticket is not None:
                factory = functools.partial(self._connection, ticket)
                link = await asyncssh.run_server(
                    sock, options=self._options, server_factory=factory
                )
                # asyncssh does this by itself only for connections that it has accepted.
                link.send_server_host_keys()
                return
        except (asyncssh.Error, OSError) as error:
            log.debug("a connection ended before it was let in: %s", error)
        except Exception:
            sock.close()
            log.exception("a connection failed before it was let in")
        if ticket is not None:
            ticket.give_back()

    def _connection(self, ticket: Ticket) -> Connection:
        return Connection(
            self._house, self._limits, self._turns, ticket, on_open=self._come, on_gone=self._gone
        )

    def _connection_options(
        self, keys: Sequence[asyncssh.SSHKey]
    ) -> asyncssh.SSHServerConnectionOptions:
        limits = self._limits
        return asyncssh.SSHServerConnectionOptions(
            server_host_keys=list(keys),
            server_version="HollywoodGin",
            kex_algs=["mlkem768x25519-sha256", "curve25519-sha256", "curve25519-sha256@libssh.org"],
            encryption_algs=[
                "aes256-gcm@openssh.com",
                "aes128-gcm@openssh.com",
                "aes256-ctr",
                "aes128-ctr",
            ],
            mac_algs=["hmac-sha2-512-etm@openssh.com", "hmac-sha2-256-etm@openssh.com"],
            compression_algs=None,
            password_auth=False,
            host_based_auth=False,
            gss_host=None,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            line_editor=False,
            encoding=None,
            rdns_lookup=False,
            send_server_host_keys=True,
            login_timeout=limits.login,
            keepalive_interval=limits.keepalive,
            keepalive_count_max=limits.keepalive_count,
        )

    def _come(self, connection: Connection) -> None:
        self._connections.add(connection)
        self._everybody_gone.clear()

    def _gone(self, connection: Connection) -> None:
        self._connections.discard(connection)
        self.departures += 1
        if not self._connections:
            self._everybody_gone.set()


def _listening_sockets(host: str, port: int, limits: Limits) -> list[socket.socket]:
    """Return a listening socket for every address the host stands for, all on one port."""
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    sockets: list[socket.socket] = []
    try:
        for family, *_, address in dict.fromkeys(found):
            sock = socket.socket(family, socket.SOCK_STREAM)
            sockets.append(sock)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            _set_buffers(sock, limits)
            if family == socket.AF_INET6:
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            taken = sockets[0].getsockname()[1] if len(sockets) > 1 else port
            sock.bind((address[0], taken, *address[2:]))
            sock.listen(limits.backlog)
            sock.setblocking(False)
    except OSError:
        for sock in sockets:
            sock.close()
        raise
    return sockets


def _taken_over(inherited: Sequence[socket.socket], limits: Limits) -> list[socket.socket]:
    for sock in inherited:
        _set_buffers(sock, limits)
        sock.setblocking(False)
    return list(inherited)


def _set_buffers(sock: socket.socket, limits: Limits) -> None:
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, limits.receive_buffer)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.send_buffer)
