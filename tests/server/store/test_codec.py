from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
from engine.cards import DECK, parse_card
from engine.deal import Phase, legal_actions, new_deal
from engine.melds import parse_meld
from engine.play import apply
from engine.result import DealResult, Ending
from engine.rules import MODERN, PRESETS
from engine.seats import PerSeat, Seat
from server.lobby.facts import (
    Acted,
    Adjourned,
    CalledOff,
    CutSealed,
    DealBegun,
    Fact,
    GivenUp,
    MatchStarted,
    Participant,
    Readied,
    Resumed,
    Returned,
    ShuffleCommitted,
    TimePassed,
)
from server.lobby.terms import ClockRule, Hints
from server.store.codec import ACTION, FACT, FINISHED
from server.store.errors import CodecError
from tests.server.store.builders import finished, gins

TD = parse_card("TD")
SPREAD = (parse_meld("AS AH AD"), parse_meld("4C 5C 6C 7C"))
ACTIONS: tuple[Action, ...] = (
    TakeUpcard(),
    PassUpcard(),
    DrawStock(),
    Discard(TD),
    Knock(TD),
    Knock(TD, SPREAD),
    Knock(TD, ()),
    BigGin(),
    BigGin(SPREAD),
    LayOff(TD, 2),
    UndoLayoff(),
    FinishLayoffs(),
)
PLAYERS = PerSeat(Participant("Ada", 7), Participant("Mabel", None, "strong"))
FACTS: tuple[Fact, ...] = (
    MatchStarted(MODERN, Seat.B, PLAYERS, Hints.OFF),
    MatchStarted(MODERN, Seat.A, PLAYERS, Hints.FULL, "Ünder 🃏", True, True, ClockRule(30, 120)),
    ShuffleCommitted(3, "ab" * 32),
    CutSealed(Seat.A),
    DealBegun(3, Seat.B),
    *(Acted(Seat.A, action) for action in ACTIONS),
    Acted(Seat.B, DrawStock(), True, 119_000),
    Readied(Seat.B),
    Returned(Seat.A, 80_000),
    TimePassed(12_000, PerSeat(120_000, 75_000)),
    Adjourned(Seat.A),
    Resumed(),
    GivenUp(Seat.B),
    CalledOff(),
)


def through_json(value: object) -> Any:  # noqa: ANN401 anything JSON can hold
    return json.loads(json.dumps(value))


def test_every_kind_of_action_and_fact_is_among_the_examples() -> None:
    assert {type(action) for action in ACTIONS} == set(get_args(Action))
    assert {type(fact) for fact in FACTS} == set(get_args(Fact))


@pytest.mark.parametrize("fact", FACTS, ids=repr)
def test_facts_read_as_they_were_written(fact: Fact) -> None:
    assert FACT.read(through_json(FACT.write(fact))) == fact


@given(st.integers(0, 2**32), st.sampled_from(sorted(PRESETS)))
def test_every_action_of_a_played_deal_reads_as_it_was_written(seed: int, preset: str) -> None:
    source = Random(seed)  # noqa: S311 any deal will do, as long as it can be had again
    deal, _ = new_deal(PRESETS[preset], Seat.A, source.sample(DECK, 52))
    while deal.phase is not Phase.OVER:
        action = source.choice(legal_actions(deal, deal.turn))
        assert ACTION.read(through_json(ACTION.write(action))) == action
        deal, _ = apply(deal, deal.turn, action)


def test_actions_are_written_so_that_people_can_read_them() -> None:
    assert ACTION.write(Knock(TD, SPREAD)) == {
        "do": "knock",
        "discard": "TD",
        "spread": ["AS AH AD", "4C 5C 6C 7C"],
    }


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        "draw_stock",
        {},
        {"do": "dance"},
        {"do": []},
        {"do": "draw_stock", "card": "TD"},
        {"do": "discard"},
        {"do": "discard", "card": "td"},
        {"do": "discard", "card": "10D"},
        {"do": "discard", "card": 9},
        {"do": "lay_off", "card": "TD", "meld": True},
        {"do": "lay_off", "card": "TD", "meld": 1.0},
        {"do": "lay_off", "card": "TD", "meld": -1},
        {"do": "knock", "discard": "TD"},
        {"do": "knock", "discard": "TD", "spread": ["AS AH"]},
        {"do": "knock", "discard": "TD", "spread": ["AH AS AD"]},
        {"do": "knock", "discard": "TD", "spread": "AS AH AD"},
    ],
    ids=repr,
)
def test_what_was_never_written_is_not_read(wrong: object) -> None:
    with pytest.raises(CodecError):
        ACTION.read(wrong)


def test_rules_the_game_does_not_know_are_not_read() -> None:
    written = through_json(FACT.write(FACTS[0]))
    written["rules"]["gin_bonus"] = 21
    with pytest.raises(CodecError, match="gin_bonus cannot be 21"):
        FACT.read(written)


def test_finished_matches_read_as_they_were_written() -> None:
    results = (
        *gins(Seat.A, 2),
        DealResult(Ending.DEAD, doubled=True),
        DealResult(Ending.UNDERCUT, Seat.B, 9, 9),
    )
    kept = replace(finished(results), players=PLAYERS)
    assert FINISHED.read(through_json(FINISHED.write(kept))) == kept
