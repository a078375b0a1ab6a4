from __future__ import annotations

import pytest

from server.lobby.names import LONGEST, free_name, is_fit, skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alice", "alice"),
        ("alice", "a1ice"),
        ("alice", "aIice"),
        ("bob0", "bobo"),
        ("5am", "sam"),
        ("barney", "bamey"),
        ("vvalt", "walt"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize("name", ["ada", "Bea_2", "hostess", "x" * 16])
def test_ordinary_names_will_do(name: str) -> None:
    assert is_fit(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "al",
        "x" * 17,
        "Al ice",
        "Alice ",
        "Alice\n",
        "\u0410lice",
        "\uff21\uff4c\uff49\uff43\uff45",
        "A\u200blice",
        "José",
        "SYSTEM",
        "5erver",
        "H0ST",
        "admin-2",
        "the_house",
        "dea1er",
        "Computer",
        "comp_uter",
    ],
)
def test_unfit_names_and_words_of_the_house_are_refused(name: str) -> None:
    assert not is_fit(name)


def test_a_taken_name_gets_the_next_number() -> None:
    taken = {skeleton("ada"), skeleton("ada-2")}
    assert free_name("ada", taken) == "ada-3"
    assert free_name("ADA", taken) == "ADA-3"


def test_an_unfit_wish_makes_a_guest() -> None:
    assert free_name("system", set()) == "guest"
    assert free_name("system", {skeleton("guest")}) == "guest-2"


def test_a_long_name_makes_room_for_its_number() -> None:
    name = "n" * LONGEST
    assert free_name(name, {skeleton(name)}) == "n" * (LONGEST - 2) + "-2"
