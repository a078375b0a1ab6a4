"""Texts that would do something to a terminal, a log or a drawn screen if they were let through."""

from __future__ import annotations

PAYLOADS = (
    "a\x1b[2Jb",
    "\x1b]52;c;QUJD\x07",
    "\x1b]0;HACK\x07",
    "\x9b2J",
    "\x1bPq#0;2;0;0;0\x1b\\",
    "\x1b]",
    "x\ry",
    "x\ny",
    "a\x08\x08b\x7f",
    "\u202egnp.exe",
    "ad\u200ba",
    "[/]",
    "x [/red] y",
    "[@click=app.quit]Bob[/]",
    "Z\u0300\u0301\u0302\u0303\u0304" * 40,
)
