"""A client's bytes cut into keys, pastes, clicks and answers of its terminal.

Textual's own parser turns what it does not know into key presses. Here a sequence is first read to
its end by the grammar of ECMA-48, so that an unknown one, an answer to a query or a claim about the
window's size is dropped whole and never acts as keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

ESC = "\x1b"
_PASTE_START, _PASTE_END = "\x1b[200~", "\x1b[201~"

_KEY_WAIT, _STRING_WAIT, _PASTE_WAIT = 0.1, 1.0, 2.0
"""Seconds of silence after which an unfinished sequence, answer or paste is given up."""
_HELD = 4096
"""Characters held back of an unfinished sequence; of a longer one only the start is kept."""

_KEY_LENGTH = 64
"""Characters of the longest sequence that may be a key."""

_SEQUENCE = re.compile(
    r"\x1b\[\[."  # the Linux console's F1 to F5
    r"|\x1b\[\d+\$"  # rxvt's Shift + function key
    r"|\x1b\[M..."  # a click without the SGR encoding
    r"|\x1b\[(?!M)[0-?]*[ -/]*[@-Z\\-~]"  # any other control sequence
    r"|\x1bO[ -~]"  # application keys
    r"|\x1b[P\]X^_][^\x07\x1b\x9c]*(?:\x07|\x9c|\x1b\\)"  # a string: OSC, DCS and their like
    r"|\x1b[^\x1b\[OP\]X^_]",  # Alt and a key
    re.DOTALL,
)
_UNFINISHED = re.compile(
    r"\x1b(?:\[(?:\[|M.{0,2}|[0-?]*[ -/]*)?|O|[P\]X^_][^\x07\x1b\x9c]*\x1b?)?\Z", re.DOTALL
)
_BROKEN = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|O|[P\]X^_][^\x07\x1b\x9c]*)?", re.DOTALL)
_STRING = re.compile(r"\x1b[P\]X^_]")
_MOUSE = re.compile(r"\x1b\[<(\d{1,5});(\d{1,5});(\d{1,5})([Mm])")
_ANSWER = re.compile(r"\x1b(?:\[(?:[<-?M].+|[\d;:]+[Rntxy])|[P\]X^_].+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Press:
    """A key: one character, or the sequence a terminal sends for a key."""

    text: str


@dataclass(frozen=True, slots=True)
class Paste:
    """Pasted text, in brackets or what came of it."""

    text: str


@dataclass(frozen=True, slots=True)
class Click:
    """A mouse button or the wheel; cells counted from 0."""

    button: int
    """The code of the SGR encoding, with its bits for wheel and modifiers."""
    x: int
    y: int
    pressed: bool


@dataclass(frozen=True, slots=True)
class Focus:
    """The terminal's window got or lost the focus."""

    gained: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """What the terminal says of itself, asked or not."""

    text: str


Token = Press | Paste | Click | Focus | Answer


class Tokenizer:
    """Cuts decoded input into tokens; keeps an unfinished sequence for the next piece."""

    def __init__(self, paste_limit: int) -> None:
        self._paste_limit = paste_limit
        self._held = ""
        self._paste: str | None = None

    @property
    def wait(self) -> float | None:
        """Seconds to wait for the rest of what is held back; None when nothing is."""
        if self._paste is not None:
            return _PASTE_WAIT
        if not self._held:
            return None
        is_string = len(self._held) > 2 and _STRING.match(self._held)
        return _STRING_WAIT if is_string else _KEY_WAIT

    def feed(self, text: str) -> Iterator[Token]:
        """Yield the tokens that are complete with this text."""
        text, self._held = self._held + text, ""
        at = 0
        while at < len(text):
            if self._paste is not None:
                at, token = self._in_paste(self._paste, text, at)
            elif text[at] == ESC:
                at, token = self._sequence(text, at)
            else:
                at, token = at + 1, Press(text[at])
            if token is not None:
                yield token

    def time_out(self) -> Iterator[Token]:
        """Yield what is held back as it stands: nothing more belonged to it."""
        held, self._held = self._held, ""
        if self._paste is not None:
            yield Paste((self._paste + held)[: self._paste_limit])
            self._paste = None
        elif held and len(held) <= 2:
            yield Press(held)

    def _sequence(self, text: str, at: int) -> tuple[int, Token | None]:
        if found := _SEQUENCE.match(text, at):
            if found[0] == _PASTE_START:
                self._paste = ""
                return found.end(), None
            return found.end(), _token(found[0])
        if _UNFINISHED.match(text, at):
            held = text[at:]
            # Cut short, a control sequence becomes one that is dropped when its end comes.
            short = "\x1b[?" if held.startswith("\x1b[") else held[:2]
            self._held = held if len(held) <= _HELD else short
            return len(text), None
        if text.startswith(ESC + ESC, at):
            return at + 1, Press(ESC)
        broken = _BROKEN.match(text, at)
        return (broken.end() if broken else at + 1), None

    def _in_paste(self, paste: str, text: str, at: int) -> tuple[int, Token | None]:
        end = text.find(_PASTE_END, at)
        # The closing mark may be split: its possible start waits for the next piece.
        until = end if end >= 0 else max(at, len(text) - len(_PASTE_END) + 1)
        room = self._paste_limit - len(paste)
        self._paste = paste + text[at : min(until, at + room)]
        if end < 0:
            self._held = text[until:]
            return len(text), None
        token, self._paste = Paste(self._paste), None
        return end + len(_PASTE_END), token


def _token(sequence: str) -> Token:
    if sequence in ("\x1b[I", "\x1b[O"):
        return Focus(gained=sequence.endswith("I"))
    if click := _MOUSE.fullmatch(sequence):
        button, x, y = int(click[1]), int(click[2]) - 1, int(click[3]) - 1
        if x >= 0 and y >= 0:
            return Click(button, x, y, pressed=click[4] == "M")
    if len(sequence) > _KEY_LENGTH or _ANSWER.fullmatch(sequence):
        return Answer(sequence)
    return Press(sequence)
