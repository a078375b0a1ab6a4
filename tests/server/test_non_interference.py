"""Nothing that leaves for a person depends on cards that this person cannot see."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from math import comb
from random import Random

import pytest

from engine.actions import Action, Discard, DrawStock, PassUpcard
from engine.cards import Card
from engine.deal import Deal, Phase, legal_actions, new_deal
from engine.play import apply
from engine.rules import CLASSIC, PRESETS
from engine.seats import Seat
from engine.view import SeatView, redacted
from server import logs
from server.config import Logs
from server.fair_shuffle import Shuffle, shuffle_of
from server.lobby.clock import Clock
from server.lobby.news import NewsLog
from tests.server.lobby.test_random_play import hidden_cards, other_hidden_cards
from tests.support.club import PlannedShuffler
from tests.support.gateway import sitting_at
from tests.support.open_club import at_table, opened
from tests.support.screens import Seated
from tui.gateway import TableSpec
from tui.settings import CoachLevel

PAIRS = 1000
HANDS, VARIANTS = 36, 8
"""So many hands, each with so many decks of which any two are a pair."""

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


Hand = tuple[Sequence[Card], Sequence[Action]]
"""A deck, and what is done with it."""


def variants(chance: Random) -> list[Hand]:
    """One and the same hand with decks that differ in what one of the players cannot see."""
    deck = shuffle_of("m", 1, chance.randbytes(32)).deck
    deal, _ = new_deal(CLASSIC, Seat.B, deck)
    actions = []
    for _ in range(chance.randrange(1, 8)):
        legal = [action for action in legal_actions(deal, deal.turn) if not _ends(action)]
        actions.append(chance.choice(legal))
        deal, _ = apply(deal, deal.turn, actions[-1])
    hidden = hidden_cards(deal, chance.choice(tuple(Seat)))
    decks = []
    for _ in range(VARIANTS):
        changed = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
        decks.append([changed.get(card, card) for card in deck])
    return [(each, actions) for each in decks]


@dataclass
class OneDeck:
    """Deals the same cards again and again, until it is given others."""

    deck: Sequence[Card] = ()

    def first_dealer(self) -> Seat:
        return Seat.B

    def shuffle(self, match: str, deal: int) -> Shuffle:
        return replace(shuffle_of(match, deal, bytes(32)), deck=tuple(self.deck))


async def log_of(evening: Sequence[Hand]) -> str:
    """What a host's log tells of an evening; only the ids of the matches are left out."""
    stream, shuffler = io.StringIO(), OneDeck()
    logs.set_up(Logs(), stream)
    async with opened(shuffler=shuffler) as club:
        ada, bea = await club.come("ada"), await club.come("bea")
        for shuffler.deck, actions in evening:
            await ada.open_table(TableSpec())
            await bea.sit(at_table(ada).id)
            for action in actions:
                view = at_table(ada).view
                on_turn = ada if isinstance(view, SeatView) and view.is_my_turn else bea
                await on_turn.act(action, at_table(on_turn).version)
            await bea.leave()
            await ada.leave()
        await club.settled()
    return re.sub(r"match=[0-9a-z]{12}", "match=#", stream.getvalue())


@pytest.fixture
def host_s_log(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The log as it is under systemd, where the journal adds the time to each line."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    monkeypatch.setenv("JOURNAL_STREAM", "8:1")
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.mark.usefixtures("host_s_log")
async def test_logs_are_the_same_to_the_byte() -> None:
    chance = Random(1)  # noqa: S311 the same in every run
    evenings = list(zip(*(variants(chance) for _ in range(HANDS)), strict=True))
    assert HANDS * comb(VARIANTS, 2) >= PAIRS
    for hands in zip(*evenings, strict=True):
        assert len({tuple(deck) for deck, _ in hands}) == VARIANTS
    one, *others = [await log_of(evening) for evening in evenings]
    assert one.count('event="match started"') == HANDS
    assert others == [one] * len(others)


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


async def test_logs_are_the_same_even_where_every_library_tells_all(
    caplog: pytest.LogCaptureFixture,
) -> None:
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
