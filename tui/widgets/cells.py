"""The one widget: it shows panels of cells and repaints only the cells that changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Generic, TypeVar

from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.canvas import Canvas
from tui.theme import Look, Token

M = TypeVar("M")

_JOINED = 6
"""Changed cells at most this far apart go out together: moving the cursor costs as much."""


@dataclass(frozen=True, slots=True)
class Panel(Generic[M]):
    """A block of the screen: where it is, what it shows and how that is drawn.

    An equal panel is never drawn twice, so `draw` must depend on nothing but the model.
    """

    region: Region
    draw: Callable[[Canvas, M], None]
    model: M
    ground: Token = "surface"


Layers = Sequence[tuple[Look, Sequence[Panel[Any]]]]
"""Panels by the look they are drawn in; all that come later lie on top."""


class Frame:
    """Panels laid over each other."""

    def __init__(
        self, width: int, height: int, layers: Layers, before: Frame | None = None
    ) -> None:
        self.canvas: Canvas
        self.drawn: list[tuple[Panel[Any], Look, Canvas]] = []
        if before is not None and before.size != (width, height):
            before = None
        for look, panels in layers:
            for panel in panels:
                self._draw(panel, look, before)
        look = layers[0][0]
        rows: Collection[int] = range(height)
        if before is None or before.canvas.look is not look:
            self.canvas = Canvas(width, height, look, "bg")
        else:
            rows = self._changed_rows(before)
            self.canvas = before.canvas.with_blank(rows)
        for panel, _, canvas in self.drawn:
            self.canvas.blit(canvas, panel.region.x, panel.region.y, rows)

    @property
    def size(self) -> Size:
        """Columns and rows."""
        return Size(self.canvas.width, self.canvas.height)

    def _draw(self, panel: Panel[Any], look: Look, before: Frame | None) -> None:
        """Add a panel, drawn anew only if it differs from the one in its place before."""
        place = len(self.drawn)
        if before is not None and place < len(before.drawn):
            old, old_look, old_canvas = before.drawn[place]
            if old_look is look and old == panel:
                self.drawn.append((panel, look, old_canvas))
                return
        canvas = Canvas(panel.region.width, panel.region.height, look, panel.ground)
        panel.draw(canvas, panel.model)
        self.drawn.append((panel, look, canvas))

    def _changed_rows(self, before: Frame) -> Collection[int]:
        """The rows in which a panel has changed."""
        changed: set[int] = set()
        for old, new in zip_longest(before.drawn, self.drawn):
            if old is None or new is None or old[2] is not new[2]:
                for panel, _, _ in filter(None, (old, new)):
                    changed.update(range(panel.region.y, panel.region.bottom))
        return changed

    def key_at(self, x: int, y: int) -> str | None:
        """The key that a click there means; the topmost panel there decides."""
        for panel, _, canvas in reversed(self.drawn):
            if panel.region.contains(x, y):
                key: str | None = canvas.key_at(x - panel.region.x, y - panel.region.y)
                return key
        return None

    def changes_from(self, before: Frame) -> Iterator[Region]:
        """The cells that differ from a frame of the same size, row by row."""
        old, new = before.canvas, self.canvas
        for y in range(new.height):
            letters, styles = new.letters[y], new.styles[y]
            old_letters, old_styles = old.letters[y], old.styles[y]
            if letters is old_letters or (letters == old_letters and styles == old_styles):
                continue
            start = end = -1
            for x in range(new.width):
                if letters[x] == old_letters[x] and styles[x] is old_styles[x]:
                    continue
                if start >= 0 and x - end > _JOINED:
                    yield Region(start, y, end - start, 1)
                    start = -1
                start = x if start < 0 else start
                end = x + 1
            yield Region(start, y, end - start, 1)


class Surface(Widget):
    """Shows the frame it was given last."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Surface { width: 100%; height: 100%; }"

    class Clicked(Message):
        """Posted when a click meant a key."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Resized(Message):
        """Posted when the surface has a new size and needs a frame for it."""

    def __init__(self) -> None:
        super().__init__()
        self.frame: Frame | None = None
        self.extent = Size(0, 0)
        """Its size as told last: Textual works `size` out anew each time."""

    def show(self, layers: Layers) -> list[Region]:
        """Show panels; return the cells that differ from those shown before."""
        before = self.frame
        self.frame = frame = Frame(*self.extent, layers, before)
        if before is None or before.size != self.extent:
            return [self.extent.region]
        return list(frame.changes_from(before))

    def render_line(self, y: int) -> Strip:
        """One row of the frame."""
        if self.frame is None or y >= self.frame.canvas.height:
            return Strip.blank(self.size.width)
        return self.frame.canvas.strip(y)

    def on_resize(self, event: events.Resize) -> None:
        """Ask for a frame of the new size."""
        self.extent = event.size
        self.post_message(self.Resized())

    def on_click(self, event: events.Click) -> None:
        """Turn a click into the key it means."""
        event.stop()
        if self.frame is not None and (key := self.frame.key_at(event.x, event.y)) is not None:
            self.post_message(self.Clicked(key))
