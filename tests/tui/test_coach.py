from __future__ import annotations

import pytest

from engine.actions import PassUpcard
from engine.players.second_thoughts import HANDS
from tests.support.deals import deal_from, holding_eleven, played, threw
from tests.support.gateway import FakeGateway, sitting_at
from tests.support.screens import Seated
from tests.support.tables import (
    PHASES,
    TEN,
    at_the_draw,
    at_the_last_offer,
    at_the_offer,
    while_waiting,
)
from tui.settings import CoachLevel, Settings


def coach_of(player: Seated, width: int = 80, height: int = 24) -> str:
    """What stands in the coach's panel."""
    region = player.presenter.screen.regions(width, height)["coach"]
    rows = player.text(width, height).split("\n")[region.y : region.bottom]
    return "\n".join(row[region.x : region.right].rstrip() for row in rows)


def after_both_passed() -> FakeGateway:
    """A is on turn and has to draw from the stock."""
    deal = deal_from(a=TEN, upcard="8D")
    return sitting_at(played(deal, PassUpcard(), PassUpcard()))


def test_while_waiting_it_names_the_cards_that_would_help_and_what_they_would_leave() -> None:
    told = coach_of(Seated(while_waiting()))
    assert "cards that would help" in told
    assert "Would leave  3: 3♠ 8♠ 9♠" in told


def test_after_both_passed_it_says_nothing_of_taking_the_upcard() -> None:
    told = coach_of(Seated(after_both_passed()))
    assert "Take" not in told
    assert "8♦" not in told
    assert "Would leave" in told


def test_at_an_offer_it_says_whether_to_take_it_and_why() -> None:
    assert "Take it: it completes a meld" in coach_of(Seated(at_the_offer()))
    assert "Leave it: it completes no meld" in coach_of(Seated(at_the_draw()))


def test_what_comes_from_the_stock_is_told_apart_from_the_upcard() -> None:
    assert "Stock would leave 16: 9♠" in coach_of(Seated(at_the_offer()))


def test_a_ten_keeps_its_distance_from_the_next_word() -> None:
    deal = holding_eleven(f"{TEN} TH", drawn="TH", upcard="8D")
    assert "throw 10♥ leaves  6 knock now  3 help" in coach_of(Seated(sitting_at(deal)))


def test_what_was_tried_stands_first_and_says_so() -> None:
    deal = holding_eleven(f"{TEN} TH", drawn="TH", upcard="8D")
    gateway = sitting_at(deal)
    assert gateway.at is not None
    gateway.at.more["second_thought"] = threw("TH")
    told = coach_of(Seated(gateway))
    assert f"tried on {HANDS} likely hands" in told
    assert "throw 10♥ leaves  6 can knock" in told.split("\n")[1]
    assert "Why 10♥: tried out, it comes out best" in told


@pytest.mark.parametrize("phase", PHASES)
def test_no_row_of_it_is_wider_than_its_panel(phase: str) -> None:
    for width in (80, 96, 112):
        player = Seated(PHASES[phase]())
        region = player.presenter.screen.regions(width, 24).get("coach")
        if region is not None and region.area:
            beside = [
                row[region.right]
                for row in player.text(width, 24).split("\n")[region.y : -1]
                if len(row) > region.right
            ]
            assert set(beside) <= {" "}


def test_its_sentences_are_never_cut() -> None:
    off = at_the_draw(Settings(coach=CoachLevel.OFF))
    assert "The coach is off. i asks it again at this\n table." in coach_of(Seated(off))
    assert "in 9♥ 9♦\n   9♣" in coach_of(Seated(at_the_last_offer()))
