"""Sending changed cells and nothing else: the one reach into Textual's private parts in this package.

Textual repaints a changed cell together with everything left of it in the same widget, spells out
both colours of every piece and waits for its next tick. With one widget as wide as the screen that is
ten times the bytes, so the screen sends its cells itself; layout and input stay Textual's own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any

from rich.color import Color
from rich.console import Console
from rich.style import Style
from textual._compositor import Compositor, CompositorUpdate
from textual.geometry import Region
from textual.screen import Screen

from tui.canvas import Canvas
from tui.widgets.cells import Layers, Surface


class CellsUpdate(CompositorUpdate):
    """Some cells of a canvas, to be written where they stand."""

    def __init__(self, canvas: Canvas, regions: Iterable[Region]) -> None:
        self._canvas = canvas
        self._regions = sorted(regions)

    def render_segments(self, _console: Console, /) -> str:
        """The cells as the terminal gets them."""
        written: list[str] = []
        style: Style | None = None
        for left, top, width, height in self._regions:
            for y in range(top, top + height):
                written.append(f"\x1b[{y + 1};{left + 1}H")
                for text, after in self._canvas.pieces(y, left, left + width):
                    if after is not style:
                        written.append(_restyled(style, after))
                        style = after
                    written.append(text)
        return "".join([*written, "\x1b[0m"])


@lru_cache(4096)
def _restyled(before: Style | None, after: Style) -> str:
    """What turns one style into another.

    Bold goes along with its ink, since on many terminals it brightens the ink it finds.
    """
    flags, ink, ground = _codes(after)
    if before is None or (flags, flags and ink) != (_codes(before)[0], flags and _codes(before)[1]):
        return "\x1b[" + ";".join(["0", *flags, *ink, *ground]) + "m"
    _, ink_before, ground_before = _codes(before)
    changed = [*(ink if ink != ink_before else ()), *(ground if ground != ground_before else ())]
    return "\x1b[" + ";".join(changed) + "m" if changed else ""


def _codes(style: Style) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The style's attributes, ink and ground; a style without colours has neither."""
    flags = (("1", style.bold), ("2", style.dim), ("7", style.reverse))
    return (
        tuple(code for code, wanted in flags if wanted),
        _colour("38", style.color),
        _colour("48", style.bgcolor),
    )


def _colour(lead: str, colour: Color | None) -> tuple[str, ...]:
    if colour is None or colour.triplet is None:
        return ()
    return (lead, "2", *map(str, colour.triplet))


class SilentCompositor(Compositor):
    """Lays out and finds what is where; what is on the screen, the screen itself sends."""

    def render_update(
        self,
        full: bool = False,  # as Textual calls it
        screen_stack: list[Screen[Any]] | None = None,
        simplify: bool = False,
    ) -> None:
        """Nothing."""


class SurfaceScreen(Screen[None]):
    """The one screen of an app, filled by its one surface."""

    def __init__(self) -> None:
        super().__init__()
        self.surface = Surface()
        self._compositor = SilentCompositor()

    def compose(self) -> Iterable[Surface]:
        """The one widget."""
        yield self.surface

    def show(self, layers: Layers) -> None:
        """Show panels: what has changed is sent at once, not at Textual's next tick."""
        self._send(self.surface.show(layers))

    def repaint(self) -> None:
        """Send every cell again."""
        if self.surface.frame is not None:
            self._send([self.surface.frame.size.region])

    def _send(self, regions: Collection[Region]) -> None:
        frame = self.surface.frame
        if frame is not None and regions:
            update: Any = CellsUpdate(
                frame.canvas, regions
            )  # of a type that Textual keeps to itself
            self.app._display(self, update)  # noqa: SLF001
