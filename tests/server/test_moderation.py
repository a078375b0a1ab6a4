"""What hosts do, through real ssh; members are refused, and the audit log tells who did what."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.commands import REFUSED
from server.doorkeeper import BANNED
from server.store.sanctions import Sanction, SanctionKind
from tests.support.door import OpenHouse, forfeited_match, open_house
from tests.support.ssh import Client, until
from tui.gateway import RejectedError, TableSpec

GIVEN = (
    "kick bea", "mute bea", "unmute bea", "ban bea", "unban bea", "bans", "rename bea cleo",
    "close 1", "announce hello", "drain", "drain off", "invite", "audit",
)  # fmt: skip
ON_THE_MACHINE = (
    "role eve host", "backup /tmp/copy.db", "key-code bea", "delete bea", "prune --before 2030-01-01",
)  # fmt: skip


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[OpenHouse]:
    """A club whose host is hal; ada, bea and eve are members."""
    async with open_house(tmp_path) as house:
        await house.enlist("hal", "ada", "bea", "eve")
        assert (await house.admin("role", "hal", "host")).status == 0
        yield house


async def do(house: OpenHouse, command: str) -> str:
    """Let the host give a command."""
    done = await house.run("hal", command)
    assert (done.status, done.errors) == (0, "")
    return done.output


async def say(client: Client, text: str) -> None:
    client.send("c")
    await client.shows("say|Enter")
    client.send(text + "\r")


@pytest.mark.parametrize("command", [*GIVEN, *ON_THE_MACHINE])
async def test_members_are_refused(house: OpenHouse, command: str) -> None:
    done = await house.run("eve", command)
    assert (done.status, done.output) == (REFUSED, "")
    assert "alone" in done.errors
    assert len(await house.club.store.audit.latest()) == 1
    assert not house.club.doorkeeper.sanctions()


@pytest.mark.parametrize("command", ON_THE_MACHINE)
async def test_what_is_for_the_machine_is_not_for_hosts_over_ssh(
    house: OpenHouse, command: str
) -> None:
    assert (await house.run("hal", command)).status == REFUSED


async def test_a_guest_cannot_pass_for_the_host(house: OpenHouse) -> None:
    assert (await house.run("hal", "invite", key=None)).status == REFUSED
    assert (await house.run("hal", "invite", key="eve")).status == REFUSED


async def test_a_kicked_player_goes_and_may_come_back(house: OpenHouse) -> None:
    bea = await house.join("bea")
    assert await do(house, "kick bea") == "bea was sent home\n"
    await bea.shows("A host has sent you home")
    await bea.left()
    await house.join("bea")


async def test_a_muted_player_is_not_heard_also_after_coming_back(house: OpenHouse) -> None:
    ada = await house.join("ada")
    await do(house, "mute bea 1h")
    for _ in range(2):
        bea = await house.join("bea")
        await say(bea, "can you hear me")
        await bea.shows("A host has muted you")
        bea.kill()
        await until(lambda: not house.club.lobby.register.is_present("bea"))
    await do(house, "unmute bea")
    await say(await house.join("bea"), "and now")
    await ada.shows("and now")
    assert "can you hear me" not in ada.text


async def test_a_ban_holds_for_the_person_under_every_name_and_key(house: OpenHouse) -> None:
    bea = await house.join("bea")
    await do(house, "ban bea")
    await bea.shows("A host has banned you")
    await bea.left()
    for user, key in (("bea", "bea"), ("other", "bea"), ("newkey", "newkey"), ("guest", None)):
        refused = await house.run(user, "who", key=key)
        assert (refused.status, refused.errors) == (1, BANNED + "\r\n"), user
        client = house.call(user, key)
        assert await client.left() == 1
        assert BANNED in client.text
        assert b"\x1b" not in client.raw
    await house.join("ada")
    await do(house, "unban bea")
    await house.join("bea")


async def test_a_ban_holds_over_a_restart_and_ends_in_its_time(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'club.db'}"
    async with open_house(tmp_path, database=database) as house:
        await house.enlist("bea", "eve")
        await house.admin("ban", "bea", "7d")
        over = Sanction(SanctionKind.BAN, house.fingerprint("eve"), "eve", until=1.0)
        await house.club.doorkeeper.forbid([over])
        assert (await house.run("eve", "who")).status == 0
    async with open_house(tmp_path, database=database) as again:
        assert (await again.run("bea", "who")).errors == BANNED + "\r\n"
        assert [one.name for one in again.club.doorkeeper.sanctions()] == ["bea", "bea"]


async def test_a_key_or_an_address_can_be_banned_alone(house: OpenHouse) -> None:
    await do(house, f"ban {house.fingerprint('bea')}")
    assert (await house.run("bea", "who")).errors == BANNED + "\r\n"
    assert (await house.run("guest", "who", key=None)).status == 0
    await do(house, "ban 127.0.0.1 2h")
    assert (await house.run("guest", "who", key=None)).errors == BANNED + "\r\n"
    assert (await house.run("ada", "who")).status == 0
    assert "until" in await do(house, "bans")
    await do(house, "unban 127.0.0.1")
    assert (await house.run("guest", "who", key=None)).status == 0


async def test_a_guest_is_banned_by_address(house: OpenHouse) -> None:
    guest = house.call("visitor", None)
    await guest.shows("Lobby")
    await do(house, "ban visitor")
    await guest.shows("A host has banned you")
    assert (await house.run("another", "who", key=None)).errors == BANNED + "\r\n"


async def test_who_was_banned_at_the_entrance_chooses_no_name_there(house: OpenHouse) -> None:
    newcomer = house.call("zoe")
    await newcomer.shows("call you")
    await do(house, f"ban {house.fingerprint('zoe')}")
    newcomer.send("\r")
    await newcomer.shows(BANNED)
    assert house.club.members.named("zoe") is None


async def test_a_code_of_a_banned_member_lets_nobody_in(house: OpenHouse) -> None:
    code = (await house.admin("key-code", "bea")).output.split("+")[1].split("@")[0]
    newcomer = house.call("zoe")
    await newcomer.shows("call you")
    await do(house, "ban bea")
    newcomer.send(f"\t{code}\r")
    await newcomer.shows(BANNED)


@pytest.mark.parametrize("command", ["ban hal", "kick hal", "mute hal"])
async def test_hosts_are_out_of_each_others_reach(house: OpenHouse, command: str) -> None:
    await house.join("hal")
    refused = await house.run("hal", command)
    assert (refused.status, refused.errors) == (
        REFUSED,
        "hal is a host; make him a member first\n",
    )


async def test_a_renamed_member_stays_so_and_everybody_sees_it(house: OpenHouse) -> None:
    ada, bea = await house.join("ada"), await house.join("bea")
    await do(house, "rename bea cleo")
    await ada.shows("bea is called cleo from now on")
    await bea.shows("○ cleo")
    bea.kill()
    again = house.call("whoever", "bea")
    await again.shows("○ cleo")
    for name in ("ada", "Ad4a!", "admin", "hal"):
        assert (await house.run("hal", f"rename cleo '{name}'")).status == REFUSED
    assert (await house.run("hal", "rename nobody dora")).status == REFUSED


async def test_a_guest_is_renamed_while_he_is_here(house: OpenHouse) -> None:
    guest = house.call("rude", None)
    await guest.shows("○ rude")
    await do(house, "rename rude visitor")
    await guest.shows("○ visitor")


async def test_a_closed_table_sends_both_back_and_nothing_counts(house: OpenHouse) -> None:
    ada, bea = house.gateway("ada"), house.gateway("bea")
    await ada.open_table(TableSpec())
    await bea.sit(1)
    watcher = await house.join("eve")
    watcher.send("w")
    await watcher.shows("watch")
    await do(house, "close 1")
    await watcher.shows("LOBBY TALK")
    assert ada.table() is bea.table() is None
    assert not house.club.lobby.all_tables
    assert (await house.run("ada", "history")).output == "ada has finished no match yet\n"
    assert (await house.run("hal", "close 1")).status == REFUSED
    await ada.open_table(TableSpec())


async def test_an_announcement_reaches_everybody(house: OpenHouse) -> None:
    ada = await house.join("ada")
    ada.send("p")
    await ada.shows("hand 1")
    bea = await house.join("bea")
    await do(house, "announce tea is ready at five")
    for client in (ada, bea):
        await client.shows("The host says: tea is ready at five")


async def test_a_drained_club_lets_matches_end_and_nothing_begin(house: OpenHouse) -> None:
    ada, bea = house.gateway("ada"), house.gateway("bea")
    await ada.open_table(TableSpec())
    await bea.sit(1)
    eve = await house.join("eve")
    assert "being played: 1" in await do(house, "drain")
    await eve.shows("The club closes soon")
    eve.send("p")
    await eve.shows("no match begins now")
    stranger = await house.run("guest", "who", key=None)
    assert (stranger.status, stranger.errors) == (
        1,
        "The club is closed just now. Please come again.\r\n",
    )
    ada.close()
    await house.call("ada").shows("hand 1")
    await do(house, "drain off")
    await eve.shows("stays open after all")
    assert (await house.run("guest", "who", key=None)).status == 0


async def test_a_host_does_it_on_his_screen_and_a_member_cannot(house: OpenHouse) -> None:
    bea, hal = await house.join("bea"), await house.join("hal")
    hal.send("h")
    await hal.shows("FOR HOSTS")
    hal.send("x")
    await hal.shows("send bea home")

    def is_done() -> bool:
        hal.send("\r")  # it rests for a moment at first
        return "bea was sent home" in hal.text

    await until(is_done)
    await bea.shows("A host has sent you home")
    ada = house.gateway("ada")
    with pytest.raises(RejectedError):
        await ada.moderate("kick", "hal")
    with pytest.raises(RejectedError):
        await ada.house_report()


async def test_the_audit_log_tells_who_did_what_to_whom(house: OpenHouse) -> None:
    await house.join("bea")
    await do(house, "mute bea 2h")
    await do(house, "announce quiet please")
    await house.admin("rename", "bea", "cleo")
    assert (await house.run("hal", "kick nobody")).status == REFUSED
    deeds = (await house.run("hal", "audit", "--json")).data["deeds"]
    assert [(deed["by"], deed["deed"], deed["target"]) for deed in deeds] == [
        ("admin", "rename", "bea"),
        ("hal", "announce", "everybody"),
        ("hal", "mute", "bea"),
        ("admin", "role", "hal"),
    ]
    assert [deed["detail"] for deed in deeds[:2]] == ["cleo", "quiet please"]


async def test_a_forgotten_member_leaves_his_matches_behind(house: OpenHouse) -> None:
    match = await forfeited_match(house)
    await house.admin("ban", "ada")
    assert (await house.admin("delete", "ada")).status == 0
    sheet = await house.run("eve", "sheet", match)
    assert sheet.output.startswith("A is former member, B is bea; bea won by forfeit\n")
    assert (await house.run("eve", "verify", f"{match}:1")).status == 0
    assert (await house.run("eve", "history", "ada")).status == REFUSED
    assert (await house.run("ada", "who")).errors == BANNED + "\r\n"
    await house.club.members.create("SHA256:other", "ada")


async def test_old_matches_are_forgotten_and_ratings_stay(house: OpenHouse) -> None:
    match = await forfeited_match(house)
    assert (await house.admin("prune", "--before", "2020-01-01")).output == "matches forgotten: 0\n"
    assert (await house.admin("prune", "--before", "2099-01-01")).output == "matches forgotten: 1\n"
    assert (await house.run("eve", "sheet", match)).status == REFUSED
    assert "bea" in (await house.run("eve", "leaders")).output
    assert (await house.admin("prune", "--before", "yesterday")).status == REFUSED
