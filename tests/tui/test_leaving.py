"""The question before leaving: what each way out means, and that nothing is given up by mistake."""

from __future__ import annotations

import pytest

from engine.seats import PerSeat
from tests.support.gateway import FakeGateway
from tests.support.lobbies import busy_lobby
from tests.support.matches import past_the_grace
from tests.support.screens import Seated
from tests.support.tables import alone, at_the_draw, watching, while_waiting
from tui.gateway import Presence, SeatInfo


@pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
async def test_leaving_asks(key: str) -> None:
    player = Seated(at_the_draw())
    await player.press(key)
    assert "LEAVE THE TABLE?" in player.text()
    assert "Forfeit the match" in player.text()
    await player.press("enter", "escape")
    assert player.gateway.asked == []
    assert player.stage.control.ended == []


@pytest.mark.parametrize(
    ("key", "asked", "ended"),
    [("l", ["step_out"], 0), ("h", [], 1)],
)
async def test_the_ways_out(key: str, asked: list[object], ended: int) -> None:
    player = Seated(at_the_draw())
    await player.press("q", key)
    assert player.gateway.asked == asked
    assert len(player.stage.control.ended) == ended


async def test_a_way_out_is_a_separate_press() -> None:
    player = Seated(at_the_draw())
    await player.presenter.press("q")
    await player.presenter.press("l")
    assert player.gateway.asked == []


async def test_a_forfeit_is_asked_twice_with_another_key() -> None:
    player = Seated(at_the_draw())
    await player.press("q", "f", "f", "f")
    assert "GIVE THE MATCH UP?" in player.text()
    assert "bob wins it, and you go to the lobby" in player.text()
    await player.press("escape", "q")
    assert "LEAVE THE TABLE?" in player.text()
    assert player.gateway.asked == []


async def test_a_forfeit_is_told_in_the_lobby_until_the_next_key() -> None:
    gateway = at_the_draw()
    player = Seated(gateway)
    await player.press("q", "f", "y")
    assert gateway.asked == ["leave"]
    gateway.at = None
    player.presenter.update()
    assert "You gave the match up: bob has won it." in player.text()
    await player.press("down")
    assert "You gave the match up" not in player.text()


async def test_there_is_nothing_to_forfeit_against_somebody_away_too_long() -> None:
    player = Seated(past_the_grace())
    await player.press("q")
    assert "w  Claim the match" in player.text()
    assert "Forfeit" not in player.text()


@pytest.mark.parametrize("keys", [("q", "h"), ("q",), ("v", "ctrl+c")])
async def test_who_went_with_the_question_open_is_not_asked_again(keys: tuple[str, ...]) -> None:
    gateway = at_the_draw()
    await Seated(gateway).press(*keys)
    assert "LEAVE" not in Seated(gateway).text()
    assert ("SCORE SHEET" in Seated(gateway).text()) == ("v" in keys)


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_staying_comes_back_to_what_was_open(key: str) -> None:
    player = Seated(busy_lobby())
    await player.press("n", "right", key)
    assert "LEAVE THE CLUB?" in player.text()
    assert "NEW TABLE" in player.text()
    await player.press(key, "escape")
    assert "With the game, shutout and box bonuses" in player.text()


async def test_leaving_says_what_it_costs() -> None:
    gateway = at_the_draw()
    player = Seated(gateway)
    gateway.change(may_call_off=True)
    await player.press("q")
    assert "nothing counts" in player.text()
    player = Seated(alone())
    await player.press("q")
    assert "Close the table" in player.text()
    player = Seated(watching())
    await player.press("q")
    assert "Stop watching" in player.text()


async def test_a_match_may_be_claimed_once_the_other_has_been_away_too_long() -> None:
    gateway = while_waiting()
    gateway.change(players=PerSeat(SeatInfo("ada"), SeatInfo("bob", Presence.AWAY, grace=0)))
    player = Seated(gateway)
    await player.press("q", "w")
    assert gateway.asked == []
    await player.press("escape")
    gateway.change(may_claim=True)
    assert "is away too long" in player.text()
    await player.press("q", "w")
    assert gateway.asked == ["claim"]


async def test_in_the_lobby_leaving_hangs_up() -> None:
    player = Seated(FakeGateway())
    await player.press("ctrl+c")
    assert "LEAVE THE CLUB?" in player.text()
    await player.press("h")
    assert len(player.stage.control.ended) == 1


async def test_the_guard_screen_asks_before_leaving_too() -> None:
    player = Seated(at_the_draw())
    player.text(30, 10)
    await player.press("ctrl+q")
    assert "h Hang up" in player.text(30, 10)
    await player.press("escape")
    assert "YOUR TURN" in player.text(30, 10)
    await player.press("ctrl+q", "h")
    assert len(player.stage.control.ended) == 1


async def test_against_the_computer_the_match_waits_for_one_alone() -> None:
    gateway = at_the_draw()
    gateway.change(
        players=PerSeat(SeatInfo("ada"), SeatInfo("computer (club)", is_computer=True)),
        more={"may_adjourn": True},
    )
    player = Seated(gateway)
    await player.press("q")
    assert "a  Adjourn the match" in player.text()
    assert "it waits in the lobby until you go on" in player.text()
