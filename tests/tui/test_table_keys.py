"""What the keys do at a table, and what they say when they do not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.actions import Discard, DrawStock, Knock, PassUpcard, TakeUpcard
from engine.cards import Card, parse_card
from engine.players.computer import Level
from engine.seats import PerSeat, Seat
from tests.support.deals import played
from tests.support.gateway import STALE, FakeGateway, sitting_at, waiting_alone
from tests.support.lobbies import LONGEST
from tests.support.screens import Seated
from tests.support.tables import (
    PHASES,
    at_the_discard,
    at_the_draw,
    at_the_last_knock,
    at_the_last_offer,
    at_the_offer,
    watching,
    while_waiting,
    with_a_banned_card,
    with_nothing_to_take_it_for,
    without_a_coach,
)
from tui.gateway import SeatInfo
from tui.presenter import RESTING
from tui.settings import CoachLevel, Settings, SortOrder

QUEEN = parse_card("QS")


def desk(player: Seated) -> tuple[int, Card | None]:
    return player.presenter.desk.cursor, player.presenter.desk.lifted


def lifted(player: Seated) -> Card | None:
    return player.presenter.desk.lifted


# Moving and lifting


async def test_the_cursor_moves_and_goes_round() -> None:
    player = Seated(at_the_discard())
    places = []
    for key in ("right", "l", "left", "h", "left", "home", "end", "right"):
        await player.press(key)
        places.append(player.presenter.desk.cursor)
    assert places == [1, 2, 1, 0, 10, 0, 10, 0]


async def test_digits_lift_the_card_they_stand_under() -> None:
    player = Seated(at_the_discard())
    await player.press("-")
    assert desk(player) == (10, QUEEN)
    await player.press("1")
    assert desk(player) == (0, parse_card("4S"))
    await player.press("1")
    assert desk(player) == (0, None)


async def test_space_lifts_and_lowers_the_card_at_the_cursor() -> None:
    player = Seated(at_the_discard())
    await player.press("end", "space")
    assert desk(player)[1] == QUEEN
    await player.press("space")
    assert desk(player)[1] is None


async def test_a_lifted_card_stays_lifted_while_the_cursor_moves_and_the_window_changes() -> None:
    player = Seated(at_the_discard())
    await player.press("-", "left", "left")
    player.text(120, 40)
    player.text(40, 10)
    assert "Enter throws Q♠" in player.text()


async def test_a_lifted_card_stays_lifted_through_what_the_other_does() -> None:
    player = Seated(while_waiting())
    await player.press("8")
    before = lifted(player)
    player.gateway.opponent(DrawStock(), Discard(next(iter(player.gateway.deal.hands.b))))
    assert lifted(player) == before


# Drawing


async def test_a_drawn_card_takes_the_cursor_and_the_mark_but_is_not_lifted() -> None:
    player = Seated(at_the_draw())
    await player.press("s")
    drawn = player.gateway.deal.drawn
    position = player.presenter.desk.cursor
    assert drawn is not None
    assert lifted(player) is None
    assert "new" in player.text()
    await player.press("space")
    assert lifted(player) == drawn
    assert player.presenter.desk.cursor == position


@pytest.mark.parametrize(
    ("keys", "actions"),
    [
        (("t",), [TakeUpcard()]),
        (("p",), [PassUpcard()]),
        (("s",), []),
    ],
)
async def test_keys_at_the_offer(keys: tuple[str, ...], actions: list[object]) -> None:
    player = Seated(at_the_offer())
    await player.press(*keys)
    assert player.gateway.asked == actions


async def test_a_whole_turn_by_keys() -> None:
    player = Seated(at_the_draw())
    await player.press("t", "-", "0", "enter")
    took, threw = player.gateway.asked
    assert took == TakeUpcard()
    assert isinstance(threw, Discard)
    assert player.gateway.deal.turn is Seat.B


async def test_after_both_passed_only_the_stock_is_left() -> None:
    deal = played(at_the_offer().deal, PassUpcard(), PassUpcard())
    player = Seated(sitting_at(deal))
    await player.press("t")
    assert player.gateway.asked == []
    assert "Both passed the upcard, so this turn draws: s." in player.text()
    await player.press("s")
    assert player.gateway.asked == [DrawStock()]


# Refusals


@pytest.mark.parametrize(
    ("table", "keys", "sentence"),
    [
        (at_the_offer, "s", "The upcard comes first: t takes it, p passes."),
        (at_the_offer, "k", "The upcard comes first: t takes it, p passes."),
        (at_the_draw, "p", "Only the first upcard is passed: s draws, t takes it."),
        (at_the_draw, "enter", "Draw first: s draws from the stock, t takes 7♦."),
        (at_the_draw, "k", "Draw first: s draws from the stock, t takes 7♦."),
        (at_the_discard, "s", "You have drawn: lift a card, then Enter throws it."),
        (at_the_discard, "t", "You have drawn: lift a card, then Enter throws it."),
        (at_the_discard, "enter", "Lift a card first: Space, or the number under it."),
        (at_the_discard, "1 k", "It leaves 16, not 10 or less: Enter just throws it."),
        (while_waiting, "s", "It is bob’s turn: wait for the discard."),
        (while_waiting, "k", "It is bob’s turn: wait for the discard."),
        (while_waiting, "1 enter", "It is bob’s turn: wait for the discard."),
        (with_a_banned_card, "6", "9♦ was just taken and must stay: lift another card."),
        (without_a_coach, "k", "Lift the card to throw with the knock first, then k."),
        (without_a_coach, "1 k", "That does not leave 10 or less: lift another card"),
        (without_a_coach, "i", "At this table nobody asks the coach."),
        (at_the_last_offer, "s", "The stock is used up"),
        (
            with_nothing_to_take_it_for,
            "t",
            "It is there to knock with, and you cannot: p declines.",
        ),
        (at_the_last_knock, "1 enter", "Taken to knock: k knocks, p gives the card back."),
    ],
)
async def test_a_refused_key_says_what_to_do(
    table: Callable[[], FakeGateway], keys: str, sentence: str
) -> None:
    player = Seated(table())
    await player.press(*keys.split())
    assert sentence in player.text(100, 24)
    assert player.gateway.asked == []


async def test_an_explanation_goes_after_four_seconds() -> None:
    player = Seated(while_waiting())
    await player.press("s")
    player.stage.wait(3.5)
    assert "It is bob’s turn" in player.text()
    player.stage.wait(1)
    assert "It is bob’s turn" not in player.text()


async def test_watchers_play_nothing() -> None:
    player = Seated(watching())
    await player.press(*"stpk1-do", "enter", "space", "left", "<")
    assert player.gateway.asked == []
    assert player.gateway.saved == []


# Throwing


@pytest.mark.parametrize("key", ["enter", "d"])
async def test_discarding_takes_two_acts(key: str) -> None:
    player = Seated(at_the_discard())
    await player.press("end", key)
    assert player.gateway.asked == []
    await player.press("space", key)
    assert player.gateway.asked == [Discard(QUEEN)]


async def test_a_stale_action_plays_nothing_and_the_player_is_told() -> None:
    player = Seated(at_the_discard())
    await player.press("-")
    assert player.gateway.at is not None
    player.gateway.at.version += 1
    await player.press("enter")
    assert player.gateway.asked == []
    assert STALE in player.text()


async def test_keys_typed_ahead_rest_after_a_change_of_position() -> None:
    player = Seated(at_the_draw())
    await player.presenter.press("s")
    await player.presenter.press("-")
    await player.presenter.press("enter")
    assert player.gateway.asked == [DrawStock()]
    assert RESTING in player.text()
    await player.press("enter")
    player.stage.wait(1)
    await player.press("enter")
    assert len(player.gateway.asked) == 2


async def test_keys_typed_while_the_other_thinks_play_nothing_later() -> None:
    player = Seated(while_waiting())
    for _ in range(20):
        for key in ("s", "-", "enter", "k", "enter"):
            await player.presenter.press(key)
    thrown = next(iter(player.gateway.deal.hands.b))
    player.gateway.opponent(DrawStock(), Discard(thrown))
    for key in ("s", "enter", "k"):
        await player.presenter.press(key)
    assert player.gateway.asked == []


async def test_pasted_text_plays_nothing() -> None:
    player = Seated(at_the_discard())
    player.presenter.paste("-\rk\ry\rq\rf")
    assert player.gateway.asked == []
    assert player.presenter.layer is None


async def test_text_pasted_without_brackets_never_passes_a_confirmation() -> None:
    player = Seated(at_the_discard())
    for key in ("k", "enter", "y", "enter", "q", "f", "enter"):
        await player.presenter.press(key)
    assert player.gateway.asked == []


# Arranging


async def test_sorting_goes_round_and_keeps_the_players_own_order() -> None:
    player = Seated(at_the_discard(Settings(sort=SortOrder.OWN)))
    await player.press("end", "<", "<")
    own = player.presenter.desk.own_order
    seen = []
    for _ in range(4):
        await player.press("o")
        seen.append(player.gateway.settings.sort)
    assert seen == [SortOrder.MELDS, SortOrder.SUIT, SortOrder.RANK, SortOrder.OWN]
    assert player.presenter.desk.own_order == own
    assert own.index(QUEEN) == 8


async def test_the_cursor_stays_on_its_card_when_the_hand_is_sorted() -> None:
    player = Seated(at_the_discard())
    await player.press("end", "o", "space")
    assert lifted(player) == QUEEN


@pytest.mark.parametrize("keys", [("<", ">"), ("shift+left", "shift+right")])
async def test_moving_a_card_makes_what_is_seen_the_own_order(keys: tuple[str, str]) -> None:
    player = Seated(at_the_discard())
    await player.press("home", keys[1], keys[1], keys[0])
    assert player.gateway.settings.sort is SortOrder.OWN
    four, five = parse_card("4S"), parse_card("5S")
    assert player.presenter.desk.own_order[:2] == (five, four)
    assert player.presenter.desk.cursor == 1
    assert player.gateway.asked == []


async def test_own_order_survives_draw_and_discard() -> None:
    player = Seated(at_the_draw(Settings(sort=SortOrder.OWN)))
    await player.press("home", ">", ">", "s")
    drawn = player.gateway.deal.drawn
    order = player.presenter.desk.own_order
    assert order[-1] == drawn
    await player.press("space", "enter")
    assert player.presenter.desk.own_order == order[:-1]


async def test_the_coach_goes_round_within_what_the_table_allows() -> None:
    player = Seated(at_the_discard())
    levels = []
    for _ in range(3):
        await player.press("i")
        levels.append(player.gateway.settings.coach)
    assert levels == [CoachLevel.BASIC, CoachLevel.OFF, CoachLevel.FULL]


async def test_without_a_coach_nothing_is_bracketed_and_nothing_said() -> None:
    text = Seated(without_a_coach()).text()
    for word in ("─ run", "─ set", "eadwood", "KNOCK WITH", "COACH", "knocks with"):
        assert word not in text


async def test_a_dim_key_does_not_tell_what_the_coach_may_not() -> None:
    player = Seated(without_a_coach())
    await player.press("1")
    usable = {item.shown: item.usable for item in player.presenter.footer().items}
    assert usable["k"]


# The mouse


async def test_everything_on_the_table_has_a_mouse_twin() -> None:
    player = Seated(at_the_discard())
    await player.click("3♣ ")
    assert lifted(player) == parse_card("3C")
    assert "KNOCK WITH" not in player.text(), "the lifted card allows no knock"
    await player.click("new")
    await player.click("KNOCK WITH")
    await player.click("Enter")
    assert player.gateway.asked == [Knock(QUEEN, None)]


async def test_clicking_a_lifted_card_lowers_it() -> None:
    player = Seated(at_the_discard())
    await player.click("new")
    await player.click("new")
    assert lifted(player) is None


async def test_piles_are_clicked_to_draw() -> None:
    player = Seated(at_the_draw())
    await player.click("draw")
    assert player.gateway.asked == [DrawStock()]
    player = Seated(at_the_draw())
    await player.click("take")
    assert player.gateway.asked == [TakeUpcard()]


async def test_a_click_on_a_layer_never_reaches_what_lies_under_it() -> None:
    player = Seated(at_the_discard())
    await player.press("k")
    frame = player.frame()
    assert frame.key_at(4, 6) is None


async def test_while_nobody_comes_the_computer_may_sit_down() -> None:
    player = Seated(waiting_alone())
    await player.press("p")
    assert player.gateway.asked == [("call_computer", Level.CLUB)]


async def test_at_home_leaving_keeps_the_match() -> None:
    gateway = at_the_discard()
    gateway.is_at_home = True
    player = Seated(gateway)
    await player.press("q")
    assert "your match is kept, and goes on when you play again" in player.text()


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("lifts", ["", "1", "5", "9", "0", "-"])
async def test_every_refusal_fits_into_the_prompt_line_beside_a_clock(
    phase: str, lifts: str
) -> None:
    gateway = PHASES[phase]()
    assert gateway.at is not None
    if gateway.at.players.b is not None:
        gateway.at.players = PerSeat(gateway.at.players.a, SeatInfo(LONGEST[1]))
    player = Seated(gateway)
    await player.press(*lifts)
    said = [command.refusal for command in player.presenter.commands()]
    assert [text for text in (*said, player.presenter.flash_text, RESTING) if len(text) > 54] == []
