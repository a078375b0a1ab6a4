"""A hand that is over, looked at again card by card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.geometry import Region

from engine.cards import Card
from engine.deal import Phase
from engine.events import StockDrawn, UpcardTaken
from engine.melds import deadwood
from engine.result import DealResult
from engine.seats import PerSeat, Seat
from tui.commands import Command
from tui.layout import Regions, is_large
from tui.open_hands import held_groups, spread_groups
from tui.records import Replay, ReplayFrame
from tui.screens.base import Layer
from tui.screens.match_keys import why_no_review
from tui.text import Part, muted, strong
from tui.theme import Token
from tui.widgets.cells import Panel
from tui.widgets.frame import Header, Priority, Prompt, draw_prompt
from tui.widgets.replay import MoveList, ReplayHand, ReplayModel, draw_moves, draw_replay
from tui.widgets.talk import Voices, event_line

if TYPE_CHECKING:
    from tui.presenter import Presenter

_SIDE = 40
_MOVES = 6
_UNKNOWN = "This hand cannot be shown."
_TOO_LATE = "· by the clock"


class ReplayLayer(Layer):
    """The hand named in `replay:MATCH:3`."""

    kind: ClassVar[str] = "replay"
    """What the layer is called in the paths of open layers."""
    other_way: ClassVar[tuple[str, str]] = ("review", "Review")
    """The other way to look at the same hand, and what it is called."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._replay: Replay | None = None
        self._place = 0

    async def read(self) -> None:
        """Read the hand.

        Raises:
            RejectedError: If it is not over, or not to be seen by this player yet.
        """
        match, _, hand = self.subject.rpartition(":")
        self._replay = await self.presenter.gateway.replay(match, int(hand))

    @property
    def frame(self) -> ReplayFrame | None:
        """The moment that is shown."""
        return self._replay.frames[self._place] if self._replay is not None else None

    @property
    def seat(self) -> Seat:
        """Whose hand lies below: one's own, or A's."""
        if self._replay is not None and self._replay.players.b == self.presenter.gateway.name:
            return Seat.B
        return Seat.A

    def header(self) -> Header:
        """Say which hand it is."""
        if self._replay is None:
            return Header(("Replay",), self.presenter.gateway.name)
        words = (" and ".join(self._replay.players), f"hand {self._replay.deal}", "replay")
        return Header(words, self.presenter.gateway.name)

    def regions(self, width: int, height: int) -> Regions:
        """The table over the prompt line, the moves below or, with room, beside it."""
        if is_large(width, height):
            left = width - _SIDE
            return {
                "table": Region(0, 1, left, height - 3),
                "prompt": Region(0, height - 2, left, 1),
                "moves": Region(left, 1, _SIDE, height - 2),
            }
        table = height - 3 - _MOVES
        return {
            "table": Region(0, 1, width, table),
            "prompt": Region(0, 1 + table, width, 1),
            "moves": Region(0, 2 + table, width, _MOVES),
        }

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """Show the moment."""
        regions, replay, frame = self.regions(width, height), self._replay, self.frame
        if replay is None or frame is None:
            prompt = Prompt("REPLAY", (muted(_UNKNOWN),))
            return (Panel(regions["prompt"], draw_prompt, prompt, "felt_lo"),)
        below = self.seat
        model = ReplayModel(
            self._hand(frame, below.other),
            self._hand(frame, below),
            frame.stock_count,
            frame.discard_pile,
        )
        voices = Voices("", replay.players, self.seat)
        lines = tuple(_move(one, voices) for one in replay.frames)
        shown: list[Panel[Any]] = [
            Panel(regions["table"], draw_replay, model, "felt"),
            Panel(regions["prompt"], draw_prompt, self._prompt(frame, voices), "felt_lo"),
        ]
        if "moves" in regions:
            shown.append(Panel(regions["moves"], draw_moves, MoveList(lines, self._place)))
        return shown

    def _prompt(self, frame: ReplayFrame, voices: Voices) -> Prompt:
        flash, count = self.presenter.flash_text, self._last + 1
        right = self._aside(frame)
        return Prompt(f"{self._place + 1} OF {count}", _move(frame, voices), right, flash=flash)

    def _aside(self, frame: ReplayFrame) -> tuple[Part, ...]:
        """What stands at the end of the prompt line: who is next, or how it ended."""
        assert self._replay is not None  # noqa: S101 # a frame comes from a replay
        if frame.phase is Phase.OVER and self._replay.result is not None:
            return (_outcome(self._replay.result, self._replay.players),)
        if self._place == self._last:
            return (muted("broken off here"),)
        return (muted("next: "), strong(self._replay.players[frame.turn]))

    def _hand(self, frame: ReplayFrame, seat: Seat) -> ReplayHand:
        assert self._replay is not None  # noqa: S101 # a frame comes from a replay
        names, hand, ink = self._replay.players, frame.hands[seat], _ink(self.seat, seat)
        showdown = frame.showdown
        dealt = " · dealt" if seat is self._replay.dealer else ""
        if showdown is not None and showdown.knocker is seat:
            groups = spread_groups(showdown, f"{names[seat.other]}’s")
            note = f"laid down with {showdown.deadwood_cards.points}"
        else:
            groups = tuple(held_groups(hand))
            note = f"deadwood {deadwood(hand)}"
        has_turn = frame.turn is seat and frame.phase is not Phase.OVER
        guest = _ink(self.seat, seat.other)
        return ReplayHand(
            names[seat], ink, note + dealt, has_turn, groups, _came(frame, seat), guest
        )

    def commands(self) -> Sequence[Command]:
        """Step, jump, turn to another hand, look at the shuffle."""
        match, _, hand = self.subject.rpartition(":")
        presenter, number = self.presenter, int(hand)
        first = "" if number > 1 else "This is the first hand of the match."
        return (
            Command(("left", "h"), "Step", self._to(self._place - 1), shown="←→"),
            Command(("right", "l", "space", "enter"), "Step on", self._to(self._place + 1), footer=None),
            Command(("home",), "First", self._to(0)),
            Command(("end",), "Last", self._to(self._last)),
            Command(("pagedown", "n"), "Hand", lambda: self._turn(number + 1), shown="PgUp PgDn"),
            Command(("pageup",), "Hand before", lambda: self._turn(number - 1), first, footer=None),
            self._looking_otherwise(match, number),
            Command(
                ("#",),
                "Its shuffle",
                lambda: presenter.open_over(f"shuffle:{match}:{number}"),
                footer=Priority.LOW,
            ),
            self.closing("q", label="Back"),
        )  # fmt: skip

    def _looking_otherwise(self, match: str, hand: int) -> Command:
        kind, label = self.other_way
        refusal = why_no_review(self.presenter.table, match) if kind == "review" else ""
        path = f"{kind}:{match}:{hand}"
        return Command(("e",), label, lambda: self.presenter.open_instead(path), refusal)

    @property
    def _last(self) -> int:
        return len(self._replay.frames) - 1 if self._replay is not None else 0

    def _to(self, place: int) -> Callable[[], None]:
        def step() -> None:
            self._place = max(0, min(place, self._last))

        return step

    async def _turn(self, hand: int) -> None:
        match = self.subject.rpartition(":")[0]
        await self.presenter.gateway.replay(match, hand)
        self.presenter.open_instead(f"{self.kind}:{match}:{hand}")

    async def press(self, key: str) -> bool:
        """Jump to a move by clicking it."""
        kind, _, place = key.partition(":")
        if kind == "move":
            self._to(int(place))()
        return kind == "move"


def _ink(mine: Seat, seat: Seat) -> Token:
    return "you" if seat is mine else "opp"


def _outcome(result: DealResult, players: PerSeat[str]) -> Part:
    """Who won the hand, and the deadwood that decided."""
    if result.winner is None or result.knocker is None:
        return muted("no points")
    counts = sorted((result.knocker_deadwood, result.defender_deadwood))
    return strong(f"{players[result.winner]} wins, {counts[0]} against {counts[1]}")


def _came(frame: ReplayFrame, seat: Seat) -> Card | None:
    """The card that came into a hand by this move."""
    match frame.event:
        case StockDrawn(who, card) | UpcardTaken(who, card) if who is seat:
            return card
        case _:
            return None


def _move(frame: ReplayFrame, voices: Voices) -> tuple[Part, ...]:
    late = (muted(f" {_TOO_LATE}"),) if frame.is_timed_out else ()
    return (*event_line(frame.event, voices), *late)
