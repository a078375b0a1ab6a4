from dataclasses import replace
from typing import Any

import pytest
from textual.geometry import Region

from engine.actions import Discard, DrawStock, PassUpcard, TakeUpcard
from engine.deal import Phase
from engine.result import DealScore
from engine.rules import CLASSIC, MODERN
from engine.seats import PerSeat, Seat
from tests.support.deals import deal_from, drawn_down_to, played
from tests.support.gateway import FakeGateway, sitting_at
from tests.support.matches import between_hands
from tests.support.screens import Seated, assert_frame
from tests.support.showdowns import finished, knocked
from tui.gateway import Presence, SeatInfo
from tui.presenter import RESTING

WINS = ((Seat.A, 22), (Seat.B, 31), (Seat.A, 27), (Seat.A, 18), (Seat.B, 32))


def ada_knocked(**table: Any) -> FakeGateway:  # noqa: ANN401  # fields of the table
    """Ada knocked with 6, bob laid off two spades and is left with 28."""
    table = {"wins": WINS, **table}
    gateway = knocked(
        knocker="4S 5S 6S 7S 9H 9D 9C AD 2H 3C",
        defender="5H 5D 5C AC 3D 6D 8H TC 8S 9S",
        by=Seat.A,
        **table,
    )
    return finished(gateway, ("8S", 0), ("9S", 0))


def dead_deal(seat: Seat | None = Seat.A) -> FakeGateway:
    """The 29th stock card was drawn and thrown."""
    deal = played(drawn_down_to(3, deal_from()), DrawStock())
    gateway = sitting_at(deal, wins=WINS[:1], seat=seat)
    assert gateway.at is not None
    assert deal.drawn is not None
    gateway.at.play(deal.turn, Discard(deal.drawn))
    return gateway


def test_a_knock_at_80_columns() -> None:
    assert_frame("result_knock_80", Seated(ada_knocked()).text())


def test_a_knock_at_120_columns() -> None:
    assert_frame("result_knock_120", Seated(ada_knocked()).text(120, 40))


def test_a_dead_deal_at_80_columns() -> None:
    assert_frame("result_dead_80", Seated(dead_deal()).text())


def test_the_loser_reads_it_from_his_side() -> None:
    shown = Seated(ada_knocked(seat=Seat.B)).text()
    assert "ada knocked with 6" in shown
    assert "you laid off 8♠ 9♠ and kept 28" in shown
    assert "run + your 2" in shown
    assert "ada +22" in shown


def test_a_watcher_reads_both_by_name() -> None:
    shown = Seated(ada_knocked(seat=None)).text()
    assert "ada knocked with 6" in shown
    assert "bob laid off 8♠ 9♠ and kept 28" in shown


def test_nothing_laid_off_is_told() -> None:
    gateway = knocked(
        knocker="4S 5S 6S 7S 9H 9D 9C AD 2H 3C", defender="5H 5D 5C AC 3D 6D 8H TC 8S 9S", by=Seat.A
    )
    assert "bob laid off nothing and kept 45" in Seated(finished(gateway)).text()


def test_gin_is_told_with_its_bonus() -> None:
    gateway = knocked(
        knocker="2S 2H 2D 6C 7C 8C 9C TH JH QH", defender="3S 3H 3D 8S 9S TS JS KD KC KH"
    )
    shown = Seated(gateway).text()
    assert "bob went gin" in shown
    assert "you kept 0; nothing goes on gin" in shown
    assert "gin bonus" in shown
    assert "bob +25" in shown


def test_a_tie_is_an_undercut_and_scores_the_bonus() -> None:
    gateway = finished(
        knocked(
            knocker="5S 6S 7S JH JD JC 2H 2D 2C 9C", defender="3S 4S 8S 9S JS KH KD KC 8D AD",
            spread="5S 6S 7S/JH JD JC/2H 2D 2C",
        ),
        ("4S", 0), ("3S", 0), ("8S", 0), ("9S", 0), ("JS", 2),
    )  # fmt: skip
    shown = Seated(gateway).text()
    assert "you undercut bob" in shown
    assert "bob laid down and kept 9" in shown
    assert "you laid off 4♠ 3♠ 8♠ 9♠ J♠ and kept 9" in shown
    assert "undercut bonus" in shown
    assert "you +10" in shown


def test_what_is_to_go_is_the_winners_of_the_hand_and_not_the_leaders() -> None:
    shown = Seated(ada_knocked(wins=((Seat.B, 48),))).text()
    assert "0 +22 = 22" in shown
    assert "78 to go" in shown
    assert "52 to go" not in shown


async def test_unread_talk_stays_in_a_full_footer() -> None:
    gateway = between_hands()
    assert gateway.at is not None
    gateway.change(more={**gateway.at.more, "may_adjourn": True})
    player = Seated(gateway)
    gateway.hear("bob", "well played")
    assert "c Talk (1 new)" in player.text().split("\n")[-1]


def test_a_closed_game_is_named_and_settled() -> None:
    shown = Seated(ada_knocked(rules=MODERN, wins=(*WINS, (Seat.A, 46)))).text()
    assert "YOU WIN II" in shown
    assert "you +22 in games II and III. Game I closed before." in shown
    assert "CLOSED ✓ WON" in shown
    assert "settled so far" in shown


def test_a_game_closed_by_the_other_is_lost() -> None:
    shown = Seated(ada_knocked(wins=(*WINS, (Seat.A, 46)), seat=Seat.B)).text()
    assert "ada wins II" in shown
    assert "CLOSED × LOST" in shown


def test_a_win_that_scores_nowhere_is_told() -> None:
    wins = ((Seat.B, 60), (Seat.B, 45))
    shown = Seated(ada_knocked(wins=wins)).text()
    assert "you +22, entered nowhere: game I closed before." in shown


def test_bonuses_are_told_only_where_the_rules_have_them() -> None:
    wins = (*WINS, (Seat.A, 46))
    assert "settled" not in Seated(ada_knocked(wins=wins)).text()
    assert "settled" in Seated(ada_knocked(wins=wins, rules=MODERN)).text()


def test_a_doubled_deal_is_told() -> None:
    rules = replace(CLASSIC, oklahoma=True, spades_double=True)
    shown = Seated(ada_knocked(rules=rules, upcard="QS", wins=())).text()
    assert "spade upcard" in shown
    assert "you +44" in shown


def test_a_single_game_shows_no_three_columns() -> None:
    shown = Seated(ada_knocked(rules=replace(CLASSIC, single_game=True), wins=())).text()
    assert "+22." in shown
    assert "II" not in shown


def test_a_dead_deal_says_who_deals_again() -> None:
    shown = Seated(dead_deal()).text()
    assert "only two cards are left in the stock and nobody knocked" in shown
    assert "No points; you deal again." in shown
    assert "lay off" not in shown


def test_a_dead_deal_shows_nobody_the_others_cards() -> None:
    gateway = dead_deal()
    shown = Seated(gateway).text()
    assert "you held" in shown
    assert "bob " not in shown.split("HAND OVER")[0].split("\n", 1)[1]
    assert "held" not in Seated(dead_deal(seat=None)).text()


def test_endless_swapping_is_told_as_the_reason() -> None:
    deal = played(deal_from(), PassUpcard(), PassUpcard(), DrawStock())
    assert deal.drawn is not None
    deal = played(deal, Discard(deal.drawn))
    while deal.phase is Phase.DRAW:
        deal = played(deal, TakeUpcard())
        card = next(card for card in deal.hands[deal.turn] if card != deal.taken)
        deal = played(deal, Discard(card))
    gateway = sitting_at(deal)
    assert gateway.at is not None
    gateway.at.score = DealScore(None)
    assert "the pile was taken 50 times in a row" in Seated(gateway).text()


async def test_enter_asks_for_the_next_hand() -> None:
    gateway = ada_knocked()
    await Seated(gateway).press("enter")
    assert gateway.asked == ["ready"]


async def test_enter_rests_so_that_the_result_is_seen() -> None:
    gateway = ada_knocked()
    ada = Seated(gateway)
    gateway.change(version=99)
    await ada.presenter.press("enter")
    assert gateway.asked == []
    assert RESTING in ada.text()


async def test_who_is_ready_is_told() -> None:
    gateway = ada_knocked(ready=PerSeat(False, True))
    ada = Seated(gateway)
    assert "bob is ready" in ada.text()
    gateway.change(ready=PerSeat(True, False))
    assert "you are ready" in ada.text()
    await ada.press("enter")
    assert gateway.asked == []
    assert "You are ready; bob is not yet." in ada.text()


async def test_a_watcher_cannot_ask_for_the_next_hand() -> None:
    gateway = ada_knocked(seat=None)
    watcher = Seated(gateway)
    await watcher.press("enter")
    assert gateway.asked == []
    assert "Next hand" not in watcher.text()


async def test_after_the_last_hand_enter_goes_on_to_the_match() -> None:
    gateway = ada_knocked(rules=MODERN, wins=((Seat.A, 60), (Seat.A, 60), (Seat.A, 80)))
    ada = Seated(gateway)
    assert "YOU WIN III" in ada.text()
    await ada.press("enter")
    assert gateway.asked == []
    assert "you win the match" in ada.text()


async def test_sheet_and_talk_open_from_here() -> None:
    ada = Seated(ada_knocked())
    await ada.press("v")
    assert "SCORE SHEET" in ada.text()
    await ada.press("escape", "c")
    await ada.type("well")
    assert "› well" in ada.text()


def test_an_absent_player_is_told_with_the_time_left() -> None:
    away = SeatInfo("bob", Presence.AWAY, grace=65)
    shown = Seated(ada_knocked(players=PerSeat(SeatInfo("ada"), away))).text()
    assert "○ bob is away, seat kept 1:05" in shown


@pytest.mark.parametrize("width", [80, 96, 112, 150, 300])
@pytest.mark.parametrize("height", [24, 30, 36, 100])
def test_regions_stay_in_the_body_and_do_not_overlap(width: int, height: int) -> None:
    regions = list(Seated(ada_knocked()).presenter.screen.regions(width, height).values())
    body = Region(0, 1, width, height - 2)
    for place, region in enumerate(regions):
        assert body.contains_region(region)
        assert not any(region.overlaps(other) for other in regions[:place])
