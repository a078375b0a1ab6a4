from __future__ import annotations

from server.lobby.names import skeleton
from server.lobby.register import Register


def test_a_member_is_the_same_player_each_time() -> None:
    people = Register()
    assert people.member(1, "ada") is people.member(1, "ada")


def test_guests_are_somebody_new_each_time_under_names_nobody_has() -> None:
    people = Register({skeleton("ada")})
    assert [people.guest("ada").name for _ in range(2)] == ["ada-2", "ada-3"]
    people.member(1, "ada")
    assert people.guest("ADA").name == "ADA-4"
    assert people.guest("bea").name == "bea"


def test_whoever_is_gone_and_not_awaited_is_forgotten() -> None:
    people = Register()
    people.guest("ada")
    people.member(1, "bea")
    people.forget_absent()
    assert list(people) == []
    assert people.guest("ada").name == "ada"
