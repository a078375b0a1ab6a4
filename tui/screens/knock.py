"""The question before a knock: what is laid down, and what it means for the games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any

from textual.geometry import Region

from engine.actions import BigGin, Knock
from engine.advice import judged_by
from engine.cards import Card, Hand
from engine.match import Match
from engine.melds import Arrangement, Meld, arrangements_within, default_spread
from engine.outlook import GameEffect, KnockOutlook, knock_outlook
from engine.players.memory import Memory
from engine.seats import Seat
from engine.view import SeatView
from tui.canvas import Canvas
from tui.card_art import meld_order, meld_word
from tui.commands import Command
from tui.gateway import TableSnapshot
from tui.layout import is_large
from tui.position import Position
from tui.screens.base import Layer
from tui.settings import CoachLevel
from tui.text import Part, Span, strong
from tui.widgets.cells import Panel
from tui.widgets.felt import piles_row
from tui.widgets.frame import Priority
from tui.widgets.score import GAME_NAMES

_ROWS = 10
MOST_SPREADS = 9
"""As many arrangements are offered as there are keys 1 to 9."""


@dataclass(frozen=True, slots=True)
class KnockModel:
    """What the question shows."""

    discard: Card | None
    """None for big gin."""
    spreads: tuple[Arrangement, ...]
    """The arrangements that may be laid down, the one to be recommended first."""
    chosen: int
    seat: Seat
    opponent: str
    match: Match
    outlook: KnockOutlook | None
    """None where the coach does not say everything."""

    @property
    def spread(self) -> Arrangement:
        """The arrangement that would be laid down."""
        return self.spreads[self.chosen]


@lru_cache(64)
def spreads_of(ten: Hand, limit: int, seen: Hand) -> tuple[Arrangement, ...]:
    """The arrangements a knocker may lay down: the default, then the others, least first.

    Args:
        ten: The cards after the discard; all eleven for big gin.
        limit: The most deadwood they may leave.
        seen: The discard pile and the card thrown.
    """
    first = default_spread(ten, seen)
    others = (other for other in arrangements_within(ten, limit) if other != first)
    return first, *islice(others, MOST_SPREADS - 1)


@lru_cache(64)
def _outlook(
    view: SeatView, match: Match, memory: Memory, discard: Card, spread: tuple[Meld, ...]
) -> KnockOutlook:
    return knock_outlook(judged_by(view, match, memory), discard, spread)


def knock_action(position: Position, spread: int = 0) -> Knock | BigGin:
    """The knock that a position asks for, with one of its spreads."""
    discard = position.knock_discard
    chosen = _spreads(position)[spread].melds if spread else None
    return BigGin(chosen) if discard is None else Knock(discard, chosen)


def _spreads(position: Position) -> tuple[Arrangement, ...]:
    view, discard = position.view, position.knock_discard
    seen = Hand.of(view.discard_pile)
    if discard is None:
        return spreads_of(view.hand, 0, seen)
    return spreads_of(view.hand.minus(discard), view.knock_limit, seen.plus(discard))


def knock_model(position: Position, spread: int) -> KnockModel:
    """What to ask in a position that allows a knock, with one of its spreads."""
    view, match, discard = position.view, position.match, position.knock_discard
    spreads = _spreads(position)
    chosen = min(spread, len(spreads) - 1)
    outlook = None
    if position.level is CoachLevel.FULL and discard is not None:
        outlook = _outlook(view, match, position.memory, discard, spreads[chosen].melds)
    return KnockModel(discard, spreads, chosen, view.seat, position.opponent, match, outlook)


class KnockLayer(Layer):
    """Asks before the hand is laid down."""

    covers = False

    def _position(self) -> Position | None:
        position = self.presenter.position
        return position if position is not None and position.can_knock else None

    def block(self, width: int, height: int) -> Region:
        """Over the felt, so that the hand can still be seen; with room below the other hand."""
        if not is_large(width, height):
            return Region(0, 1, width, _ROWS)
        felt = self.presenter.screen.regions(width, height)["felt"]
        return felt.split_horizontal(-max(_ROWS, felt.height - piles_row(felt.height)))[1]

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """The question."""
        position = self._position()
        if position is None:
            return ()
        model = knock_model(position, self.presenter.desk.spread)
        return (Panel(self.block(width, height), draw_knock, model, "raised"),)

    def arrived(self, _before: TableSnapshot | None, /) -> None:
        """Close once there is nothing left to ask."""
        if self._position() is None:
            self.presenter.close_layer()

    def commands(self) -> Sequence[Command]:
        """Confirm, choose the spread, or go back."""
        position = self._position()
        if position is None:
            return (self.closing(label="Back"),)
        count, chosen = len(_spreads(position)), self.presenter.desk.spread
        some = Priority.NORMAL if count > 1 else None
        commands = [
            Command(("enter",), self._does(position), lambda: self._knock(position), rests=True),
            Command(
                ("left",),
                "Other spread",
                self._choose((chosen - 1) % count),
                shown="←→",
                footer=some,
            ),
            Command(("right",), "Next spread", self._choose((chosen + 1) % count), footer=None),
            self.closing("n", label="Back to my hand"),
        ]
        return commands + [
            Command((str(place + 1),), "Spread", self._choose(place), footer=None)
            for place in range(count)
        ]

    def _does(self, position: Position) -> str:
        """What Enter does."""
        if position.knock_discard is None:
            return "Big gin"
        spreads = _spreads(position)
        left = spreads[min(self.presenter.desk.spread, len(spreads) - 1)].deadwood
        return f"Knock with {left}" if left else "Go gin"

    def _choose(self, spread: int) -> Callable[[], None]:
        presenter = self.presenter
        return lambda: presenter.arrange(replace(presenter.desk, spread=spread))

    async def _knock(self, position: Position) -> None:
        action = knock_action(
            position, min(self.presenter.desk.spread, len(_spreads(position)) - 1)
        )
        self.presenter.close_layer()
        await self.presenter.act(action)


def draw_knock(c: Canvas, knock: KnockModel) -> None:
    """Draw the question over the felt."""
    left = knock.spread.deadwood
    is_big = knock.discard is None
    question = "BIG GIN?" if is_big else f"KNOCK WITH {left}?" if left else "GO GIN?"
    count = len(knock.spreads)
    beside = f"spread {knock.chosen + 1} of {count}" if count > 1 else ""
    c.title(question, beside=beside)
    rows: list[tuple[str, list[Part]]] = []
    if knock.discard is not None:
        rows.append(("Face down", [knock.discard]))
    melds = sorted(knock.spread.melds, key=meld_order)
    rows += [(meld_word(meld).capitalize(), _spaced(meld.cards)) for meld in melds]
    cards = sorted(knock.spread.deadwood_cards, key=lambda card: (card.rank, card.suit))
    loose = [*_spaced(cards), strong(f"= {left}")]
    rows.append(("Deadwood", loose if left else ["none"]))
    for y, (word, parts) in enumerate(rows, start=2):
        c.put(3, y, word, "muted")
        c.write(14, y, *parts)
    _draw_games(c, knock, c.width - 41)
    c.write(3, c.height - 2, _warning(knock))


def _warning(knock: KnockModel) -> Span:
    name, left = knock.opponent, knock.spread.deadwood
    if not left:
        return Span(f"{name} cannot lay off, and nobody undercuts gin.", "good")
    if knock.outlook is None:
        return Span(f"{name} may lay off. With {left} or less {name} undercuts you.", "warn")
    likely = _likely(knock.outlook.undercut_chance)
    return Span(f"{name} may lay off and undercut ({left} or less): {likely}.", "warn")


def _likely(chance: float) -> str:
    """A chance, no more exact than a guess is."""
    if chance < 0.025:
        return "hardly likely"
    return "almost certain" if chance > 0.975 else f"about {round(chance * 20) * 5} % likely"


def _spaced(cards: Sequence[Card]) -> list[Part]:
    return [part for card in cards for part in (card, " ")]


def _draw_games(c: Canvas, knock: KnockModel, x: int) -> None:
    """What winning, and being undercut, would write into the games."""
    match, outlook, won, lost = knock.match, knock.outlook, x + 6, x + 24
    c.put(x, 2, "game", "muted")
    c.put(won, 2, "if you win" + (f" {outlook.points}" if outlook else ""), "muted")
    if knock.spread.deadwood and outlook is not None:
        c.put(lost, 2, "if undercut", "muted")
    mine = match.games_entered(knock.seat)
    for index, game in enumerate(match.games):
        y = 3 + index
        c.write(x, y, strong(GAME_NAMES[index]))
        if not game.is_open:
            c.put(won, y, "closed", "muted")
        elif outlook is None:
            c.put(won, y, "entered" if index in mine else "not entered", "muted")
        else:
            _draw_effect(c, won, y, outlook.if_won[index], game.scores[knock.seat])
            if outlook.if_undercut:
                _draw_effect(c, lost, y, outlook.if_undercut[index], game.scores[knock.seat.other])
    if outlook is not None:
        c.put(x, 3 + len(match.games), "a guess: their hand is hidden", "muted")


def _draw_effect(c: Canvas, x: int, y: int, effect: GameEffect, before: int) -> None:
    if not effect.entered:
        c.put(x, y, "not entered", "muted")
        return
    x = c.put(x, y, f"{before} to {effect.total_after}")
    if effect.closes:
        c.put(x + 1, y, "closes", "warn")
