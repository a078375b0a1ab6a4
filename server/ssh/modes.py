"""The terminal modes a session sets, and how each is undone."""

from __future__ import annotations

# 1000 + 1006 report clicks and the wheel only; with motion (1002, 1003) every move of the
# mouse would be traffic. Autowrap is off so that a full last row cannot scroll the screen.
MOUSE_ON = "\x1b[?1000h\x1b[?1006h"
MOUSE_OFF = "\x1b[?1006l\x1b[?1000l"
SCREEN_ON = "\x1b[?1049h\x1b[?25l\x1b[?7l"
ENTER = "\x1b[0m\x1b[H\x1b[2J\x1b[?1004h\x1b[?2004h" + MOUSE_ON
LEAVE_SYNCHRONIZED = "\x1b[?2026l"
LEAVE = "\x1b[?2004l\x1b[?1004l" + MOUSE_OFF + "\x1b[0m\x1b[H\x1b[2J\x1b[?7h\x1b[?25h\x1b[?1049l"
TITLE_KEEP = "\x1b[22;2t"
TITLE_BACK = "\x1b[23;2t"


def title(text: str) -> str:
    """Return the sequence that names the window; only printable characters are kept."""
    shown = "".join(c for c in text if c.isprintable())
    return f"\x1b]2;{shown[:80]}\x07"
