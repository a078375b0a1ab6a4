"""What lies open on the table after a knock (`docs/RULES.md §3`)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.actions import LayOff
from engine.cards import Card, Hand
from engine.errors import IllegalActionError
from engine.layoffs import layoff_places
from engine.melds import Meld, extended
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Showdown:
    """The knocker's hand on the table and what the defender has added to it."""

    knocker: Seat
    discard: Card | None
    """The card thrown with the knock; None for big gin."""
    laid: tuple[Meld, ...]
    """The melds as the knocker laid them."""
    deadwood_cards: Hand
    layoffs: tuple[LayOff, ...] = ()
    """The defender's layoffs so far, in order."""

    @property
    def is_gin(self) -> bool:
        """Whether nothing was left over: no layoffs, no undercut."""
        return not self.deadwood_cards

    @property
    def spread(self) -> tuple[Meld, ...]:
        """The melds as they lie now, layoffs included."""
        melds = list(self.laid)
        for layoff in self.layoffs:
            longer = extended(melds[layoff.meld], layoff.card)
            assert longer is not None, "a layoff is checked when it is made"  # noqa: S101 invariant
            melds[layoff.meld] = longer
        return tuple(melds)

    def with_layoff(self, layoff: LayOff) -> Showdown:
        """The showdown with one more card laid off.

        Raises:
            IllegalActionError: If the card does not fit on that meld.
        """
        spread = self.spread
        if not 0 <= layoff.meld < len(spread):
            raise IllegalActionError(f"there is no meld number {layoff.meld + 1} on the table")
        if layoff.meld not in layoff_places(spread, layoff.card):
            raise IllegalActionError(f"{layoff.card} does not fit on {spread[layoff.meld]}")
        return replace(self, layoffs=(*self.layoffs, layoff))
