"""A hand that is over being judged in a thread of its own, while somebody looks on."""

from __future__ import annotations

import logging

from engine.events import CardDiscarded, DealStarted, Knocked
from engine.melds import deadwood
from engine.review import Judgement, Played, costliest, judgements
from engine.seats import PerSeat
from tui.records import Replay

log = logging.getLogger(__name__)

WORTH_TELLING = 0.5
"""Points below which two choices are as good as each other."""


class Judging:
    """What is found out about a hand, and how far that is."""

    def __init__(self, replay: Replay) -> None:
        events = tuple(frame.event for frame in replay.frames)
        self._played = Played(replay.sheet, replay.frames[0].hands, events)
        self.found: dict[int, Judgement] = {}
        """By the move that each decision led to."""
        self.judged = 0
        """Moves that have been judged."""
        self.moves = len(events)
        self.is_over = False
        self.has_failed = False

    def run(self) -> None:
        """Judge move by move; called in a thread, while `found` is read in another."""
        try:
            for judgement in judgements(self._played):
                if judgement is not None:
                    self.found[judgement.place] = judgement
                self.judged += 1
        except Exception:
            log.exception("a hand could not be reviewed")
            self.has_failed = True
        finally:
            self.is_over = True

    @property
    def mistakes(self) -> tuple[Judgement, ...]:
        """The costliest decisions found so far."""
        found = [one for one in tuple(self.found.values()) if one.cost >= WORTH_TELLING]
        return costliest(found)


def deadwood_by_turn(replay: Replay) -> tuple[tuple[int, PerSeat[int]], ...]:
    """The deadwood of both after each turn, with the move that ended it."""
    return tuple(
        (place, frame.hands.map(deadwood))
        for place, frame in enumerate(replay.frames)
        if isinstance(frame.event, DealStarted | CardDiscarded | Knocked)
    )
