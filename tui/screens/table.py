"""The table: the deal from the offer of the upcard to the knock, and the wait for an opponent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.geometry import Region

from engine.actions import Discard, DrawStock, Knock, TakeUpcard
from engine.cards import Card
from engine.melds import deadwood
from engine.rules import KNOCK_LIMIT
from engine.seats import Seat
from engine.view import SpectatorView
from tui.advice import advice_on
from tui.commands import Command
from tui.gateway import Happened, Presence, TableSnapshot
from tui.hand_order import desk_after, sort_in_use
from tui.latest import Latest
from tui.layout import Regions, is_large, table_regions
from tui.position import Position
from tui.presenter import Presenter
from tui.rules_words import opened_with
from tui.screens.base import Screen
from tui.screens.table_keys import TableKeys
from tui.screens.table_prompt import doing_words, prompt_for
from tui.screens.talk import mark_read
from tui.settings import CoachLevel, Settings
from tui.text import Part, key, muted, strong
from tui.viewer import (
    absence_words,
    asks_to_adjourn,
    clock_of,
    first_seat,
    names_of,
    score_model,
    short_commitment,
    table_header,
    talk_model,
    voices_of,
)
from tui.widgets.cells import Panel
from tui.widgets.clock import WIDTH, clock_at_the_end, clock_parts, row_before_clock
from tui.widgets.coach import CoachModel, draw_coach
from tui.widgets.felt import Across, FeltModel, KnockStatus, Piles, across_row, draw_felt
from tui.widgets.frame import Header, draw_prompt
from tui.widgets.hand import (
    ClosedHand,
    HandModel,
    draw_closed_hand,
    draw_empty_hand,
    draw_hand,
)
from tui.widgets.rules_block import draw_rules
from tui.widgets.score import draw_score, draw_sheet
from tui.widgets.talk import draw_talk, event_line

_NO_CARDS = "The cards are dealt as soon as somebody sits down."


class TableScreen(Screen):
    """A table at which a deal is played or an opponent awaited."""

    shows_prompt = True

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._keys_of = Latest(TableKeys)
        self._still_panels = Latest(_still_panels)
        self._header_of = Latest(table_header)

    @property
    def table(self) -> TableSnapshot:
        """The table; the screen is only shown at one."""
        table = self.presenter.table
        assert table is not None  # noqa: S101 routing shows this screen at a table only
        return table

    @property
    def still(self) -> TableSnapshot:
        """The table with its clocks stopped."""
        still = self.presenter.still
        assert still is not None  # noqa: S101 as for the table
        return still

    @property
    def level(self) -> CoachLevel:
        """How much the coach says here to this player."""
        return self.presenter.settings.coach.within(self.table.spec.coach)

    def header(self) -> Header:
        """The table, its rules and the deal."""
        return self._header_of(self.still, self.presenter.gateway.name)

    def regions(self, width: int, height: int) -> Regions:
        """The table's regions; the coach has one where its rules allow a coach."""
        return _places(self.table, width, height)

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """All panels of the table: the hand moves with the cursor, the clocks with the time."""
        presenter, places = self.presenter, self.regions(width, height)
        still = self._still_panels(
            self.still,
            presenter.position,
            presenter.settings,
            presenter.gateway.name,
            presenter.flash_text,
            (width, height),
        )
        hand = self._hand_panel(places["hand"], presenter.position)
        return hand, *still, *_clock_panels(self.table, places)

    def _hand_panel(self, place: Region, position: Position | None) -> Panel[Any]:
        view = self.table.view
        if position is not None:
            hand = HandModel(
                position.groups,
                position.place(self.presenter.desk.cursor),
                position.lifted,
                drawn=position.view.drawn,
                banned=position.view.taken if position.view.is_my_turn else None,
                is_active=position.is_throwing,
            )
            return Panel(place, draw_hand, hand, "felt")
        if view is not None:
            closed = ClosedHand(names_of(self.table)[Seat.A], view.counts.a, tuple(view.known.a))
            return Panel(place, draw_closed_hand, closed, "felt")
        told = (_NO_CARDS, "", " ".join(opened_with(self.table.spec)))
        return Panel(place, draw_empty_hand, told, "felt")

    def commands(self) -> Sequence[Command]:
        """The keys of the present phase."""
        return self._keys.commands

    @property
    def _keys(self) -> TableKeys:
        presenter, position = self.presenter, self.presenter.position
        held = position.held(presenter.desk.cursor) if position is not None else None
        return self._keys_of(presenter, self.still, position, presenter.settings, held)

    async def press(self, key: str) -> bool:
        """Lift the card that a key names."""
        lift = self._keys.lifting(key)
        if lift is not None:
            await self.presenter.run(lift)
        return lift is not None

    def arrived(self, before: TableSnapshot | None) -> None:
        """Let a drawn card take the cursor; take note of what was said, as it can be read here."""
        table, presenter = self.table, self.presenter
        sort = sort_in_use(presenter.settings.sort, self.level)
        presenter.arrange(desk_after(before, table, presenter.desk, sort))
        mark_read(presenter)

    def guard_lines(self) -> tuple[tuple[Part, ...], ...]:
        """Whose turn it is, the clock that runs, and the hand."""
        position = self.presenter.position
        if position is None:
            return ()
        mine = position.view.is_my_turn
        turn: Part = strong("YOUR TURN") if mine else muted(f"{position.opponent} is to play")
        clock = clock_of(self.table, position.view.turn)
        left = ("  ", *clock_parts(clock)) if clock is not None else ()
        cards: list[Part] = []
        for group in position.groups:
            cards += [part for card in group.cards for part in (card, " ")]
            cards.append(" ")
        return (turn, *left), tuple(cards[:-2])


def _places(table: TableSnapshot, width: int, height: int) -> Regions:
    with_coach = table.spec.coach is not CoachLevel.OFF and table.seat is not None
    return table_regions(width, height, with_coach=with_coach)


def _still_panels(
    table: TableSnapshot,
    position: Position | None,
    settings: Settings,
    you: str,
    flash: str,
    size: tuple[int, int],
) -> tuple[Panel[Any], ...]:
    """All panels but the hand and the clocks, for which they leave room."""
    places, mine = _places(table, *size), clock_of(table, first_seat(table))
    level = settings.coach.within(table.spec.coach)
    prompt = prompt_for(table, position, flash)
    panels: list[Panel[Any]] = [
        Panel(places["felt"], draw_felt, _felt(table, position, level), "felt"),
        Panel(row_before_clock(places["prompt"], mine), draw_prompt, prompt, "felt_lo"),
        Panel(places["talk"], draw_talk, talk_model(table, you)),
        _score_panel(table, places["score"], large=is_large(*size)),
    ]
    if places["coach"].area:
        coach = _coach(position, level, table.second_thought)
        panels.append(Panel(places["coach"], draw_coach, coach))
    return tuple(panels)


def _clock_panels(table: TableSnapshot, places: Regions) -> Sequence[Panel[Any]]:
    mine, theirs = (clock_of(table, seat) for seat in (first_seat(table), first_seat(table).other))
    panels = clock_at_the_end(places["prompt"], mine, "felt_lo")
    if table.view is not None:
        panels += clock_at_the_end(across_row(places["felt"]), theirs, "felt")
    return panels


def _score_panel(table: TableSnapshot, place: Region, *, large: bool) -> Panel[Any]:
    if table.match is None:
        return Panel(place, draw_rules, table.spec.rules)
    score = score_model(table)
    return Panel(place, draw_sheet if large else draw_score, score)


def _coach(
    position: Position | None, level: CoachLevel, second_thought: Discard | Knock | None
) -> CoachModel:
    if position is None or position.level is CoachLevel.OFF:
        return CoachModel(level, None)
    advice = advice_on(position.view, position.match, position.memory, position.level)
    advice = advice.on_second_thoughts(second_thought)
    return CoachModel(position.level, advice, position.view.knock_limit, position.lifted)


def _felt(table: TableSnapshot, position: Position | None, level: CoachLevel) -> FeltModel:
    view, shuffle = table.view, short_commitment(table)
    if view is None:
        lines = _waiting_lines(table)
        return FeltModel(empty=lines, shuffle=shuffle)
    across = first_seat(table).other
    info = table.players[across]
    doing = absence_words(table, across)
    if not doing and asks_to_adjourn(table) is across:
        doing = "offering to adjourn"
    if not doing and view.turn is across:
        doing = doing_words(view)
    return FeltModel(
        Across(
            info.name if info is not None else "nobody",
            info is not None and info.presence is Presence.HERE,
            view.dealer is across,
            view.counts[across],
            tuple(view.known[across]) if level is not CoachLevel.OFF else (),
            f"is {doing}" if doing else "",
            WIDTH if clock_of(table, across) is not None else 0,
        ),
        _piles(view, position),
        _knock_status(table, position),
        last_deed(table),
        return_line=table.return_line,
        shuffle=shuffle,
    )


def last_deed(table: TableSnapshot) -> tuple[Part, ...]:
    """What happened last at the table."""
    voices = voices_of(table, "")
    for news in reversed(table.news):
        if isinstance(news, Happened):
            return tuple(event_line(news.event, voices))
    return ()


def _waiting_lines(table: TableSnapshot) -> tuple[tuple[Part, ...], ...]:
    told: tuple[tuple[Part, ...], ...] = ()
    if table.spec.private:
        told = ((muted("Tell your friend the table’s number: "), strong(str(table.id))),)
    return (
        (strong("Waiting for an opponent to sit down"),),
        (),
        *told,
        *_return_lines(table),
        (muted("Everybody in the lobby can see this table."),) if not table.spec.private else (),
        (key("p"), muted(" plays the computer   "), key("q"), muted(" back to the lobby")),
    )


def _return_lines(table: TableSnapshot) -> tuple[tuple[Part, ...], ...]:
    if not table.return_line:
        return ()
    return (muted("Should the line drop, your seat is here:"),), (table.return_line,), ()


def _piles(view: SpectatorView, position: Position | None) -> Piles:
    acts = position.view.legal_actions if position is not None else ()
    return Piles(
        view.stock_count,
        view.upcard,
        len(view.discard_pile),
        may_draw=DrawStock() in acts,
        may_take=TakeUpcard() in acts,
    )


def _knock_status(table: TableSnapshot, position: Position | None) -> KnockStatus:
    if position is None:
        return KnockStatus(table.view.knock_limit if table.view is not None else KNOCK_LIMIT)
    view = position.view
    if position.level is CoachLevel.OFF:
        note = "not at this table" if table.spec.coach is CoachLevel.OFF else "off, i asks it"
        return KnockStatus(view.knock_limit, note=note)
    without: Card | None = None
    if position.is_throwing:
        throws = [card for card in view.hand if position.may_throw(card)]
        best = min(
            throws, key=lambda card: (position.left_without(card), -card.points), default=None
        )
        without = position.lifted if position.lifted in throws else best
    left = position.left_without(without) if without is not None else 0
    return KnockStatus(
        view.knock_limit,
        deadwood(view.hand),
        without,
        left,
        can_knock=without in position.knocks,
        is_big_gin=position.has_big_gin and position.lifted is None,
    )
