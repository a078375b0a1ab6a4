"""What keys do on every screen, after those that are the screen's own."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tui.commands import Command
from tui.widgets.frame import Priority

if TYPE_CHECKING:
    from tui.presenter import Presenter


def screen_keys(presenter: Presenter, takes_text: bool, at_a_table: bool) -> tuple[Command, ...]:
    """Help, leaving, the palette and the settings, as far as no layer is open.

    Args:
        presenter: Does what they ask.
        takes_text: Letters and signs are typed into a field.
        at_a_table: Leaving goes to the lobby.
    """
    leave = partial(presenter.open_layer, "leave")
    leaving = "Leave" if at_a_table else "Quit"
    palette = Command(("ctrl+p",), "", partial(presenter.open_layer, "palette"), footer=None)
    if takes_text:
        named = Command(("ctrl+q",), leaving, leave, footer=Priority.PINNED, shown="Ctrl+Q")
        return named, palette
    show_help = partial(presenter.open_layer, "help")
    settings = partial(presenter.open_layer, "settings")
    return (
        Command(("?",), "Help", show_help, footer=Priority.PINNED),
        Command(("q",), leaving, leave, footer=Priority.PINNED),
        palette,
        Command(("open:settings",), "Settings", settings, footer=None, shown=" "),
    )


def keys_everywhere(presenter: Presenter) -> tuple[Command, ...]:
    """What works over an open layer too."""
    leave = partial(presenter.open_over, "leave")
    return (
        Command(("ctrl+q", "ctrl+c"), "Leave", leave, footer=None),
        Command(("ctrl+l",), "Redraw", presenter.stagehand.repaint, footer=None),
    )
