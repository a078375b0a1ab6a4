"""What a key does now, or why it does not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tui.widgets.frame import FooterItem, Priority

KEY_NAMES = {
    "enter": "Enter", "escape": "Esc", "space": "Space", "left": "Left", "right": "Right",
    "up": "Up", "down": "Down", "home": "Home", "end": "End", "tab": "Tab", "backspace": "Backspace",
    "pageup": "PgUp", "pagedown": "PgDn", "ctrl+p": "Ctrl+P", "ctrl+l": "Ctrl+L",
    "shift+left": "Shift+Left", "shift+right": "Shift+Right",
}  # fmt: skip
"""How keys are called on screen, where that is not the key itself."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something the player may ask for."""

    keys: tuple[str, ...]
    """All keys for it, the one to name first; mouse targets are keys too, such as `row:3`."""
    label: str
    """What the footer and the palette call it; the palette leaves out what has no name."""
    run: Callable[[], Awaitable[None] | None]
    refusal: str = ""
    """Why it cannot be done now, as a sentence that says what to do; empty when it can."""
    rests: bool = False
    """It cannot be taken back: it waits a moment after every change of position."""
    footer: Priority | None = Priority.NORMAL
    """How it stands in the footer; None keeps it out."""
    shown: str = ""
    """What the footer calls its keys, where the first one's name does not do."""

    @property
    def key_name(self) -> str:
        """What people call its key."""
        return self.shown or KEY_NAMES.get(self.keys[0], self.keys[0])

    @property
    def footer_item(self) -> FooterItem:
        """The command as the footer shows it."""
        return FooterItem(
            self.key_name,
            self.label,
            self.keys[0],
            usable=not self.refusal,
            priority=self.footer or Priority.NORMAL,
        )
