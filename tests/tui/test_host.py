"""What hosts see and do on their screens."""

from __future__ import annotations

import pytest

from tests.support.gateway import FakeGateway
from tests.support.payloads import PAYLOADS
from tests.support.screens import Seated, assert_frame
from tui.house_report import Ban, Deed, HouseReport, Standing, Visitor

REPORT = HouseReport(
    people=(Visitor("ada", "lobby", "192.0.2.7"), Visitor("bea", "playing", "198.51.100.4")),
    tables=(Standing(1, "Sunset Strip", "bea, cleo"), Standing(2, "Back room", "dora")),
    bans=(Ban("ban", "eve", "account:9", "2026-12-01 21:07"), Ban("mute", "bea", "account:3", "")),
    deeds=(Deed("2026-11-29 21:07", "ada", "mute", "bea", "for good"),),
)


@pytest.fixture
def gateway() -> FakeGateway:
    gateway = FakeGateway()
    gateway.is_host, gateway.report = True, REPORT
    return gateway


@pytest.fixture
async def host(gateway: FakeGateway) -> Seated:
    seated = Seated(gateway)
    await seated.press("h")
    return seated


async def test_only_hosts_find_the_way_there() -> None:
    eve = Seated(FakeGateway())
    await eve.press("h")
    assert "FOR HOSTS" not in eve.text()
    await eve.press("ctrl+p")
    assert "For hosts" not in eve.text()


async def test_every_page_at_80_columns(host: Seated) -> None:
    for page in ("people", "tables", "bans", "log"):
        assert_frame(f"host_{page}_80", host.text())
        await host.press("tab")
    assert "FOR HOSTS" in host.text(120, 40)
    await host.press("escape")
    assert "FOR HOSTS" not in host.text()


async def test_a_deed_is_done_once_it_is_agreed_to(host: Seated, gateway: FakeGateway) -> None:
    await host.press("down", "x")
    assert "send bea home? Enter does it" in host.text()
    await host.press("escape")
    assert gateway.asked == []
    await host.press("x", "enter")
    assert gateway.asked == [("kick", "bea")]
    assert "done: kick bea" in host.text()


async def test_a_ban_or_a_mute_asks_for_how_long(host: Seated, gateway: FakeGateway) -> None:
    await host.press("down", "b")
    await host.type("2h")
    await host.press("enter", "m", "enter")
    assert gateway.asked == [("ban", "bea", "2h"), ("mute", "bea")]


async def test_a_new_name_is_typed(host: Seated, gateway: FakeGateway) -> None:
    await host.press("r", "enter")
    assert gateway.asked == []
    await host.type("cleo")
    await host.press("enter")
    assert gateway.asked == [("rename", "ada", "cleo")]


async def test_tables_are_closed_and_bans_lifted(host: Seated, gateway: FakeGateway) -> None:
    await host.press("tab", "down", "x", "enter", "tab", "x", "enter", "down", "x", "enter")
    assert gateway.asked == [("close", "2"), ("unban", "eve"), ("unmute", "bea")]


async def test_everybody_is_told_newcomers_invited_and_the_club_drained(
    host: Seated, gateway: FakeGateway
) -> None:
    await host.press("a")
    await host.type("tea at  five, [/] aijd")
    await host.press("enter", "i", "d", "enter")
    assert gateway.asked == [("announce", "tea at  five, [/] aijd"), ("invite",), ("drain",)]


@pytest.mark.parametrize("payload", PAYLOADS, ids=ascii)
async def test_what_others_wrote_is_drawn_as_plain_cells(
    gateway: FakeGateway, payload: str
) -> None:
    gateway.report = HouseReport(
        tables=(Standing(1, payload, payload),),
        deeds=(Deed("now", payload, "announce", payload, payload),),
    )
    host = Seated(gateway)
    await host.press("h", "tab")
    shown = host.text()
    await host.press("tab", "tab")
    assert all(letter.isprintable() or letter == "\n" for letter in shown + host.text())


async def test_an_empty_club_has_empty_pages(gateway: FakeGateway) -> None:
    gateway.report = HouseReport(is_drained=True)
    host = Seated(gateway)
    await host.press("h", "down")
    assert "no new match begins" in host.text()
    await host.presenter.press("x")
    assert "There is nobody" in host.text()
    await host.press("d", "enter")
    assert gateway.asked == [("drain", "off")]
