"""What fills the terminal: screens, and the layers that open over them.

A screen holds nothing about the position: it reads the snapshot its presenter has, says which panels
show it and which commands it takes, and turns them into intents.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.geometry import Region

from tui.commands import Command
from tui.layout import Regions
from tui.text import Part
from tui.widgets.cells import Panel
from tui.widgets.frame import Header, Priority

if TYPE_CHECKING:
    from tui.gateway import TableSnapshot
    from tui.presenter import Presenter


class Screen:
    """One full screen."""

    shows_prompt: ClassVar[bool] = False
    """It draws a prompt line, where mistakes are explained; else the footer does that."""

    takes_text = False
    """Letters and signs are typed into a field and mean nothing else."""

    def __init__(self, presenter: Presenter) -> None:
        self.presenter = presenter

    def header(self) -> Header:
        """The top row."""
        return Header(())

    def regions(self, width: int, height: int) -> Regions:
        """Where its panels stand, all of them between header and footer."""
        raise NotImplementedError

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """What it shows now, without header and footer; later panels lie on earlier ones."""
        raise NotImplementedError

    def commands(self) -> Sequence[Command]:
        """What may be asked for, in the footer's order; those every screen has come after."""
        raise NotImplementedError

    def arrived(self, before: TableSnapshot | None, /) -> None:
        """React to a new snapshot; `before` is the one it replaces, None when there was none."""

    def guard_lines(self) -> tuple[tuple[Part, ...], ...]:
        """What a terminal that is too small still shows."""
        return ()

    async def press(self, key: str) -> bool:  # noqa: ARG002 most screens have no other keys
        """Take a key that no command claims; return whether it means anything here."""
        return False

    def paste(self, text: str) -> None:
        """Take pasted text; outside of text fields it does nothing."""


class Layer(Screen):
    """Something over a screen or over another layer, closed by Esc."""

    covers: ClassVar[bool] = True
    """It takes the whole screen; else a block with the screen still to be seen around it."""
    subject = ""
    """What it is about, where that differs: of `profile:bob` the name."""

    @property
    def beneath(self) -> Screen:
        """What is still to be seen around it when it does not take the whole screen."""
        return self.presenter.beneath(self)

    async def read(self) -> None:
        """Read, once opened, what it shows beyond the snapshots.

        Raises:
            RejectedError: If the house does not tell.
        """

    def block(self, width: int, height: int) -> Region:
        """Where it stands."""
        return Region(0, 1, width, height - 2)

    def regions(self, width: int, height: int) -> Regions:
        """Its one block."""
        return {"block": self.block(width, height)}

    def closing(self, *keys: str, label: str = "Close") -> Command:
        """The command that closes it."""
        return Command(("escape", *keys), label, self.presenter.close_layer, footer=Priority.PINNED)
