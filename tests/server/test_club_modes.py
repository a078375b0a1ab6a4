"""Who may come in: open, for members, by invitation; tried with real ssh clients."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from server.club import open_club
from server.config import ClubRules
from server.doorkeeper import BY_INVITATION, MEMBERS_ONLY, Doorkeeper
from server.ssh.identity import Caller
from server.ssh.key_file import KeyFile
from server.store.store import Store
from tests.support.door import OpenHouse, open_house
from tests.support.ssh import fingerprint, make_key

INVITED = ClubRules(mode="invitation")


async def is_refused(house: OpenHouse, user: str, key: str | None, line: str) -> None:
    """A caller gets one plain line and nothing else, with a terminal and without."""
    client = house.call(user, key)
    assert await client.left() == 1
    assert client.text.split("\n")[0] == line
    assert b"\x1b" not in client.raw
    done = await house.run(user, "who", key=key)
    assert (done.status, done.output, done.errors) == (1, "", line + "\r\n")


async def test_a_members_club_takes_those_whose_keys_are_listed(tmp_path: Path) -> None:
    listed = tmp_path / "members"
    ada = make_key(tmp_path, "key-ada").with_suffix(".pub").read_text()
    listed.write_text(f'# who belongs here\n\nfrom="10.0.0.1" {ada}broken line\nssh-ed25519 AAAA\n')
    async with open_house(tmp_path, ClubRules(mode="members", members=listed)) as house:
        await house.join("ada")
        await is_refused(house, "bea", "bea", MEMBERS_ONLY)
        await is_refused(house, "ada", None, MEMBERS_ONLY)
        bea = house.key("bea").with_suffix(".pub").read_text()
        listed.write_text(bea)
        await house.join("bea")
        await is_refused(house, "ada", "ada", MEMBERS_ONLY)
        listed.unlink()
        await house.join("bea")


async def test_an_invitation_lets_one_newcomer_in_once(tmp_path: Path) -> None:
    async with open_house(tmp_path, INVITED) as house:
        await is_refused(house, "ada", "ada", BY_INVITATION)
        await is_refused(house, "ada", None, BY_INVITATION)
        told = (await house.admin("invite")).output
        word = told.split("+")[1].split("@")[0]
        await is_refused(house, f"ada+{word}", None, BY_INVITATION)
        await is_refused(house, f"ada+{word[:-1]}0", "ada", BY_INVITATION)
        guest = house.call(f"ada+{word.lower()}", "ada")
        await guest.takes_name("ada")
        assert not await house.club.store.invitations.open()
        again = house.call(f"bea+{word}", "bea")
        assert await again.left() == 1
        guest.kill()
        await house.call("ada", "ada").shows("Lobby")


async def test_two_who_come_at_once_with_one_invitation_are_one_too_many(tmp_path: Path) -> None:
    async with open_house(tmp_path, INVITED) as house:
        word = await house.club.doorkeeper.new_invitation()
        first, second = house.call(f"ada+{word}"), house.call(f"bea+{word}")
        await second.shows("Welcome")
        await first.takes_name("ada")
        second.send("\r")
        await second.shows("his invitation is wrong, was used before or is too old")
        assert house.club.members.named("bea") is None


async def test_a_code_adds_a_key_in_a_club_by_invitation(tmp_path: Path) -> None:
    async with open_house(tmp_path, INVITED) as house:
        await house.enlist("ada")
        code = (await house.admin("key-code", "ada")).output.split("+")[1].split("@")[0]
        await is_refused(house, "ada+AAAAAAAA", "laptop", BY_INVITATION)
        laptop = house.call(f"ada+{code}", "laptop")
        await laptop.shows("Welcome")
        laptop.send("\r")
        await laptop.shows("invitation is wrong")
        laptop.send("\t")
        await laptop.shows("code")
        laptop.send(f"{code}\r")
        await laptop.shows("Lobby")
        assert house.club.members.of_key(house.fingerprint("laptop")) is not None


async def test_invitations_are_kept_as_digests_and_end_after_a_week() -> None:
    now = 1000.0
    async with await Store.open("sqlite://", lambda: now) as store, open_club("sqlite://") as club:
        keeper = await Doorkeeper.load(INVITED, club.members, store, lambda: now)
        word = await keeper.new_invitation()
        assert len(word) == 26
        [digest] = await store.invitations.open()
        assert word.encode() not in digest
        caller = Caller("ada", "SHA256:ada", "192.0.2.1", invitation=word)
        assert keeper.refusal(caller) == ""
        now += 7 * 24 * 3600
        assert keeper.refusal(caller) == BY_INVITATION


@pytest.mark.parametrize(
    ("hours", "clock", "is_open"),
    [
        ("18:00-23:00", "18:00", True),
        ("18:00-23:00", "23:00", False),
        ("18:00-02:00", "01:59", True),
        ("18:00-02:00", "02:00", False),
        ("18:00-02:00", "12:00", False),
        ("", "12:00", True),
    ],
)
async def test_outside_its_hours_the_club_says_so(hours: str, clock: str, is_open: bool) -> None:
    now = time.mktime(time.strptime(f"2026-05-01 {clock}", "%Y-%m-%d %H:%M"))
    rules = ClubRules(hours=hours, closed="Until tonight!")
    async with open_club("sqlite://") as club:
        keeper = await Doorkeeper.load(rules, club.members, club.store, lambda: now)
        refusal = keeper.refusal(Caller("ada", None, "192.0.2.1"))
    assert refusal == ("" if is_open else "Until tonight!")


async def test_an_announcement_is_shown_once_to_everybody_who_comes_in(tmp_path: Path) -> None:
    rules = ClubRules(announcement="Tea is at five \x1b]0;x\x07 [/]")
    async with open_house(tmp_path, rules) as house:
        ada = await house.join("ada")
        await ada.shows(r"Tea is at five \]0;x \[/\]")
        assert b"\x1b]0;x" not in ada.raw


def test_all_kinds_of_keys_are_read_as_ssh_keygen_names_them(tmp_path: Path) -> None:
    keys = [make_key(tmp_path, kind, kind) for kind in ("ed25519", "ecdsa", "rsa")]
    listed = tmp_path / "listed"
    listed.write_text("".join(key.with_suffix(".pub").read_text() for key in keys))
    known = KeyFile(listed)
    assert all(fingerprint(key) in known for key in keys)
    assert "SHA256:other" not in known
