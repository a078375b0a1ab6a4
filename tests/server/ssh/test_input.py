from __future__ import annotations

import asyncio
import re

import pytest

from tests.server.ssh.conftest import Door
from tests.support.ssh import ANSWERS, until

ALIVE = "keys=.*z;"


@pytest.mark.parametrize(
    "noise",
    [
        b"\x1b[48;6000;6000;0;0t",
        b"\x1b[99999999999u",
        b"\x1b[1114112u",
        b"\x1b]11;rgb:0/0/0\x1b\\",
        b"\x1bP1$r0m\x1b\\",
        b"\x1b[?62c",
        b"\x1b[12;40R",
        b"\xff\xfe\x9b",
        b"\x1b[<64;99999;99999M",
        b"\x1b[<0;1;1m\x1b[<0;0;0M",
    ],
)
async def test_noise_is_no_key_and_does_no_harm(door: Door, noise: bytes) -> None:
    client = door.call()
    await client.shows("size=80x24")
    client.send(noise)
    client.send("z")
    await client.shows("keys=z;")
    assert "size=80x24" in client.text


async def test_nothing_but_its_frame_answers_a_key(door: Door) -> None:
    log = door.folder / "packets"
    client = door.call(options=["-vvv", "-E", str(log)])
    await client.shows("keys=;")
    client.send("z")
    await client.shows("keys=z;")
    kinds = re.findall(r"receive packet: type (\d+)", log.read_text())
    assert "99" in kinds  # the shell was granted
    assert "2" not in kinds  # to be ignored


async def test_one_press_is_one_key(door: Door) -> None:
    client = door.call()
    await client.shows("keys=;")
    for number, (sequence, name) in enumerate(
        [
            ("\x1b[11~", "f1"),
            ("\x1bOP", "f1"),
            ("\x1b[[A", "f1"),
            ("\x1b[15~", "f5"),
            ("\x1bOA", "up"),
            ("\x1b[A", "up"),
            ("\x1b[1~", "home"),
            ("\x1bOH", "home"),
            ("\x1b", "escape"),
            ("\x7f", "backspace"),
            ("\x08", "backspace"),
            ("\n", "ctrl+j"),
            ("\r", "enter"),
        ],
        start=1,
    ):
        client.send(sequence)
        await client.shows(rf"count={number} .*\n.*\b{re.escape(name)};")
    assert "\x1b[?25h" not in client.raw.decode("utf-8", "replace")


async def test_a_character_split_over_packets_is_one_key(door: Door) -> None:
    client = door.call()
    await client.shows("keys=;")
    client.send(b"\xff\xe2\x99")
    await client.shows("count=0")
    client.send(b"\xa0z")
    await client.shows("count=2 .*\nkeys=black_spade_suit z;")


async def test_keys_typed_before_the_app_is_there_are_not_lost(door: Door) -> None:
    client = door.call(answers={**ANSWERS, b"\x1b[6n": b"early\x1b[1;5R"})
    await client.shows("keys=e a r l y;")


async def test_control_keys_are_only_keys(door: Door) -> None:
    client, other = door.call(), door.call(user="bob")
    await client.shows("keys=;")
    await other.shows("keys=;")
    for code, name in ((3, "c"), (26, "z"), (4, "d"), (28, "backslash")):
        client.send(bytes([code]) * 3)
        await client.shows(rf"(ctrl\+{name} ?){{3}};")
    other.send("z")
    await other.shows("keys=z;")


async def test_a_bracketed_paste_is_one_event_and_cut(door: Door) -> None:
    client = door.call()
    await client.shows("keys=;")
    client.send("\x1b[200~knock yes\nquit y\x1b[201~")
    await client.shows("count=0 pasted=16")
    await client.send_all(b"\x1b[200~" + b"x" * 300_000 + b"\x1b[201~z")
    await client.shows(ALIVE)
    assert f"pasted={16 + 64 * 1024}" in client.text


async def test_an_unbracketed_paste_of_a_megabyte_is_cut(door: Door) -> None:
    client, other = door.call(), door.call(user="bob")
    await client.shows("keys=;")
    await other.shows("keys=;")
    await client.send_all(b"x" * 300_000)
    other.send("z")
    await other.shows("keys=z;", wait=2)
    await client.send_all(b"x" * 700_000)
    other.send("y")
    await other.shows("keys=z y;", wait=2)
    # What is pasted last is dropped, and so may be a key right after it.
    while not re.search("keys=.*z;", client.text):
        client.send("z")
        await asyncio.sleep(0.2)
    app = next(app for app in door.house.live if app.caller.name == "ada")  # type: ignore[attr-defined]
    assert len(app.keys) < 3000  # type: ignore[attr-defined]


async def test_clicks_reach_the_app(door: Door) -> None:
    client = door.call()
    await client.shows("keys=;")
    client.send("\x1b[<0;11;6M\x1b[<0;11;6m")
    await client.shows(re.escape("clicks=[(10, 5)]"))


async def test_sizes_are_clamped_and_the_last_one_is_drawn(door: Door) -> None:
    client = door.call(size=(120, 40))
    await client.shows("size=120x40")
    for asked, drawn in (
        ((1, 1), "20x6"),
        ((65535, 65535), "300x100"),
        ((500, 200), "300x100"),
        ((0, 0), "80x24"),
        ((79, 23), "79x23"),
    ):
        client.resize(*asked)
        client.screen.resize(100, 300)
        await client.shows(f"size={drawn}")
    for step in range(200):
        client.resize(80 + step % 40, 24 + step % 10)
    client.resize(100, 30)
    client.send("z")
    await client.shows("size=100x30(.*\n)*.*keys=z;")


async def test_a_client_without_a_size_is_taken_for_a_common_one(door: Door) -> None:
    await door.call(size=(0, 0)).shows("size=80x24")


async def test_the_mouse_can_be_left_to_the_terminal(door: Door) -> None:
    on, off = b"\x1b[?1000h\x1b[?1006h", b"\x1b[?1006l\x1b[?1000l"
    client = door.call()
    await client.shows("keys=;")
    control = door.house.controls[0]()
    assert control is not None
    control.use_mouse(False)
    await until(lambda: client.raw.rfind(off) > client.raw.rfind(on))
    control.use_mouse(True)
    await until(lambda: client.raw.rfind(on) > client.raw.rfind(off))
