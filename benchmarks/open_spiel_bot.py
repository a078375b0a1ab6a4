"""The simple gin bot that comes with `open-spiel`, as a player at our table.

It is told the deck, because its state holds every card; of that it looks at its own hand and the
upcard only.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from engine.actions import (
    Action,
    Discard,
    DrawStock,
    FinishLayoffs,
    Knock,
    LayOff,
    PassUpcard,
    TakeUpcard,
)
from engine.cards import DECK, Card
from engine.deal import Phase
from engine.events import CardDiscarded, Event, StockDrawn, UpcardPassed, UpcardTaken
from engine.layoffs import best_layoff
from engine.match import Match
from engine.melds import deadwood
from engine.players import Level
from engine.players.memory import Memory
from engine.rules import Rules
from engine.seats import Seat
from engine.view import SeatView

TAKE, DRAW, PASS, KNOCK = 52, 53, 54, 55
_SUITS = (0, 3, 2, 1)
"""Its order is S C D H."""


def has_open_spiel() -> bool:
    """Whether `open-spiel` is installed."""
    return find_spec("pyspiel") is not None


def their_card(card: Card) -> int:
    return _SUITS.index(card.suit) * 13 + card.rank - 1


_OURS = {their_card(card): card for card in DECK}
_CHOICES: dict[int, Action] = {TAKE: TakeUpcard(), DRAW: DrawStock(), PASS: PassUpcard()}


class OpenSpielBot:
    """Asks the bot; layoffs, where it has no choice worth the name, are the best there are."""

    level = Level.CLUB

    def __init__(self, seat: Seat) -> None:
        self.memory = Memory()
        self._seat = seat
        self._stock: list[Card] = []
        self._state: Any = None
        self._bot: Any = None

    def sit_down(self, rules: Rules, dealer: Seat, deck: Sequence[Card]) -> None:
        """Begin a deal with this deck."""
        pyspiel = import_module("pyspiel")
        bonuses = {"gin_bonus": rules.gin_bonus, "undercut_bonus": rules.undercut_bonus}
        game = pyspiel.load_game("gin_rummy", bonuses)
        self._bot = pyspiel.make_simple_gin_rummy_bot(
            game.get_parameters(), int(self._seat is dealer)
        )
        self._state = game.new_initial_state()
        self._stock = list(deck[21:])
        for card in (*deck[0:20:2], *deck[1:20:2], deck[20]):
            self._state.apply_action(their_card(card))

    def observe(self, event: Event) -> None:
        """Play along."""
        match event:
            case UpcardTaken():
                self._state.apply_action(TAKE)
            case UpcardPassed():
                self._state.apply_action(PASS)
            case StockDrawn():
                self._state.apply_action(DRAW)
                self._state.apply_action(their_card(self._stock.pop(0)))
            case CardDiscarded(_, card):
                self._state.apply_action(their_card(card))
            case _:
                pass

    def decide(self, view: SeatView, match: Match) -> Action:  # noqa: ARG002 as every player
        """What the bot does."""
        if view.phase is Phase.LAYOFF:
            assert view.showdown is not None
            steps = best_layoff(view.showdown.spread, view.hand).steps(view.showdown.spread)
            return LayOff(*steps[0]) if steps else FinishLayoffs()
        choice = self._bot.step(self._state)
        knocks = [action for action in view.legal_actions if isinstance(action, Knock)]
        if choice == KNOCK:
            return min(knocks, key=lambda knock: deadwood(view.hand.minus(knock.discard)))
        return _CHOICES.get(choice) or Discard(_OURS[choice])
