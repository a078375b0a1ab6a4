"""What a seat may do: one dataclass per action, so that nonsense cannot be built."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.melds import Meld


@dataclass(frozen=True, slots=True)
class TakeUpcard:
    """Take the top of the discard pile."""


@dataclass(frozen=True, slots=True)
class PassUpcard:
    """Leave the upcard: at the opening, or the last discard under the fiftieth-card rule."""


@dataclass(frozen=True, slots=True)
class DrawStock:
    """Draw the top of the stock."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw a card and end the turn."""

    card: Card


@dataclass(frozen=True, slots=True)
class Knock:
    """Throw a card face down and lay the hand on the table; gin when nothing is left over."""

    discard: Card
    spread: tuple[Meld, ...] | None = None
    """The melds laid down; None leaves the choice to the default of `docs/RULES.md §3`."""


@dataclass(frozen=True, slots=True)
class BigGin:
    """Lay down eleven melded cards instead of discarding."""

    spread: tuple[Meld, ...] | None = None


@dataclass(frozen=True, slots=True)
class LayOff:
    """The defender adds a card to one of the knocker's melds."""

    card: Card
    meld: int
    """Which meld of the spread, counted from 0."""


@dataclass(frozen=True, slots=True)
class UndoLayoff:
    """The defender takes the last layoff back."""


@dataclass(frozen=True, slots=True)
class FinishLayoffs:
    """The defender is done; the deal is counted."""


Action = (
    TakeUpcard
    | PassUpcard
    | DrawStock
    | Discard
    | Knock
    | BigGin
    | LayOff
    | UndoLayoff
    | FinishLayoffs
)
