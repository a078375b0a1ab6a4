"""The keys that open a player's account, and the code that adds one from another machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tui.canvas import Canvas
from tui.commands import Command
from tui.records import KeyCode, KeyRow
from tui.screens.base import Layer
from tui.text import Part, Span, key, muted, strong, wrap
from tui.theme import Token
from tui.widgets.cells import Panel
from tui.widgets.frame import Header

if TYPE_CHECKING:
    from tui.presenter import Presenter

_NONE = "No key is kept: you came without one."
_ADDS = (
    "To come in from another machine too, make a code with n. There, connect with the new key, "
    "press Tab at the entrance and type the code."
)


@dataclass(frozen=True, slots=True)
class KeysModel:
    """The keys, which is chosen, and what is asked or told about them."""

    rows: tuple[KeyRow, ...]
    chosen: int
    is_asking: bool
    """Whether the chosen one shall be removed."""
    code: KeyCode | None


class KeysLayer(Layer):
    """Lists, removes and adds keys."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._rows: tuple[KeyRow, ...] = ()
        self._chosen = 0
        self._is_asking = False
        self._code: KeyCode | None = None

    async def read(self) -> None:
        """Read the keys.

        Raises:
            RejectedError: If none are kept, as of a guest.
        """
        self._rows = await self.presenter.gateway.keys()
        self._chosen = min(self._chosen, max(0, len(self._rows) - 1))

    def header(self) -> Header:
        """Say where one is."""
        return Header(("Players", "your record", "SSH keys"), self.presenter.gateway.name)

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """Show the keys."""
        model = KeysModel(self._rows, self._chosen, self._is_asking, self._code)
        return (Panel(self.block(width, height), draw_keys, model),)

    def commands(self) -> Sequence[Command]:
        """Choose, remove after asking, make a code."""
        if self._is_asking:
            return (
                Command(("enter", "y"), "Remove it", self._remove, rests=True),
                Command(("escape", "n", "q"), "Keep it", self._keep),
            )
        missing = "" if self._rows else _NONE
        return (
            Command(("up", "k"), "Choose", lambda: self._step(-1), missing, shown="↑↓"),
            Command(("down", "j"), "Next key", lambda: self._step(1), missing, footer=None),
            Command(("x", "delete"), "Remove", self._ask, missing),
            Command(("n",), "New code", self._make_code),
            self.closing("q", label="Back"),
        )

    async def press(self, key: str) -> bool:
        """Choose by clicking."""
        kind, _, place = key.partition(":")
        if kind == "row" and int(place) < len(self._rows):
            self._chosen, self._is_asking = int(place), False
        return kind == "row"

    def _step(self, by: int) -> None:
        self._chosen = (self._chosen + by) % len(self._rows)

    def _ask(self) -> None:
        self._is_asking = True
        self.presenter.rest()

    def _keep(self) -> None:
        self._is_asking = False

    async def _remove(self) -> None:
        self._is_asking = False
        await self.presenter.gateway.remove_key(self._rows[self._chosen].fingerprint)
        await self.read()

    async def _make_code(self) -> None:
        self._code = await self.presenter.gateway.new_code()


def draw_keys(c: Canvas, model: KeysModel) -> None:
    """Draw the keys, and under them the question or how another is added."""
    c.title("SSH KEYS", beside=f"{len(model.rows)}, each opens your account")
    for place, row in enumerate(model.rows):
        _draw_row(c, 2 + place, place, row, model)
    y = 3 + max(1, len(model.rows))
    if not model.rows:
        c.put(2, 2, _NONE, "muted")
    for line in _told(model):
        for words in wrap(line, c.width - 4, indent=0):
            c.write(2, y, *words)
            y += 1


def _draw_row(c: Canvas, y: int, place: int, row: KeyRow, model: KeysModel) -> None:
    is_chosen = place == model.chosen
    ground: Token = "accent" if is_chosen and not model.is_asking else c.ground
    ink: Token = "accent_ink" if ground == "accent" else "fg"
    c.fill(0, y, c.width, 1, ground, ink=ink)
    c.put(0, y, "▸" if is_chosen else " ", ink, on=ground, bold=True)
    x = c.put(2, y, row.fingerprint, ink, on=ground)
    x = c.put(x + 2, y, row.added, ink if ink == "accent_ink" else "muted", on=ground)
    c.put(x + 2, y, "this one" if row.is_this else "", ink, on=ground, bold=True)
    c.hit(0, y, c.width, 1, f"row:{place}")


def _told(model: KeysModel) -> tuple[tuple[Part, ...], ...]:
    if model.is_asking:
        lost = "It is the key you came in with now. " if model.rows[model.chosen].is_this else ""
        return (
            (Span("Remove this key from your account?", "warn", bold=True),),
            (f"{lost}Whoever comes with it later is a stranger.",),
            (),
            (key("Enter"), " removes it   ", key("Esc"), " keeps it"),
        )
    if model.code is None:
        return ((muted(_ADDS),),)
    return (
        ("One-time code:  ", strong(f" {model.code.code} ", "you")),
        (muted(f"It holds for {model.code.minutes} minutes and once; an earlier one is void."),),
        (),
        (muted("On the other machine connect with its own key, press Tab at the entrance, "
               "and type it."),),
    )  # fmt: skip
