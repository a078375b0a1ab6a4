"""The PROXY header of version 2, by which a balancer says whom it connects."""

from __future__ import annotations

import asyncio
import socket

_SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
_VERSION = 2
_LOCAL, _PROXY = 0, 1
_FAMILIES = {0x11: (socket.AF_INET, 4), 0x21: (socket.AF_INET6, 16)}
"""TCP over IPv4 and IPv6, and the bytes of one address; both ports follow the two addresses."""
_FIXED, _MOST = 16, 536
"""Bytes before the addresses, and the longest rest that is read."""


class ProxyHeaderError(Exception):
    """A balancer sent something else than a header of version 2."""


async def read_proxy_header(sock: socket.socket) -> str | None:
    """Read a header to its last byte and no further; return the client's address.

    None stands for a connection of the balancer's own, as for a check whether the server is up.

    Raises:
        ProxyHeaderError: There is no such header.
        OSError: The connection broke.
    """
    fixed = await _read(sock, _FIXED)
    version, command = divmod(fixed[12], 16)
    size = int.from_bytes(fixed[14:16], "big")
    if not fixed.startswith(_SIGNATURE) or version != _VERSION or size > _MOST:
        raise ProxyHeaderError
    addresses = await _read(sock, size)
    if command == _LOCAL:
        return None
    kind, length = _FAMILIES.get(fixed[13], (None, 0))
    if command != _PROXY or kind is None or size < 2 * length + 4:
        raise ProxyHeaderError
    return socket.inet_ntop(kind, addresses[:length])


async def _read(sock: socket.socket, size: int) -> bytes:
    loop = asyncio.get_running_loop()
    data = b""
    while len(data) < size:
        piece = await loop.sock_recv(sock, size - len(data))
        if not piece:
            raise ProxyHeaderError
        data += piece
    return data
