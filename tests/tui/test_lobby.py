from dataclasses import replace

import pytest
from textual.geometry import Region

from engine.players.computer import Level
from tests.support.gateway import FakeGateway
from tests.support.lobbies import (
    OPEN,
    OWN,
    PLAYING,
    PUT_OFF,
    RESUMABLE,
    TABLES,
    busy_lobby,
    empty_lobby,
    lobby_of_a_regular,
)
from tests.support.screens import Seated, assert_frame
from tests.support.tables import at_the_discard
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
    assert gateway.asked == [("practise", TableSpec(), Level.CLUB)]


async def test_a_refused_practice_is_explained() -> None:
    class Crowded(FakeGateway):
        async def practise(self, spec: TableSpec, level: Level = Level.CLUB) -> None:  # noqa: ARG002 # the port's
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


# Matches that were put off, leaders, people, and what the house has to say


@pytest.fixture
def regular() -> FakeGateway:
    return lobby_of_a_regular()


def test_a_regulars_lobby_at_80_and_120_columns(regular: FakeGateway) -> None:
    ada = Seated(regular)
    assert_frame("lobby_regular_80", ada.text())
    assert_frame("lobby_regular_120", ada.text(120, 40))


async def test_a_match_put_off_comes_first_and_enter_resumes_it(regular: FakeGateway) -> None:
    ada = Seated(regular)
    assert "Enter Resume" in ada.text()
    await ada.press("enter", "down", "enter")
    assert regular.asked == [("sit", RESUMABLE.table), ("sit", PUT_OFF.table)]


async def test_a_match_put_off_says_where_the_other_player_is(regular: FakeGateway) -> None:
    ada = Seated(regular)
    assert "clara sits at the table and waits for you" in " ".join(ada.text(120, 40).split())
    await ada.press("down")
    assert "eve is in the club." in ada.text()
    assert "with eve, put off in hand 9" in ada.text()
    gone = replace(PUT_OFF, is_other_here=False)
    regular.lobby_now = replace(regular.lobby_now, adjourned=(gone,))
    ada.presenter.update()
    assert "eve is not in the club now." in ada.text()


async def test_ones_own_match_is_not_watched(regular: FakeGateway) -> None:
    ada = Seated(regular)
    await ada.press("w")
    assert regular.asked == []
    assert "It is your own match: Enter takes you to its table." in ada.text()


async def test_the_leaders_are_a_key_away(regular: FakeGateway) -> None:
    ada = Seated(regular)
    await ada.press("b")
    assert_frame("leaders_80", ada.text())
    await ada.press("b")
    assert "LOBBY TALK" in ada.text()


def test_without_ratings_the_ladders_say_so() -> None:
    assert Seated(empty_lobby()).text(120, 40).count("Nobody is rated here yet.") == 2


async def test_tab_turns_to_the_people_and_back(regular: FakeGateway) -> None:
    ada = Seated(regular)
    await ada.press("tab", "down", "up", "up")
    assert "▸· victor" in ada.text()
    assert "▸ Night owls" not in ada.text()
    await ada.press("tab")
    assert "▸ Night owls" in ada.text()
    await ada.press("tab", "escape", "enter")
    assert regular.asked == [("sit", RESUMABLE.table)]


async def test_a_second_click_on_a_person_looks_him_up(regular: FakeGateway) -> None:
    ada = Seated(regular)
    await ada.click("sybil")
    assert "▸○ sybil" in ada.text()
    await ada.click("sybil")
    assert "sybil’s record" in ada.text()


async def test_a_chosen_person_who_goes_hands_the_cursor_back(regular: FakeGateway) -> None:
    ada = Seated(regular)
    await ada.press("tab", "down")
    regular.lobby_now = replace(regular.lobby_now, people=regular.lobby_now.people[:1])
    ada.presenter.update()
    assert "▸ Night owls" in ada.text()


def test_the_header_tells_ones_own_ratings_or_that_one_is_a_guest(regular: FakeGateway) -> None:
    assert "ada · 1121 unaided · 1064 coached" in Seated(regular).text()
    guest = replace(regular.lobby_now.people[0], is_guest=True)
    regular.lobby_now = replace(regular.lobby_now, people=(guest,))
    assert "ada · guest" in Seated(regular).text()


async def test_a_greeting_stands_in_the_lobby_until_the_first_key() -> None:
    gateway = empty_lobby()
    gateway.greeting = "ada is a member's name, and none of your keys is theirs: you are ada-2."
    ada = Seated(gateway)
    ada.stage.wait(60)
    assert_frame("lobby_greeting_80", ada.text())
    await ada.press("down")
    assert "Welcome" not in ada.text()
    await ada.press("m", "escape")
    assert "Welcome" not in ada.text()


def test_a_greeting_is_said_at_a_table_too() -> None:
    gateway = at_the_discard()
    gateway.greeting = "That seat is yours again."
    assert "That seat is yours again." in Seated(gateway).text()


async def test_the_palette_knows_all_levels_of_the_computer(
    ada: Seated, gateway: FakeGateway
) -> None:
    await ada.press("ctrl+p", *"strong", "enter")
    assert gateway.asked == [("practise", TableSpec(), Level.STRONG)]


async def test_at_home_there_is_only_what_one_can_do_alone() -> None:
    gateway = empty_lobby()
    gateway.is_at_home = True
    ada = Seated(gateway)
    for words in ("f  teaches the game", "p  plays the computer", "n  chooses another level"):
        assert words in ada.text()
    for size in ((80, 24), (120, 40)):
        for words in ("Watch", "by its number", "PEOPLE", "TALK", "Say hello", "leaders"):
            assert words not in ada.text(*size)
    await ada.press("q")
    assert "QUIT?" in ada.text()


def test_however_long_the_list_it_names_the_first_game_and_the_computers_level() -> None:
    gateway = busy_lobby()
    tables = gateway.lobby_now.tables * 4
    gateway.lobby_now = replace(gateway.lobby_now, tables=tables)
    ada = Seated(gateway)
    assert "f first game  p computer (club)  g by number" in ada.text()
    assert "f teaches the game  p plays the computer (club)" in ada.text(120, 40)


async def test_where_there_is_nothing_to_choose_the_arrows_say_so() -> None:
    ada = Seated(empty_lobby())
    await ada.press("down")
    assert "There is no table to choose: n opens one." in ada.text()
