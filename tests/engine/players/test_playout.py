"""Deals played out quickly: the same rules, by rough players."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import DECK, Hand, parse_cards
from engine.layoffs import best_layoff
from engine.meld_tables import runs_and_loose
from engine.melds import best_arrangement, deadwood_of, points_of
from engine.players.playout import (
    HASTY,
    PATIENT,
    PLAIN,
    Plan,
    Position,
    dearest_of,
    knock_points,
    outs_of,
    play_out,
)
from engine.prospects import melding_cards
from engine.rules import CLASSIC, KNOCK_LIMIT
from tests.support.chance import seeded, shuffled_deck

WHOLE = Hand.of(DECK)


def mask(text: str) -> int:
    return Hand.parse(text).mask


def position(own: str, other: str, upcard: str, stock: str) -> Position:
    drawn = tuple(card.mask for card in parse_cards(stock))
    filled = (*drawn, *(1 << 51 for _ in range(2)))
    return Position(mask(own), mask(other), mask(upcard), filled, WHOLE.mask, (0, 0))


def outcome(at: Position, plan: Plan = HASTY, other: Plan = PLAIN) -> int:
    return play_out(at, (plan, other), KNOCK_LIMIT, CLASSIC)


def loose_of(cards: int) -> int:
    return runs_and_loose(cards)[1]


def random_hands(count: int, size: int = 10) -> list[int]:
    random = seeded(3)
    return [Hand.of(random.sample(DECK, size)).mask for _ in range(count)]


def test_what_is_loose_counts_the_deadwood() -> None:
    for hand in random_hands(500, 11):
        assert points_of(loose_of(hand)) == deadwood_of(hand)


def test_a_contested_rank_is_laid_where_it_saves_most() -> None:
    runs, loose = runs_and_loose(mask("7S 8S 9S 9H 9D"))
    assert (runs, loose) == (0, mask("7S 8S"))
    runs, loose = runs_and_loose(mask("7S 8S 9S TS 9H 9D"))
    assert (runs, loose) == (mask("7S 8S 9S TS"), mask("9H 9D"))


def test_outs_are_the_cards_that_make_a_new_meld() -> None:
    for hand in random_hands(200):
        loose = loose_of(hand)
        new = [card for card in DECK if card.mask & outs_of(loose) and not card.mask & hand]
        found = melding_cards(hand, Hand(WHOLE.mask ^ hand))
        assert set(new) <= set(found)
    assert outs_of(mask("KS AH")) == 0
    assert outs_of(mask("QS KS")) & WHOLE.mask == mask("JS")
    assert outs_of(mask("AS 2S 4S")) == mask("3S")
    assert outs_of(mask("7D 7C")) & ~mask("7D 7C") == mask("7S 7H")


def test_the_dearest_is_the_highest_rank() -> None:
    assert dearest_of(mask("KD 2C QS")) == mask("KD")
    assert dearest_of(mask("AS")) == mask("AS")


MELDED = "4S 5S 6S 9H 9D 9C JC JD JH"


def test_a_hasty_player_knocks_with_the_first_card_that_allows_it() -> None:
    at = position(f"{MELDED} QD", "KS KH QS TS TH 8C 8H 6D 3C 2H", "KC", "2D")
    assert outcome(at) == knock_points(mask(f"{MELDED} 2D"), 2, at.other, CLASSIC)


def test_a_patient_player_waits_for_gin_once_it_is_late() -> None:
    at = position(f"{MELDED} QD", "KS KH QS TS TH 8C 8H 6D 3C 2H", "KC", "2D AC JS")
    late = replace(at, turns=(5, 5))
    assert outcome(late, PATIENT) == CLASSIC.gin_bonus + deadwood_of(
        mask("KS KH QS TS TH 8C 8H 6D 3C 2H AC") ^ mask("QS")
    )
    assert outcome(at, PATIENT) == outcome(at, HASTY)


def test_the_upcard_is_taken_where_it_makes_a_meld() -> None:
    at = position("4S 5S 6S 9H 9D 9C JC JD 2H QD", "KS KH QS TS TH 8C 8H 6D 3C 7H", "JH", "KD")
    assert outcome(at) == knock_points(mask("4S 5S 6S 9H 9D 9C JC JD JH 2H"), 2, at.other, CLASSIC)


def test_eleven_melded_cards_are_gin() -> None:
    at = position("4S 5S 6S 9H 9D 9C JC JD JH JS", "KS KH QS TS TH 8C 8H 6D 3C 2H", "7S", "KD")
    assert outcome(at) == CLASSIC.gin_bonus + deadwood_of(at.other)


def test_what_the_other_wins_is_lost() -> None:
    at = position("KS KH QS TS TH 8C 8H 6D 3C 2H", f"{MELDED} AD", "KC", "4D 2D")
    assert outcome(at) < 0


def test_with_two_cards_left_the_deal_is_dead() -> None:
    at = position("KS KH QS TS TH 8C 8H 6D 3C 2H", f"{MELDED} AD", "KC", "")
    assert outcome(at) == 0


def test_every_deal_comes_to_an_end() -> None:
    random = seeded(5)
    for _ in range(200):
        deck = [card.mask for card in shuffled_deck(random)]
        at = Position(sum(deck[:10]), sum(deck[10:20]), deck[20], deck[21:], WHOLE.mask, (0, 0))
        points = outcome(at, PATIENT, PATIENT)
        assert -150 < points < 150


def test_a_knock_is_nearly_always_worth_what_the_showdown_says() -> None:
    random, differing, met = seeded(1), 0, 0
    while met < 200:
        deck = shuffled_deck(random)
        knocker, defender = Hand.of(deck[:10]), Hand.of(deck[10:20])
        spread = best_arrangement(knocker)
        if spread.melds:
            met += 1
            left = spread.deadwood
            theirs = best_layoff(spread.melds, defender).deadwood
            exact = theirs - left - (CLASSIC.undercut_bonus if theirs <= left else 0)
            differing += knock_points(knocker.mask, left, defender.mask, CLASSIC) != exact
    assert differing < 10


def test_layoffs_follow_one_another_on_a_run_and_complete_a_set() -> None:
    knocker = mask("4S 5S 6S 9H 9D 9C QC QD QH AD")
    defender = mask("7S 8S 9S QS KH KD JC 2H 3D 5C")
    assert loose_of(defender) == defender ^ mask("7S 8S 9S")
    assert knock_points(knocker, 1, defender, CLASSIC) == 40 - 1
    scattered = mask("7S 8S TS QS KH KD JC 2H 3D 5C")
    assert knock_points(knocker, 1, scattered, CLASSIC) == 50 - 1


def test_an_undercut_costs_the_knocker() -> None:
    knocker = mask("4S 5S 6S 9H 9D 9C QC QD QH TD")
    defender = mask("7H 8H 6H 2S 2H 2D KS KH KD 3C")
    assert knock_points(knocker, 10, defender, CLASSIC) == -7 - CLASSIC.undercut_bonus
