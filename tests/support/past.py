"""Finished matches and hands to look at again."""

from __future__ import annotations

import json
from dataclasses import replace

from engine.actions import Action, Discard, DrawStock, FinishLayoffs, Knock, LayOff, PassUpcard
from engine.cards import parse_card
from engine.deal import new_deal
from engine.match import new_match
from engine.play import apply
from engine.result import DealResult, Ending, score_deal
from engine.rules import SCORESHEET
from engine.seats import PerSeat, Seat
from server.fair_shuffle import shuffle_of
from tests.support.deals import deck_from
from tests.support.gateway import FakeGateway
from tests.support.lobbies import lobby_of_a_regular
from tui.records import KeyRow, PastMatch, Profile, Replay, ReplayFrame, Standings, WonLost
from tui.settings import CoachLevel

RESULTS = (
    DealResult(Ending.KNOCK, Seat.A, 4, 21),
    DealResult(Ending.UNDERCUT, Seat.B, 9, 7),
    DealResult(Ending.DEAD),
    DealResult(Ending.GIN, Seat.A, 0, 38),
    DealResult(Ending.KNOCK, Seat.B, 2, 40),
    DealResult(Ending.GIN, Seat.A, 0, 29),
    DealResult(Ending.KNOCK, Seat.A, 6, 31),
)
_MOVES: tuple[Action, ...] = (
    PassUpcard(),
    PassUpcard(),
    DrawStock(),
    Discard(parse_card("KD")),
    DrawStock(),
    Discard(parse_card("KH")),
    DrawStock(),
    Knock(parse_card("JS")),
    LayOff(parse_card("8S"), 0),
    LayOff(parse_card("9S"), 1),
    FinishLayoffs(),
)
_DECK = deck_from(
    a="4S 5S 6S 7S 9H 9C AD 2H 3C KD",
    b="8S 9S QD QH QC 2C 3D TC JC 5D",
    upcard="JD",
    stock="9D KH JS",
)


def replayed(deal_number: int = 1, until: int | None = None) -> Replay:
    """Ada knocks and bob lays off; with `until` the hand is broken off after so many moves."""
    deal, dealt = new_deal(SCORESHEET, Seat.B, _DECK)
    steps = [(deal, event) for event in dealt]
    for action in _MOVES[:until]:
        deal, happened = apply(deal, deal.turn, action)
        steps += [(deal, event) for event in happened]
    frames = tuple(
        ReplayFrame(
            event, at.hands, at.discard_pile, len(at.stock), at.turn, at.phase, at.showdown,
            is_timed_out=place == 4,
        )
        for place, (at, event) in enumerate(steps)
    )  # fmt: skip
    record = json.dumps(shuffle_of("m7", deal_number, bytes(32)).published())
    names = PerSeat("ada", "bob")
    sheet = new_match(SCORESHEET, Seat.B)
    for result in RESULTS[: deal_number - 1]:
        sheet = sheet.scored(score_deal(result, SCORESHEET))
    return Replay("m7", deal_number, names, Seat.B, frames, deal.result, sheet, record)


def past_match(name: str = "m7", other: str = "bob") -> PastMatch:
    """A match that ada won on the scoresheet rules."""
    sheet = new_match(replace(SCORESHEET, target=125), Seat.B)
    for result in RESULTS:
        sheet = sheet.scored(score_deal(result, sheet.rules))
    assert sheet.is_over
    return PastMatch(
        name, "2026-11-29 21:07", PerSeat("ada", other), Seat.A, Seat.A, is_forfeit=False,
        is_rated=True, coach=CoachLevel.FULL, sheet=sheet, results=RESULTS, deals=len(RESULTS),
    )  # fmt: skip


def forfeited() -> PastMatch:
    """A match in which clara gave up in the second hand."""
    sheet = new_match(SCORESHEET, Seat.B).scored(score_deal(RESULTS[1], SCORESHEET))
    return replace(
        past_match("m6", "clara"), ended="2026-11-28 23:59", sheet=sheet, results=RESULTS[1:2],
        deals=2, is_forfeit=True, is_rated=False, coach=CoachLevel.OFF,
    )  # fmt: skip


def lost() -> PastMatch:
    """A match that ada lost."""
    names = PerSeat("bartholomew-1234", "ada")
    return replace(past_match("m5"), players=names, seat=Seat.B, ended="2026-11-28 20:15")


def a_regular() -> FakeGateway:
    """A gateway for ada, who has played before, in a busy lobby."""
    gateway = lobby_of_a_regular()
    own = Profile(
        "ada", Standings(1121, 1064), WonLost(14, 9),
        (WonLost(15, 8), WonLost(13, 10), WonLost(9, 14)), 31, 12, 8.43,
    )  # fmt: skip
    gateway.profiles = {"": own, "clara": replace(own, name="clara", standings=Standings(1188))}
    gateway.matches = [past_match(), forfeited(), lost()]
    gateway.replays = {("m7", 1): replayed(1), ("m7", 2): replayed(2), ("m6", 2): replayed(2, 5)}
    gateway.own_keys = [
        KeyRow("SHA256:" + "Kq3v" * 10 + "x7A", "2026-03-02", is_this=False),
        KeyRow("SHA256:" + "9bTz" * 10 + "uQE", "2026-11-29", is_this=True),
    ]
    return gateway
