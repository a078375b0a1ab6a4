"""Computer players at whole deals: always legal, repeatable, and blind to what is hidden."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from random import Random

import pytest

from engine.actions import (
    Action,
    BigGin,
    Discard,
    DrawStock,
    FinishLayoffs,
    Knock,
    LayOff,
    PassUpcard,
    TakeUpcard,
)
from engine.cards import Card, Hand, parse_card
from engine.deal import Deal, Phase, new_deal
from engine.events import CardDiscarded
from engine.layoffs import best_layoff
from engine.match import new_match
from engine.melds import deadwood
from engine.play import apply
from engine.players import ComputerPlayer, Level, computer_player
from engine.rules import CLASSIC, MODERN, PRESETS, Rules
from engine.seats import PerSeat, Seat
from engine.view import redacted, seat_view
from tests.support.chance import seeded, shuffled_deck
from tests.support.deals import deal_from, drawn_down_to, holding_eleven, played

every_level = pytest.mark.parametrize("level", list(Level))
FEW_HANDS = 8
"""Enough to think twice, and quick."""
Watch = Callable[[Deal, PerSeat[ComputerPlayer], Action], None]


def pair(level: Level, seed: int) -> PerSeat[ComputerPlayer]:
    return PerSeat(
        computer_player(level, Seat.A, seeded(seed), FEW_HANDS),
        computer_player(level, Seat.B, seeded(seed + 1), FEW_HANDS),
    )


def play_deal(
    players: PerSeat[ComputerPlayer], deck: tuple[Card, ...], rules: Rules, watch: Watch | None
) -> tuple[Deal, list[Action]]:
    deal, events = new_deal(rules, Seat.A, deck)
    match = new_match(rules, Seat.A)
    actions: list[Action] = []
    while True:
        for event in events:
            for seat in Seat:
                players[seat].observe(redacted(event, seat))
        if deal.phase is Phase.OVER:
            return deal, actions
        minds = players.map(copy)
        action = players[deal.turn].decide(seat_view(deal, deal.turn), match)
        if watch:
            watch(deal, minds, action)
        actions.append(action)
        deal, events = apply(deal, deal.turn, action)


def chosen(deal: Deal, level: Level = Level.CLUB) -> Action:
    player = computer_player(level, deal.turn, seeded(1))
    return player.decide(seat_view(deal, deal.turn), new_match(deal.rules, Seat.A))


@every_level
@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.preset)
def test_every_deal_is_played_to_its_end_by_the_rules(level: Level, rules: Rules) -> None:
    def is_legal(deal: Deal, _: PerSeat[ComputerPlayer], action: Action) -> None:
        assert action in seat_view(deal, deal.turn).legal_actions

    players = pair(level, 5)
    for number in range(3):
        deal, _ = play_deal(players, shuffled_deck(seeded(number)), rules, is_legal)
        assert deal.result is not None


@every_level
def test_the_same_seed_plays_the_same(level: Level) -> None:
    deck = shuffled_deck(seeded(7))
    assert (
        play_deal(pair(level, 3), deck, CLASSIC, None)[1]
        == (play_deal(pair(level, 3), deck, CLASSIC, None)[1])
    )


@every_level
def test_hidden_cards_change_no_decision(level: Level) -> None:
    shuffle = seeded(11)

    def decides_alike(deal: Deal, minds: PerSeat[ComputerPlayer], action: Action) -> None:
        other = with_other_hidden_cards(deal, shuffle)
        view = seat_view(other, deal.turn)
        assert minds[deal.turn].decide(view, new_match(CLASSIC, Seat.A)) == action

    play_deal(seedless(level), shuffled_deck(seeded(8)), CLASSIC, decides_alike)


def with_other_hidden_cards(deal: Deal, random: Random) -> Deal:
    """The deal with all cards exchanged that the seat on turn cannot see."""
    other = deal.turn.other
    known = Hand(deal.hands[other].mask & deal.seen_taken[other].mask)
    hidden = [*deal.hands[other].without(known), *deal.stock]
    if deal.showdown:
        return replace(deal, stock=tuple(random.sample(deal.stock, len(deal.stock))))
    random.shuffle(hidden)
    count = len(deal.hands[other]) - len(known)
    hand = Hand.of([*known, *hidden[:count]])
    return replace(deal, hands=deal.hands.put(other, hand), stock=tuple(hidden[count:]))


class Unchanging(Random):
    """A die that always falls the same, so that a decision can be asked for twice."""

    def random(self) -> float:
        return 0.4

    def getrandbits(self, k: int) -> int:  # noqa: ARG002 always the first of a choice
        return 0


def seedless(level: Level) -> PerSeat[ComputerPlayer]:
    return PerSeat(
        computer_player(level, Seat.A, Unchanging(), FEW_HANDS),
        computer_player(level, Seat.B, Unchanging(), FEW_HANDS),
    )


def test_gin_is_always_laid_down() -> None:
    deal = holding_eleven("4S 5S 6S 9H 9D 9C JC JD JH JS KD", drawn="KD")
    assert all(chosen(deal, level) == Knock(parse_card("KD")) for level in Level)


def test_big_gin_is_declared_where_it_counts() -> None:
    deal = holding_eleven("4C 5C 6C 7C 9D 9H 9S JC JD JH JS", drawn="4C", rules=MODERN)
    assert all(chosen(deal, level) == BigGin() for level in Level)


def test_a_club_player_knocks_with_the_least_it_can() -> None:
    deal = holding_eleven("4S 5S 6S 9H 9D 9C AD 2H 3C 4D 5H", drawn="5H")
    assert chosen(deal) == Knock(parse_card("5H"))


def test_a_strong_player_may_throw_rather_than_knock() -> None:
    deal = holding_eleven("4S 5S 6S 9H 9D 9C JC JD AH 3D KD", drawn="KD", b="2C", upcard="2D")
    deal = replace(deal, stock=deal.stock[:8])
    player = computer_player(Level.STRONG, Seat.A, seeded(1))
    for _ in range(9):
        player.observe(CardDiscarded(Seat.A, parse_card("2D")))
    action = player.decide(seat_view(deal, Seat.A), new_match(deal.rules, Seat.A))
    assert isinstance(action, Discard)


def test_a_defender_lays_off_all_that_helps_and_is_done() -> None:
    deal = holding_eleven(
        "4S 5S 6S 9H 9D 9C AD 2H 3C 4D KD", drawn="KD", b="3S 7S 8S KH QD JC TC 2D 5H 8C"
    )
    deal = played(deal, Knock(parse_card("KD")))
    assert isinstance(chosen(deal), LayOff)
    while isinstance(action := chosen(deal), LayOff):
        deal = played(deal, action)
    assert action == FinishLayoffs()
    best = best_layoff(deal.showdown.spread if deal.showdown else (), deal.hands.b)
    assert best.deadwood == deadwood(deal.hands.b)


def test_the_forced_draw_comes_from_the_stock() -> None:
    deal = played(deal_from(a="9H 9D", upcard="9C"), PassUpcard(), PassUpcard())
    assert all(chosen(deal, level) == DrawStock() for level in Level)


@pytest.mark.parametrize("level", [Level.CLUB, Level.STRONG])
def test_an_upcard_that_completes_a_meld_is_taken(level: Level) -> None:
    deal = deal_from(a="9H 9D 2S 4C 6D 8S TH QC KS JD", upcard="9C")
    assert chosen(deal, level) == TakeUpcard()
    other = deal_from(a="9H 9D 2S 4C 6D 8S TH QC KS JD", upcard="KC")
    assert chosen(other, level) == PassUpcard()


def test_a_beginner_overlooks_things_now_and_then() -> None:
    deal = deal_from(a="9H 9D 2S 4C 6D 8S TH QC KS JD", upcard="9C")
    choices = [
        computer_player(Level.BEGINNER, Seat.A, seeded(seed)).decide(
            seat_view(deal, Seat.A), new_match(CLASSIC, Seat.A)
        )
        for seed in range(30)
    ]
    assert choices.count(TakeUpcard()) > choices.count(PassUpcard()) > 0


def last_offer(hand: str, upcard: str) -> Deal:
    deal = drawn_down_to(2, deal_from(rules=MODERN))
    hands = deal.hands.put(deal.turn, Hand.parse(hand))
    return replace(deal, hands=hands, discard_pile=(parse_card(upcard),))


@pytest.mark.parametrize("level", [Level.CLUB, Level.STRONG])
def test_the_fiftieth_card_is_taken_to_knock(level: Level) -> None:
    deal = last_offer("4S 5S 6S 9H 9D 9C JC JD JH KD", "7S")
    assert chosen(deal, level) == TakeUpcard()
    assert chosen(played(deal, TakeUpcard()), level) == Knock(parse_card("KD"))


def test_the_fiftieth_card_is_passed_when_it_allows_no_knock() -> None:
    deal = last_offer("KS QH JD TC 9S 8H 7D 6C 3S 2H", "KC")
    assert all(chosen(deal, level) == PassUpcard() for level in Level)


def test_a_strong_player_gives_the_fiftieth_card_back_rather_than_be_undercut() -> None:
    deal = last_offer("4S 5S 6S 9H 9D 9C AD 4H 5C KD", "7S")
    player = computer_player(Level.STRONG, deal.turn, seeded(1))
    for _ in range(14):
        player.observe(CardDiscarded(deal.turn, parse_card("2D")))
    taken = seat_view(played(deal, TakeUpcard()), deal.turn)
    assert player.decide(taken, new_match(MODERN, Seat.A)) == PassUpcard()


def test_every_level_says_what_it_does() -> None:
    assert len({level.label for level in Level}) == len(Level)


@every_level
def test_nobody_decides_out_of_turn(level: Level) -> None:
    deal = deal_from()
    with pytest.raises(ValueError, match="turn"):
        computer_player(level, Seat.B, seeded(1)).decide(
            seat_view(deal, Seat.B), new_match(CLASSIC, Seat.A)
        )
