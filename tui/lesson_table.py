"""The table of the first game: the real rules, planned cards, and an opponent who does as told."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Action
from engine.deal import Phase, new_deal
from engine.errors import GinError
from engine.events import Event
from engine.match import new_match
from engine.play import apply
from engine.result import DealScore, score_deal
from engine.rules import CLASSIC
from engine.seats import PerSeat, Seat
from engine.view import redacted, seat_view
from tui.gateway import Desk, Happened, RejectedError, SeatInfo, Stage, TableSnapshot, TableSpec
from tui.lessons import DECKS
from tui.settings import CoachLevel, Settings, SortOrder, TurnAlert

LEARNER = Seat.A
_SPEC = TableSpec("First game", CLASSIC, CoachLevel.BASIC)
_NEITHER = PerSeat(False, False)
_COMPUTER = SeatInfo("computer", is_computer=True)


class LessonTable:
    """Answers the screens of a table as the house would, for one learner.

    Of the port to the house it has what a table's screens ask for in the lessons.
    """

    is_guest = is_at_home = False
    greeting = ""

    def __init__(self, name: str, settings: Settings) -> None:
        self.name = name
        self.settings = replace(
            settings,
            sort=SortOrder.MELDS,
            coach=CoachLevel.BASIC,
            alert=TurnAlert.OFF,
            confirm_knock=True,
            key_hints=True,
        )
        self._match = new_match(CLASSIC, LEARNER.other)
        self._score: DealScore | None = None
        self._news: tuple[Happened, ...] = ()
        self._desk = Desk()
        self._version = 0
        self.deal()

    def entrance(self) -> None:
        """The learner is in already."""

    def deal(self) -> None:
        """Deal the next planned hand."""
        self._deal, events = new_deal(
            CLASSIC, self._match.next_dealer, DECKS[self._match.deals % len(DECKS)]
        )
        self._score, self._desk = None, Desk()
        self._happened(events)

    def play(self, *actions: Action) -> None:
        """Let whoever is on turn do these things."""
        for action in actions:
            self._deal, events = apply(self._deal, self._deal.turn, action)
            self._happened(events)
            if self._deal.result is not None:
                self._score = score_deal(self._deal.result, CLASSIC)
                self._match = self._match.scored(self._score)

    def table(self) -> TableSnapshot:
        """The table as the learner sees it."""
        is_over = self._deal.phase is Phase.OVER
        return TableSnapshot(
            id=0,
            spec=_SPEC,
            version=self._version,
            stage=Stage.DEAL_OVER if is_over else Stage.DEAL,
            seat=LEARNER,
            players=PerSeat(SeatInfo(self.name), _COMPUTER),
            match=self._match,
            deal_number=self._match.deals if is_over else self._match.deals + 1,
            view=seat_view(self._deal, LEARNER),
            score=self._score,
            ready=_NEITHER,
            ended=None,
            winner=None,
            news=self._news,
            may_call_off=False,
            desk=self._desk,
        )

    async def ready(self) -> None:
        """The lessons say when the next hand is dealt."""

    def arrange(self, desk: Desk) -> None:
        """Keep what the learner has arranged."""
        self._desk = desk

    async def act(self, action: Action, at: int) -> None:
        """Do something in the deal.

        Raises:
            RejectedError: If the rules do not allow it.
        """
        if at == self._version:
            try:
                self.play(action)
            except GinError as refused:
                raise RejectedError(str(refused)) from refused

    def _happened(self, events: tuple[Event, ...]) -> None:
        self._version += 1
        self._desk = replace(self._desk, lifted=None)
        for event in events:
            self._news += (Happened(len(self._news) + 1, redacted(event, LEARNER)),)
