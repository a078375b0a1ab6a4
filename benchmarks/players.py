"""How strong the computer players are: `python -m benchmarks.players --help`.

Two players meet in games to 100 with gin 25 and undercut 25, or in whole matches of a preset.
Every deck is dealt twice with the seats changed.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from multiprocessing import Pool
from random import Random

from engine.cards import DECK, Card
from engine.deal import Deal, Phase, new_deal
from engine.events import Event
from engine.match import Match, new_match
from engine.play import apply
from engine.players import ComputerPlayer, Level, style_of
from engine.players.computer import Computer
from engine.players.situation import Situation, Style, finds_a_meld
from engine.result import Ending, score_deal
from engine.rules import CLASSIC, PRESETS, Rules
from engine.seats import PerSeat, Seat
from engine.view import redacted, seat_view

EAAI = replace(CLASSIC, undercut_bonus=25, single_game=True)


class Baseline:
    """The simplest sound play: what the levels are measured against."""

    def wants_upcard(self, situation: Situation, upcard: Card) -> bool:
        """Take what finds a place in a meld."""
        return finds_a_meld(situation.view.hand, upcard)

    def throw(self, situation: Situation) -> Card:
        """Throw the dearest unmelded card."""
        return max(situation.loose_throws, key=lambda card: card.points)

    def knocks(self, situation: Situation, deadwood: int) -> bool:  # noqa: ARG002 any will do
        """Knock at once."""
        return True


def style(name: str) -> Style:
    return Baseline() if name == "baseline" else style_of(Level(name))


@dataclass
class Tally:
    """What was counted for the first of two players."""

    games: float = 0
    wins: float = 0
    deals: int = 0
    points: int = 0
    endings: Counter[tuple[bool, Ending]] = field(default_factory=Counter)
    """By whether the first player won."""
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def add(self, other: Tally) -> None:
        """Count what another tally has counted."""
        self.games += other.games
        self.wins += other.wins
        self.deals += other.deals
        self.points += other.points
        self.endings.update(other.endings)
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)


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
            taken = time.perf_counter() - begun
            tally.seconds += taken
            tally.slowest = max(tally.slowest, taken)
            tally.decisions += 1
        deal, events = apply(deal, seat, action)


def play_match(rules: Rules, one: Style, other: Style, seed: int, first: Seat) -> Tally:
    random = Random(seed)
    tally = Tally()
    match = new_match(rules, random.choice(list(Seat)))
    players: PerSeat[ComputerPlayer] = PerSeat.of(
        first,
        Computer(Level.STRONG, one, first, Random(seed + 1)),
        Computer(Level.STRONG, other, first.other, Random(seed + 2)),
    )
    while not match.is_over:
        deck = random.sample(DECK, 52)
        deal, events = new_deal(rules, match.next_dealer, deck)
        deal = play_deal(deal, events, match, players, tally, first)
        assert deal.result is not None
        score = score_deal(deal.result, rules)
        match = match.scored(score)
        won = score.winner is first
        tally.deals += 1
        tally.points += score.points if won else -score.points
        tally.endings[won, deal.result.ending] += 1
    tally.games = 1
    tally.wins = 1 if match.winner is first else 0
    return tally


def _job(job: tuple[Rules, str, str, int]) -> Tally:
    rules, one, other, seed = job
    tally = play_match(rules, style(one), style(other), seed, Seat.A)
    tally.add(play_match(rules, style(one), style(other), seed, Seat.B))
    return tally


def report(one: str, other: str, tally: Tally) -> str:
    share = tally.wins / tally.games
    spread = 1.96 * math.sqrt(share * (1 - share) / tally.games)
    ends = {key: count / tally.deals for key, count in tally.endings.items()}
    shown = "  ".join(
        f"{ending.value} {ends.get((True, ending), 0):.0%}/{ends.get((False, ending), 0):.0%}"
        for ending in Ending
        if ending is not Ending.DEAD
    )
    return (
        f"{one} v {other}: {share:.1%} ± {spread:.1%} of {tally.games:.0f}, "
        f"{tally.points / tally.deals:+.2f} points a deal; won/lost by {shown}; "
        f"dead {ends.get((False, Ending.DEAD), 0):.1%}; "
        f"{tally.seconds / tally.decisions * 1000:.2f} ms a decision, "
        f"slowest {tally.slowest * 1000:.0f} ms"
    )


def meet(rules: Rules, one: str, other: str, pairs: int, seed: int) -> Tally:
    total = Tally()
    jobs = [(rules, one, other, seed + 1000 * number) for number in range(pairs)]
    with Pool(2) as pool:
        for done, tally in enumerate(pool.imap_unordered(_job, jobs, chunksize=4), 1):
            total.add(tally)
            if sys.stderr.isatty():
                print(f"\r{done}/{pairs} {total.wins / total.games:.1%}", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    names = ["baseline", *(level.value for level in Level)]
    parser.add_argument("one", choices=names)
    parser.add_argument("other", choices=names)
    parser.add_argument("--rules", default="eaai", choices=["eaai", *PRESETS])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rules = EAAI if asked.rules == "eaai" else PRESETS[asked.rules]
    tally = meet(rules, asked.one, asked.other, max(asked.games // 2, 1), asked.seed)
    print(report(asked.one, asked.other, tally))


if __name__ == "__main__":
    main()
