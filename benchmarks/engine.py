"""How long the engine takes, beside other libraries where they are installed.

Run `python -m benchmarks.engine`. Every library solves the same hands and plays the same decks in
the same run: hands as dealt, hands at the moment somebody knocks after both players drew and
discarded in turn, and whole deals, by each library's rules, in which both players do at random
something that they may. `pip install --no-deps open-spiel` and `pip install rlcard` add the columns
of those libraries.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeVar

from engine.cards import DECK, Card, Hand
from engine.deal import Phase, legal_actions, new_deal
from engine.layoffs import best_layoff
from engine.melds import best_arrangement, best_arrangements, deadwood_of, knock_discards
from engine.play import apply
from engine.rules import Rules
from engine.seats import Seat

Action = TypeVar("Action")

HANDS = 1000
DECKS = 25
ROUNDS = 8
GOES = 4
CHANCE = random.Random(52)


@dataclass(frozen=True, slots=True)
class Library:
    """One library's answers to the same questions; cards come in the form it wants."""

    name: str
    prepare: Callable[[Iterable[Card]], list[Any]]
    deadwood: Callable[[list[Any]], int]
    best_arrangement: Callable[[list[Any]], object]
    play: Callable[[list[Any]], object]
    """Plays a whole deal of this deck at random."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """One way to do the same tasks as others."""

    solve: Callable[[Any], object]
    tasks: Sequence[Any]


def any_of(actions: Sequence[Action]) -> Action:
    return actions[int(CHANCE.random() * len(actions))]


def play(deck: Sequence[Card]) -> None:
    deal, _ = new_deal(Rules(), Seat.B, deck)
    while deal.phase is not Phase.OVER:
        deal, _ = apply(deal, deal.turn, any_of(legal_actions(deal, deal.turn)))


def open_spiel() -> Library:
    spiel = import_module("pyspiel")
    game = spiel.load_game("gin_rummy")
    utils = spiel.gin_rummy.GinRummyUtils(13, 4, 10)
    suit_of = (0, 3, 2, 1)

    def play(deck: list[Any]) -> None:
        state = game.new_initial_state()
        cards = iter(deck[0:20:2] + deck[1:20:2] + deck[20:])
        while not state.is_terminal():
            by_chance = state.is_chance_node()
            state.apply_action(next(cards) if by_chance else any_of(state.legal_actions()))

    return Library(
        "open-spiel",
        lambda cards: [suit_of[card.suit] * 13 + card.rank - 1 for card in cards],
        utils.min_deadwood,
        utils.best_meld_group,
        play,
    )


@dataclass(frozen=True, slots=True)
class StackedDeck:
    """Random numbers that make rlcard deal this deck."""

    cards: list[Any]

    def choice(self, dealers: list[int]) -> int:
        """The first seat deals."""
        return dealers[0]

    def shuffle(self, cards: list[Any]) -> None:
        """Put the deck in its order; it is dealt from the end."""
        cards[:] = reversed(self.cards)


def rlcard() -> Library:
    melding = import_module("rlcard.games.gin_rummy.utils.melding")
    utils = import_module("rlcard.games.gin_rummy.utils.utils")
    games = import_module("rlcard.games.gin_rummy.game")

    def deadwood(hand: list[Any]) -> int:
        clusters = melding.get_best_meld_clusters(hand)
        return int(utils.get_deadwood_count(hand, clusters[0] if clusters else []))

    def play(deck: list[Any]) -> None:
        game = games.GinRummyGame()
        game.np_random = StackedDeck(deck)
        game.init_game()
        while not game.is_over():
            game.step(any_of(game.judge.get_legal_actions()))

    return Library(
        "rlcard",
        lambda cards: [utils.card_from_text(str(card)) for card in cards],
        deadwood,
        melding.get_best_meld_clusters,
        play,
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


def seconds(contestants: Sequence[Contestant]) -> list[float]:
    """Time per task: the best of several rounds, in each of which everybody has a few goes."""
    best = [float("inf")] * len(contestants)
    for _ in range(ROUNDS):
        for index, contestant in enumerate(contestants):
            for _ in range(GOES):
                best[index] = min(best[index], stopped(contestant))
    return [taken / len(contestants[0].tasks) for taken in best]


def stopped(contestant: Contestant) -> float:
    solve = contestant.solve
    start = time.perf_counter()
    for task in contestant.tasks:
        solve(task)
    return time.perf_counter() - start


def compare(question: str, *contestants: Contestant, rate: bool = False) -> None:
    """Print microseconds per task, or tasks per second, and how many times faster we are."""
    times = seconds(contestants)
    ours, *theirs = [1 / taken if rate else taken * 1e6 for taken in times]
    print(f"{question:34}{ours:9.2f}", end="")
    for shown, taken in zip(theirs, times[1:], strict=True):
        print(f"{shown:12.2f}{taken / times[0]:7.1f} x", end="")
    print()


def compare_hands(kind: str, hands: Sequence[Hand], libraries: Sequence[Library]) -> None:
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
    compare(
        f"deadwood, hands {kind}",
        Contestant(deadwood_of, masks),
        *(Contestant(library.deadwood, tasks) for library, tasks in pairs),
    )
    compare(
        f"best arrangement, hands {kind}",
        Contestant(best_arrangement, hands),
        *(Contestant(library.best_arrangement, tasks) for library, tasks in pairs),
    )
    compare(f"every best one, hands {kind}", Contestant(best_arrangements, hands))


def main() -> None:
    rng = random.Random(52)
    libraries = list(installed())
    dealt = [Hand.of(rng.sample(DECK, 10)) for _ in range(HANDS)]
    knocks = [deal_until_knock(rng) for _ in range(HANDS // 2)]
    showdowns = [(best_arrangement(knocker).melds, defender) for knocker, defender in knocks]
    decks = [rng.sample(DECK, len(DECK)) for _ in range(DECKS)]
    print(f"{'microseconds each':34}{'ours':>9}" + "".join(f"{x.name:>21}" for x in libraries))
    compare_hands("as dealt", dealt, libraries)
    compare_hands("at a knock", [hand for pair in knocks for hand in pair], libraries)
    compare("best layoff", Contestant(lambda showdown: best_layoff(*showdown), showdowns))
    compare(
        "whole deals at random, per second",
        Contestant(play, decks),
        *(Contestant(library.play, [*map(library.prepare, decks)]) for library in libraries),
        rate=True,
    )
    if libraries:
        print("No column of another library for the best layoff: none of them looks for it.")


if __name__ == "__main__":
    main()
