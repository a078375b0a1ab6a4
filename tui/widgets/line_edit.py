"""One line of text being typed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tui.canvas import Canvas
from tui.text import cells, width

MAX_CELLS = 200


@dataclass(frozen=True, slots=True)
class LineEdit:
    """A text and the place of the cursor in it; every change gives a new one."""

    text: str = ""
    cursor: int = 0
    """Between which characters: 0 stands before the first."""

    def typed(self, text: str) -> LineEdit:
        """With more text at the cursor, as far as there is room; what could harm is dropped."""
        clean = "".join(cells(" ".join(text.split("\n"))))
        while clean and width(self.text + clean) > MAX_CELLS:
            clean = clean[:-1]
        return LineEdit(
            self.text[: self.cursor] + clean + self.text[self.cursor :], self.cursor + len(clean)
        )

    def pressed(self, key: str) -> LineEdit:
        """After an editing key or a letter; other keys change nothing."""
        match key:
            case "left":
                return replace(self, cursor=max(0, self.cursor - 1))
            case "right":
                return replace(self, cursor=min(len(self.text), self.cursor + 1))
            case "home" | "ctrl+a":
                return replace(self, cursor=0)
            case "end" | "ctrl+e":
                return replace(self, cursor=len(self.text))
            case "backspace":
                before = self.text[: max(0, self.cursor - 1)]
                return LineEdit(before + self.text[self.cursor :], len(before))
            case "delete":
                return replace(self, text=self.text[: self.cursor] + self.text[self.cursor + 1 :])
            case "ctrl+u":
                return LineEdit()
            case "space":
                return self.typed(" ")
            case _:
                return self.typed(key) if len(key) == 1 else self


@dataclass(frozen=True, slots=True)
class EntryLine:
    """A line edit with what stands before it and in it while it is empty."""

    label: str
    edit: LineEdit
    hint: str


def draw_entry(c: Canvas, entry: EntryLine) -> None:
    """Draw the text with its cursor, scrolled so that the cursor can be seen."""
    start = c.put(1, 0, entry.label, "muted") + 1
    room = c.width - start - 1
    before = cells(entry.edit.text[: entry.edit.cursor])
    after = cells(entry.edit.text[entry.edit.cursor :])
    skipped = max(0, len(before) - room + 1)
    x = c.put(start, 0, "".join(before[skipped:]))
    under = after[0] if after else " "
    c.put(x, 0, "".join(after))
    if not entry.edit.text:
        c.put(x + 2, 0, entry.hint, "muted")
    c.put(x, 0, under, "accent_ink", on="accent")
