"""A client's input: bounded, decoded and cut into tokens, a little in each turn of the loop."""

from __future__ import annotations

import asyncio
import codecs
import logging
from collections.abc import Callable

from server.ssh.allowance import Allowance
from server.ssh.limits import Limits
from server.ssh.tokens import Answer, Token, Tokenizer

log = logging.getLogger(__name__)


class Keyboard:
    """Takes bytes as they come and hands on tokens.

    While input waits to be parsed the channel is paused, so that what a client sends piles up at
    the client. Keys past the allowance are dropped: a key pressed long ago must not act now.
    """

    def __init__(
        self,
        limits: Limits,
        *,
        hand_on: Callable[[Token], None],
        pause: Callable[[bool], None],
    ) -> None:
        self._hand_on = hand_on
        self._pause = pause
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._decode = codecs.getincrementaldecoder("utf-8")("ignore").decode
        self._tokenizer = Tokenizer(limits.paste)
        self._keys = Allowance(limits.keys_per_second, limits.keys_burst)
        self._backlog = ""
        self._turn: asyncio.Handle | None = None
        self._silence: asyncio.TimerHandle | None = None
        self._closed = False

    def receive(self, data: bytes) -> None:
        """Take what arrived; it is parsed from the next turn of the loop on."""
        if self._closed:
            return
        self._backlog += self._decode(data)
        if self._turn is None:
            self._turn = self._loop.call_soon(self._parse)
        if len(self._backlog) > self._limits.slice:
            self._pause(True)

    def close(self) -> None:
        """Take no more input, and let the channel run dry."""
        self._closed = True
        self._backlog = ""
        for handle in (self._turn, self._silence):
            if handle is not None:
                handle.cancel()
        self._turn = self._silence = None
        self._pause(False)

    def _parse(self) -> None:
        self._turn = None
        size = self._limits.slice
        piece, self._backlog = self._backlog[:size], self._backlog[size:]
        for token in self._tokenizer.feed(piece):
            self._pass(token)
        if self._closed:
            return
        self._expect_more()
        if self._backlog:
            self._turn = self._loop.call_later(0, self._parse)
        self._pause(self._turn is not None)

    def _expect_more(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
        wait = self._tokenizer.wait
        self._silence = None if wait is None else self._loop.call_later(wait, self._give_up)

    def _give_up(self) -> None:
        self._silence = None
        for token in self._tokenizer.time_out():
            self._pass(token)

    def _pass(self, token: Token) -> None:
        if self._closed or not (isinstance(token, Answer) or self._keys.take()):
            return
        try:
            self._hand_on(token)
        except Exception:
            log.exception("a token of input was dropped: %r", type(token).__name__)
