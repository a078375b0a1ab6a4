"""What a seated player has before him: the snapshot thought through once for all panels and keys."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.actions import Action, BigGin, Discard, Knock
from engine.cards import Card
from engine.deal import Phase
from engine.events import Event
from engine.match import Match, new_match
from engine.melds import deadwood
from engine.players.memory import Memory
from engine.seats import Seat
from engine.view import SeatView
from tui.gateway import Happened, TableSnapshot
from tui.hand_order import Group, grouped, sort_in_use
from tui.settings import CoachLevel, Settings
from tui.viewer import person


@dataclass(frozen=True)
class Position:
    """The deal as a seated player sees and has arranged it, wherever his cursor is."""

    table: TableSnapshot
    view: SeatView
    level: CoachLevel
    groups: tuple[Group, ...]
    lifted: Card | None
    names_keys: bool
    """The prompt line names the keys for what it says."""

    @cached_property
    def opponent(self) -> str:
        """What the other player is called."""
        return person(self.table, self.view.seat.other)

    @cached_property
    def match(self) -> Match:
        """The sheet as it stands."""
        return self.table.match or new_match(self.view.rules, self.view.dealer)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The hand as it lies, from left to right."""
        return tuple(card for group in self.groups for card in group.cards)

    def place(self, cursor: int) -> int:
        """The place among the cards of a cursor that was left somewhere."""
        return max(0, min(cursor, len(self.cards) - 1))

    @cached_property
    def memory(self) -> Memory:
        """What the news of the table tell of the other hand."""
        events = tuple(line.event for line in self.table.news if isinstance(line, Happened))
        return remembered(events, self.view.seat)

    @property
    def is_throwing(self) -> bool:
        """Whether the player holds eleven cards and has to part with one."""
        view = self.view
        return view.is_my_turn and view.phase in (Phase.DISCARD, Phase.LAST_KNOCK)

    @cached_property
    def knocks(self) -> tuple[Card, ...]:
        """The cards a knock may throw."""
        return tuple(act.discard for act in self.view.legal_actions if isinstance(act, Knock))

    @cached_property
    def has_big_gin(self) -> bool:
        """Whether all eleven cards may be laid down."""
        return BigGin() in self.view.legal_actions

    @property
    def can_knock(self) -> bool:
        """Whether a knock is possible with the card lifted, or with none."""
        is_big = self.has_big_gin and self.lifted is None
        return self.is_throwing and (is_big or self.knock_discard is not None)

    def may(self, action: Action) -> bool:
        """Whether an action is allowed now."""
        return action in self.view.legal_actions

    def may_throw(self, card: Card) -> bool:
        """Whether a card may be thrown now, with a knock or without."""
        return Discard(card) in self.view.legal_actions or card in self.knocks

    def must_stay(self, card: Card) -> bool:
        """Whether a card has just been taken and may not be thrown."""
        return self.is_throwing and card == self.view.taken

    def held(self, cursor: int) -> Card | None:
        """The card under the cursor, if it must stay."""
        card = self.cards[self.place(cursor)]
        return card if self.must_stay(card) else None

    @cached_property
    def knock_discard(self) -> Card | None:
        """The card a knock would throw: the lifted one, or with a coach the one that leaves least.

        None when no knock is possible so, and for big gin, which throws nothing.
        """
        if self.lifted is not None:
            return self.lifted if self.lifted in self.knocks else None
        if self.level is CoachLevel.OFF or self.has_big_gin or not self.knocks:
            return None
        return min(self.knocks, key=lambda card: (self.left_without(card), -card.points, card))

    def left_without(self, card: Card) -> int:
        """The deadwood of the hand without a card."""
        return deadwood(self.view.hand.minus(card))


@lru_cache(64)
def remembered(events: tuple[Event, ...], seat: Seat) -> Memory:
    """What a seat remembers of what it saw happen."""
    memory = Memory()
    for event in events:
        memory = memory.after(event, seat)
    return memory


def position_of(
    table: TableSnapshot | None,
    own_order: tuple[Card, ...],
    lifted: Card | None,
    settings: Settings,
) -> Position | None:
    """The position of a seated player in a deal; None for watchers and between deals.

    Args:
        table: Where he sits, its clocks stopped.
        own_order: How he has laid his cards.
        lifted: What he has lifted, if he still holds it.
        settings: How he likes it.
    """
    if table is None or not isinstance(table.view, SeatView):
        return None
    view, level = table.view, settings.coach.within(table.spec.coach)
    return Position(
        table=table,
        view=view,
        level=level,
        groups=grouped(view.hand, own_order, view.drawn, sort_in_use(settings.sort, level)),
        lifted=lifted if lifted is not None and lifted in view.hand else None,
        names_keys=settings.key_hints,
    )
