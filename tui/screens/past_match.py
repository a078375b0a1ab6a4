"""A finished match: who won it, its hands one by one, and its sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual.geometry import Region

from engine.result import DealResult, Ending, score_deal
from tui.canvas import Canvas
from tui.commands import Command
from tui.layout import Regions
from tui.records import PastMatch
from tui.screens.base import Layer
from tui.text import Part, muted, strong
from tui.widgets.cells import Panel
from tui.widgets.frame import Header, Priority
from tui.widgets.profile import seat_named
from tui.widgets.score import ScoreModel
from tui.widgets.sheet import FullSheet, draw_full_sheet, last_page

if TYPE_CHECKING:
    from tui.presenter import Presenter

_ABOUT = 3
_UNKNOWN = "This match cannot be shown."
_ENDINGS = {
    Ending.KNOCK: "knocked with {knocker} against {defender}",
    Ending.UNDERCUT: "knocked with {knocker} and was undercut with {defender}",
    Ending.GIN: "went gin against {defender}",
    Ending.BIG_GIN: "went big gin against {defender}",
}


@dataclass(frozen=True, slots=True)
class AboutMatch:
    """A match in two lines, and the hand that is chosen."""

    past: PastMatch | None
    hand: int
    """From 1; 0 where no hand was played."""


class PastMatchLayer(Layer):
    """The match named in `past_match:ID`."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._past: PastMatch | None = None
        self._hand = 0
        self._first = 0

    async def read(self) -> None:
        """Read the match.

        Raises:
            RejectedError: If there is none of that name.
        """
        self._past = await self.presenter.gateway.past_match(self.subject)
        self._hand = min(1, self._past.deals)

    @property
    def score(self) -> ScoreModel | None:
        """Its sheet, as the player reads it; a stranger reads it from seat A."""
        if self._past is None:
            return None
        seat = self._past.seat or seat_named(self._past, self.presenter.gateway.name)
        return ScoreModel(self._past.sheet, seat, self._past.players, self._hand)

    def header(self) -> Header:
        """Say whose match it was."""
        words = ("Match",) if self._past is None else (" and ".join(self._past.players),)
        return Header((*words, "score sheet"), self.presenter.gateway.name)

    def regions(self, width: int, height: int) -> Regions:
        """How it went above its sheet."""
        return {
            "about": Region(0, 1, width, _ABOUT),
            "sheet": Region(0, 1 + _ABOUT, width, height - 2 - _ABOUT),
        }

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """Show it."""
        regions, score = self.regions(width, height), self.score
        about = Panel(regions["about"], draw_about, AboutMatch(self._past, self._hand), "raised")
        if score is None:
            return (about,)
        return (about, Panel(regions["sheet"], draw_full_sheet, FullSheet(score, self._first)))

    def commands(self) -> Sequence[Command]:
        """Choose a hand and look at it card by card; scroll the sheet."""
        none = "" if self._hand else "No hand of this match can be shown."
        scrolls = Priority.NORMAL if self._last() else None
        return (
            Command(("left", "h"), "Hand", lambda: self._turn(-1), none, shown="←→"),
            Command(("right", "l"), "Next hand", lambda: self._turn(1), none, footer=None),
            Command(("enter", "r"), "Replay the hand", self._replay, none),
            Command(("up", "k"), "Scroll", lambda: self._scroll(-1), shown="↑↓", footer=scrolls),
            Command(("down", "j"), "Scroll down", lambda: self._scroll(1), footer=None),
            self.closing("q", label="Back"),
        )

    def _turn(self, by: int) -> None:
        if self._past is not None:
            self._hand = (self._hand - 1 + by) % self._past.deals + 1

    def _replay(self) -> None:
        self.presenter.open_over(f"replay:{self.subject}:{self._hand}")

    def _last(self) -> int:
        """The furthest one can scroll."""
        score, height = self.score, self.presenter.size[1] - 2 - _ABOUT
        return last_page(score, height) if score is not None else 0

    def _scroll(self, by: int) -> None:
        self._first = max(0, min(self._first + by, self._last()))


def draw_about(c: Canvas, about: AboutMatch) -> None:
    """Draw who won and when, and what the chosen hand came to."""
    past = about.past
    if past is None:
        c.put(1, 0, _UNKNOWN, "muted")
        return
    loser = past.players[past.winner.other]
    games = past.sheet.games_won
    how = f"{games[past.winner]}–{games[past.winner.other]}"
    if past.is_forfeit:
        how = "who gave the match up"
    rated = "rated" if past.is_rated else "not rated"
    c.write(1, 0, strong(past.players[past.winner]), f" beat {loser}, {how}")
    c.put(1, 1, f"{past.ended} · coach {past.coach.value} · {rated}", "muted")
    if about.hand:
        parts: tuple[Part, ...] = (
            strong(f"hand {about.hand} "),
            muted(f"of {past.deals}   "),
            hand_words(past, about.hand),
        )
        c.write(1, 2, *parts, end=c.width - 1)


def hand_words(past: PastMatch, hand: int) -> str:
    """What a hand came to, in a line."""
    if hand > len(past.results):
        return "broken off when the match was given up"
    result: DealResult = past.results[hand - 1]
    if result.knocker is None:
        return "dead, no points"
    words = _ENDINGS[result.ending].format(
        knocker=result.knocker_deadwood, defender=result.defender_deadwood
    )
    score = score_deal(result, past.sheet.rules)
    winner = past.players[score.winner] if score.winner is not None else ""
    return f"{past.players[result.knocker]} {words}: {winner} +{score.points}"
