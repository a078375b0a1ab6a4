"""Putting a match off, and what can be done about a player who stays away."""

from __future__ import annotations

import pytest

from engine.seats import Seat
from tests.support.gateway import FakeGateway
from tests.support.matches import past_the_grace, with_an_offer
from tests.support.screens import Seated, assert_frame
from tests.support.tables import at_the_discard, watching


def may_adjourn() -> FakeGateway:
    gateway = at_the_discard()
    gateway.change(more={"may_adjourn": True})
    return gateway


async def test_past_the_grace_one_may_claim_adjourn_or_wait() -> None:
    player = Seated(past_the_grace())
    shown = player.text()
    assert "is away too long:  a claims the match, adjourns it or waits" in shown
    await player.press("a")
    assert_frame("layer_claim_80", player.text())


@pytest.mark.parametrize(("key", "asked"), [("w", ["claim"]), ("y", ["adjourn"]), ("escape", [])])
async def test_each_choice_does_what_it_says(key: str, asked: list[str]) -> None:
    gateway = past_the_grace()
    player = Seated(gateway)
    await player.press("a", key)
    assert gateway.asked == asked
    assert player.presenter.layer is None


async def test_an_offer_is_told_and_answered() -> None:
    gateway = with_an_offer(Seat.B)
    player = Seated(gateway)
    assert "is offering to adjourn" in player.text()
    assert "a Answer" in player.text()
    await player.press("a")
    assert_frame("layer_offer_80", player.text())
    await player.press("n")
    assert gateway.asked == ["decline"]


async def test_accepting_an_offer_adjourns() -> None:
    gateway = with_an_offer(Seat.B)
    await Seated(gateway).press("a", "y")
    assert gateway.asked == ["adjourn"]


def test_a_new_offer_is_news_from_outside() -> None:
    gateway = may_adjourn()
    player = Seated(gateway)
    gateway.change(more={"may_adjourn": True, "adjourn_offer": Seat.B})
    assert "bob offers to adjourn the match: a answers." in player.text()


async def test_adjourning_is_offered_from_the_palette_and_before_leaving() -> None:
    gateway = may_adjourn()
    player = Seated(gateway)
    await player.press("ctrl+p")
    await player.type("adjourn")
    await player.press("enter", "y")
    assert gateway.asked == ["adjourn"]
    await player.press("q")
    assert "a  Offer to adjourn" in player.text()
    await player.press("a")
    assert gateway.asked == ["adjourn", "adjourn"]


async def test_ones_own_offer_can_be_taken_back() -> None:
    gateway = with_an_offer(Seat.A)
    player = Seated(gateway)
    await player.press("a")
    assert "YOU OFFER TO ADJOURN" in player.text()
    await player.press("n")
    assert gateway.asked == ["decline"]


async def test_the_question_goes_when_there_is_nothing_left_to_ask() -> None:
    gateway = with_an_offer(Seat.B)
    player = Seated(gateway)
    await player.press("a")
    gateway.change(more={})
    assert player.presenter.layer is None


async def test_answers_rest_for_a_moment_after_the_question_comes() -> None:
    gateway = with_an_offer(Seat.B)
    player = Seated(gateway)
    await player.presenter.press("a")
    await player.presenter.press("y")
    assert gateway.asked == []


async def test_watchers_are_not_asked() -> None:
    gateway = watching()
    gateway.change(more={"adjourn_offer": Seat.B})
    player = Seated(gateway)
    await player.press("a")
    assert player.presenter.layer is None


async def test_a_too_small_terminal_asks_in_few_words() -> None:
    player = Seated(past_the_grace())
    await player.press("a")
    shown = player.text(40, 12)
    for words in ("BOB IS AWAY", "w Claim the match", "y Adjourn the match", "Esc Wait"):
        assert words in shown
