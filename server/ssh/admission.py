"""From an accepted socket to a ticket: whom a balancer connects, and the gate's word on it."""

from __future__ import annotations

import asyncio
import contextlib
import socket

from server.ssh.addresses import Networks, is_in, parse_address
from server.ssh.gate import Gate, Ticket
from server.ssh.limits import Limits
from server.ssh.proxy_header import ProxyHeaderError, read_proxy_header
from server.ssh.refusal import CountRefusal, Refusal

_DRAINED = 4096


class Admission:
    """Decides over new connections before any SSH is spoken."""

    def __init__(self, limits: Limits, networks: Networks, count: CountRefusal) -> None:
        self._limits = limits
        self._networks = networks
        self._count = count
        self._gate = Gate(limits, networks, count)

    async def admit(self, sock: socket.socket, peer: str) -> Ticket | None:
        """Return a ticket; None when the client was refused, told so and hung up on.

        Args:
            sock: The accepted socket, not blocking.
            peer: The numeric address it comes from.

        Raises:
            OSError: The connection broke meanwhile; the socket is closed.
        """
        try:
            verdict = await self._verdict(sock, peer)
        except BaseException:
            sock.close()
            raise
        if isinstance(verdict, Ticket):
            return verdict
        _turn_away(sock, verdict)
        return None

    async def _verdict(self, sock: socket.socket, peer: str) -> Ticket | Refusal:
        with contextlib.suppress(OSError):
            timeout_ms = round(self._limits.user_timeout * 1000)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, timeout_ms)
        address = peer
        if is_in(parse_address(peer), self._networks.balancers):
            try:
                async with asyncio.timeout(self._limits.proxy_header):
                    address = await read_proxy_header(sock) or peer
            except (ProxyHeaderError, TimeoutError):
                self._count(Refusal.PROXY_HEADER)
                return Refusal.PROXY_HEADER
        return self._gate.admit(address)


def _turn_away(sock: socket.socket, refusal: Refusal) -> None:
    """Hang up with one plain line, as a server may send before its version (RFC 4253 §4.2)."""
    with sock, contextlib.suppress(OSError):
        sock.send(f"{refusal.line}\r\n".encode("ascii"))
        sock.shutdown(socket.SHUT_WR)
        # Closing with input unread would reset the connection, and the line be lost.
        sock.recv(_DRAINED)
