"""What a seated player has before him: the snapshot read once for all panels and keys."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.actions import Action, BigGin, Discard, Knock
from engine.cards import Card
from engine.deal import Phase
from engine.events import Event
from engine.match import Match, new_match
from engine.melds import deadwood
from engine.players.memory import Memory
from engine.seats import Seat
from engine.view import SeatView
from tui.gateway import Happened, Presence, SeatInfo, TableSnapshot
from tui.hand_order import Group, grouped, sort_in_use
from tui.settings import CoachLevel, Settings


@dataclass(frozen=True, slots=True)
class Position:
    """The deal as a seated player sees and has arranged it."""

    table: TableSnapshot
    view: SeatView
    level: CoachLevel
    groups: tuple[Group, ...]
    cards: tuple[Card, ...]
    """The hand as it lies, from left to right."""
    cursor: int
    """Place of the cursor among the cards as they lie."""
    lifted: Card | None
    names_keys: bool
    """The prompt line names the keys for what it says."""

    @property
    def opponent(self) -> SeatInfo:
        """The other player."""
        info = self.table.players[self.view.seat.other]
        return info if info is not None else SeatInfo("nobody", Presence.AWAY)

    @property
    def match(self) -> Match:
        """The sheet as it stands."""
        return self.table.match or new_match(self.view.rules, self.view.dealer)

    @property
    def memory(self) -> Memory:
        """What the news of the table tell of the other hand."""
        news = self.table.news
        events = tuple(line.event for line in news if isinstance(line, Happened))
        return _remembered(events, self.view.seat)

    @property
    def is_throwing(self) -> bool:
        """Whether the player holds eleven cards and has to part with one."""
        view = self.view
        return view.is_my_turn and view.phase in (Phase.DISCARD, Phase.LAST_KNOCK)

    @property
    def knocks(self) -> tuple[Card, ...]:
        """The cards a knock may throw."""
        return tuple(act.discard for act in self.view.legal_actions if isinstance(act, Knock))

    @property
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

    @property
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
def _remembered(events: tuple[Event, ...], seat: Seat) -> Memory:
    memory = Memory()
    for event in events:
        memory = memory.after(event, seat)
    return memory


def position_of(table: TableSnapshot | None, settings: Settings) -> Position | None:
    """The position of a seated player in a deal; None for watchers and between deals."""
    if table is None or not isinstance(table.view, SeatView):
        return None
    view, desk = table.view, table.desk
    level = settings.coach.within(table.spec.coach)
    sort = sort_in_use(settings.sort, level)
    groups = grouped(view.hand, desk.own_order, view.drawn, sort)
    return Position(
        table=table,
        view=view,
        level=level,
        groups=groups,
        cards=tuple(card for group in groups for card in group.cards),
        cursor=max(0, min(desk.cursor, len(view.hand) - 1)),
        lifted=desk.lifted if desk.lifted is not None and desk.lifted in view.hand else None,
        names_keys=settings.key_hints,
    )
