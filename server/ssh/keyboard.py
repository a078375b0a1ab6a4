"""A client's input: bounded, decoded, cut into tokens and handed on one in a turn."""

from __future__ import annotations

import asyncio
import codecs
import logging
from collections import deque
from collections.abc import Callable

from server.ssh.allowance import Allowance
from server.ssh.limits import Limits
from server.ssh.tokens import ESC, Answer, Token, Tokenizer
from server.ssh.turns import Turn, Turns

log = logging.getLogger(__name__)


class Keyboard:
    """Takes bytes as they come and hands on tokens.

    While input waits to be parsed the channel is paused, so that what a client sends piles up at
    the client. Keys past the allowance are dropped, and so are those that too many others wait
    before, or that waited too long for their turn: a key pressed long ago must not act now.
    """

    def __init__(
        self,
        limits: Limits,
        turns: Turns,
        own_turns: Allowance,
        *,
        hand_on: Callable[[Token], None],
        pause: Callable[[bool], None],
    ) -> None:
        self._hand_on = hand_on
        self._pause = pause
        self._limits = limits
        self._turns = turns
        self._loop = asyncio.get_running_loop()
        self._decode = codecs.getincrementaldecoder("utf-8")("ignore").decode
        self._tokenizer = Tokenizer(limits.paste)
        self._keys = Allowance(limits.keys_per_second, limits.keys_burst)
        self._own_turns = own_turns
        self._backlog = ""
        self._tokens: deque[tuple[float, Token]] = deque()
        self._silence: asyncio.TimerHandle | None = None
        self._asked: Turn | None = None
        self._is_parsing = self._is_held = self._closed = False

    def receive(self, data: bytes) -> None:
        """Take what arrived; it is parsed from the next turn of the loop on."""
        if self._closed:
            return
        self._backlog += self._decode(data)
        self._go_on()

    def close(self) -> None:
        """Take no more input, and let the channel run dry."""
        self._closed = True
        self._backlog = ""
        self._tokens.clear()
        self._turns.intake.leave(self._parse)
        if self._asked is not None:
            self._turns.withdraw(self._asked)
            self._asked = None
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None
        self._hold(False)

    def _go_on(self) -> None:
        """See to it that tokens are handed on, more input parsed and more let in."""
        if self._closed:
            return
        if self._tokens and self._asked is None:
            self._asked = self._turns.take(self._own_turns, self._take_turn)
        is_much = len(self._backlog) > self._limits.slice
        if self._backlog and not self._is_parsing:
            self._is_parsing = True
            if is_much:
                self._turns.intake.line_up(self._parse)
            else:
                self._loop.call_soon(self._parse)
        self._hold(is_much)

    def _hold(self, wanted: bool) -> None:
        if wanted != self._is_held:
            self._is_held = wanted
            self._pause(wanted)

    def _parse(self) -> None:
        self._is_parsing = False
        if self._closed:
            return
        size = self._limits.slice
        piece, self._backlog = self._backlog[:size], self._backlog[size:]
        if not self._is_lost(piece):
            for token in self._tokenizer.feed(piece):
                self._line_up(token)
        self._expect_more()
        self._go_on()

    def _is_lost(self, piece: str) -> bool:
        """Whether these are plain keys that would all be dropped: parsing them is the costly part."""
        is_full = len(self._tokens) >= self._limits.waiting_keys
        return is_full and self._tokenizer.wait is None and ESC not in piece

    def _expect_more(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
        # The rest may be here already and only wait to be parsed.
        wait = None if self._backlog else self._tokenizer.wait
        self._silence = None if wait is None else self._loop.call_later(wait, self._give_up)

    def _give_up(self) -> None:
        self._silence = None
        for token in self._tokenizer.time_out():
            self._line_up(token)
        self._go_on()

    def _line_up(self, token: Token) -> None:
        if isinstance(token, Answer):
            self._pass(token)
        elif self._keys.take() and len(self._tokens) < self._limits.waiting_keys:
            self._tokens.append((self._loop.time(), token))

    def _take_turn(self) -> None:
        self._asked = None
        too_old = self._loop.time() - self._limits.stale_key
        while self._tokens:
            came, token = self._tokens.popleft()
            if came >= too_old:
                self._pass(token)
                break
        self._go_on()

    def _pass(self, token: Token) -> None:
        if self._closed:
            return
        try:
            self._hand_on(token)
        except Exception:
            log.exception("a token of input was dropped: %r", type(token).__name__)
