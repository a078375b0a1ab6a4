"""A match as its log tells it, folded fact by fact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from engine.cards import Card
from engine.result import DealResult
from engine.seats import PerSeat
from server.fair_shuffle import Shuffle
from server.lobby.progress import Progress, begin
from server.store.errors import CodecError
from server.store.facts import (
    Acted,
    Adjourned,
    CutSealed,
    DealBegun,
    Fact,
    Finished,
    GivenUp,
    MatchStarted,
    Readied,
    Resumed,
    Returned,
    Sheet,
    ShuffleCommitted,
)

Decks = Mapping[int, Sequence[Card]]
"""The deck of each deal, by its number in the match."""

_NEITHER = PerSeat(False, False)
_UNCOUNTED: PerSeat[int | None] = PerSeat(None, None)


@dataclass(frozen=True, slots=True)
class Recalled:
    """Where a match stands after the facts that were folded so far."""

    started: MatchStarted
    progress: Progress | None = None
    """None until the first deal."""
    results: tuple[DealResult, ...] = ()
    """Of every deal that was finished."""
    is_ready: PerSeat[bool] = _NEITHER
    """Who has asked for the next deal."""
    has_cut: PerSeat[bool] = _NEITHER
    """Who has cut for the next deal, or done without."""
    bank: PerSeat[int | None] = _UNCOUNTED
    """Milliseconds left to think beyond the turn's own time; None before it was ever counted."""
    grace: PerSeat[int | None] = _UNCOUNTED
    """Milliseconds left to be away; None before it was ever counted."""
    is_adjourned: bool = False

    @property
    def finished(self) -> Finished | None:
        """What goes into the history; None while the match is open or when it was called off."""
        progress = self.progress
        if progress is None or progress.ended is None or progress.winner is None:
            return None
        started = self.started
        sheet = Sheet(started.rules, started.first_dealer, self.results)
        return Finished(started.players, started.hints, sheet, progress.ended, progress.winner)

    def after(self, fact: Fact, decks: Decks) -> Recalled:
        """The match with one fact more.

        Raises:
            CodecError: If the fact cannot follow on what came before.
        """
        match fact:
            case MatchStarted():
                raise CodecError("a match starts once")
            case ShuffleCommitted():
                return replace(self, has_cut=_NEITHER)
            case CutSealed(seat):
                return replace(self, has_cut=self.has_cut.put(seat, True))
            case DealBegun(deal) if deal in decks:
                return self._dealt(decks[deal])
            case DealBegun(deal):
                raise CodecError(f"the deck of deal {deal} is missing")
            case Acted():
                return self._acted(fact)
            case Readied(seat):
                return replace(self, is_ready=self.is_ready.put(seat, True))
            case Returned(seat, grace):
                return replace(self, grace=self.grace.put(seat, grace))
            case Adjourned() | Resumed():
                return replace(self, is_adjourned=isinstance(fact, Adjourned))
            case GivenUp(seat):
                return replace(self, progress=self._in_progress.left_by(seat))
        assert_never(fact)

    @property
    def _in_progress(self) -> Progress:
        if self.progress is None:
            raise CodecError("nothing was dealt yet")
        return self.progress

    def _dealt(self, deck: Sequence[Card]) -> Recalled:
        if self.progress is None:
            progress, _ = begin(self.started.rules, self.started.first_dealer, deck)
        else:
            progress, _ = self.progress.dealt(deck)
        return replace(self, progress=progress, is_ready=_NEITHER)

    def _acted(self, fact: Acted) -> Recalled:
        progress, _ = self._in_progress.acted(fact.seat, fact.action)
        bank = self.bank if fact.bank is None else self.bank.put(fact.seat, fact.bank)
        ended = progress.deal.result
        results = self.results if ended is None else (*self.results, ended)
        return replace(self, progress=progress, bank=bank, results=results)


def recall(facts: Iterable[Fact], shuffles: Iterable[Shuffle]) -> Recalled:
    """Fold a whole log.

    Raises:
        CodecError: If the log does not begin with the start of a match.
    """
    decks = {shuffle.deal: shuffle.deck for shuffle in shuffles}
    first, *others = facts
    if not isinstance(first, MatchStarted):
        raise CodecError("the log does not begin with the start of a match")
    recalled = Recalled(first)
    for fact in others:
        recalled = recalled.after(fact, decks)
    return recalled
