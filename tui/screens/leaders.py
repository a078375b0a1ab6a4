"""Both ladders in full."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tui.commands import Command
from tui.screens.base import Layer
from tui.widgets.cells import Panel
from tui.widgets.frame import Header
from tui.widgets.leaders import LeadersModel, draw_all_leaders


class LeadersLayer(Layer):
    """Who stands highest in the club."""

    def header(self) -> Header:
        """Say where one is."""
        return Header(("Lobby", "leaders"), self.presenter.gateway.name)

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """The ladders."""
        gateway = self.presenter.gateway
        model = LeadersModel(gateway.lobby().leaders, gateway.name)
        return (Panel(self.block(width, height), draw_all_leaders, model),)

    def commands(self) -> Sequence[Command]:
        """Go back."""
        return (self.closing("b", "q", label="Back"),)
