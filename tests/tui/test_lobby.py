from dataclasses import replace

import pytest
from textual.geometry import Region

from tests.support.gateway import FakeGateway
from tests.support.lobbies import OPEN, OWN, PLAYING, TABLES, busy_lobby, empty_lobby
from tests.support.screens import Seated, assert_frame
from tui.gateway import LobbySnapshot, RejectedError, TableSpec


@pytest.fixture
def gateway() -> FakeGateway:
    return busy_lobby()


@pytest.fixture
def ada(gateway: FakeGateway) -> Seated:
    return Seated(gateway)


def test_the_lobby_at_80_columns(ada: Seated) -> None:
    assert_frame("lobby_80", ada.text())


def test_the_lobby_at_120_columns_names_rules_and_coach(ada: Seated) -> None:
    assert_frame("lobby_120", ada.text(120, 40))


def test_an_empty_lobby_says_what_to_do_next() -> None:
    assert_frame("lobby_empty_80", Seated(empty_lobby()).text())


async def test_enter_goes_back_to_ones_own_seat(ada: Seated, gateway: FakeGateway) -> None:
    assert "Enter Return" in ada.text()
    await ada.press("enter")
    assert gateway.asked == [("sit", OWN.id)]


@pytest.mark.parametrize("key", ["down", "j"])
async def test_down_chooses_the_next_table_and_enter_sits_there(
    ada: Seated, gateway: FakeGateway, key: str
) -> None:
    await ada.press(key, "enter")
    assert gateway.asked == [("sit", OPEN.id)]


@pytest.mark.parametrize("key", ["up", "k"])
async def test_up_wraps_to_the_last_table(ada: Seated, gateway: FakeGateway, key: str) -> None:
    await ada.press(key, "w")
    assert gateway.asked == [("watch", TABLES[-1].id)]


async def test_a_full_table_is_watched_and_not_sat_at(ada: Seated, gateway: FakeGateway) -> None:
    await ada.press("down", "down", "down", "enter")
    assert gateway.asked == []
    assert "Both seats are taken: w watches" in ada.text()
    await ada.press("w")
    assert gateway.asked == [("watch", PLAYING.id)]


async def test_an_open_table_cannot_be_watched(ada: Seated, gateway: FakeGateway) -> None:
    await ada.press("down", "w")
    assert gateway.asked == []
    assert "Nobody plays there yet: Enter takes the free seat." in ada.text()


async def test_one_does_not_watch_ones_own_table(ada: Seated, gateway: FakeGateway) -> None:
    await ada.press("w")
    assert gateway.asked == []
    assert "You play there: Enter goes back to your seat." in ada.text()


async def test_p_plays_the_computer(ada: Seated, gateway: FakeGateway) -> None:
    await ada.press("p")
    assert gateway.asked == [("practise", TableSpec())]


async def test_a_refused_practice_is_explained() -> None:
    class Crowded(FakeGateway):
        async def practise(self, spec: TableSpec) -> None:  # noqa: ARG002 # the port's
            raise RejectedError("All the computers are playing.")

    ada = Seated(Crowded())
    await ada.press("p")
    assert "All the computers are playing." in ada.text()


async def test_without_tables_enter_and_w_say_what_to_do() -> None:
    ada = Seated(empty_lobby())
    await ada.press("enter")
    assert "There is no table to sit at: n opens one." in ada.text()
    await ada.press("down", "w")
    assert "There is no table to watch: n opens one." in ada.text()


async def test_the_choice_stays_on_its_table_when_others_come_and_go(
    ada: Seated, gateway: FakeGateway
) -> None:
    await ada.press("down")
    gateway.lobby_now = replace(gateway.lobby_now, tables=(OWN, PLAYING, OPEN))
    ada.presenter.update()
    await ada.press("enter")
    assert gateway.asked == [("sit", OPEN.id)]


async def test_a_closed_table_hands_the_choice_to_the_first(
    ada: Seated, gateway: FakeGateway
) -> None:
    await ada.press("down")
    gateway.lobby_now = replace(gateway.lobby_now, tables=(PLAYING,))
    ada.presenter.update()
    await ada.press("w")
    assert gateway.asked == [("watch", PLAYING.id)]


async def test_the_chosen_table_tells_all_its_rules(ada: Seated) -> None:
    await ada.press("down", "down")
    told = " ".join(ada.text(120, 40).split())
    assert "three games to 150" in told
    assert "Oklahoma: the upcard sets the knock" in told


async def test_running_scores_of_every_game_are_told(ada: Seated) -> None:
    await ada.press("down", "down", "down")
    assert "I 120–99   II 75–90   III 0–30" in ada.text()


def test_text_of_people_is_shown_letter_for_letter(ada: Seated) -> None:
    shown = ada.text(120, 40)
    assert "[/] new here [b]is[/b] [@click=app.quit]the knock[/]" in shown


async def test_a_click_chooses_a_table_and_a_second_one_sits(
    ada: Seated, gateway: FakeGateway
) -> None:
    await ada.click("Beginners")
    assert gateway.asked == []
    await ada.click("Beginners")
    assert gateway.asked == [("sit", 6)]


async def test_a_second_click_on_a_full_table_watches(ada: Seated, gateway: FakeGateway) -> None:
    await ada.click("Brown Derby")
    await ada.click("Brown Derby")
    assert gateway.asked == [("watch", PLAYING.id)]


@pytest.mark.parametrize(
    ("key", "title"), [("n", "NEW TABLE"), ("o", "SETTINGS"), ("?", "Keys here")]
)
async def test_a_key_opens_its_layer_and_escape_closes_it(
    ada: Seated, key: str, title: str
) -> None:
    await ada.press(key)
    assert title in ada.text()
    await ada.press("escape")
    assert title not in ada.text()


async def test_talk_is_said_in_the_lobby() -> None:
    said: list[str] = []

    class Listening(FakeGateway):
        async def say(self, text: str) -> None:
            said.append(text)

    ada = Seated(Listening())
    await ada.press("c")
    await ada.type("hello q")
    await ada.press("enter")
    assert said == ["hello q"]


async def test_a_private_table_is_reached_by_its_number(ada: Seated, gateway: FakeGateway) -> None:
    await ada.press("g")
    await ada.type("4x2")
    assert "table number 42" in ada.text()
    await ada.press("enter")
    assert gateway.asked == [("sit", 42)]


async def test_a_pasted_number_is_watched(ada: Seated, gateway: FakeGateway) -> None:
    await ada.press("g", "enter")
    assert "Type the number of the table first." in ada.text()
    ada.presenter.paste("no. 17\n")
    await ada.press("tab")
    assert gateway.asked == [("watch", 17)]


async def test_more_tables_and_people_than_rows_keep_the_choice_in_sight() -> None:
    gateway = FakeGateway()
    tables = tuple(
        replace(OPEN, id=number, spec=TableSpec(f"Table {number}")) for number in range(40)
    )
    people = busy_lobby().lobby_now.people * 5
    gateway.lobby_now = LobbySnapshot(people, tables, ())
    ada = Seated(gateway)
    await ada.press(*["up"] * 10)
    assert "▸ Table 30" in ada.text()
    assert "and 21 more" in ada.text()


@pytest.mark.parametrize("width", [80, 96, 112, 150, 300])
@pytest.mark.parametrize("height", [24, 30, 36, 100])
def test_regions_stay_in_the_body_and_do_not_overlap(ada: Seated, width: int, height: int) -> None:
    regions = list(ada.presenter.screen.regions(width, height).values())
    body = Region(0, 1, width, height - 2)
    for place, region in enumerate(regions):
        assert body.contains_region(region)
        assert not any(region.overlaps(other) for other in regions[:place])
