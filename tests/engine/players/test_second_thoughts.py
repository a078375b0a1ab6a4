"""Second thoughts: a choice that comes out clearly better takes the place of the scorer's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Discard, DrawStock, Knock
from engine.advice import judged_by
from engine.cards import Card, Hand, parse_card
from engine.deal import Deal
from engine.match import Match, new_match
from engine.players.memory import Memory
from engine.players.playout import PATIENT, knock_points
from engine.players.second_thoughts import (
    EndOfTurn,
    Line,
    World,
    _Trial,
    is_settled,
    reconsidered,
)
from engine.players.situation import Situation
from engine.players.worth import gain
from engine.result import DealScore
from engine.rules import CLASSIC, Rules
from engine.seats import PerSeat, Seat
from engine.view import seat_view
from tests.support.deals import holding_eleven, threw

HANDS = 256
ONE_GAME = replace(CLASSIC, undercut_bonus=25, single_game=True)
KNOCKABLE = "4S 5S 6S 9H 9D 9C JC JD AH 2D KD"


def situation(
    eleven: str = KNOCKABLE,
    *,
    drawn: str = "KD",
    turns: int = 6,
    memory: Memory | None = None,
    match: Match | None = None,
    **changes: object,
) -> Situation:
    """What A, who has drawn, may judge by after so many turns of both."""
    deal: Deal = holding_eleven(eleven, drawn=drawn, b="2C", upcard="2S")
    view = replace(seat_view(deal, Seat.A), **changes)  # type: ignore[arg-type]  # fields of it
    remembered = replace(memory or Memory(), turns=PerSeat(turns, turns))
    return judged_by(view, match or new_match(view.rules, Seat.A), remembered)


def thought(now: Situation, first: EndOfTurn, hands: int = HANDS) -> EndOfTurn:
    choice = reconsidered(now, first, hands)
    assert isinstance(choice, Discard | Knock)
    return choice


def test_a_bad_first_choice_is_thought_better_of() -> None:
    now = situation("4S 5S 6S 9H 9D 9C JC JD 7H 2D KD")
    assert thought(now, threw("9C")) != threw("9C")


def test_a_good_first_choice_stands() -> None:
    now = situation("4S 5S 6S 9H 9D 9C TC TD AH 2D KD")
    assert thought(now, threw("KD")) == threw("KD")


def leading(wins: int) -> Match:
    """A game to 100 in which A has won eleven points so many times, and B nothing."""
    match = new_match(ONE_GAME, Seat.A)
    for _ in range(wins):
        match = match.scored(DealScore(Seat.A, 11))
    return match


@pytest.mark.parametrize("first", [Knock(parse_card("KD")), threw("KD")])
def test_a_knock_that_is_as_good_as_the_game_is_not_put_off(first: EndOfTurn) -> None:
    waits = Memory(waiting=4)
    hand = "4S 5S 6S 9H 9D 9C JC JD JH 5H KD"
    even, ahead = (
        situation(hand, memory=waits, turns=7, match=leading(wins), rules=ONE_GAME)
        for wins in (0, 9)
    )
    assert isinstance(thought(even, first), Discard)
    assert isinstance(thought(ahead, first), Knock)


@pytest.mark.parametrize("first", [Knock(parse_card("KD")), threw("KD")])
def test_who_would_have_knocked_holds_too_much_to_undercut(first: EndOfTurn) -> None:
    hand = "4S 5S 6S 9H 9D 9C JC JD JH TD KD"
    patient, hasty = (
        situation(hand, memory=memory, turns=7, match=leading(9), rules=ONE_GAME)
        for memory in (Memory(waiting=4), Memory(hasty=4))
    )
    assert isinstance(thought(patient, first), Discard)
    assert isinstance(thought(hasty, first), Knock)


def test_the_same_position_is_always_judged_the_same() -> None:
    now = situation()
    assert thought(now, threw("KD")) == thought(now, threw("KD"))


def test_doubled_points_count_double() -> None:
    knock = Line(Knock(parse_card("KD")), PATIENT)
    theirs = Hand.parse("KS KH QS QH JS TH TS 8H 7C 6D").mask
    once, twice = (
        _Trial(situation(doubled=doubled)).value(knock, World(theirs, (), PATIENT))
        for doubled in (False, True)
    )
    points = knock_points(Hand.parse("4S 5S 6S 9H 9D 9C JC JD AH 2D").mask, 23, theirs, CLASSIC)
    sheet = new_match(CLASSIC, Seat.A)
    assert once == gain(sheet, Seat.A, points)
    assert twice == gain(sheet, Seat.A, 2 * points)


def test_gin_needs_no_second_thought() -> None:
    now = situation("4S 5S 6S 9H 9D 9C JC JD JH JS KD")
    assert is_settled(now, Knock(parse_card("KD")))
    assert thought(now, Knock(parse_card("KD"))) == Knock(parse_card("KD"))


def test_the_last_turn_is_left_to_the_scorer() -> None:
    now = situation(stock_count=2)
    assert thought(now, threw("9C")) == threw("9C")


def test_only_the_end_of_a_turn_is_thought_about_twice() -> None:
    assert reconsidered(situation(), DrawStock(), HANDS) == DrawStock()


def test_with_few_cards_unseen_all_hands_are_drawn_from() -> None:
    known = Hand.parse("2C TH 8C QS 3C KS 5H 6H 8D")
    seen = (*Hand.parse(KNOCKABLE), *known)
    pile = tuple(card for card in map(Card, range(52)) if card not in seen)[:-8]
    now = situation(discard_pile=pile, known=PerSeat(Hand(), known), stock_count=7)
    assert len(now.unseen) == 8
    assert thought(now, threw("9C")) != threw("9C")


def test_a_deal_in_which_only_gin_may_knock_is_thought_about_too() -> None:
    now = situation(rules=Rules(oklahoma=True), knock_limit=0)
    assert thought(now, threw("9C")) != threw("9C")
