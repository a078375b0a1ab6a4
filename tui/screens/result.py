"""The result of a hand: the verdict, the sum, and where the points went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from textual.geometry import Region

from engine.result import DealResult, DealScore
from engine.seats import Seat
from engine.view import SeatView, SpectatorView
from tui.commands import Command
from tui.gateway import Stage, TableSnapshot
from tui.layout import Regions, is_large
from tui.open_hands import held_groups, spread_groups
from tui.screens.base import Screen
from tui.screens.match_keys import match_commands
from tui.screens.table_prompt import paused
from tui.screens.talk import talk_command, unread
from tui.text import Part, muted, strong
from tui.theme import Token
from tui.times import minutes
from tui.verdict import (
    Posting,
    defenders_note,
    entered,
    games_named,
    headline,
    knockers_note,
    postings,
    sum_rows,
    why_dead,
)
from tui.viewer import (
    absent,
    first_seat,
    person,
    possessive,
    score_model,
    short_commitment,
    table_header,
    talk_model,
)
from tui.widgets.cells import Panel
from tui.widgets.frame import Header, Prompt, draw_prompt
from tui.widgets.postings import PostingsModel, draw_postings
from tui.widgets.score import draw_sheet
from tui.widgets.talk import draw_talk
from tui.widgets.verdict import OpenHand, VerdictModel, draw_verdict

_SIDE = 40


class ResultScreen(Screen):
    """What the hand came to; the next one starts when both are ready."""

    shows_prompt = True

    @property
    def table(self) -> TableSnapshot:
        """The table as told last."""
        assert self.presenter.table is not None  # noqa: S101 # the screen is for a table
        return self.presenter.table

    def header(self) -> Header:
        """Say where one is."""
        return table_header(self.table, self.presenter.gateway.name, "result")

    def regions(self, width: int, height: int) -> Regions:
        """The cards above, the sum below; with room the sheet and the talk beside them."""
        side = _SIDE if is_large(width, height) else 0
        left, low = width - side, 10
        high = height - 3 - low
        regions = {
            "verdict": Region(0, 1, left, high),
            "prompt": Region(0, 1 + high, left, 1),
            "postings": Region(0, 2 + high, left, low),
        }
        if side:
            regions["score"] = Region(left, 1, side, 22)
            regions["talk"] = Region(left, 23, side, height - 24)
        return regions

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """Show the end of the hand."""
        table, regions = self.table, self.regions(width, height)
        view, score = table.view, table.score
        if view is None or view.result is None or score is None:
            return ()
        shown: list[Panel[Any]] = [
            Panel(regions["verdict"], draw_verdict, _verdict(table, view, view.result), "felt"),
            Panel(regions["prompt"], draw_prompt, self._prompt(score), "felt_lo"),
            Panel(regions["postings"], draw_postings, _postings(table, view.result, score)),
        ]
        if "score" in regions:
            talk = talk_model(table, self.presenter.gateway.name)
            shown.append(Panel(regions["score"], draw_sheet, score_model(table, table.deal_number)))
            shown.append(Panel(regions["talk"], draw_talk, talk))
        return shown

    def _prompt(self, score: DealScore) -> Prompt:
        table = self.table
        chip, words = "HAND OVER", f"No points; {_deals_again(table)}."
        if table.match is not None and score.winner is not None:
            posted = postings(table.match, table.deal_number, score.winner)
            words = entered(posted, person(table, score.winner), score.points)
            closed = [index for index, posting in enumerate(posted) if posting.closes]
            if closed:
                yours = score.winner is table.seat
                taker = "YOU WIN" if yours else f"{person(table, score.winner)} wins"
                chip = f"{taker} {games_named(closed)}" if len(posted) > 1 else f"{taker} the game"
        right = tuple(_waiting(table))
        may_act = table.seat is not None and not table.ready[table.seat]
        prompt = Prompt(chip, (words,), right, is_yours=may_act, flash=self.presenter.flash_text)
        return paused(table, prompt)

    def commands(self) -> Sequence[Command]:
        """Go on, look at the sheet, talk."""
        presenter, table = self.presenter, self.table
        onward: Command | None = None
        if table.stage is Stage.MATCH_OVER:
            onward = Command(("enter", "space"), "The match", presenter.acknowledge, rests=True)
        elif table.seat is not None:
            refusal = ""
            if table.ready[table.seat]:
                refusal = f"You are ready; {person(table, table.seat.other)} is not yet."
            onward = Command(
                ("enter", "space"), "Next hand", presenter.gateway.ready, refusal, rests=True
            )
        return (
            *((onward,) if onward else ()),
            Command(("v",), "Score sheet", lambda: presenter.open_layer("score_sheet")),
            *match_commands(presenter),
            talk_command(presenter, unread(presenter)),
        )

    def guard_lines(self) -> tuple[tuple[Part, ...], ...]:
        """Say how the hand ended."""
        view = self.table.view
        if view is None or view.result is None:
            return ()
        return ((headline(self.table, view.result),),)


def _deals_again(table: TableSnapshot) -> str:
    dealer = table.match.next_dealer if table.match is not None else Seat.A
    return f"{person(table, dealer)} {'deal' if dealer is table.seat else 'deals'} again"


def _waiting(table: TableSnapshot) -> Iterator[Part]:
    """Who is ready and who is waited for."""
    if table.stage is Stage.MATCH_OVER:
        return
    yield from absent(table)
    for seat in (first_seat(table), first_seat(table).other):
        if table.ready[seat]:
            verb = "are" if seat is table.seat else "is"
            yield muted(f"{person(table, seat)} {verb} ready ")
    if table.next_deal_in is not None:
        yield from (muted("next hand in "), strong(minutes(table.next_deal_in)))


def _ink(table: TableSnapshot, seat: Seat | None) -> Token:
    if seat is None:
        return "muted"
    return "you" if seat is first_seat(table) else "opp"


def _verdict(table: TableSnapshot, view: SpectatorView, result: DealResult) -> VerdictModel:
    why = why_dead(view) if result.winner is None else ""
    hands = tuple(_open_hands(table, view, result))
    return VerdictModel(headline(table, result), _ink(table, result.winner), why, hands)


def _open_hands(
    table: TableSnapshot, view: SpectatorView, result: DealResult
) -> Iterator[OpenHand]:
    knocker, showdown, hands = result.knocker, view.showdown, view.hands
    if isinstance(view, SeatView) and knocker is None:
        yield OpenHand("you", (muted("held"),), "you", tuple(held_groups(view.hand)))
    if knocker is None or showdown is None or hands is None:
        return
    defender = knocker.other
    owner = possessive(table, defender)
    yield OpenHand(
        person(table, knocker),
        (muted(knockers_note(result)),),
        _ink(table, knocker),
        spread_groups(showdown, owner),
        _ink(table, defender),
    )
    yield OpenHand(
        person(table, defender),
        tuple(defenders_note(result, showdown)),
        _ink(table, defender),
        tuple(held_groups(hands[defender])),
    )


def _postings(table: TableSnapshot, result: DealResult, score: DealScore) -> PostingsModel:
    posted: tuple[Posting, ...] = ()
    if table.match is not None and score.winner is not None:
        posted = postings(table.match, table.deal_number, score.winner)
    return PostingsModel(
        person(table, score.winner) if score.winner else "",
        _ink(table, score.winner),
        score.points,
        tuple(sum_rows(table, result, score)),
        posted,
        score_model(table, table.deal_number),
        short_commitment(table) if table.stage is Stage.DEAL_OVER else "",
    )
