"""What the keys do at a table, phase by phase, and why the others do not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace

from engine.actions import Discard, DrawStock, PassUpcard, TakeUpcard
from engine.cards import Card
from engine.deal import Phase
from tui.commands import Command
from tui.gateway import PauseReason, Stage, TableSnapshot
from tui.hand_order import next_sort, shifted
from tui.position import Position
from tui.presenter import Presenter
from tui.screens.knock import knock_action
from tui.screens.match_keys import match_commands
from tui.screens.table_prompt import must_draw, whose_turn
from tui.screens.talk import talk_command
from tui.settings import CoachLevel, Settings, SortOrder
from tui.text import card_text
from tui.widgets.frame import Priority
from tui.widgets.hand import PLACE_KEYS

_LEVELS = (CoachLevel.FULL, CoachLevel.BASIC, CoachLevel.OFF)


def _stays(card: Card) -> str:
    """Why a card cannot be thrown."""
    return f"{card_text(card)} was just taken and must stay: lift another card."


def _too_much(position: Position) -> str:
    """Why a knock is not possible, as a sentence that says what to do."""
    limit = position.view.knock_limit
    allowed = f"{limit} or less" if limit else "nothing"
    lifted = position.lifted
    if position.level is CoachLevel.OFF and lifted is None:
        return "Lift the card to throw with the knock first, then k."
    if position.level is CoachLevel.OFF:
        return f"That does not leave {allowed}: lift another card."
    if lifted is not None and position.may_throw(lifted):
        left = position.left_without(lifted)
        return f"It leaves {left}, not {allowed}: Enter just throws it."
    return f"No card leaves {allowed}: lift one, Enter throws it."


class TableKeys:
    """The commands of one position, wherever the cursor is.

    Args:
        presenter: Does what they ask.
        table: The table that they are for.
        position: What a seated player has before him.
        settings: How he likes it.
        held: The card under the cursor, where it must stay in the hand.
    """

    def __init__(
        self,
        presenter: Presenter,
        table: TableSnapshot,
        position: Position | None,
        settings: Settings,
        held: Card | None,
    ) -> None:
        self._presenter = presenter
        self._table = table
        self._position = position
        self._settings = settings
        self._held = held
        self.commands = tuple(self._commands())
        """Everything the keys do, in the footer's order."""

    def _commands(self) -> Iterator[Command]:
        if self._position is not None:
            yield from self._unless_paused(self._draws(self._position))
            yield from self._moves(self._position)
            yield from self._unless_paused(self._throws(self._position))
            yield from self._arranging(self._position)
        yield from self._calling()
        yield from self._looking()

    def _calling(self) -> Iterator[Command]:
        """While nobody sits down, the computer may."""
        if self._table.seat is not None and self._table.stage is Stage.WAITING:
            yield Command(("p",), "Play the computer", self._presenter.gateway.call_computer)

    def _unless_paused(self, plays: Iterator[Command]) -> Iterator[Command]:
        """While the table takes no actions, say that instead of any other reason."""
        pause = self._table.pause
        for play in plays:
            if pause is None or pause.reason is PauseReason.RESTART:
                yield play
            else:
                yield replace(play, refusal=pause.sentence)

    # Drawing

    def _draws(self, position: Position) -> Iterator[Command]:
        phase, mine = position.view.phase, position.view.is_my_turn
        yield self._draw(
            position, "s", "Stock", DrawStock(), self._why_not_draw, mine and phase is Phase.DRAW
        )
        offered = mine and phase in (Phase.OFFER, Phase.DRAW, Phase.LAST_OFFER)
        yield self._draw(position, "t", "Take", TakeUpcard(), self._why_not_take, offered)
        passing = mine and phase in (Phase.OFFER, Phase.LAST_OFFER, Phase.LAST_KNOCK)
        label = "Give back" if phase is Phase.LAST_KNOCK else "Pass"
        yield self._draw(position, "p", label, PassUpcard(), self._why_not_pass, passing)

    def _draw(
        self,
        position: Position,
        key: str,
        label: str,
        action: DrawStock | TakeUpcard | PassUpcard,
        why_not: Callable[[Position], str],
        shown: bool,
    ) -> Command:
        return Command(
            (key,),
            label,
            lambda: self._presenter.act(action),
            refusal="" if position.may(action) else why_not(position),
            rests=True,
            footer=Priority.NORMAL if shown else None,
        )

    def _why_not_draw(self, position: Position) -> str:
        view = position.view
        if not view.is_my_turn:
            return whose_turn(position)
        match view.phase:
            case Phase.OFFER:
                return "The upcard comes first: t takes it, p passes."
            case Phase.LAST_OFFER | Phase.LAST_KNOCK:
                return "The stock is used up: k knocks, p lets the hand end."
            case _:
                return "You have drawn: lift a card, then Enter throws it."

    def _why_not_take(self, position: Position) -> str:
        view = position.view
        if view.is_my_turn and view.stock_only:
            return "Both passed the upcard, so this turn draws: s."
        if view.is_my_turn and view.phase is Phase.LAST_OFFER:
            return "It is there to knock with, and you cannot: p declines."
        return self._why_not_draw(position)

    def _why_not_pass(self, position: Position) -> str:
        view = position.view
        if view.is_my_turn and view.phase is Phase.DRAW:
            if view.stock_only:
                return self._why_not_take(position)
            return "Only the first upcard is passed: s draws, t takes it."
        return self._why_not_draw(position)

    # Moving and lifting

    def _moves(self, position: Position) -> Iterator[Command]:
        label = "Move" if position.is_throwing else "Look"
        yield Command(("left", "h"), label, lambda: self._step(position, -1), shown="←→")
        yield Command(("right", "l"), label, lambda: self._step(position, 1), footer=None)
        yield Command(("home",), "First card", lambda: self._move(position, 0), footer=None)
        yield Command(("end",), "Last card", lambda: self._move(position, -1), footer=None)
        yield Command(
            ("space",),
            "Lift",
            lambda: self._lift(position, self._place(position)),
            refusal=_stays(self._held) if self._held is not None else "",
            footer=Priority.NORMAL if position.is_throwing else None,
        )

    def lifting(self, key: str) -> Command | None:
        """The command for a key that names a card, by its place or as `card:QS`."""
        position = self._position
        if position is None:
            return None
        cards = position.cards
        names = [*PLACE_KEYS[: len(cards)], *(f"card:{card}" for card in cards)]
        if key not in names:
            return None
        place = names.index(key) % len(cards)
        refusal = _stays(cards[place]) if position.must_stay(cards[place]) else ""
        return Command((key,), "", lambda: self._lift(position, place), refusal, footer=None)

    def _place(self, position: Position) -> int:
        """Where the cursor is."""
        return position.place(self._presenter.desk.cursor)

    def _step(self, position: Position, by: int) -> None:
        """Move the cursor to a neighbour, past either end to the other."""
        self._move(position, self._place(position) + by)

    def _move(self, position: Position, place: int) -> None:
        presenter = self._presenter
        presenter.arrange(replace(presenter.desk, cursor=place % len(position.cards)))

    def _lift(self, position: Position, place: int) -> None:
        """Lift the card in a place, or lower it again."""
        presenter, card = self._presenter, position.cards[place]
        lifted = None if card == position.lifted else card
        presenter.arrange(replace(presenter.desk, cursor=place, lifted=lifted))

    # Throwing

    def _throws(self, position: Position) -> Iterator[Command]:
        shown = Priority.NORMAL if position.is_throwing else None
        lifted = position.lifted
        yield Command(
            ("enter", "d"),
            "Discard",
            lambda: self._presenter.act(Discard(lifted)) if lifted is not None else None,
            refusal=self._why_not_throw(position),
            rests=True,
            footer=None if position.view.phase is Phase.LAST_KNOCK else shown,
        )
        yield Command(
            ("k",),
            "Knock",
            lambda: self._knock(position),
            refusal=self._why_not_knock(position),
            rests=not self._settings.confirm_knock,
            footer=shown,
        )

    def _why_not_throw(self, position: Position) -> str:
        view, lifted = position.view, position.lifted
        if not view.is_my_turn:
            return whose_turn(position)
        if view.phase is Phase.LAST_KNOCK:
            return "Taken to knock: k knocks, p gives the card back."
        if not position.is_throwing:
            return must_draw(position)
        if lifted is None:
            return "Lift a card first: Space, or the number under it."
        return _stays(lifted) if lifted == view.taken else ""

    def _why_not_knock(self, position: Position) -> str:
        if not position.view.is_my_turn:
            return whose_turn(position)
        if not position.is_throwing:
            return must_draw(position)
        if position.can_knock or position.level is CoachLevel.OFF:
            # Without a coach a dim key would tell what the player is to find out.
            return ""
        return _too_much(position)

    def _knock(self, position: Position) -> Awaitable[None] | None:
        presenter = self._presenter
        if not position.can_knock:
            presenter.flash(_too_much(position))
        elif presenter.settings.confirm_knock:
            presenter.arrange(replace(presenter.desk, spread=0))
            presenter.open_layer("knock")
        else:
            return presenter.act(knock_action(position))
        return None

    # Arranging and looking

    def _arranging(self, position: Position) -> Iterator[Command]:
        yield Command(
            ("o",),
            "Sort",
            lambda: self._sort(next_sort(self._presenter.settings.sort, position.level)),
        )
        yield Command(
            ("<", "shift+left"),
            "Move the card left",
            lambda: self._shift(position, -1),
            footer=None,
        )
        yield Command(
            (">", "shift+right"),
            "Move the card right",
            lambda: self._shift(position, 1),
            footer=None,
        )

    def _sort(self, sort: SortOrder) -> None:
        """Sort otherwise; the cursor stays on its card."""
        presenter = self._presenter
        presenter.save_settings(replace(presenter.settings, sort=sort))
        self._follow()

    def _follow(self) -> None:
        presenter, before = self._presenter, self._position
        now = presenter.position
        if before is not None and now is not None:
            cursor = now.cards.index(before.cards[self._place(before)])
            presenter.arrange(replace(presenter.desk, cursor=cursor))

    def _shift(self, position: Position, by: int) -> None:
        """Move the card under the cursor; what is seen becomes the player's own order."""
        presenter = self._presenter
        order = shifted(position.cards, self._place(position), by)
        presenter.arrange(replace(presenter.desk, own_order=order))
        self._sort(SortOrder.OWN)

    def _looking(self) -> Iterator[Command]:
        presenter, table = self._presenter, self._table
        if table.seat is not None:
            ceiling = table.spec.coach
            refusal = (
                "" if ceiling is not CoachLevel.OFF else "At this table nobody asks the coach."
            )
            yield Command(("i",), "Coach", self._change_level, refusal=refusal, footer=Priority.LOW)
        yield talk_command(presenter)
        if table.match is not None:
            yield Command(
                ("v",), "Sheet", lambda: presenter.open_layer("score_sheet"), footer=Priority.LOW
            )
        yield from match_commands(presenter)

    def _change_level(self) -> None:
        presenter, ceiling = self._presenter, self._table.spec.coach
        level = presenter.settings.coach.within(ceiling)
        allowed = [one for one in _LEVELS if one.within(ceiling) is one]
        after = allowed[(allowed.index(level) + 1) % len(allowed)]
        presenter.save_settings(replace(presenter.settings, coach=after))
        self._follow()
