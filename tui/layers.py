"""The open layers, one over the other; only the top one is seen and takes keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui import routing

if TYPE_CHECKING:
    from tui.presenter import Presenter
    from tui.screens.base import Layer


class LayerStack:
    """The open layers by a path such as `profile/match:7`, the lowest first."""

    def __init__(self, presenter: Presenter) -> None:
        self.path = ""
        """Names them all; empty when none is open."""
        self._presenter = presenter
        self._layers: list[Layer] = []
        self._unread: list[Layer] = []

    @property
    def top(self) -> Layer | None:
        """The one that takes the keys."""
        return self._layers[-1] if self._layers else None

    @property
    def path_below(self) -> str:
        """The path once the top one is closed."""
        return self.path.rpartition("/")[0]

    @property
    def lasting(self) -> str:
        """The path of what is open again after a lost line: nobody is asked again to leave."""
        return self.path_below if self.is_on_top("leave") else self.path

    def is_on_top(self, name: str) -> bool:
        """Whether a layer is the one that is seen."""
        return self.path.rpartition("/")[2] == name

    def below(self, layer: Layer) -> Layer | None:
        """The one that a layer lies on; None where that is the bare screen."""
        place = self._layers.index(layer)
        return self._layers[place - 1] if place else None

    def show(self, path: str) -> None:
        """Open and close layers until they are those of the path; those that stay are kept."""
        wanted = [name for name in path.split("/") if routing.is_layer(name)]
        open_now = [name for name in self.path.split("/") if name]
        kept = 0
        while kept < min(len(wanted), len(open_now)) and wanted[kept] == open_now[kept]:
            kept += 1
        new = [routing.make_layer(name, self._presenter) for name in wanted[kept:]]
        self._layers[kept:] = new
        self._unread += new
        self.path = "/".join(wanted)

    @property
    def has_unread(self) -> bool:
        """Whether a layer was opened that has not read yet."""
        return bool(self._unread)

    async def read(self) -> None:
        """Let the layers opened since the last time read what they show.

        Raises:
            RejectedError: If the house does not tell; the layer stays as it is.
        """
        unread, self._unread = self._unread, []
        for layer in unread:
            await layer.read()
