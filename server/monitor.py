"""Answers a monitoring system on an address of this machine: `/metrics` and `/healthz`.

It runs in the loop that serves the players and not in a thread, so that an answer also proves that
the loop comes round.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from http import HTTPStatus

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest

PATIENCE = 5.0
"""Seconds for a question to be asked."""
_LONGEST = 8 * 1024
_PLAIN = "text/plain; charset=utf-8"


class Monitor:
    """A small HTTP server with two answers."""

    def __init__(self, ailment: Callable[[], str]) -> None:
        """Take what tells why the club is not well; an empty text when it is."""
        self._ailment = ailment
        self._server: asyncio.Server | None = None

    @property
    def port(self) -> int:
        """The port listened on."""
        assert self._server is not None  # noqa: S101 only who has started asks
        return int(self._server.sockets[0].getsockname()[1])

    async def start(self, address: str) -> None:
        """Listen from now on.

        Args:
            address: `127.0.0.1:9464` or `[::1]:9464`.

        Raises:
            OSError: The address cannot be listened on.
        """
        host, _, port = address.rpartition(":")
        self._server = await asyncio.start_server(
            self._serve, host.strip("[]"), int(port), limit=_LONGEST
        )

    async def close(self) -> None:
        """Answer no more."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
            async with asyncio.timeout(PATIENCE):
                asked = await reader.readuntil(b"\r\n\r\n")
                writer.write(self._answer(asked))
                await writer.drain()
        writer.close()

    def _answer(self, asked: bytes) -> bytes:
        words = asked.split(maxsplit=2)
        match words[:2]:
            case [b"GET", b"/metrics"]:
                return _response(HTTPStatus.OK, CONTENT_TYPE_LATEST, generate_latest(REGISTRY))
            case [b"GET", b"/healthz"] if ailment := self._ailment():
                return _response(HTTPStatus.SERVICE_UNAVAILABLE, _PLAIN, f"{ailment}\n".encode())
            case [b"GET", b"/healthz"]:
                return _response(HTTPStatus.OK, _PLAIN, b"well\n")
            case [b"GET", _]:
                return _response(HTTPStatus.NOT_FOUND, _PLAIN, b"/metrics or /healthz\n")
            case _:
                return _response(HTTPStatus.METHOD_NOT_ALLOWED, _PLAIN, b"GET only\n")


def _response(status: HTTPStatus, kind: str, body: bytes) -> bytes:
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\n"
        f"Content-Type: {kind}\r\n"
        f"Content-Length: {len(body)}\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode("ascii") + body
