from __future__ import annotations

import pytest

from server.lobby import register
from server.lobby.register import Register


def test_the_same_name_and_key_are_the_same_player() -> None:
    people = Register()
    assert people.player("ada", "K1") is people.player("ada", "K1")
    assert people.player("ADA", "K1") is people.player("ada", "K1")


def test_the_same_name_with_another_key_is_somebody_else() -> None:
    people = Register()
    names = [people.player("ada", key).name for key in ("K1", "K2", None, None)]
    assert names == ["ada", "ada-2", "ada-3", "ada-4"]
    assert people.player("ada", "K2").name == "ada-2"


def test_the_same_key_under_another_name_is_another_player() -> None:
    people = Register()
    assert people.player("ada", "K1") is not people.player("bea", "K1")


def test_a_guest_is_forgotten_when_gone_and_his_name_is_free_again() -> None:
    people = Register()
    people.player("ada", None)
    people.forget_absent()
    assert people.player("ada", None).name == "ada"


def test_a_regulars_name_is_kept_while_away() -> None:
    people = Register()
    ada = people.player("ada", "K1")
    people.forget_absent()
    assert people.player("ada", None).name == "ada-2"
    assert people.player("ada", "K1") is ada


def test_only_the_last_seen_regulars_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(register, "REMEMBERED", 2)
    people = Register()
    first = people.player("first", "K")
    people.player("second", "K")
    people.player("third", "K")
    people.player("first", "K")
    people.forget_absent()
    assert [player.name for player in people] == ["first", "third"]
    assert people.player("first", "K") is first
