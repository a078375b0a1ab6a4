"""What holds on every screen: routing, layers, alerts, news, leaving."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Discard, DrawStock, FinishLayoffs
from engine.cards import parse_card
from engine.seats import PerSeat, Seat
from tests.support.gateway import PROFILE, FakeGateway, sitting_at
from tests.support.screens import Seated
from tests.support.tables import (
    alone,
    at_the_discard,
    at_the_draw,
    knockable,
    while_waiting,
)
from tui.gateway import Desk, MatchEnd, Presence, RejectedError, SeatInfo
from tui.presenter import FLASH_SECONDS, TITLE, UNKNOWN, UNKNOWN_IN_A_LAYER
from tui.routing import screen_name
from tui.settings import ColourChoice, Settings, TurnAlert
from tui.terminal import ColourDepth

QUEEN = parse_card("QS")


def screen_of(player: Seated) -> str:
    return type(player.presenter.screen).__name__


def open_layer(player: Seated) -> str:
    return player.presenter.desk.layer


# Which screen


def test_without_a_table_it_is_the_lobby() -> None:
    assert screen_name(None, acknowledged=False) == "lobby"
    assert screen_of(Seated(FakeGateway())) == "LobbyScreen"


async def test_the_screens_follow_the_deal() -> None:
    gateway = at_the_discard()
    player = Seated(gateway)
    assert screen_of(player) == "TableScreen"
    await player.press("k", "enter")
    assert screen_of(player) == "ShowdownScreen"
    gateway.opponent(FinishLayoffs())
    assert screen_of(player) == "ResultScreen"


async def test_the_last_result_is_read_before_the_match_is_over() -> None:
    gateway = sitting_at(knockable(), wins=((Seat.A, 90),) * 3)
    player = Seated(gateway)
    await player.press("k", "enter")
    gateway.opponent(FinishLayoffs())
    assert gateway.at is not None
    assert gateway.at.ended is MatchEnd.PLAYED
    assert screen_of(player) == "ResultScreen"
    player.presenter.acknowledge()
    assert screen_of(player) == "MatchOverScreen"


def test_a_forfeited_match_has_no_result_to_read() -> None:
    gateway = at_the_draw()
    player = Seated(gateway)
    gateway.change(ended=MatchEnd.FORFEIT, winner=Seat.A)
    assert screen_of(player) == "MatchOverScreen"


# Telling whose turn it is


@pytest.mark.parametrize(
    ("alert", "bells", "named"),
    [
        (TurnAlert.BELL_TITLE, 1, True),
        (TurnAlert.BELL, 1, False),
        (TurnAlert.TITLE, 0, True),
        (TurnAlert.OFF, 0, False),
    ],
)
def test_your_turn_rings_and_names_the_window(alert: TurnAlert, bells: int, named: bool) -> None:
    gateway = while_waiting(Settings(alert=alert))
    player = Seated(gateway)
    assert player.stage.control.titles == [TITLE]
    gateway.opponent(DrawStock(), Discard(next(iter(gateway.deal.hands.b))))
    assert player.stage.bells == bells
    assert ("your turn" in player.stage.control.titles[-1]) == named


def test_the_bell_is_quiet_while_the_window_has_the_focus() -> None:
    gateway = while_waiting()
    player = Seated(gateway)
    player.presenter.has_focus = True
    gateway.opponent(DrawStock(), Discard(next(iter(gateway.deal.hands.b))))
    assert player.stage.bells == 0
    assert "your turn" in player.stage.control.titles[-1]


async def test_the_title_goes_back_when_the_turn_is_over() -> None:
    player = Seated(at_the_discard())
    await player.press("-", "enter")
    assert player.stage.control.titles[-1] == TITLE


# News from outside


def test_a_dropped_opponent_and_the_return_are_told() -> None:
    gateway = while_waiting()
    player = Seated(gateway)
    here, away = SeatInfo("bob"), SeatInfo("bob", Presence.AWAY, grace=120)
    gateway.change(players=PerSeat(SeatInfo("ada"), away))
    assert "bob has lost the connection." in player.text()
    assert "○ bob" in player.text()
    assert "seat kept 2:00" in player.text()
    gateway.change(players=PerSeat(SeatInfo("ada"), here))
    assert "bob is back at the table." in player.text()
    assert "● bob" in player.text()
    player.stage.wait(6)
    assert "back at the table" not in player.text()


def test_who_gave_the_seat_up_is_said_to_have_left_not_to_be_cut_off() -> None:
    gateway = while_waiting()
    player = Seated(gateway)
    gone = SeatInfo("bob", Presence.AWAY, left=True)
    gateway.change(players=PerSeat(SeatInfo("ada"), gone))
    assert "bob has left the table." in player.text()


def test_a_tick_of_the_grace_is_no_news() -> None:
    gateway = while_waiting()
    player = Seated(gateway)
    for grace in (120, 119):
        gateway.change(
            players=PerSeat(SeatInfo("ada"), SeatInfo("bob", Presence.AWAY, grace=grace))
        )
        player.stage.wait(6)
    assert player.presenter._toast.text == ""


def test_somebody_sitting_down_is_told() -> None:
    gateway = alone()
    player = Seated(gateway)
    gateway.change(players=PerSeat(SeatInfo("ada"), SeatInfo("bob")))
    assert "bob has sat down." in player.text()


# What the player has arranged


async def test_what_was_arranged_comes_back_after_a_dropped_link() -> None:
    player = Seated(at_the_discard())
    await player.press("o", "3", "<", "7", "?")
    again = Seated(player.gateway)
    assert again.presenter.desk == player.presenter.desk
    assert open_layer(again) == "help"
    await again.press("escape")
    await player.press("escape")
    assert again.text() == player.text()


def test_a_new_deal_clears_what_belonged_to_the_old_one() -> None:
    gateway = at_the_draw()
    assert gateway.at is not None
    gateway.at.desk = Desk(cursor=5, lifted=parse_card("4S"), layer="help", read=3)
    player = Seated(gateway)
    gateway.change(deal_number=8, deal=knockable())
    assert player.presenter.desk.lifted is None
    assert player.presenter.desk.layer == "help"
    assert player.presenter.desk.read == 3


def test_an_unknown_layer_from_elsewhere_is_not_opened() -> None:
    gateway = at_the_draw()
    assert gateway.at is not None
    gateway.at.desk = Desk(layer="nonsense")
    assert Seated(gateway).presenter.layer is None


# Layers


async def test_escape_closes_one_layer_and_nothing_else() -> None:
    player = Seated(at_the_discard())
    await player.press("-", "?")
    assert open_layer(player) == "help"
    await player.press("escape")
    assert open_layer(player) == ""
    await player.press("escape", "escape")
    assert player.presenter.desk.lifted == QUEEN
    assert player.gateway.asked == []


async def test_a_key_that_means_nothing_is_answered() -> None:
    for gateway, key, answer in (
        (FakeGateway(), "z", UNKNOWN),
        (at_the_discard(), "f7", UNKNOWN),
        (at_the_discard(), "v z", UNKNOWN_IN_A_LAYER),
    ):
        player = Seated(gateway)
        await player.press(*key.split())
        assert player.presenter.flash_text == answer
        assert answer in player.text()


async def test_under_a_layer_play_keys_do_nothing() -> None:
    player = Seated(at_the_discard())
    await player.press("-", "q", "enter", "k", "s")
    assert player.gateway.asked == []


async def test_on_the_guard_screen_play_keys_rest() -> None:
    player = Seated(at_the_discard())
    player.text(60, 12)
    await player.press("-", "enter", "k", "enter", "?")
    assert player.gateway.asked == []
    assert open_layer(player) == ""
    assert "Enter throws" not in player.text(80, 24)


async def test_ctrl_l_sends_everything_again() -> None:
    player = Seated(at_the_discard())
    await player.press("ctrl+l")
    assert player.stage.repaints == 1


# The palette


async def test_the_palette_finds_a_command_by_a_part_of_its_name() -> None:
    player = Seated(at_the_draw())
    await player.press("ctrl+p")
    await player.type("stoc")
    await player.press("enter")
    assert player.gateway.asked == [DrawStock()]
    assert open_layer(player) == ""


async def test_the_palette_shows_only_our_own_commands() -> None:
    player = Seated(at_the_draw())
    await player.press("ctrl+p")
    text = player.text().lower()
    for word in ("screenshot", "theme", "maximize", "save"):
        assert word not in text
    await player.type("settings")
    await player.press("enter")
    assert open_layer(player) == "settings"


async def test_the_palette_explains_what_cannot_be_done_now() -> None:
    player = Seated(at_the_draw())
    await player.press("ctrl+p", *"knock", "enter")
    assert "Draw first" in player.text()
    assert player.gateway.asked == []


async def test_the_palette_is_read_with_arrows_and_the_mouse() -> None:
    player = Seated(at_the_draw())
    await player.press("ctrl+p", "down", "up", "up")
    await player.press("escape", "ctrl+p")
    await player.click("Take")
    assert len(player.gateway.asked) == 1
    await player.press("ctrl+p", *"xyzzy")
    assert "Nothing is called that." in player.text()
    await player.press("enter")
    assert len(player.gateway.asked) == 1


# The terminal


def test_a_players_own_colours_are_used_from_the_start() -> None:
    mono = replace(PROFILE, depth=ColourDepth.TRUE)
    settings = Settings(colours=ColourChoice.MONO, mouse=False)
    player = Seated(at_the_draw(settings), mono)
    assert player.stage.control.depths == [ColourDepth.MONO]
    assert player.stage.control.mouse == [False]


def test_changed_settings_reach_the_terminal_at_once() -> None:
    player = Seated(at_the_draw())
    player.presenter.save_settings(Settings(colours=ColourChoice.C16, mouse=False))
    player.presenter.save_settings(Settings(colours=ColourChoice.C16))
    assert player.stage.control.depths == [ColourDepth.C16]
    assert player.stage.control.mouse == [False, True]


# Refusals by the house


async def test_a_refusal_is_explained_and_goes() -> None:
    class Refusing(FakeGateway):
        async def step_out(self) -> None:
            raise RejectedError("Not while the cards are dealt.")

    player = Seated(Refusing(at_the_draw().at))
    await player.press("q", "l")
    assert "Not while the cards are dealt." in player.text()
    player.stage.wait(FLASH_SECONDS)
    assert "Not while" not in player.text()


async def test_a_newer_explanation_stays_its_own_four_seconds() -> None:
    player = Seated(while_waiting())
    await player.press("s")
    player.stage.wait(2)
    await player.press("s")
    player.stage.wait(2.5)
    assert "It is bob’s turn" in player.text()
    player.stage.wait(2)
    assert "It is bob’s turn" not in player.text()


def test_the_players_names_are_never_markup() -> None:
    gateway = while_waiting()
    gateway.change(players=PerSeat(SeatInfo("ada"), SeatInfo("[/]b[red]")))
    gateway.hear("[/]b[red]", "[@click=app.quit]press[/] \x1b[2J")
    text = Seated(gateway).text()
    assert "[/]b[red]" in text
    assert "[@click=app.quit]press" in text
    assert "\x1b" not in text
