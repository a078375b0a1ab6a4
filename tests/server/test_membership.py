"""Who is who: accounts, their keys and what lives with them; guests and their seats."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from server.lobby.clock import GRACE
from server.members import Members
from tests.support.open_club import OpenClub, at_table, opened
from tui.gateway import LobbySnapshot, Presence, RejectedError, Said, Stage, TableSpec
from tui.settings import CardSize, Settings, ThemeChoice


@pytest.fixture
async def club() -> AsyncIterator[OpenClub]:
    async with opened() as club:
        yield club


async def test_a_new_key_is_asked_for_a_name_before_anything_else(club: OpenClub) -> None:
    ada = club.call("ada")
    entrance = ada.entrance()
    assert entrance is not None
    assert (entrance.suggestion, entrance.note) == ("ada", "")
    assert (ada.name, ada.table(), ada.lobby()) == ("", None, LobbySnapshot((), (), ()))
    assert not club.club.lobby.people
    for refused in (ada.open_table(TableSpec()), ada.say("hello"), ada.keys(), ada.profile()):
        with pytest.raises(RejectedError, match="choose a name first"):
            await refused
    await ada.choose_name("ada")
    assert (ada.name, ada.entrance(), ada.is_guest) == ("ada", None, False)
    assert [person.name for person in ada.lobby().people] == ["ada"]
    with pytest.raises(RejectedError):
        await ada.choose_name("bea")


async def test_the_same_key_is_the_same_player_whatever_name_it_asks_for(club: OpenClub) -> None:
    (await club.come("ada")).close()
    assert (await club.come("zoe", "SHA256:ada")).name == "ada"


@pytest.mark.parametrize("name", ["ada", "ADA", "4da2", "Ada ", "аda", "x", "system", "guest", ""])
async def test_a_name_is_fit_and_like_no_other(club: OpenClub, name: str) -> None:
    await club.come("ada")
    await club.come("4da2", None)
    bea = club.call("bea")
    with pytest.raises(RejectedError):
        await bea.choose_name(name)
    assert bea.entrance() is not None
    await bea.choose_name("bea")


async def test_a_taken_wish_is_suggested_with_a_number_and_a_reason(club: OpenClub) -> None:
    await club.come("ada", None)
    entrance = club.call("ada", "K").entrance()
    assert entrance is not None
    assert entrance.suggestion == "ada-2"
    assert "ada is taken" in entrance.note
    unfit = club.call("guest", "K").entrance()
    assert unfit is not None
    assert unfit.suggestion == ""


async def test_a_members_name_is_for_its_own_keys_only(club: OpenClub) -> None:
    await club.come("ada", "K1")
    members = club.club.members
    assert members.accepts("ada", "K1")
    assert members.accepts("ADA", "K1")
    assert not members.accepts("ada", "K2")
    assert members.accepts("bea", "K1")
    assert members.accepts("bea", "K2")


async def test_a_caller_for_a_members_name_is_a_guest_and_told_how_to_have_one(
    club: OpenClub,
) -> None:
    await club.come("ada")
    other = await club.come("ada", None)
    assert (other.name, other.is_guest) == ("ada-2", True)
    assert "none of your keys is theirs" in other.greeting
    assert "ssh NAME@localhost" in other.greeting


async def test_another_key_is_added_by_a_code_that_can_be_used_once(club: OpenClub) -> None:
    ada = await club.come("ada", "K1")
    code = await ada.new_code()
    laptop, thief = club.call("ada", "K2"), club.call("ada", "K3")
    await laptop.redeem(f" {code.code.lower()} ")
    assert laptop.name == "ada"
    with pytest.raises(RejectedError):
        await thief.redeem(code.code)
    assert [key.fingerprint for key in await laptop.keys()] == ["K1", "K2"]
    assert [key.is_this for key in await laptop.keys()] == [False, True]
    assert club.club.members.accepts("ada", "K2")
    await laptop.remove_key("K1")
    assert not club.club.members.accepts("ada", "K1")
    with pytest.raises(RejectedError, match="your only key"):
        await laptop.remove_key("K2")


async def test_a_second_key_takes_the_seat_over_like_the_first(club: OpenClub) -> None:
    ada, _ = await club.seated()
    code = await ada.new_code()
    phone = club.call("ada", "K2")
    await phone.redeem(code.code)
    assert club.farewells["ada"]
    assert ada.table() is None
    assert at_table(phone).stage is Stage.DEAL


async def test_guests_have_no_account_and_no_keys(club: OpenClub) -> None:
    guest = await club.come("ada", None)
    for refused in (guest.keys(), guest.new_code(), guest.remove_key("K"), guest.profile()):
        with pytest.raises(RejectedError, match="a guest has no account"):
            await refused
    guest.save_settings(Settings(theme=ThemeChoice.MATINEE))
    assert guest.settings.theme is ThemeChoice.MATINEE
    guest.close()
    assert (await club.come("ada", None)).settings == Settings()


async def test_settings_mutes_and_blocks_live_with_the_account(club: OpenClub) -> None:
    ada, bea = await club.come("ada"), await club.come("bea")
    ada.save_settings(Settings(theme=ThemeChoice.SPOTLIGHT, card_size=CardSize.SMALL))
    await ada.mute("bea")
    await ada.block("bea")
    ada.close()
    bea.close()
    await club.settled()
    members = await Members.load(club.club.store)
    account = members.named("ada")
    assert account is not None
    player = club.club.lobby.register.member(account.id, account.name)
    members.equip(player)
    assert player.settings == Settings(theme=ThemeChoice.SPOTLIGHT, card_size=CardSize.SMALL)
    assert (player.muted, player.blocked) == ({"bea"}, {"bea"})


async def test_a_muted_person_is_not_heard(club: OpenClub) -> None:
    ada, bea, eve = [await club.come(name) for name in ("ada", "bea", "eve")]
    await bea.say("hello")
    await ada.mute("bea")
    assert not [line for line in ada.lobby().news if isinstance(line, Said)]
    assert [line for line in eve.lobby().news if isinstance(line, Said)]
    assert [row.is_muted for row in ada.lobby().people] == [False, True, False]
    await ada.mute("bea", wanted=False)
    assert [line for line in ada.lobby().news if isinstance(line, Said)]
    for nobody in ("ada", "nobody"):
        with pytest.raises(RejectedError):
            await ada.mute(nobody)


@pytest.mark.parametrize("blocker", ["ada", "bea"])
async def test_who_is_blocked_does_not_sit_down_with_one(club: OpenClub, blocker: str) -> None:
    people = {name: await club.come(name) for name in ("ada", "bea")}
    other = "bea" if blocker == "ada" else "ada"
    await people["ada"].open_table(TableSpec())
    await people[blocker].block(other)
    with pytest.raises(RejectedError, match="do not play each other"):
        await people["bea"].sit(1)
    await people[blocker].block(other, wanted=False)
    await people["bea"].sit(1)


async def test_a_guest_comes_back_to_his_seat_by_its_line_and_nobody_by_his_name(
    club: OpenClub,
) -> None:
    ada, bea = await club.seated(guests=True)
    await club.settled()
    line = at_table(ada).return_line
    assert line.startswith("ssh ada+")
    token = line.removeprefix("ssh ada+").removesuffix("@localhost")
    assert len(token) == 8
    ada.close()
    impostor = await club.come("ada", None)
    assert (impostor.name, impostor.table()) == ("ada-2", None)
    back = await club.come("ada", None, token.lower())
    assert (back.name, back.is_guest) == ("ada", True)
    assert at_table(back).seat is at_table(back).seat
    assert at_table(back).stage is Stage.DEAL
    other = at_table(bea).players.a
    assert other is not None
    assert other.presence is Presence.HERE
    assert at_table(bea).return_line != line


async def test_members_are_shown_no_line_for_the_way_back(club: OpenClub) -> None:
    ada, _ = await club.seated()
    await club.settled()
    assert at_table(ada).return_line == ""


async def test_a_token_is_void_once_the_seat_is_given_up(club: OpenClub) -> None:
    ada, bea = await club.seated(guests=True)
    await club.settled()
    token = at_table(ada).return_line.removeprefix("ssh ada+").removesuffix("@localhost")
    ada.close()
    await club.wait(GRACE)
    await bea.claim()
    await club.wait(2)
    late = await club.come("ada", None, token)
    assert late.table() is None
    assert "no longer held" in late.greeting


async def test_thirty_drops_and_returns_in_a_row_give_no_time_back(club: OpenClub) -> None:
    ada, bea = await club.seated()
    for _ in range(30):
        ada.close()
        await club.wait(3)
        ada = await club.come("ada")
        await club.wait(5)
    ada.close()
    info = at_table(bea).players.a
    assert info is not None
    assert info.grace == GRACE - 90
    await club.wait(30)
    assert at_table(bea).may_claim
