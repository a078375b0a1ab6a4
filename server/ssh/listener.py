"""The listening sockets, and everybody who came in through them."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import socket
from collections.abc import Sequence

import asyncssh

from server.ssh.connection import Connection
from server.ssh.house import House
from server.ssh.limits import Limits
from server.ssh.textual_app import forget_environment

log = logging.getLogger(__name__)

_BACKLOG = 512
_RECEIVE_BUFFER = 16 * 1024
_SEND_BUFFER = 64 * 1024
"""What waits in the kernel can no longer be skipped when a client falls behind."""
_USER_TIMEOUT_MS = 30_000
_RETRY = 1.0
"""Seconds to wait when no more connections can be accepted, as when files run out."""


class Listener:
    """Accepts connections, and sends everybody home when the server closes."""

    def __init__(self, house: House, limits: Limits | None = None) -> None:
        self._house = house
        self._limits = limits or Limits()
        self._sockets: list[socket.socket] = []
        self._accepting: list[asyncio.Task[None]] = []
        self._entering: set[asyncio.Task[None]] = set()
        self._connections: set[Connection] = set()
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

    async def start(self, host: str, port: int, keys: Sequence[asyncssh.SSHKey]) -> None:
        """Listen from now on.

        Args:
            host: A name or address; empty for every address of this machine.
            port: A port, or 0 for any free one.
            keys: The host keys.

        Raises:
            OSError: The address cannot be listened on.
        """
        forget_environment()
        # At INFO asyncssh logs what clients call themselves, as they sent it.
        logging.getLogger("asyncssh").setLevel(logging.WARNING)
        self._options = self._connection_options(keys)
        self._sockets = _listening_sockets(host, port)
        loop = asyncio.get_running_loop()
        self._accepting = [loop.create_task(self._accept(sock)) for sock in self._sockets]

    async def close(self, message: str) -> None:
        """Accept nobody more, tell everybody why, restore their terminals and be gone."""
        for task in self._accepting:
            task.cancel()
        await asyncio.gather(*self._accepting, return_exceptions=True)
        for sock in self._sockets:
            sock.close()
        for connection in list(self._connections):
            connection.end(message)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._everybody_gone.wait(), self._limits.closing)
        for connection in list(self._connections):
            connection.abort()
        for entering in list(self._entering):
            entering.cancel()
        await asyncio.gather(*self._entering, return_exceptions=True)

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                sock, _address = await loop.sock_accept(listening)
            except OSError:
                log.exception("no connection could be accepted")
                await asyncio.sleep(_RETRY)
                continue
            entering = loop.create_task(self._enter(sock))
            self._entering.add(entering)
            entering.add_done_callback(self._entering.discard)

    async def _enter(self, sock: socket.socket) -> None:
        """Lead one client from its socket to the end of its authentication."""
        try:
            with contextlib.suppress(OSError):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _USER_TIMEOUT_MS)
            await asyncssh.run_server(sock, options=self._options)
        except (asyncssh.Error, OSError) as error:
            log.debug("a connection ended before it was let in: %s", error)
        except Exception:
            sock.close()
            log.exception("a connection failed before it was let in")

    def _connection_options(
        self, keys: Sequence[asyncssh.SSHKey]
    ) -> asyncssh.SSHServerConnectionOptions:
        limits = self._limits
        return asyncssh.SSHServerConnectionOptions(
            server_factory=functools.partial(
                Connection,
                self._house,
                limits,
                on_open=self._come,
                on_gone=self._gone,
            ),
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
            keepalive_count_max=2,
        )

    def _come(self, connection: Connection) -> None:
        self._connections.add(connection)
        self._everybody_gone.clear()

    def _gone(self, connection: Connection) -> None:
        self._connections.discard(connection)
        if not self._connections:
            self._everybody_gone.set()


def _listening_sockets(host: str, port: int) -> list[socket.socket]:
    """Return a listening socket for every address the host stands for, all on one port."""
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    sockets: list[socket.socket] = []
    try:
        for family, *_, address in dict.fromkeys(found):
            sock = socket.socket(family, socket.SOCK_STREAM)
            sockets.append(sock)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BUFFER)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
            if family == socket.AF_INET6:
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            taken = sockets[0].getsockname()[1] if len(sockets) > 1 else port
            sock.bind((address[0], taken, *address[2:]))
            sock.listen(_BACKLOG)
            sock.setblocking(False)
    except OSError:
        for sock in sockets:
            sock.close()
        raise
    return sockets
