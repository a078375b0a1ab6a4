"""Results and matches for scripts, asked for by real ssh clients."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from engine.actions import Action
from engine.rules import Rules
from server import verify_deal
from server.commands import REFUSED, WRONG
from tests.support.deals import GIN, GINS
from tests.support.door import Done, OpenHouse, forfeited_match, open_house
from tests.support.open_club import at_table
from tui.gateway import TableSpec

UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[OpenHouse]:
    async with open_house(tmp_path, decks=[GIN]) as house:
        yield house


async def won(house: OpenHouse, name: str = "ada", other: str = "bea") -> str:
    """A match of one game that the first of two members wins with one gin; return its id."""
    await house.enlist(name, other)
    first, second = house.gateway(name), house.gateway(other)
    await first.open_table(TableSpec(rules=Rules(single_game=True)))
    await second.sit(at_table(first).id)
    match = at_table(first).match_id
    actions: Sequence[Action] = GINS
    for player, action in zip((first, second, first, first), actions, strict=True):
        await player.act(action, at_table(player).version)
    for gateway in (first, second):
        await gateway.leave()
        gateway.close()
    return match


def rows(done: Done) -> list[dict[str, str]]:
    assert (done.status, done.errors) == (0, "")
    return list(csv.DictReader(io.StringIO(done.output)))


async def test_results_are_the_callers_own(house: OpenHouse) -> None:
    match = await won(house)
    [own] = (await house.run("bea", "export", "results")).data["results"]
    assert UTC.fullmatch(own.pop("ended"))
    assert own == {
        "match": match, "a": "ada", "b": "bea", "seat": "B", "winner": "A", "end": "played",
        "rules": "classic", "total_a": 122, "total_b": 0, "games_a": 1, "games_b": 0,
        "rated": True, "coach": "full",
    }  # fmt: skip
    await house.enlist("eve")
    assert (await house.run("eve", "export", "results")).data == {"results": []}


async def test_results_as_csv_say_the_same(house: OpenHouse) -> None:
    await won(house)
    await forfeited_match(house)
    told = (await house.run("ada", "export", "results")).data["results"]
    listed = rows(await house.run("ada", "export", "results", "--csv"))
    assert [row["end"] for row in told] == ["forfeit", "played"]
    assert [list(row) for row in listed] == [list(row) for row in told]
    assert [row["rated"] for row in listed] == ["true", "true"]
    for shown, meant in zip(listed, told, strict=True):
        assert shown["total_a"] == str(meant["total_a"])
        assert shown["match"] == meant["match"]


async def test_a_match_is_told_deal_by_deal_with_its_replays(house: OpenHouse) -> None:
    match = await won(house)
    told = (await house.run("eve", "export", "match", match)).data
    assert (told["match"], told["seat"], told["winner"]) == (match, None, "A")
    [deal] = told["deals"]
    assert (deal["winner"], deal["ending"], deal["games"]) == ("A", "gin", [1])
    assert (deal["deadwood_a"], deal["points"] > deal["deadwood_b"]) == (0, True)
    [replay] = told["replays"]
    assert replay["published"]["match"] == match
    events = [frame["event"]["event"] for frame in replay["frames"]]
    assert (events[0], events[-1]) == ("deal_started", "deal_ended")
    [row] = rows(await house.run("eve", "export", "match", match, "--csv"))
    assert row == {head: str(value) for head, value in deal.items()} | {"games": "1"}


async def test_a_hand_that_was_broken_off_is_in_the_replays_alone(house: OpenHouse) -> None:
    await won(house)  # With the planned deck: the next one is shuffled as it was promised.
    match = await forfeited_match(house)
    told = (await house.run("eve", "export", "match", match)).data
    assert (told["end"], told["deals"]) == ("forfeit", [])
    [replay] = told["replays"]
    assert (replay["deal"], replay["published"]["deal"]) == (1, 1)
    verify_deal.check(replay["published"])
    assert rows(await house.run("eve", "export", "match", match, "--csv")) == []


async def test_a_match_that_is_being_played_is_not_exported(house: OpenHouse) -> None:
    await house.enlist("ada", "bea")
    ada, bea = house.gateway("ada"), house.gateway("bea")
    await ada.open_table(TableSpec())
    await bea.sit(at_table(ada).id)
    refused = await house.run("ada", "export", "match", at_table(ada).match_id)
    assert (refused.status, refused.output, refused.errors.count("\n")) == (REFUSED, "", 1)
    for gateway in (ada, bea):
        await gateway.leave()
        gateway.close()


async def test_a_name_is_no_formula_for_a_spreadsheet(house: OpenHouse) -> None:
    await won(house, "-1-1")
    [row] = rows(await house.run("bea", "export", "results", "--csv"))
    assert (row["a"], row["b"]) == ("'-1-1", "bea")
    [told] = (await house.run("bea", "export", "results")).data["results"]
    assert told["a"] == "-1-1"


@pytest.mark.parametrize(
    "command",
    ["export", "export results", "export match", "export results x", "export ratings --csv"],
)
async def test_an_export_that_is_not_written_as_it_should_be_is_told(
    house: OpenHouse, command: str
) -> None:
    wrong = await house.run("eve", command)
    assert (wrong.status, wrong.output, wrong.errors.count("\n")) == (WRONG, "", 1)
