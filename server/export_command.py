"""`export`: a member's results, or a finished match with its replays, as JSON or CSV."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Iterator, Mapping, Sequence

from engine.match import new_match
from engine.result import score_deal
from engine.seats import Seat
from server.club import Club
from server.commands import Asker, Command, Reply, UsageError
from server.lobby.facts import Sheet
from server.lobby.text import clean
from server.moderation import ModerationError
from server.replay_form import REPLAY_FRAME
from server.store.history import PastMatch
from tui.records import Replay

_CSV = "--csv"
_MOST = 1000
"""Results that are told at once, the latest."""
_USAGE = "export results|match [MATCH] [--csv]"
_RESULTS = (
    "match", "ended", "a", "b", "seat", "winner", "end", "rules",
    "total_a", "total_b", "games_a", "games_b", "rated", "coach",
)  # fmt: skip
_DEALS = ("deal", "winner", "points", "ending", "deadwood_a", "deadwood_b", "games")
Row = Mapping[str, object]


async def _export(club: Club, asker: Asker, words: list[str]) -> Reply:
    as_csv = _CSV in words
    match [word for word in words if word != _CSV]:
        case ["results"]:
            return await _results(club, asker, as_csv=as_csv)
        case ["match", match]:
            return await _match(club, asker, match, as_csv=as_csv)
        case _:
            raise UsageError(f"usage: {_USAGE}")


async def _results(club: Club, asker: Asker, *, as_csv: bool) -> Reply:
    if asker.account is None:
        raise UsageError("export results needs your key")
    own = await club.store.history.of(asker.account, _MOST)
    rows = [_result(past, asker.account) for past in own]
    return Reply(_csv(_RESULTS, rows) if as_csv else None, {"results": rows})


async def _match(club: Club, asker: Asker, match: str, *, as_csv: bool) -> Reply:
    past = await club.store.history.match(match)
    if past is None:
        raise ModerationError(f"there is no finished match {clean(match, 40)}")
    deals = list(_deals(past.finished.sheet))
    if as_csv:
        return Reply(_csv(_DEALS, deals), {"deals": deals})
    replays = [_replay(replay) for replay in await club.archive.replays(match)]
    return Reply(None, {**_result(past, asker.account), "deals": deals, "replays": replays})


def _result(past: PastMatch, viewer: int | None) -> Row:
    kept = past.finished
    sheet = kept.sheet.match
    accounts = kept.players.map(lambda player: player.account)
    own = [seat.value for seat in Seat if viewer is not None and accounts[seat] == viewer]
    values = (
        past.match,
        time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(past.at)),
        kept.players.a.name,
        kept.players.b.name,
        own[0] if own else None,
        kept.winner.value,
        kept.end.value,
        sheet.rules.preset,
        *sheet.totals,
        *sheet.games_won,
        None not in accounts,
        kept.hints.value,
    )
    return dict(zip(_RESULTS, values, strict=True))


def _deals(kept: Sheet) -> Iterator[Row]:
    """Yield what each finished deal left and which games it was entered into, from 1."""
    sheet = new_match(kept.rules, kept.first_dealer)
    for number, result in enumerate(kept.results, start=1):
        score = score_deal(result, kept.rules)
        winner, knocker = score.winner, result.knocker
        entered = [] if winner is None else [at + 1 for at in sheet.games_entered(winner)]
        deadwood: tuple[int | None, int | None] = (None, None)
        if knocker is not None:
            deadwood = (result.knocker_deadwood, result.defender_deadwood)
        a, b = reversed(deadwood) if knocker is Seat.B else deadwood
        name = None if winner is None else winner.value
        values = (number, name, score.points, result.ending.value, a, b, entered)
        yield dict(zip(_DEALS, values, strict=True))
        sheet = sheet.scored(score)


def _replay(replay: Replay) -> Row:
    return {
        "deal": replay.deal,
        "dealer": replay.dealer.value,
        "published": json.loads(replay.published),
        "frames": [REPLAY_FRAME.write(frame) for frame in replay.frames],
    }


def _csv(heads: Sequence[str], rows: Sequence[Row]) -> tuple[str, ...]:
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([_cell(row[head]) for head in heads] for row in rows)
    return tuple(written.getvalue().splitlines())


def _cell(value: object) -> object:
    match value:
        case bool():
            return "true" if value else "false"
        case list():
            return " ".join(map(str, value))
        case str() if value.startswith(("=", "+", "-", "@")):
            # A spreadsheet would take it for a formula, and a name may begin with a hyphen.
            return f"'{value}"
        case _:
            return value


EXPORT = Command(_USAGE, "Your results, or a finished match, as JSON or CSV.", _export)
