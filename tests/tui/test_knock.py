"""The question before a knock."""

from __future__ import annotations

import pytest

from engine.actions import BigGin, Discard, DrawStock, Knock
from engine.cards import parse_card
from engine.melds import SetMeld
from engine.rules import MODERN
from tests.support.screens import Seated, assert_frame
from tests.support.tables import (
    at_the_discard,
    at_the_last_knock,
    with_a_basic_coach,
    with_big_gin,
    with_gin,
    with_three_spreads,
    without_a_coach,
)
from tui.settings import Settings

QUEEN, KING = parse_card("QS"), parse_card("KC")


def is_asking(player: Seated) -> bool:
    return player.presenter.desk.layer == "knock"


async def test_knocking_asks_and_enter_confirms() -> None:
    player = Seated(at_the_discard())
    await player.press("k")
    assert is_asking(player)
    assert player.gateway.asked == []
    assert "KNOCK WITH 6?" in player.text()
    await player.press("enter")
    assert player.gateway.asked == [Knock(QUEEN, None)]
    assert not is_asking(player)


@pytest.mark.parametrize("key", ["escape", "n"])
async def test_backing_out_changes_nothing(key: str) -> None:
    player = Seated(at_the_discard())
    await player.press("-")
    before = player.text()
    await player.press("k", key)
    assert player.text() == before
    assert player.gateway.asked == []
    await player.press("enter")
    assert player.gateway.asked == [Discard(QUEEN)]


async def test_the_question_can_be_switched_off() -> None:
    player = Seated(at_the_discard(Settings(confirm_knock=False)))
    await player.press("k")
    assert player.gateway.asked == [Knock(QUEEN, None)]


async def test_without_the_question_a_knock_rests_after_a_change_of_position() -> None:
    player = Seated(at_the_discard(Settings(confirm_knock=False)))
    player.presenter.rest()
    await player.press("k")
    assert player.gateway.asked == []


async def test_the_confirmation_is_a_separate_press() -> None:
    player = Seated(at_the_discard())
    await player.presenter.press("k")
    await player.presenter.press("enter")
    assert player.gateway.asked == []
    await player.press("enter")
    player.stage.wait(0.1)
    await player.press("enter")
    assert player.gateway.asked == [Knock(QUEEN, None)]


async def test_the_lifted_card_is_the_one_thrown() -> None:
    player = Seated(with_three_spreads())
    await player.press("0", "k", "enter")
    assert player.gateway.asked == [Knock(parse_card("AC"), None)]


async def test_the_default_spread_comes_first_and_another_may_be_chosen() -> None:
    player = Seated(with_three_spreads())
    await player.press("k")
    assert_frame("layer_knock_spreads_80", player.text())
    await player.press("right")
    assert "spread 2 of" in player.text()
    await player.press("left", "2", "enter")
    (knock,) = player.gateway.asked
    assert isinstance(knock, Knock)
    assert knock.discard == KING
    assert knock.spread is not None
    assert not any(isinstance(meld, SetMeld) for meld in knock.spread)


async def test_a_chosen_spread_does_not_stay_for_the_next_question() -> None:
    player = Seated(with_three_spreads())
    await player.press("k", "2", "escape", "k")
    assert "spread 1 of" in player.text()


async def test_the_full_coach_says_what_it_means_for_the_games() -> None:
    player = Seated(at_the_discard(rules=MODERN))
    await player.press("k")
    text = player.text()
    assert "closed" in text
    assert "closes" in text
    assert "if undercut" in text
    assert "bob may lay off and undercut (6 or less): hardly likely." in text


async def test_the_basic_coach_only_says_which_games_are_entered() -> None:
    player = Seated(with_a_basic_coach())
    await player.press("k")
    text = player.text()
    assert "entered" in text
    assert "guess" not in text


async def test_gin_is_called_gin_but_never_declared_for_the_player() -> None:
    player = Seated(with_gin())
    assert "goes gin" in player.text()
    await player.press("k")
    assert "GO GIN?" in player.text()
    assert "bob cannot lay off" in player.text()
    await player.press("escape", "-", "enter")
    assert player.gateway.asked == [Discard(QUEEN)]


async def test_big_gin_lays_down_all_eleven() -> None:
    player = Seated(with_big_gin())
    await player.press("k")
    assert "BIG GIN?" in player.text()
    await player.press("enter")
    assert player.gateway.asked == [BigGin(None)]


async def test_with_a_card_lifted_big_gin_gives_way_to_gin() -> None:
    player = Seated(with_big_gin())
    await player.press("1", "k", "enter")
    assert player.gateway.asked == [Knock(parse_card("4S"), None)]


async def test_without_a_coach_the_card_has_to_be_lifted_first() -> None:
    player = Seated(without_a_coach())
    await player.press("k")
    assert not is_asking(player)
    await player.press("-", "k", "enter")
    assert player.gateway.asked == [Knock(QUEEN, None)]


async def test_the_last_card_is_taken_to_knock() -> None:
    player = Seated(at_the_last_knock())
    await player.press("k", "enter")
    assert player.gateway.asked == [Knock(QUEEN, None)]


async def test_the_question_closes_when_there_is_nothing_left_to_ask() -> None:
    player = Seated(at_the_discard())
    await player.press("k")
    assert player.gateway.at is not None
    player.gateway.at.play(player.gateway.deal.turn, Discard(QUEEN))
    player.presenter.update()
    assert not is_asking(player)


async def test_the_question_comes_back_after_a_dropped_link() -> None:
    player = Seated(at_the_discard())
    await player.press("1", "-", "k")
    again = Seated(player.gateway)
    assert is_asking(again)
    assert again.text() == player.text()
    await again.press("enter")
    assert player.gateway.asked == [Knock(QUEEN, None)]


async def test_a_restored_question_without_a_knock_is_not_shown() -> None:
    player = Seated(at_the_discard())
    await player.press("k")
    assert player.gateway.at is not None
    player.gateway.at.play(player.gateway.deal.turn, Discard(QUEEN))
    player.gateway.at.play(player.gateway.deal.turn, DrawStock())
    assert not is_asking(Seated(player.gateway))
