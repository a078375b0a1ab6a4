"""How strong the computer players are.

    python -m benchmarks.players [ONE OTHER] [--games 400] [--rules eaai]

Two players meet in games to 100 with gin 25 and undercut 25, or in whole matches of a preset;
without names, every level meets every other and all of the panel (`benchmarks/panel.py`). Every
deck is dealt twice with the seats changed. `scorer` is the strongest level without its second
thoughts; those called blind have no eye for the sheet: a point is a point to them.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from multiprocessing import Pool
from random import Random

from benchmarks.open_spiel_bot import OpenSpielBot, has_open_spiel
from benchmarks.panel import PANEL
from engine.actions import Action
from engine.cards import DECK
from engine.deal import Deal, Phase, new_deal
from engine.events import Event
from engine.match import Match, new_match
from engine.play import apply
from engine.players import ComputerPlayer, Level, computer_player
from engine.players.computer import Computer
from engine.players.second_thoughts import HANDS, ROUNDS
from engine.players.strong import Strong
from engine.result import Ending, score_deal
from engine.rules import CLASSIC, PRESETS, MatchWinner, Rules
from engine.seats import PerSeat, Seat
from engine.view import SeatView, redacted, seat_view

EAAI = replace(CLASSIC, undercut_bonus=25, single_game=True)
LEVELS = [level.value for level in Level]
OPEN_SPIEL = "open-spiel"
SCORERS = ("scorer", "blind-scorer", "blind-strong")
NAMES = [*LEVELS, *SCORERS, *PANEL, OPEN_SPIEL]
PROCESSES = 2


@dataclass(frozen=True, slots=True)
class Meeting:
    """Who meets whom, and on what terms."""

    one: str
    other: str
    rules: Rules
    hands: int
    """How many hands the strongest level tries when it thinks twice."""


@dataclass
class Tally:
    """What was counted for the first of two players."""

    games: int = 0
    wins: int = 0
    deals: int = 0
    points: int = 0
    squares: int = 0
    """Of the points, added up."""
    endings: Counter[tuple[bool, Ending]] = field(default_factory=Counter)
    """By whether the first player won."""
    seconds: list[float] = field(default_factory=list)
    """Of each decision."""

    def add(self, other: Tally) -> None:
        """Count what another tally has counted."""
        self.games += other.games
        self.wins += other.wins
        self.deals += other.deals
        self.points += other.points
        self.squares += other.squares
        self.endings.update(other.endings)
        self.seconds += other.seconds


class Blind(Computer):
    """Plays as if each point won were worth the same, whatever the sheet says."""

    def decide(self, view: SeatView, match: Match) -> Action:
        """What to do now, judged by an empty sheet on which only points count."""
        plain = replace(
            match.rules,
            match_winner=MatchWinner.TOTAL,
            single_game=True,
            third_game_doubled=False,
            game_bonus=0,
            shutout_bonus=0,
            shutout_doubled=False,
            box_bonus=0,
        )
        return super().decide(view, new_match(plain, Seat.A))


def seated(name: str, seat: Seat, random: Random, hands: int) -> ComputerPlayer:
    """A player by name."""
    if name == OPEN_SPIEL:
        return OpenSpielBot(seat)
    if name in LEVELS:
        return computer_player(Level(name), seat, random, hands)
    if name in PANEL:
        return Computer(Level.CLUB, PANEL[name], seat, random)
    kind = Blind if name.startswith("blind") else Computer
    return kind(Level.STRONG, Strong(), seat, random, hands if name.endswith("strong") else 0)


def play_deal(
    deal: Deal,
    events: Iterable[Event],
    match: Match,
    players: PerSeat[ComputerPlayer],
    tally: Tally,
    first: Seat,
) -> Deal:
    while True:
        for event in events:
            for seat in Seat:
                players[seat].observe(redacted(event, seat))
        if deal.phase is Phase.OVER:
            return deal
        seat = deal.turn
        view = seat_view(deal, seat)
        begun = time.perf_counter()
        action = players[seat].decide(view, match)
        if seat is first:
            tally.seconds.append(time.perf_counter() - begun)
        deal, events = apply(deal, seat, action)


def play_match(meeting: Meeting, seed: int, first: Seat) -> Tally:
    rules, random, tally = meeting.rules, Random(seed), Tally(games=1)
    match = new_match(rules, random.choice(list(Seat)))
    players: PerSeat[ComputerPlayer] = PerSeat.of(
        first,
        seated(meeting.one, first, Random(seed + 1), meeting.hands),
        seated(meeting.other, first.other, Random(seed + 2), meeting.hands),
    )
    while not match.is_over:
        deck = random.sample(DECK, 52)
        deal, events = new_deal(rules, match.next_dealer, deck)
        for player in players:
            if isinstance(player, OpenSpielBot):
                player.sit_down(rules, match.next_dealer, deck)
        deal = play_deal(deal, events, match, players, tally, first)
        assert deal.result is not None
        score = score_deal(deal.result, rules)
        match = match.scored(score)
        won = score.winner is first
        tally.deals += 1
        tally.points += score.points if won else -score.points
        tally.squares += score.points**2
        tally.endings[won, deal.result.ending] += 1
    tally.wins = int(match.winner is first)
    return tally


def _job(job: tuple[Meeting, int]) -> Tally:
    meeting, seed = job
    tally = play_match(meeting, seed, Seat.A)
    tally.add(play_match(meeting, seed, Seat.B))
    return tally


def meet(meeting: Meeting, pairs: int, seed: int) -> Tally:
    """Let two players meet over so many decks, each dealt twice."""
    total = Tally()
    jobs = [(meeting, seed + 1000 * number) for number in range(pairs)]
    with Pool(PROCESSES) as pool:
        for done, tally in enumerate(pool.imap_unordered(_job, jobs, chunksize=2), 1):
            total.add(tally)
            if sys.stderr.isatty():
                bar = "#" * (30 * done // pairs)
                share = total.wins / total.games
                print(f"\r[{bar:30}] {2 * done} {share:.1%} ", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r" + 60 * " ", end="\r", file=sys.stderr)
    return total


def report(meeting: Meeting, tally: Tally) -> str:
    share, each = tally.wins / tally.games, tally.points / tally.deals
    spread = 1.96 * math.sqrt(share * (1 - share) / tally.games)
    points_spread = 1.96 * math.sqrt((tally.squares / tally.deals - each**2) / tally.deals)
    ends = {key: count / tally.deals for key, count in tally.endings.items()}
    shown = ", ".join(
        f"{ending.value} {ends.get((True, ending), 0):.0%}/{ends.get((False, ending), 0):.0%}"
        for ending in Ending
        if (True, ending) in ends or ending is Ending.GIN
    )
    times = sorted(tally.seconds)
    median, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
    return (
        f"{meeting.one} v {meeting.other}: {share:.1%} ± {spread:.1%} of {tally.games}, "
        f"{each:+.2f} ± {points_spread:.2f} points a deal; won/lost by {shown}; "
        f"dead {ends.get((False, Ending.DEAD), 0):.1%}; "
        f"{median * 1000:.2f} ms a decision, p99 {p99 * 1000:.1f}"
    )


def everybody() -> Iterator[tuple[str, str]]:
    """Every level against the lower ones, and against the panel."""
    yield from combinations(reversed(LEVELS), 2)
    for level in LEVELS:
        yield from ((level, other) for other in PANEL)
        if has_open_spiel():
            yield level, OPEN_SPIEL


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("one", nargs="?", choices=NAMES)
    parser.add_argument("other", nargs="?", choices=NAMES)
    parser.add_argument("--rules", default="eaai", choices=["eaai", *PRESETS])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", type=int, default=HANDS)
    asked = parser.parse_args()
    if asked.one and not asked.other:
        parser.error(f"whom is {asked.one} to meet?")
    if asked.hands and (asked.hands < 2 * ROUNDS or asked.hands % ROUNDS):
        parser.error(f"hands are tried in {ROUNDS} rounds of at least two each, or none")
    rules = EAAI if asked.rules == "eaai" else PRESETS[asked.rules]
    for one, other in [(asked.one, asked.other)] if asked.one else everybody():
        meeting = Meeting(one, other, rules, asked.hands)
        print(report(meeting, meet(meeting, max(asked.games // 2, 1), asked.seed)), flush=True)


if __name__ == "__main__":
    main()
