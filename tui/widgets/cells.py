"""The one widget: it shows panels of cells and repaints only the cells that changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
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


class Frame:
    """Panels laid over each other, later ones on top, drawn in one look."""

    def __init__(self, width: int, height: int, look: Look) -> None:
        self.canvas = Canvas(width, height, look, "bg")
        self.drawn: list[tuple[Panel[Any], Look, Canvas]] = []

    @property
    def size(self) -> Size:
        """Columns and rows."""
        return Size(self.canvas.width, self.canvas.height)

    def lay(self, panel: Panel[Any], look: Look, before: Frame | None) -> None:
        """Put a panel on top, drawn anew only if it differs from the frame `before`."""
        place = len(self.drawn)
        drawn = None
        if before is not None and place < len(before.drawn):
            old, old_look, old_canvas = before.drawn[place]
            if old_look is look and old == panel:
                drawn = old_canvas
        if drawn is None:
            drawn = Canvas(panel.region.width, panel.region.height, look, panel.ground)
            panel.draw(drawn, panel.model)
        self.canvas.blit(drawn, panel.region.x, panel.region.y)
        self.drawn.append((panel, look, drawn))

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
            if letters == old_letters and styles == old_styles:
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

    def show(self, layers: Sequence[tuple[Look, Sequence[Panel[Any]]]]) -> None:
        """Show panels, the later layers on top of the earlier ones, each in its look."""
        if not self.size:
            return
        before = self.frame
        if before is not None and before.size != self.size:
            before = None
        frame = Frame(*self.size, layers[0][0])
        for look, panels in layers:
            for panel in panels:
                frame.lay(panel, look, before)
        self.frame = frame
        if before is None:
            self.refresh()
        elif changes := list(frame.changes_from(before)):
            self.refresh(*changes)

    def render_line(self, y: int) -> Strip:
        """One row of the frame."""
        if self.frame is None or y >= self.frame.canvas.height:
            return Strip.blank(self.size.width)
        return self.frame.canvas.strip(y)

    def on_resize(self) -> None:
        """Ask for a frame of the new size."""
        self.post_message(self.Resized())

    def on_click(self, event: events.Click) -> None:
        """Turn a click into the key it means."""
        event.stop()
        if self.frame is not None and (key := self.frame.key_at(event.x, event.y)) is not None:
            self.post_message(self.Clicked(key))
