"""A finished deal judged decision by decision."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

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
    UndoLayoff,
)
from engine.cards import parse_card
from engine.deal import new_deal
from engine.match import new_match
from engine.play import apply
from engine.players import Level, computer_player
from engine.review import Judgement, Played, costliest, judgements
from engine.rules import CLASSIC, MODERN, Rules
from engine.seats import PerSeat, Seat
from engine.view import redacted, seat_view
from tests.support.chance import seeded, shuffled_deck
from tests.support.deals import deck_from, knocked, threw


def played(actions: Iterable[Action], cards: Mapping[str, str], rules: Rules = CLASSIC) -> Played:
    """A deal by the script; B deals, so A begins."""
    a, b, upcard, stock = (cards.get(name, "") for name in ("a", "b", "upcard", "stock"))
    deck = deck_from(a=a, b=b, upcard=upcard, stock=stock)
    deal, events = new_deal(rules, Seat.B, deck)
    hands = deal.hands
    for action in actions:
        deal, more = apply(deal, deal.turn, action)
        events += more
    return Played(new_match(rules, Seat.B), hands, events)


DRAW: tuple[Action, ...] = (PassUpcard(), PassUpcard(), DrawStock())


def found(deal: Played) -> list[Judgement]:
    return [judgement for judgement in judgements(deal) if judgement is not None]


def test_there_is_a_step_for_every_event_so_that_progress_can_be_shown() -> None:
    deal = played([PassUpcard(), PassUpcard(), DrawStock()], {})
    assert len(list(judgements(deal))) == len(deal.events)


def test_the_strong_player_makes_no_mistakes_at_first_sight() -> None:
    players = PerSeat(*(computer_player(Level.STRONG, seat, seeded(1), hands=0) for seat in Seat))
    deal, events = new_deal(CLASSIC, Seat.B, shuffled_deck(seeded(5)))
    hands, told, sheet = deal.hands, events, new_match(CLASSIC, Seat.B)
    while deal.result is None:
        for event in events:
            for seat in Seat:
                players[seat].observe(redacted(event, seat))
        action = players[deal.turn].decide(seat_view(deal, deal.turn), sheet)
        deal, events = apply(deal, deal.turn, action)
        told += events
    judged = found(Played(sheet, hands, told))
    assert len(judged) > 10
    assert costliest(judged) == ()
    for judgement in judged:
        assert type(judgement.done) is type(judgement.advised)


def test_passing_a_card_that_completes_a_meld_costs() -> None:
    cards = {"a": "9H 9D 2S 4C 6D 8S TH QC KS JD", "upcard": "9C"}
    (first, *_) = found(played([PassUpcard()], cards))
    assert (first.seat, first.place) == (Seat.A, 1)
    assert (first.done, first.advised) == (PassUpcard(), TakeUpcard())
    assert first.cost > 3
    assert first.reason == "it completes a meld"


def test_taking_a_card_of_no_use_costs() -> None:
    cards = {"a": "9H 9D 2S 4C 6D 8S TH QC KS JD", "upcard": "KC"}
    (first, *_) = found(played([TakeUpcard()], cards))
    assert (first.done, first.advised) == (TakeUpcard(), PassUpcard())
    assert first.cost > 0


def test_drawing_blind_past_a_useful_card_is_told_as_a_draw() -> None:
    cards = {
        "a": "9H 9D 2S 4C 6D 8S TH QC KS JD", "b": "KH KD 9C 2C 2D 3H 5H 7S JC QD",
        "upcard": "AC", "stock": "AD AH 6C",
    }  # fmt: skip
    script: list[Action] = [*DRAW, threw("KS"), DrawStock(), threw("9C")]
    judged = found(played([*script, DrawStock()], cards))
    assert (judged[-1].done, judged[-1].advised) == (DrawStock(), TakeUpcard())
    assert judged[-1].cost > 0


ELEVEN = {"a": "4S 5S 6S 9H 9D 9C AD 2H 3C 4D", "stock": "KD"}


def test_throwing_a_card_of_a_meld_costs_more_than_throwing_a_loose_one() -> None:
    (good,) = costliest(found(played([*DRAW, threw("KD")], ELEVEN))[2:]) or (None,)
    (bad,) = costliest(found(played([*DRAW, threw("9H")], ELEVEN))[2:])
    assert bad.advised == Knock(parse_card("KD"))
    assert good is not None
    assert bad.cost > good.cost > 0


def test_a_knock_with_more_than_need_be_costs_the_difference() -> None:
    deal = played([*DRAW, knocked("3C")], {**ELEVEN, "stock": "2C"})
    judged = found(deal)[2]
    assert judged.advised == Knock(parse_card("4D"))
    assert judged.cost == 1


def test_a_knock_late_in_the_deal_may_have_been_a_mistake() -> None:
    script: list[Action] = [PassUpcard(), PassUpcard()]
    spare = [
        "KH",
        "KC",
        "QS",
        "QH",
        "JS",
        "JH",
        "TS",
        "TH",
        "8S",
        "8H",
        "8C",
        "7H",
        "7C",
        "6H",
        "6C",
        "5H",
        "5C",
        "KS",
        "QD",
        "TD",
        "7D",
        "6D",
        "8D",
        "7S",
    ]
    for card in spare:
        script += [DrawStock(), threw(card)]
    cards = {"a": "4S 5S 6S 9H 9D 9C 2H 3H 4C AC", "b": "AS 2S 3S AH 2C 3C 2D 3D 5D JD"}
    cards["stock"] = " ".join([*spare, "KD"])
    rules = replace(CLASSIC, undercut_bonus=25)
    late = played([*script, DrawStock(), Knock(parse_card("KD"))], cards, rules)
    judged = found(late)[-1]
    assert (judged.advised, judged.reason) == (
        Discard(parse_card("KD")),
        "a knock may be undercut",
    )
    assert judged.cost > 0


def test_a_layoff_left_out_costs_its_points() -> None:
    cards = {**ELEVEN, "b": "7S 8S KS KH KC QD JD TC 2S 3D"}
    knock: tuple[Action, ...] = (*DRAW, Knock(parse_card("KD")))
    lazy = found(played([*knock, FinishLayoffs()], cards))[-1]
    assert (lazy.seat, lazy.done, lazy.cost) == (Seat.B, FinishLayoffs(), 15)
    assert lazy.advised == LayOff(parse_card("7S"), 0)
    assert lazy.reason == "it lowers your count"


def test_an_end_of_the_layoffs_that_leaves_nothing_out_is_no_decision() -> None:
    cards = {**ELEVEN, "b": "7S 8S KS KH KC QD JD TC 2S 3D"}
    lay = (LayOff(parse_card("7S"), 0), LayOff(parse_card("8S"), 0))
    again = (UndoLayoff(), LayOff(parse_card("8S"), 0), FinishLayoffs())
    judged = found(played([*DRAW, Knock(parse_card("KD")), *lay, *again], cards))
    assert isinstance(judged[-1].done, Knock)


def test_a_deal_with_the_ace_of_spades_in_the_stock_is_judged_as_it_was() -> None:
    script = (*DRAW, threw("AS"), DrawStock(), threw("QC"))
    cards = {"b": "9H 9D 2S 4C 6D 8S TH QC KS JD", "stock": "AS 3C 5D"}
    deal = played(script, cards)
    assert [judged.done for judged in found(deal)][-3:] == [threw("AS"), DrawStock(), threw("QC")]


def test_big_gin_is_not_judged() -> None:
    cards = {"a": "4S 5S 6S 7S 9H 9D 9C 2H 3H 4H", "stock": "AH", "upcard": "KC"}
    assert len(found(played([*DRAW, BigGin()], cards, MODERN))) == 2


def test_the_costliest_mistakes_come_first_and_are_few() -> None:
    def mistake(cost: float) -> Judgement:
        return Judgement(1, Seat.A, DrawStock(), TakeUpcard(), cost, "")

    found_costs = [judged.cost for judged in costliest([mistake(c) for c in (1, 0, 7, 3)], 2)]
    assert found_costs == [7, 3]


@pytest.mark.parametrize("seat", Seat)
def test_each_player_is_judged_by_what_he_could_see(seat: Seat) -> None:
    cards = {"a": "9H 9D 2S 4C 6D 8S TH QC KS JD", "upcard": "9C"}
    deal = played([PassUpcard(), PassUpcard()], cards)
    other = played([PassUpcard(), PassUpcard()], {**cards, "stock": "AC 3C 5D"})
    own = [judged for judged in found(deal) if judged.seat is seat]
    if seat is Seat.A:
        assert own == [judged for judged in found(other) if judged.seat is seat]
    assert len(own) == 1
