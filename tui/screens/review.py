"""A hand that is over, judged: each decision beside the coach's, and what the others cost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, assert_never

from engine.actions import (
    Action,
    BigGin,
    Discard,
    DrawStock,
    FinishLayoffs,
    Knock,
    LayOff,
    PassUpcard,
    TakeUpcard,
    UndoLayoff,
)
from engine.events import DealStarted
from engine.review import Judgement
from tui.commands import Command
from tui.judging import WORTH_TELLING, Judging, deadwood_by_turn
from tui.layout import Regions, is_large
from tui.records import ReplayFrame
from tui.screens.replay import ReplayLayer
from tui.text import Part, Span, clip, muted, strong
from tui.widgets.cells import Panel
from tui.widgets.frame import Header
from tui.widgets.review import GraphModel, MistakesModel, draw_graph, draw_mistakes

if TYPE_CHECKING:
    from tui.presenter import Presenter

_LOOK_AGAIN = 0.1
"""Seconds between two looks at how far the judging is."""
_GRAPH, _MISTAKES = 11, 7
_NAME = 8
"""Cells for a name in the list of mistakes and in the legend."""


class ReviewLayer(ReplayLayer):
    """The hand named in `review:MATCH:3`."""

    kind: ClassVar[str] = "review"
    other_way: ClassVar[tuple[str, str]] = ("replay", "Replay")

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._judging: Judging | None = None

    async def read(self) -> None:
        """Read the hand, and have it judged.

        Raises:
            RejectedError: If it is not over, or not to be seen by this player yet.
        """
        await super().read()
        if self._replay is not None:
            self._judging = Judging(self._replay)
            asyncio.get_running_loop().run_in_executor(None, self._judging.run)
            self._look(self._judging)

    def _look(self, judging: Judging) -> None:
        """Show how far it is, again and again until it is over."""
        self.presenter.stagehand.redraw()
        if not judging.is_over:
            self.presenter.stagehand.later(_LOOK_AGAIN, lambda: self._look(judging))

    def header(self) -> Header:
        """Say which hand it is."""
        header = super().header()
        return Header((*header.words[:-1], "review"), header.right)

    def regions(self, width: int, height: int) -> Regions:
        """As for a replay; the graph and the mistakes share the room of the moves."""
        places = super().regions(width, height)
        moves = places.pop("moves")
        if is_large(width, height):
            moves, rest = moves.split_horizontal(moves.height - _GRAPH - _MISTAKES)
            graph, mistakes = rest.split_horizontal(_GRAPH)
            return {**places, "moves": moves, "graph": graph, "mistakes": mistakes}
        graph, mistakes = moves.split_vertical(moves.width // 2)
        return {**places, "graph": graph, "mistakes": mistakes}

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """Show the moment, and what is known of the whole hand."""
        places, judging = self.regions(width, height), self._judging
        shown = super().panels(width, height)
        if judging is None:
            return shown
        progress = 1.0 if judging.is_over else judging.judged / judging.moves
        mistakes = judging.mistakes if judging.is_over else ()
        lines = tuple((tuple(self._mistake(one)), round(one.cost, 1)) for one in mistakes)
        chosen = [place for place, one in enumerate(mistakes) if one.place == self._place]
        remark = self._remark(judging, judging.found.get(self._place))
        model = MistakesModel(lines, chosen[0] if chosen else None, remark, progress)
        return (
            *shown,
            Panel(places["graph"], draw_graph, self._graph()),
            Panel(places["mistakes"], draw_mistakes, model),
        )

    def _remark(self, judging: Judging, now: Judgement | None) -> str:
        if judging.has_failed:
            return "The rest could not be judged."
        if now is not None and now.cost >= WORTH_TELLING:
            return now.reason
        return "" if judging.mistakes else "None: the coach plays the same."

    def _graph(self) -> GraphModel:
        replay = self._replay
        assert replay is not None  # noqa: S101 only what was read is judged
        below, turns = self.seat, deadwood_by_turn(replay)
        started = replay.frames[0].event
        assert isinstance(started, DealStarted)  # noqa: S101 every hand begins so
        return GraphModel(
            (clip(replay.players[below], _NAME), clip(replay.players[below.other], _NAME)),
            ("you", "opp"),
            tuple((both[below], both[below.other]) for _, both in turns),
            sum(place <= self._place for place, _ in turns) - 1,
            started.knock_limit,
        )

    def _mistake(self, one: Judgement) -> tuple[Part, ...]:
        assert self._replay is not None  # noqa: S101 only what was read is judged
        name = clip(self._replay.players[one.seat], _NAME)
        return (
            strong(f"{name:<{_NAME}} "),
            *told(one.done),
            muted(" / "),
            *told(one.advised),
        )

    def _aside(self, frame: ReplayFrame) -> tuple[Part, ...]:
        """What the coach would have done."""
        judging = self._judging
        found = judging.found.get(self._place) if judging is not None else None
        if found is None:
            return super()._aside(frame)
        if found.cost < WORTH_TELLING:
            return (Span("as the coach would", "good"),)
        return (muted("coach: "), *told(found.advised), strong(f"  –{found.cost:.1f}", "bad"))

    def commands(self) -> Sequence[Command]:
        """As for a replay, and a jump to each of the mistakes."""
        mistakes = self._judging.mistakes if self._judging is not None else ()
        jumps = [
            Command((str(number),), "Mistake", self._to(one.place), footer=None)
            for number, one in enumerate(mistakes, start=1)
        ]
        if mistakes:
            jumps.append(Command(("m",), "Next mistake", self._to_the_next(mistakes)))
        return [*jumps, *super().commands()]

    def _to_the_next(self, mistakes: Sequence[Judgement]) -> Callable[[], None]:
        """To the next mistake in the order of play, round and round."""
        places = sorted(one.place for one in mistakes)
        return self._to(next((place for place in places if place > self._place), places[0]))


def told(action: Action) -> tuple[Part, ...]:
    """What may be done, in few words."""
    match action:
        case TakeUpcard():
            return ("take",)
        case PassUpcard():
            return ("pass",)
        case DrawStock():
            return ("stock",)
        case Discard(card):
            return ("throw ", card)
        case Knock(card):
            return ("knock ", card)
        case BigGin():
            return ("big gin",)
        case LayOff(card):
            return ("lay off ", card)
        case UndoLayoff():
            return ("undo",)
        case FinishLayoffs():
            return ("finish",)
    assert_never(action)
