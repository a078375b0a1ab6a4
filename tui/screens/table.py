"""The table: the deal from the offer of the upcard to the knock, and the wait for an opponent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from textual.geometry import Region

from engine.actions import DrawStock, TakeUpcard
from engine.cards import Card
from engine.melds import deadwood
from engine.rules import KNOCK_LIMIT
from engine.seats import Seat
from engine.view import SpectatorView
from tui.commands import Command
from tui.gateway import Happened, Presence, TableSnapshot
from tui.hand_order import desk_after, sort_in_use
from tui.layout import Regions, is_large, table_regions
from tui.position import Position, position_of
from tui.presenter import Presenter
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
from tui.widgets.coach import CoachModel, advice_on, draw_coach
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

_EMPTY_HAND = ("The cards are dealt as soon as somebody sits down.",)


class TableScreen(Screen):
    """A table at which a deal is played or an opponent awaited."""

    shows_prompt = True

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._read: tuple[TableSnapshot | None, Settings | None, Position | None] = (None,) * 3
        """The last position read, with what it was read from: keys and panels ask often."""

    @property
    def table(self) -> TableSnapshot:
        """The table; the screen is only shown at one."""
        table = self.presenter.table
        assert table is not None  # noqa: S101 routing shows this screen at a table only
        return table

    @property
    def position(self) -> Position | None:
        """What a seated player has before him."""
        table, settings = self.presenter.table, self.presenter.settings
        before, by, position = self._read
        if table is not before or settings is not by:
            if (
                table is not None
                and position is not None
                and settings is by
                and _same_position(before, table)
            ):
                position = replace(position, table=table)
            else:
                position = position_of(table, settings)
            self._read = (table, settings, position)
        return self._read[2]

    @property
    def level(self) -> CoachLevel:
        """How much the coach says here to this player."""
        return self.presenter.settings.coach.within(self.table.spec.coach)

    def header(self) -> Header:
        """The table, its rules and the deal."""
        return table_header(self.table, self.presenter.gateway.name)

    def regions(self, width: int, height: int) -> Regions:
        """The table's regions; the coach has one where its rules allow a coach."""
        with_coach = self.table.spec.coach is not CoachLevel.OFF and self.table.seat is not None
        return table_regions(width, height, with_coach=with_coach)

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """All panels of the table."""
        places = self.regions(width, height)
        position, mine = self.position, clock_of(self.table, first_seat(self.table))
        panels: list[Panel[Any]] = [
            Panel(places["felt"], draw_felt, self._felt(position), "felt"),
            self._hand_panel(places["hand"], position),
            Panel(
                row_before_clock(places["prompt"], mine),
                draw_prompt,
                prompt_for(self.table, position, self.presenter.flash_text),
                "felt_lo",
            ),
            Panel(places["talk"], draw_talk, talk_model(self.table, self.presenter.gateway.name)),
            self._score_panel(places["score"], large=is_large(width, height)),
        ]
        if places["coach"].area:
            panels.append(Panel(places["coach"], draw_coach, self._coach(position)))
        panels += clock_at_the_end(places["prompt"], mine, "felt_lo")
        if self.table.view is not None:
            theirs = clock_of(self.table, first_seat(self.table).other)
            panels += clock_at_the_end(across_row(places["felt"]), theirs, "felt")
        return panels

    def _hand_panel(self, place: Region, position: Position | None) -> Panel[Any]:
        view = self.table.view
        if position is not None:
            hand = HandModel(
                position.groups,
                position.cursor,
                position.lifted,
                drawn=position.view.drawn,
                banned=position.view.taken if position.view.is_my_turn else None,
                is_active=position.is_throwing,
            )
            return Panel(place, draw_hand, hand, "felt")
        if view is not None:
            closed = ClosedHand(names_of(self.table)[Seat.A], view.counts.a, tuple(view.known.a))
            return Panel(place, draw_closed_hand, closed, "felt")
        return Panel(place, draw_empty_hand, _EMPTY_HAND, "felt")

    def _score_panel(self, place: Region, *, large: bool) -> Panel[Any]:
        if self.table.match is None:
            return Panel(place, draw_rules, self.table.spec)
        score = score_model(self.table)
        return Panel(place, draw_sheet if large else draw_score, score)

    def _coach(self, position: Position | None) -> CoachModel:
        if position is None or position.level is CoachLevel.OFF:
            return CoachModel(self.level, None)
        advice = advice_on(position.view, position.match, position.memory, position.level)
        return CoachModel(position.level, advice, position.view.knock_limit, position.lifted)

    def _felt(self, position: Position | None) -> FeltModel:
        view, shuffle = self.table.view, short_commitment(self.table)
        if view is None:
            lines = _waiting_lines(self.table)
            return FeltModel(empty=lines, shuffle=shuffle)
        across = first_seat(self.table).other
        info = self.table.players[across]
        doing = absence_words(self.table, across)
        if not doing and asks_to_adjourn(self.table) is across:
            doing = "offering to adjourn"
        if not doing and view.turn is across:
            doing = doing_words(view)
        return FeltModel(
            Across(
                info.name if info is not None else "nobody",
                info is not None and info.presence is Presence.HERE,
                view.dealer is across,
                view.counts[across],
                tuple(view.known[across]) if self.level is not CoachLevel.OFF else (),
                f"is {doing}" if doing else "",
                WIDTH if clock_of(self.table, across) is not None else 0,
            ),
            _piles(view, position),
            _knock_status(self.table, position),
            last_deed(self.table),
            return_line=self.table.return_line,
            shuffle=shuffle,
        )

    def commands(self) -> Sequence[Command]:
        """The keys of the present phase."""
        return TableKeys(self.presenter, self.position).commands()

    async def press(self, key: str) -> None:
        """Lift the card that a key names."""
        lift = TableKeys(self.presenter, self.position).lifting(key)
        if lift is not None:
            await self.presenter.run(lift)

    def arrived(self, before: TableSnapshot | None) -> None:
        """Let a drawn card take the cursor; take note of what was said, as it can be read here."""
        table, presenter = self.table, self.presenter
        sort = sort_in_use(presenter.settings.sort, self.level)
        presenter.arrange(desk_after(before, table, sort))
        mark_read(presenter)

    def guard_lines(self) -> tuple[tuple[Part, ...], ...]:
        """Whose turn it is, the clock that runs, and the hand."""
        position = self.position
        if position is None:
            return ()
        mine = position.view.is_my_turn
        turn: Part = (
            strong("YOUR TURN") if mine else muted(f"{position.opponent.called} is to play")
        )
        clock = clock_of(self.table, position.view.turn)
        left = ("  ", *clock_parts(clock)) if clock is not None else ()
        cards: list[Part] = []
        for group in position.groups:
            cards += [part for card in group.cards for part in (card, " ")]
            cards.append(" ")
        return (turn, *left), tuple(cards[:-2])


def _same_position(before: TableSnapshot | None, table: TableSnapshot) -> bool:
    """Whether nothing but clocks and the like has moved, so that nothing need be thought through."""
    if before is None:
        return False
    return (before.version, before.view, before.desk) == (table.version, table.view, table.desk)


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
