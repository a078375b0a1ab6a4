"""A Hollywood score sheet printed as on a paper pad."""

from __future__ import annotations

from itertools import zip_longest

from engine.match import Entry, Match
from engine.seats import PerSeat, Seat

IN_ASCII = str.maketrans("─│┼", "-|+")
"""The pad's lines for whoever has no better ones."""
_LABEL = 12
_CELL = 6
_GAP = "    "
_BLANK = PerSeat.both("")


def printed_sheet(match: Match) -> str:
    """The pad: running scores per game, then what closed games settle at, then who won."""
    rules = match.rules
    titles = [f"game {number}" for number in range(1, len(match.games) + 1)]
    lines = [
        f"{rules.preset} rules, {rules.target} to close a game",
        "",
        _indented([f"{title:^{2 * _CELL + 1}}" for title in titles]),
        _row("", [PerSeat("A", "B")] * len(match.games)),
        _rule(match),
        *_entries(match),
    ]
    settled = _settled(match)
    if settled:
        lines += [_rule(match), *settled]
    lines += ["", _deals(match)]
    if match.winner is not None:
        lines.append(_outcome(match, match.winner))
    return "\n".join(lines)


def _entries(match: Match) -> list[str]:
    """The running scores, each player's column filled from the top."""
    columns = [
        [PerSeat(_total(a), _total(b)) for a, b in zip_longest(*game.entries)]
        for game in match.games
    ]
    return [_row("", list(cells)) for cells in zip_longest(*columns, fillvalue=_BLANK)]


def _total(entry: Entry | None) -> str:
    return str(entry.total) if entry else ""


def _settled(match: Match) -> list[str]:
    """The rows below the line, those left out that the rules do not know; none while all is open.

    A bonus that a player did not earn stays blank.
    """
    settled = [match.settlement(index) for index in range(len(match.games))]
    if not any(settled):
        return []
    parts = {
        "bonus": [one.map(lambda s: s.game_bonus) if one else None for one in settled],
        "boxes": [one.map(lambda s: s.box_bonus) if one else None for one in settled],
    }
    rows = [
        _row(label, [pair.map(lambda n: str(n or "")) if pair else _BLANK for pair in pairs])
        for label, pairs in parts.items()
        if any(pair and any(pair) for pair in pairs)
    ]
    factors = [
        one.map(lambda s: f"x{s.factor}" if s.factor > 1 else "") if one else _BLANK
        for one in settled
    ]
    if any(any(pair) for pair in factors):
        rows.append(_row("doubled", factors))
    rows.append(
        _row("settled", [one.map(lambda s: str(s.total)) if one else _BLANK for one in settled])
    )
    closers = [game.closed_by for game in match.games]
    won = [PerSeat.of(closer, "won", "") if closer else _BLANK for closer in closers]
    return [*rows, _row("", won)]


def _deals(match: Match) -> str:
    dead = match.deals - sum(match.wins)
    tail = f", {dead} dead" if dead else ""
    counted = "1 deal" if match.deals == 1 else f"{match.deals} deals"
    return f"{counted}: A won {match.wins.a}, B won {match.wins.b}{tail}"


def _outcome(match: Match, winner: Seat) -> str:
    games, totals = match.games_won, match.totals
    other = winner.other
    return (
        f"{winner.value} wins the match: games {games[winner]} to {games[other]},"
        f" points {totals[winner]} to {totals[other]}"
    )


def _row(label: str, cells: list[PerSeat[str]]) -> str:
    columns = [f"{pair.a:>{_CELL - 1}} │{pair.b:>{_CELL - 1}} " for pair in cells]
    return f"{label:<{_LABEL}}{_GAP.join(columns)}".rstrip()


def _rule(match: Match) -> str:
    return _indented([f"{'─' * _CELL}┼{'─' * _CELL}"] * len(match.games))


def _indented(columns: list[str]) -> str:
    return f"{'':<{_LABEL}}{_GAP.join(columns)}".rstrip()
