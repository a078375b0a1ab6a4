"""The end of a match: who won it and by what, and the offer of another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.geometry import Region

from engine.rules import MatchWinner
from tui.commands import Command
from tui.gateway import MatchEnd, TableSnapshot
from tui.layout import Regions, is_large
from tui.screens.base import Screen
from tui.screens.match_keys import match_commands
from tui.screens.talk import talk_command, unread
from tui.text import Part, key, muted
from tui.theme import Token
from tui.viewer import first_seat, person, score_model, table_header, talk_model
from tui.widgets.cells import Panel
from tui.widgets.frame import Header, Prompt, draw_prompt
from tui.widgets.score import ScoreModel
from tui.widgets.settled import MatchVerdict, draw_match_verdict
from tui.widgets.sheet import FullSheet, draw_full_sheet, last_page, sheet_height
from tui.widgets.talk import draw_talk

_VERDICT = 13
_LEAST_TALK = 4
_COUNTS = ("none", "one", "two", "three")


class MatchOverScreen(Screen):
    """What the match came to."""

    shows_prompt = True

    @property
    def table(self) -> TableSnapshot:
        """The table as told last."""
        assert self.presenter.table is not None  # noqa: S101 # the screen is for a table
        return self.presenter.table

    def header(self) -> Header:
        """Say where one is."""
        return table_header(self.table, self.presenter.gateway.name, "match over")

    def regions(self, width: int, height: int) -> Regions:
        """The verdict, the prompt line, and the talk; with room the sheet between them."""
        sheet, score = 0, self._score
        if is_large(width, height) and score is not None:
            sheet = min(sheet_height(score), height - 3 - _VERDICT - _LEAST_TALK)
        prompt = 1 + _VERDICT + sheet
        regions = {
            "verdict": Region(0, 1, width, _VERDICT),
            "prompt": Region(0, prompt, width, 1),
            "talk": Region(0, prompt + 1, width, height - prompt - 2),
        }
        if sheet:
            regions["sheet"] = Region(0, 1 + _VERDICT, width, sheet)
        return regions

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """Show the end of the match."""
        table, regions = self.table, self.regions(width, height)
        score = self._score
        verdict = MatchVerdict(_headline(table), _ink(table), _account(table), score)
        shown: list[Panel[Any]] = [
            Panel(regions["verdict"], draw_match_verdict, verdict, "raised"),
            Panel(regions["prompt"], draw_prompt, self._prompt(), "felt_lo"),
            Panel(regions["talk"], draw_talk, talk_model(table, self.presenter.gateway.name)),
        ]
        if "sheet" in regions and score is not None:
            sheet = FullSheet(score, last_page(score, regions["sheet"].height))
            shown.append(Panel(regions["sheet"], draw_full_sheet, sheet))
        return shown

    @property
    def _score(self) -> ScoreModel | None:
        return score_model(self.table) if self.table.match is not None else None

    def _prompt(self) -> Prompt:
        table, flash = self.table, self.presenter.flash_text
        if table.seat is None:
            return Prompt("MATCH OVER", (muted("Esc goes back to the lobby."),), flash=flash)
        other = table.seat.other
        name = person(table, other)
        info = table.players[other]
        if info is None or info.left:
            says: tuple[Part, ...] = (
                f"{name} has left.   ",
                key("Enter"),
                " waits here for another player",
            )
        elif table.ready[table.seat]:
            says = (f"You asked for a rematch; waiting for {name}.",)
        elif table.ready[other]:
            says = (
                f"{name} asks for a rematch:   ",
                key("Enter"),
                " plays it   ",
                key("Esc"),
                " lobby",
            )
        else:
            says = (
                key("Enter"),
                f" asks {name} for a rematch   ",
                key("Esc"),
                " lobby",
            )
        return Prompt("MATCH OVER", says, is_yours=not table.ready[table.seat], flash=flash)

    def commands(self) -> Sequence[Command]:
        """Play again, look at the sheet, talk, go."""
        presenter, table = self.presenter, self.table
        again: list[Command] = []
        if table.seat is not None:
            refusal = ""
            if table.ready[table.seat]:
                refusal = f"You have asked; {person(table, table.seat.other)} has not answered yet."
            again = [Command(("enter",), "Rematch", presenter.gateway.ready, refusal, rests=True)]
        return (
            *again,
            Command(("v",), "Score sheet", lambda: presenter.open_layer("score_sheet")),
            *match_commands(presenter),
            talk_command(presenter, unread(presenter)),
            Command(("escape",), "Lobby", self._back),
        )

    async def _back(self) -> None:
        """Go back to the lobby; a seat, and so the rematch, is kept."""
        gateway = self.presenter.gateway
        await (gateway.leave() if self.table.seat is None else gateway.step_out())

    def guard_lines(self) -> tuple[tuple[Part, ...], ...]:
        """Say who won."""
        return ((_headline(self.table),),)


def _headline(table: TableSnapshot) -> str:
    if table.ended is MatchEnd.CALLED_OFF or table.winner is None:
        return "the match was called off"
    if table.winner is table.seat:
        return "you win the match"
    return f"{person(table, table.winner)} wins the match"


def _ink(table: TableSnapshot) -> Token:
    if table.winner is None:
        return "muted"
    return "you" if table.winner is first_seat(table) else "opp"


def _account(table: TableSnapshot) -> tuple[Part, ...]:
    """By what the match was decided, in a sentence."""
    winner, match = table.winner, table.match
    if table.ended is MatchEnd.CALLED_OFF or winner is None or match is None:
        return ("It ended before both had finished a turn: nothing counts.",)
    loser = person(table, winner.other)
    if table.ended is MatchEnd.FORFEIT:
        gave = "You gave" if winner.other is table.seat else f"{loser} gave"
        return (f"{gave} the match up: it is forfeited, and the sheet stays as it stands.",)
    if match.rules.single_game:
        return ("The one game decides.",)
    games, totals = match.games_won, match.totals
    by_games = f"{_COUNTS[games[winner]]} games to {_COUNTS[games[winner.other]]}"
    if match.rules.match_winner is MatchWinner.GAMES:
        return (f"Most games win: {by_games}.",)
    by_total = f"{totals[winner]} to {totals[winner.other]}"
    if totals[winner] == totals[winner.other]:
        return (f"The totals are equal, {by_total}, so the games decide: {by_games}.",)
    return (f"The highest total wins: {by_total}.",)
