"""What all the bytes a terminal was sent say about colours, characters and modes."""

from __future__ import annotations

import re

from tests.support.ssh import Client

PROBED = b"\x1b[c"
"""The end of the login questions, one of which asks about a 24-bit colour."""
_MODE = re.compile(rb"\x1b\[\?(\d+)([hl])")
_SGR = re.compile(rb"\x1b\[([\d;]*)m")
_USUAL = {b"25": b"h", b"7": b"h"}
"""Modes that are on in a terminal nobody has touched."""
_ALWAYS = {b"1049", b"1000", b"1006", b"1004", b"2004", b"25", b"7"}
_NEVER = {b"1002", b"1003", b"1015", b"1016", b"2048"}


def drawn(client: Client) -> bytes:
    """What was sent after the login questions."""
    return bytes(client.raw).partition(PROBED)[2]


def colours_in(sent: bytes) -> set[str]:
    """The kinds of colour codes: `24-bit`, `256` and `16`."""
    found: set[str] = set()
    for parameters in _SGR.findall(sent):
        codes = [int(code or 0) for code in parameters.split(b";")]
        while codes:
            code = codes.pop(0)
            if code in (38, 48):
                kind = codes.pop(0)
                found.add("24-bit" if kind == 2 else "256")
                del codes[: 3 if kind == 2 else 1]
            elif 30 <= code <= 49 or 90 <= code <= 107:
                found.add("16")
    return found


def assert_restored(client: Client) -> None:
    """Every mode that was set is undone, in what the client was sent and left to show."""
    found = dict(_MODE.findall(bytes(client.raw)))
    assert found == {mode: _USUAL.get(mode, b"l") for mode in found}
    assert found.keys().isdisjoint(_NEVER)
    assert found.keys() >= _ALWAYS
    titles = [part for part in (b"\x1b[22;2t", b"\x1b[23;2t") if part in client.raw]
    assert len(titles) in (0, 2), "the window's title was not given back"
    *_, last = _SGR.findall(bytes(client.raw))
    assert last in (b"", b"0"), "colours were left on"
