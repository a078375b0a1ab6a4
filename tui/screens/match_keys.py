"""What the keys do on every screen of a match."""

from __future__ import annotations

from collections.abc import Iterator

from tui.commands import Command
from tui.gateway import Stage, TableSnapshot
from tui.presenter import Presenter
from tui.settings import CoachLevel
from tui.viewer import asks_to_adjourn, first_seat
from tui.widgets.frame import Priority


def match_commands(presenter: Presenter) -> Iterator[Command]:
    """Put the match off, look back at its hands, and see what its shuffles promise."""
    table = presenter.table
    if table is None:
        return
    if label := _adjourning(table):
        urgent = label != "Adjourn"
        footer = Priority.NORMAL if urgent else None
        yield Command(("a",), label, lambda: presenter.open_layer("adjourn"), footer=footer)
    if hands := hands_to_replay(table):
        path = f"replay:{table.match_id}:{hands}"
        footer = Priority.LOW if table.stage in (Stage.DEAL_OVER, Stage.MATCH_OVER) else None
        yield Command(("r",), "Replay", lambda: presenter.open_layer(path), footer=footer)
        judged = f"review:{table.match_id}:{hands}"
        refusal = why_no_review(table, table.match_id)
        yield Command(
            ("e",), "Review", lambda: presenter.open_layer(judged), refusal, footer=footer
        )
    if (name := _opponent(table)) is not None:
        path_to_record = f"profile:{name}"
        yield Command(
            ("open:profile",),
            f"{name}’s record",
            lambda: presenter.open_layer(path_to_record),
            footer=None,
            shown=" ",
        )
    if table.shuffle is not None:
        yield Command(("#",), "The shuffle", lambda: presenter.open_layer("shuffle"), footer=None)


def _adjourning(table: TableSnapshot) -> str:
    if table.seat is None:
        return ""
    if table.may_claim:
        return "Claim or wait"
    if asks_to_adjourn(table) is not None:
        return "Answer"
    return "Adjourn" if table.may_adjourn or table.adjourn_offer is table.seat else ""


def _opponent(table: TableSnapshot) -> str | None:
    """The other player's name, if that is a person."""
    info = table.players[first_seat(table).other]
    return info.name if info is not None and not info.is_computer else None


def why_no_review(table: TableSnapshot | None, match: str) -> str:
    """Why the hands of a match may not be judged yet; empty when they may."""
    if table is None or table.match_id != match or table.stage is Stage.MATCH_OVER:
        return ""
    if table.spec.coach is not CoachLevel.OFF:
        return ""
    return "The coach says so once the match is over."


def hands_to_replay(table: TableSnapshot) -> int:
    """How many hands of the match are over and may be looked at again, the latest the last."""
    if not table.match_id:
        return 0
    is_over = table.stage in (Stage.DEAL_OVER, Stage.MATCH_OVER, Stage.CUT)
    return table.deal_number if is_over else table.deal_number - 1
