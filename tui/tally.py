"""The rows of the showdown's count."""

from __future__ import annotations

from collections.abc import Iterator

from engine.result import DealScore, knock_result, score_deal
from engine.showdown import Showdown
from engine.view import SpectatorView
from tui.gateway import TableSnapshot
from tui.layoff_count import LayoffCount
from tui.theme import Token
from tui.viewer import person
from tui.widgets.count import CountRow


def tally(table: TableSnapshot, count: LayoffCount) -> tuple[CountRow, ...]:
    """The defender's count: what it is now, and what it comes to."""
    return tuple(_tally(table, count))


def _tally(table: TableSnapshot, count: LayoffCount) -> Iterator[CountRow]:
    view = table.view
    if view is None or view.showdown is None:
        return
    showdown = view.showdown
    knocked, off = showdown.deadwood_cards.points, count.before - count.now
    yield CountRow(f"{person(table, showdown.knocker)} knocked with", str(knocked), "opp")
    yield CountRow("you before laying off", str(count.before), "fg")
    yield CountRow("laid off so far", f"–{off}" if off else "0", "fg")
    yield CountRow("you now", str(count.now), "you")
    yield _outcome(table, "finish now", _outcome_score(view, showdown, count.now))
    if count.best < count.now:
        yield _outcome(table, "best", _outcome_score(view, showdown, count.best))


def _outcome_score(view: SpectatorView, showdown: Showdown, left: int) -> DealScore:
    knocked = showdown.deadwood_cards.points
    result = knock_result(showdown.knocker, knocked, left, doubled=view.doubled)
    return score_deal(result, view.rules)


def _outcome(table: TableSnapshot, when: str, score: DealScore) -> CountRow:
    if score.winner is table.seat:
        return CountRow(f"{when}: you undercut", f"+{score.points}", "you", is_result=True)
    name = person(table, score.winner) if score.winner else ""
    return CountRow(f"{when}: {name} scores", f"+{score.points}", "opp", is_result=True)


def tally_of_others(table: TableSnapshot) -> tuple[CountRow, ...]:
    """What the knocker and the watchers may know of it."""
    view = table.view
    if view is None or view.showdown is None:
        return ()
    showdown, defender = view.showdown, view.showdown.knocker.other
    off = sum(layoff.card.points for layoff in showdown.layoffs)
    inks: tuple[Token, Token] = ("you", "opp") if table.seat is showdown.knocker else ("opp", "you")
    return (
        CountRow(
            f"{person(table, showdown.knocker)} knocked with",
            str(showdown.deadwood_cards.points),
            inks[0],
        ),
        CountRow(f"{person(table, defender)} laid off", f"–{off}" if off else "0", inks[1]),
        CountRow(f"cards {person(table, defender)} holds", str(view.counts[defender]), "fg"),
    )
