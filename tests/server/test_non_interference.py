"""Nothing that leaves for a person depends on cards that this person cannot see."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from random import Random

import pytest

from engine.actions import Discard, DrawStock, PassUpcard
from engine.deal import Deal, Phase, legal_actions, new_deal
from engine.play import apply
from engine.rules import PRESETS
from engine.seats import Seat
from engine.view import redacted
from server.fair_shuffle import shuffle_of
from server.lobby.clock import Clock
from server.lobby.news import NewsLog
from tests.server.lobby.test_random_play import other_hidden_cards
from tests.support.club import PlannedShuffler
from tests.support.gateway import sitting_at
from tests.support.open_club import at_table, opened
from tests.support.screens import Seated
from tui.gateway import TableSpec
from tui.settings import CoachLevel

PAIRS = 1000

Pair = tuple[Deal, Deal, Seat]
"""Two deals that differ only in what a seat cannot see, and that seat."""


def pairs(chance: Random) -> Iterator[Pair]:
    """Positions from random play, each beside one with other hidden cards."""
    for number in count():
        rules = chance.choice(list(PRESETS.values()))
        deck = shuffle_of("m", number + 1, chance.randbytes(32)).deck
        deal, _ = new_deal(rules, chance.choice((Seat.A, Seat.B)), deck)
        while deal.phase is not Phase.OVER and deal.showdown is None:
            for seat in Seat:
                if chance.random() < 0.2:
                    yield deal, other_hidden_cards(deal, seat, chance), seat
            actions = [act for act in legal_actions(deal, deal.turn) if not _ends(act)]
            deal, _ = apply(deal, deal.turn, chance.choice(actions))


def _ends(action: object) -> bool:
    return type(action).__name__ in {"Knock", "BigGin"}


def frame(deal: Deal, seat: Seat | None, coach: CoachLevel) -> str:
    spec = TableSpec("Strip", coach=coach)
    return Seated(sitting_at(deal, seat=seat, spec=spec)).text()


def stream(deal: Deal, viewer: Seat | None) -> list[object] | None:
    """What a viewer is told of the next step, which is the same one in both deals."""
    step = DrawStock() if DrawStock() in legal_actions(deal, deal.turn) else PassUpcard()
    if step not in legal_actions(deal, deal.turn):
        return None
    after, events = apply(deal, deal.turn, step)
    news = NewsLog(Clock(lambda: 0.0, lambda: "21:07"))
    news.record(events)
    hidden = after.turn is viewer and isinstance(step, DrawStock)
    return (
        None if hidden else [redacted(event, viewer) for event in events] + list(news.lines(viewer))
    )


def test_frames_and_streams_are_the_same_to_the_byte() -> None:
    chance = Random(1)  # noqa: S311 the same in every run
    for number, (deal, other, seat) in enumerate(islice(pairs(chance), PAIRS)):
        coach = CoachLevel.FULL if number % 8 == 0 else CoachLevel.OFF
        assert frame(deal, seat, coach).encode() == frame(other, seat, coach).encode()
        assert frame(deal, None, coach).encode() == frame(other, None, coach).encode()
        if deal.turn is not seat:
            assert stream(deal, seat) == stream(other, seat)
        assert stream(deal, None) == stream(other, None)


async def logged(deck_seed: int, swap: bool, caplog: pytest.LogCaptureFixture) -> str:
    """What the club logs of a few turns, all ids and times left out."""
    deck = list(shuffle_of("m", 1, bytes([deck_seed]) * 32).deck)
    if swap:
        # Another hand for the dealer and another stock, the same for whoever plays.
        deck[1], deck[3], deck[30], deck[40] = deck[30], deck[40], deck[1], deck[3]
    caplog.clear()
    async with opened(shuffler=PlannedShuffler([deck])) as club:
        ada, bea = await club.seated()
        for player in (ada, bea):
            await player.act(PassUpcard(), at_table(player).version)
        await ada.act(DrawStock(), at_table(ada).version)
        await ada.act(Discard(deck[0]), at_table(ada).version)
        await bea.act(DrawStock(), at_table(bea).version)
        await club.wait(3)
        bea.close()
        await club.wait(3)
    told = " ".join(record.getMessage() for record in caplog.records)
    return re.sub(r"[0-9a-z]{12}|[\d.]+", "#", told)


async def test_logs_are_the_same_whatever_is_hidden(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.INFO, "sqlalchemy")
    one = await logged(7, False, caplog)
    assert one
    assert one == await logged(7, True, caplog)


def test_the_pairs_do_differ() -> None:
    drawn = list(islice(pairs(Random(1)), 50))  # noqa: S311 the same in every run
    assert all(deal != other for deal, other, _ in drawn)
    assert any(deal.stock != other.stock for deal, other, _ in drawn)
    assert all(
        replace(deal, hands=other.hands, stock=other.stock) == other for deal, other, _ in drawn
    )
