"""Commands without a terminal, given by real ssh clients."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.command_table import COMMANDS
from server.commands import REFUSED, WRONG
from server.ssh.session import HOW_TO_JOIN
from tests.support.door import OpenHouse, forfeited_match, open_house
from tests.support.payloads import PAYLOADS
from tests.support.ssh import until
from tui.gateway import TableSpec


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[OpenHouse]:
    async with open_house(tmp_path) as house:
        yield house


async def test_help_lists_what_the_caller_may_ask_for(house: OpenHouse) -> None:
    await house.enlist("ada", "eve")
    await house.admin("role", "ada", "host")
    for_all, for_hosts = await house.run("eve", "help"), await house.run("ada", "help")
    assert for_all.status == for_hosts.status == 0
    assert "verify MATCH:DEAL" in for_all.output
    assert "kick NAME" not in for_all.output
    assert "kick NAME" in for_hosts.output
    assert "backup" not in for_hosts.output


async def test_nobody_comes_in_by_a_command_and_no_account_is_made(house: OpenHouse) -> None:
    assert (await house.run("ada", "who")).output == "nobody is here\n"
    assert house.club.members.named("ada") is None
    assert not house.club.lobby.people


async def test_who_and_tables_tell_what_the_lobby_shows(house: OpenHouse) -> None:
    ada = await house.join("ada")
    ada.send("n")
    await ada.shows("NEW TABLE")
    ada.send("\r")
    await until(lambda: house.club.lobby.table_count == 1)
    who = await house.run("eve", "who", "--json")
    assert who.data == {"people": [{"name": "ada", "doing": "waiting", "table": 1, "guest": False}]}
    tables = await house.run("eve", "tables")
    assert tables.output.splitlines()[1].split() == ["1", "Table", "1", "waiting", "ada", "-", "no"]


async def test_a_private_table_is_for_hosts_to_see(house: OpenHouse) -> None:
    await house.enlist("ada", "bea")
    await house.admin("role", "ada", "host")
    bea = house.gateway("bea")
    await bea.open_table(TableSpec("Back room", private=True))
    assert "Back room" not in (await house.run("eve", "tables")).output
    assert (await house.run("eve", "who", "--json")).data["people"][0]["table"] is None
    [table] = (await house.run("ada", "tables", "--json")).data["tables"]
    assert (table["name"], table["private"]) == ("Back room", True)
    assert "127.0.0.1" in (await house.run("ada", "who")).output


async def test_a_finished_match_is_told_and_its_deals_are_verified(
    house: OpenHouse, tmp_path: Path
) -> None:
    match = await forfeited_match(house)
    own = (await house.run("ada", "history", "--json")).data["matches"]
    assert own == (await house.run("eve", "history", "bea", "--json")).data["matches"]
    assert [(row["match"], row["winner"], row["forfeit"]) for row in own] == [(match, "bea", True)]
    sheet = await house.run("eve", "sheet", match)
    assert sheet.output.startswith("A is ada, B is bea; bea won by forfeit\n")
    assert sheet.output.isascii()
    assert (await house.run("eve", "sheet", match, "--json")).data["winner"] == "bea"
    assert "rated" not in (await house.run("eve", "leaders")).output
    verified = await house.run("eve", "verify", f"{match}:1")
    assert verified.output.startswith("The deal is as promised.\n")
    record = await house.run("eve", "verify", f"{match}:1", "--json")
    script = tmp_path / "verify_deal.py"
    script.write_text((await house.run("eve", "verify-script")).output)
    words = [sys.executable, str(script), "-"]
    checked = subprocess.run(  # noqa: ASYNC221  # it takes a moment and nobody waits
        words, input=record.output, capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stdout.splitlines()[0]) == (0, "The deal is as promised.")


async def test_a_deal_that_is_not_over_is_not_verified(house: OpenHouse) -> None:
    refused = await house.run("eve", "verify", "nosuch:1")
    assert (refused.status, refused.output, refused.errors.count("\n")) == (REFUSED, "", 1)


@pytest.mark.parametrize(
    "command", ["history", "sheet", "sheet a b", "verify x", "who 'x", "leaders now"]
)
async def test_a_command_that_is_not_written_as_it_should_be_is_told(
    house: OpenHouse, command: str
) -> None:
    wrong = await house.run("eve", command)
    assert (wrong.status, wrong.output, wrong.errors.count("\n")) == (WRONG, "", 1)
    told = await house.run("eve", f"{command} --json")
    if told.status == WRONG and told.output:
        assert set(told.data) == {"error"}


@pytest.mark.parametrize("command", ["ls", "WHO", "whoami", "''", "help; ls"])
async def test_everything_else_is_refused_in_one_line(house: OpenHouse, command: str) -> None:
    refused = await house.run("eve", command)
    assert (refused.status, refused.errors) == (1, HOW_TO_JOIN + "\r\n")
    assert refused.output == ""


async def test_every_answer_for_scripts_is_one_object(house: OpenHouse) -> None:
    match = await forfeited_match(house)
    await house.admin("role", "ada", "host")
    arguments = {
        "history": "bea", "sheet": match, "verify": f"{match}:1", "kick": "bea", "mute": "bea",
        "unmute": "bea", "ban": "bea", "unban": "bea", "rename": "bea cleo", "close": "9",
        "announce": "hello", "backup": "x", "key-code": "ada", "delete": "bea",
        "role": "bea host", "prune": "--before 2020-01-01",
    }  # fmt: skip
    for name in COMMANDS.names:
        done = await house.run("ada", f"{name} {arguments.get(name, '')} --json")
        assert done.errors == "", name
        assert isinstance(done.data, dict), name
        assert done.output.isascii()
        assert done.output.count("\n") == 1
        assert ("error" in done.data) == (done.status != 0), name


@pytest.mark.parametrize("payload", PAYLOADS, ids=ascii)
async def test_what_is_injected_comes_back_to_nobody(house: OpenHouse, payload: str) -> None:
    await house.enlist("ada", "bea")
    await house.admin("role", "ada", "host")
    bea = await house.join("bea")
    before = bea.raw.count(payload.encode())
    for command in (
        "history", "sheet", "export match", "verify", "kick", "ban", "rename bea", "announce",
        "drain",
    ):  # fmt: skip
        quoted = payload.replace("'", "").replace("\0", "")
        done = await house.run("ada", f"{command} '{quoted}'")
        assert all(letter.isprintable() or letter in "\r\n" for letter in done.output + done.errors)
        assert done.errors.count("\n") <= 1
    for answer in [await house.admin("audit", "--json"), await house.admin("audit")]:
        assert all(letter.isprintable() or letter == "\n" for letter in answer.output)
    await bea.shows("The host says")
    assert bea.raw.count(payload.encode()) == before or payload.isprintable()


async def test_a_terminal_asked_for_as_well_gets_whole_lines(house: OpenHouse) -> None:
    client = house.call("eve", options=["-tt"], command=["help"])
    assert await client.left() == 0
    assert b"\x1b" not in client.raw
    assert client.text.splitlines()[1].startswith("help ")
