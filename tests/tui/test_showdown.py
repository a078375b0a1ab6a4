from dataclasses import replace
from typing import Any

import pytest
from textual.geometry import Region

from engine.actions import FinishLayoffs, LayOff, UndoLayoff
from engine.cards import parse_card
from engine.deal import Phase
from engine.rules import MODERN, TRADITIONAL
from engine.seats import PerSeat, Seat
from tests.support.gateway import FakeGateway
from tests.support.screens import Seated, assert_frame
from tests.support.showdowns import knocked
from tui.gateway import Presence, SeatInfo
from tui.presenter import RESTING
from tui.settings import Settings
from tui.terminal import ColourDepth, TerminalProfile

WINS = ((Seat.A, 22), (Seat.B, 31), (Seat.A, 27), (Seat.A, 18), (Seat.B, 32), (Seat.A, 46))


def simple(**table: Any) -> FakeGateway:  # noqa: ANN401  # fields of the table
    """Bob knocks with 6; 4H fits the hearts and JH the jacks."""
    return knocked(
        knocker="5H 6H 7H 8H JS JD JC AC 2D 3S",
        defender="9S 9D 9C 2H 3D 4H 7D 8C JH KS",
        wins=WINS,
        **table,
    )


def breaking_melds() -> FakeGateway:
    """Laying off best takes cards out of the defender's own sets."""
    return knocked(
        knocker="7S 7H 7D TC JC QC JH QH KH 8H",
        defender="9S 9D 9C TS TH TD JS JD QS KS",
        rules=MODERN,
    )


def two_places() -> FakeGateway:
    """4D fits the fours and the diamonds, and only there it makes room for 3D."""
    return knocked(
        knocker="4S 4H 4C 5D 6D 7D 6S 6H 6C 9D",
        defender="3S 3D 4D 5S 8S 8D 8C 9S 9H 9C",
        rules=TRADITIONAL,
    )


async def cursor_on(ada: Seated, card: str) -> None:
    """Move the cursor to that card."""
    screen = ada.presenter.screen
    for _ in range(10):
        if str(getattr(screen, "card", "")) == card:
            return
        await ada.press("right")
    raise AssertionError(f"{card} is not in the hand")


def count(ada: Seated) -> dict[str, str]:
    """The rows of the count."""
    lines = [line[:39] for line in ada.text().split("\n")]
    start = next(place for place, line in enumerate(lines) if line.startswith(" COUNT"))
    rows = [line.rsplit(maxsplit=1) for line in lines[start + 1 : start + 9]]
    return {row[0].strip(): row[1] for row in rows if len(row) == 2}


async def test_the_defender_sees_everything_at_80_columns() -> None:
    ada = Seated(simple())
    await cursor_on(ada, "4H")
    assert_frame("showdown_80", ada.text())


async def test_the_showdown_at_120_columns() -> None:
    ada = Seated(simple())
    await cursor_on(ada, "4H")
    assert_frame("showdown_120", ada.text(120, 40))


def test_the_knocker_sees_the_table_and_waits() -> None:
    assert_frame("showdown_knocker_80", Seated(simple(seat=Seat.B)).text())


def test_nobody_else_sees_the_defenders_cards() -> None:
    for seat in (Seat.B, None):
        shown = Seated(simple(seat=seat)).text()
        for card in ("9♠", "9♦", "2♥", "K♠"):
            assert card not in shown


@pytest.mark.parametrize("seat", [Seat.B, None])
async def test_nobody_else_can_lay_off_or_finish(seat: Seat | None) -> None:
    gateway = simple(seat=seat)
    other = Seated(gateway)
    await other.press("enter", "x", "f", "f", "1", "u", "right")
    assert gateway.asked == []


async def test_enter_lays_off_the_card_under_the_cursor() -> None:
    gateway = simple()
    ada = Seated(gateway)
    await cursor_on(ada, "4H")
    assert "Enter lays 4♥ on 2 run" in ada.text()
    await ada.press("enter")
    assert gateway.asked == [LayOff(parse_card("4H"), 1)]
    assert "2 run +1" in ada.text()


async def test_the_count_tells_what_finishing_now_and_the_best_come_to() -> None:
    ada = Seated(simple())
    assert count(ada) == {
        "bob knocked with": "6",
        "you before laying off": "44",
        "laid off so far": "0",
        "you now": "44",
        "finish now: bob scores": "+38",
        "best: bob scores": "+24",
    }
    await cursor_on(ada, "JH")
    await ada.press("enter")
    assert count(ada)["laid off so far"] == "–10"
    assert count(ada)["finish now: bob scores"] == "+28"


async def test_the_cursor_goes_on_to_the_next_card_of_use() -> None:
    ada = Seated(simple())
    await cursor_on(ada, "JH")
    await ada.press("enter")
    assert "Enter lays 4♥" in ada.text()


async def test_a_card_that_fits_nowhere_is_refused_with_a_sentence() -> None:
    gateway = simple()
    ada = Seated(gateway)
    await cursor_on(ada, "KS")
    assert "K♠ fits nowhere" in ada.text()
    await ada.press("enter")
    assert "K♠ fits on none of the melds." in ada.text()
    await ada.press("2")
    assert "K♠ does not fit on 2 run." in ada.text()
    assert gateway.asked == []


async def test_a_card_that_fits_two_melds_asks_which() -> None:
    gateway = two_places()
    ada = Seated(gateway)
    await cursor_on(ada, "4D")
    await ada.press("enter")
    assert "4♦ goes on 1 set  or  3 run" in ada.text()
    await ada.press("3")
    assert gateway.asked == [LayOff(parse_card("4D"), 2)]


async def test_escape_leaves_the_choice_of_melds_open() -> None:
    gateway = two_places()
    ada = Seated(gateway)
    await cursor_on(ada, "4D")
    await ada.press("enter", "escape")
    assert "Enter lays 4♦ on 1 or 3" in ada.text()
    assert gateway.asked == []


async def test_the_best_layoff_breaks_own_melds_where_that_is_better() -> None:
    ada = Seated(breaking_melds())
    await ada.press("x")
    assert count(ada)["you now"] == "0"
    assert count(ada)["finish now: you undercut"] == "+33"


async def test_the_best_layoff_uses_the_place_that_makes_room() -> None:
    gateway = two_places()
    ada = Seated(gateway)
    await ada.press("x")
    assert count(ada)["you now"] == "8"
    assert LayOff(parse_card("4D"), 2) in gateway.asked


async def test_own_melds_can_be_broken_by_hand() -> None:
    ada = Seated(breaking_melds())
    await cursor_on(ada, "9C")
    await ada.press("enter")
    await cursor_on(ada, "TH")
    await ada.press("enter")
    assert count(ada)["you now"] == "0"


async def test_a_second_card_goes_on_the_end_that_has_just_grown() -> None:
    gateway = knocked(
        knocker="5S 6S 7S JH JD JC 2H 2D 2C 9C", defender="3S 4S 8S 9S JS KH KD KC 8D AD"
    )
    ada = Seated(gateway)
    await cursor_on(ada, "3S")
    await ada.press("enter")
    assert gateway.asked == []
    for card in ("4S", "3S", "8S", "9S", "JS"):
        await cursor_on(ada, card)
        await ada.press("enter")
    assert count(ada)["finish now: you undercut"] == "+10"


async def test_x_says_when_no_layoff_helps() -> None:
    gateway = simple()
    ada = Seated(gateway)
    await ada.press("x", "x")
    assert "No layoff lowers your count: f finishes." in ada.text()
    assert len(gateway.asked) == 2


async def test_u_takes_the_last_layoff_back() -> None:
    gateway = simple()
    ada = Seated(gateway)
    await ada.press("u")
    assert "Nothing is laid off yet." in ada.text()
    await cursor_on(ada, "4H")
    await ada.press("enter", "u")
    assert gateway.asked == [LayOff(parse_card("4H"), 1), UndoLayoff()]
    assert count(ada)["you now"] == "44"


async def test_f_asks_while_the_count_could_be_lowered() -> None:
    gateway = simple()
    ada = Seated(gateway)
    await ada.press("f")
    assert gateway.asked == []
    assert "2 more would leave 30:" in ada.text()
    await ada.press("escape")
    assert "would leave" not in ada.text()
    await ada.press("f", "f")
    assert gateway.asked == [FinishLayoffs()]
    assert gateway.deal.phase is Phase.OVER


async def test_a_double_press_of_f_does_not_answer_its_own_question() -> None:
    gateway = simple()
    ada = Seated(gateway)
    await ada.presenter.press("f")
    await ada.presenter.press("f")
    assert gateway.asked == []
    assert RESTING in ada.text()


async def test_f_rests_after_a_change_of_position() -> None:
    gateway = simple()
    ada = Seated(gateway)
    await ada.presenter.press("x")
    await ada.presenter.press("f")
    assert FinishLayoffs() not in gateway.asked
    ada.stage.wait(1)
    await ada.press("f")
    assert gateway.asked[-1] == FinishLayoffs()


async def test_the_question_before_finishing_may_be_answered_by_x() -> None:
    gateway = simple()
    ada = Seated(gateway)
    await ada.press("f", "x")
    assert count(ada)["you now"] == "30"


async def test_home_end_and_arrows_move_and_wrap() -> None:
    ada = Seated(simple())
    await ada.press("end")
    assert "K♠ fits nowhere" in ada.text()
    await ada.press("right")
    assert "9♠ fits nowhere" in ada.text()
    await ada.press("h", "home", "l")
    assert "9♦ fits nowhere" in ada.text()


async def test_a_click_chooses_a_card_and_a_second_one_lays_it_off() -> None:
    gateway = simple()
    ada = Seated(gateway)
    hand = "▏4♥"
    await ada.click(hand)
    assert gateway.asked == []
    await ada.click(hand)
    assert gateway.asked == [LayOff(parse_card("4H"), 1)]


async def test_a_click_on_a_meld_lays_the_chosen_card_on_it() -> None:
    gateway = two_places()
    ada = Seated(gateway)
    await cursor_on(ada, "4D")
    await ada.click("3 run")
    assert gateway.asked == [LayOff(parse_card("4D"), 2)]


async def test_without_key_hints_the_prompt_names_no_keys() -> None:
    ada = Seated(simple(settings=Settings(key_hints=False)))
    await cursor_on(ada, "4H")
    assert "YOU LAY OFF  4♥ fits on 2 run" in ada.text()
    assert "Enter lays" not in ada.text()


async def test_the_cursor_survives_a_dropped_link() -> None:
    gateway = simple()
    ada = Seated(gateway)
    await cursor_on(ada, "8C")
    assert "8♣ fits nowhere" in Seated(gateway).text()
    assert ada.text() == Seated(gateway).text()


def test_an_absent_defender_is_told_with_the_time_left() -> None:
    away = SeatInfo("ada", Presence.AWAY, grace=103)
    gateway = simple(seat=Seat.B, players=PerSeat(away, SeatInfo("bob")))
    assert "○ ada is away, seat kept 1:43" in Seated(gateway).text()


async def test_stale_layoffs_are_refused_with_a_sentence() -> None:
    gateway = simple()
    ada = Seated(gateway)
    await cursor_on(ada, "4H")
    assert gateway.at is not None
    gateway.at.version += 1
    await ada.press("enter")
    assert gateway.asked == []
    assert "The position has changed since" in ada.text()


def test_below_80_columns_the_guard_tells_the_count() -> None:
    shown = Seated(simple(), TerminalProfile(60, 20, ColourDepth.TRUE, "xterm")).text(60, 20)
    assert "You lay off; your deadwood is 44" in shown


async def test_letters_and_no_colours_play_as_well() -> None:
    gateway = simple()
    profile = TerminalProfile(80, 24, ColourDepth.MONO, "vt100", wide_suits=True)
    ada = Seated(gateway, profile)
    await cursor_on(ada, "4H")
    assert ada.text().isascii()
    assert "Enter lays 4H on 2 run" in ada.text()


async def test_ten_layoffs_still_fit_on_80_columns() -> None:
    gateway = knocked(
        knocker="2S 3S 4S 5H 6H 7H JD QD KD AH", defender="5S 6S 7S 8S 9S 8H 9H TH TD 9D"
    )
    ada = Seated(gateway)
    for card in ("5S", "6S", "7S", "8S", "9S", "8H", "9H", "TH", "TD", "9D"):
        await cursor_on(ada, card)
        await ada.press("enter")
    assert "You have laid off" not in ada.text()
    assert "deadwood 1" in ada.text()
    await ada.press("enter")
    assert "You have laid off everything: f finishes." in ada.text()
    assert all(len(line) <= 80 for line in ada.text().split("\n"))


@pytest.mark.parametrize("width", [80, 96, 112, 150, 300])
@pytest.mark.parametrize("height", [24, 25, 26, 30, 36, 100])
def test_regions_stay_in_the_body_and_do_not_overlap(width: int, height: int) -> None:
    regions = list(Seated(simple()).presenter.screen.regions(width, height).values())
    body = Region(0, 1, width, height - 2)
    for place, region in enumerate(regions):
        assert body.contains_region(region)
        assert not any(region.overlaps(other) for other in regions[:place] if region.area)


def test_under_oklahoma_a_spade_doubles_what_finishing_comes_to() -> None:
    rules = replace(MODERN, oklahoma=True, spades_double=True)
    gateway = knocked(
        knocker="5H 6H 7H 8H JS JD JC AC 2D 3S",
        defender="9S 9D 9C 2H 3D 4H 7D 8C JH KS",
        rules=rules,
        upcard="QS",
    )
    assert count(Seated(gateway))["finish now: bob scores"] == "+76"
