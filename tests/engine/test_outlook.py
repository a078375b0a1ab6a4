"""What a knock would mean: the chance of an undercut, and what the games would be told."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import exp, prod

import pytest

from engine.advice import judged_by
from engine.cards import DECK, Hand, parse_card
from engine.deal import Deal
from engine.errors import MeldError
from engine.events import CardDiscarded, UpcardTaken
from engine.layoffs import best_layoff
from engine.match import Match, new_match
from engine.melds import default_spread, parse_meld
from engine.outlook import GameEffect, KnockOutlook, game_effects, knock_outlook
from engine.players.hidden_hands import FEW, guess
from engine.players.memory import Memory
from engine.result import DealScore
from engine.rules import CLASSIC
from engine.seats import PerSeat, Seat
from engine.view import SeatView, seat_view
from tests.support import naive_melds
from tests.support.deals import holding_eleven


def seen(deal: Deal) -> SeatView:
    return seat_view(deal, deal.turn)


def outlook(
    view: SeatView,
    match: Match,
    card: str = "KD",
    *spread: str,
    memory: Memory = Memory(),  # noqa: B008 immutable
) -> KnockOutlook:
    melds = tuple(map(parse_meld, spread)) or None
    return knock_outlook(judged_by(view, match, memory), parse_card(card), melds)


def knockable() -> SeatView:
    return seen(holding_eleven("4S 5S 6S 9H 9D 9C AD 2H 3C 4D KD", drawn="KD"))


def sheet(*wins: tuple[Seat, int]) -> Match:
    match = new_match(CLASSIC, Seat.A)
    for seat, points in wins:
        match = match.scored(DealScore(seat, points))
    return match


def test_a_knock_says_what_winning_and_an_undercut_would_do() -> None:
    knock = outlook(knockable(), sheet((Seat.A, 90)))
    assert (knock.deadwood, knock.is_gin, knock.undercut_points) == (10, False, 10)
    assert knock.points > 0
    assert knock.if_won == game_effects(sheet((Seat.A, 90)), Seat.A, knock.points)
    assert knock.if_won[0].closes
    assert knock.if_undercut[0] == GameEffect(0, entered=True, total_after=10, closes=False)


def test_a_gin_cannot_be_undercut() -> None:
    view = seen(holding_eleven("4S 5S 6S 9H 9D 9C JC JD JH JS KD", drawn="KD"))
    knock = outlook(view, sheet())
    assert (knock.is_gin, knock.undercut_points, knock.if_undercut) == (True, 0, ())
    assert knock.undercut_chance == 0
    assert knock.points > CLASSIC.gin_bonus


def test_a_knock_with_a_chosen_spread_counts_its_deadwood() -> None:
    view = seen(holding_eleven("4S 5S 6S AS 2S 3S 7D 7H 7C AD KD", drawn="KD"))
    assert outlook(view, sheet()).deadwood == 1
    assert outlook(view, sheet(), "KD", "4S 5S 6S", "7D 7H 7C").deadwood == 7
    with pytest.raises(MeldError):
        outlook(view, sheet(), "KD", "KS KH KC")


def test_a_win_is_written_where_the_sheet_says() -> None:
    match = sheet((Seat.A, 60), (Seat.A, 50), (Seat.B, 20))
    assert not match.games[0].is_open
    assert game_effects(match, Seat.A, 55) == (
        GameEffect(0, entered=False, total_after=110, closes=False),
        GameEffect(1, entered=True, total_after=105, closes=True),
        GameEffect(2, entered=True, total_after=55, closes=False),
    )


HANDS = (
    "4S 5S 6S 9H 9D 9C AD 2H 3C 4D KD",
    "4S 5S 6S 9H 9D 9C KC KS KH AD KD",
    "4S 5S 6S 7S 8S TC JC QC AD 4H KD",
    "2S 2H 2C 7H 8H 9H JD JC 3D 5S KD",
    "AS AH AC 3D 4D 5D 8C 9C TC 6H KD",
)


def late_in_the_deal(hand: str, unseen: int) -> SeatView:
    """Everything but so many cards has been seen; the king of diamonds is to be thrown."""
    view = seen(holding_eleven(hand, drawn="KD"))
    others = [card for card in DECK if card not in Hand.parse(hand)]
    pile = tuple(others[:: len(others) // 5 or 1] + others)
    thrown = tuple(dict.fromkeys(pile))[: len(others) - unseen]
    return replace(view, discard_pile=thrown, stock_count=unseen - 10)


def exact_chance(view: SeatView, memory: Memory) -> float:
    """The chance of an undercut, all hands tried."""
    hidden = guess(view, memory)
    ten = view.hand.minus(parse_card("KD"))
    laid = default_spread(ten, Hand.of((*view.discard_pile, parse_card("KD"))))
    total = undercuts = 0.0
    for hand, weight in hidden.every_hand():
        total += weight
        if best_layoff(laid.melds, Hand(hand)).deadwood <= laid.deadwood:
            undercuts += weight
    return undercuts / total


def brute_force(view: SeatView, memory: Memory) -> float:
    """The chance of an undercut, all hands tried, melds and layoffs by the slow second opinion."""
    hidden = guess(view, memory)
    ten = view.hand.minus(parse_card("KD"))
    laid = default_spread(ten, Hand.of((*view.discard_pile, parse_card("KD"))))
    spread = [frozenset(meld.cards) for meld in laid.melds]
    total = undercuts = 0.0
    for cards in combinations(hidden.unseen, hidden.count):
        hand = frozenset(cards)
        weight = prod(memory.leanings[card] for card in cards)
        weight *= exp(-hidden.pull * naive_melds.least_deadwood(hand))
        total += weight
        if naive_melds.best_layoff(spread, hand)[0] <= laid.deadwood:
            undercuts += weight
    return undercuts / total


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("unseen", [11, 12])
def test_with_few_cards_unseen_the_chance_is_exact(hand: str, unseen: int) -> None:
    view = late_in_the_deal(hand, unseen)
    memory = Memory(turns=PerSeat(12, 12)).after(CardDiscarded(Seat.B, parse_card("7C")), Seat.A)
    knock = outlook(view, sheet(), memory=memory)
    assert knock.undercut_chance == pytest.approx(brute_force(view, memory))


def test_a_knock_that_cannot_hold_still_says_what_it_would_bring() -> None:
    view = late_in_the_deal("4S 5S 6S 9H 9D 9C AD 2H 3C 4D KD", 10)
    sure = replace(
        view,
        discard_pile=tuple(
            card
            for card in DECK
            if card not in view.hand and card not in Hand.parse("2S 2C 2D 8H 8C 8D TH JH QH KH")
        ),
    )
    knock = outlook(sure, sheet())
    assert (knock.undercut_chance, knock.points) == (1.0, 1)


@pytest.mark.parametrize("hand", HANDS)
def test_with_more_unseen_the_sample_comes_close(hand: str) -> None:
    view = late_in_the_deal(hand, 15)
    memory = Memory(turns=PerSeat(8, 8))
    hidden = guess(view, memory)
    assert hidden.hands > FEW
    assert outlook(view, sheet(), memory=memory).undercut_chance == pytest.approx(
        exact_chance(view, memory), abs=0.06
    )


def test_the_chance_grows_with_the_deal() -> None:
    view = seen(holding_eleven(HANDS[0], drawn="KD"))
    chances = [
        outlook(view, sheet(), memory=Memory(turns=PerSeat(turn, turn))).undercut_chance
        for turn in (1, 5, 12)
    ]
    assert chances == sorted(chances)
    assert chances[0] < 0.1 < chances[-1]


def test_what_they_took_and_threw_is_weighed() -> None:
    view = seen(holding_eleven(HANDS[0], drawn="KD"))
    took = Memory().after(UpcardTaken(Seat.B, parse_card("7S")), Seat.A)
    known = replace(view, known=view.known.put(Seat.B, Hand.parse("7S 3S 8S")))
    assert outlook(known, sheet(), memory=took).points < outlook(view, sheet()).points
