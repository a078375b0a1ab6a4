"""How long the meld engine takes, beside other libraries where they are installed.

Run `python -m benchmarks.engine`. Every library solves the same hands in the same run: hands as
dealt, and hands at the moment somebody knocks after both players drew and discarded in turn.
`pip install --no-deps open-spiel` and `pip install rlcard` add the columns of those libraries.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeVar

from engine.cards import DECK, Hand
from engine.layoffs import best_layoff
from engine.melds import best_arrangement, best_arrangements, deadwood_of, knock_discards

Task = TypeVar("Task")

DEALS = 2000
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Library:
    """One library's answers to the same questions; hands come in the form it wants."""

    name: str
    prepare: Callable[[Hand], list[Any]]
    deadwood: Callable[[list[Any]], int]
    best_arrangement: Callable[[list[Any]], object]


def open_spiel() -> Library:
    utils = import_module("pyspiel").gin_rummy.GinRummyUtils(13, 4, 10)
    suit_of = (0, 3, 2, 1)
    return Library(
        "open-spiel",
        lambda hand: [suit_of[card.suit] * 13 + card.rank - 1 for card in hand],
        utils.min_deadwood,
        utils.best_meld_group,
    )


def rlcard() -> Library:
    melding = import_module("rlcard.games.gin_rummy.utils.melding")
    utils = import_module("rlcard.games.gin_rummy.utils.utils")

    def deadwood(hand: list[Any]) -> int:
        clusters = melding.get_best_meld_clusters(hand)
        return int(utils.get_deadwood_count(hand, clusters[0] if clusters else []))

    return Library(
        "rlcard",
        lambda hand: [utils.card_from_text(str(card)) for card in hand],
        deadwood,
        melding.get_best_meld_clusters,
    )


def installed() -> Iterable[Library]:
    """The libraries that are there; says which are not."""
    for library in (open_spiel, rlcard):
        try:
            yield library()
        except ImportError:
            print(f"{library.__name__.replace('_', '-')} is not installed: no column for it")


def deal_until_knock(rng: random.Random) -> tuple[Hand, Hand]:
    """A knocker's and a defender's hand, both drawn from the stock and thrown from greedily."""
    stock = rng.sample(DECK, len(DECK))
    hands = [Hand.of(stock[:10]), Hand.of(stock[10:20])]
    turn = 0
    for drawn in stock[20:]:
        eleven = hands[turn].plus(drawn)
        discards = knock_discards(eleven, limit=100)
        hands[turn] = eleven.minus(min(discards, key=lambda card: (discards[card], -card.rank)))
        if deadwood_of(hands[turn].mask) <= 10:
            return hands[turn], hands[1 - turn]
        turn = 1 - turn
    return deal_until_knock(rng)


def microseconds(solve: Callable[[Task], object], tasks: Sequence[Task]) -> float:
    """Time per call: the best of several rounds over all tasks."""
    rounds = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for task in tasks:
            solve(task)
        rounds.append(time.perf_counter() - start)
    return min(rounds) / len(tasks) * 1e6


def row(question: str, ours: float, theirs: Iterable[float]) -> None:
    others = "".join(f"{time:12.2f}  {time / ours:5.1f} x" for time in theirs)
    print(f"{question:34}{ours:9.2f}{others}")


def compare(kind: str, hands: Sequence[Hand], libraries: Sequence[Library]) -> None:
    masks = [hand.mask for hand in hands]
    prepared = [[library.prepare(hand) for hand in hands] for library in libraries]
    pairs = list(zip(libraries, prepared, strict=True))
    for library, tasks in pairs:
        agreed = sum(
            library.deadwood(task) == deadwood_of(mask)
            for task, mask in zip(tasks, masks, strict=True)
        )
        if agreed < len(hands):
            print(f"{library.name} agrees on {agreed} of {len(hands)} hands {kind}")
    row(
        f"deadwood, hands {kind}",
        microseconds(deadwood_of, masks),
        [microseconds(library.deadwood, tasks) for library, tasks in pairs],
    )
    row(
        f"best arrangement, hands {kind}",
        microseconds(best_arrangement, hands),
        [microseconds(library.best_arrangement, tasks) for library, tasks in pairs],
    )
    row(f"every best one, hands {kind}", microseconds(best_arrangements, hands), [])


def main() -> None:
    rng = random.Random(52)
    libraries = list(installed())
    dealt = [Hand.of(rng.sample(DECK, 10)) for _ in range(DEALS)]
    knocks = [deal_until_knock(rng) for _ in range(DEALS)]
    showdowns = [(best_arrangement(knocker).melds, defender) for knocker, defender in knocks]
    print(f"{'microseconds per call':34}{'ours':>9}" + "".join(f"{x.name:>21}" for x in libraries))
    compare("as dealt", dealt, libraries)
    compare("at a knock", [hand for pair in knocks for hand in pair], libraries)
    row("best layoff", microseconds(lambda showdown: best_layoff(*showdown), showdowns), [])
    if libraries:
        print("No column of another library for the best layoff: none of them looks for it.")


if __name__ == "__main__":
    main()
