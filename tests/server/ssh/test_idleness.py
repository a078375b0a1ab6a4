from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import asyncssh
import pytest

from server.ssh.idleness import SENT_HOME, Idleness
from server.ssh.limits import Limits
from server.ssh.listener import Listener
from tests.server.ssh.conftest import Door
from tests.support.apps import EchoHouse
from tests.support.ssh import until

IMPATIENT = Limits(idle=0.2, idle_warning=0.1)


@dataclass
class Sitter:
    """Somebody who presses no key."""

    has_seat: bool = False
    asked: int = 0
    warnings: list[str] = field(default_factory=list)
    farewell: str = ""

    def watched(self, limits: Limits) -> Idleness:
        return Idleness(
            limits, is_spared=self.is_spared, warn=self.warnings.append, send_home=self.leave
        )

    def is_spared(self) -> bool:
        self.asked += 1
        return self.has_seat

    def leave(self, message: str) -> None:
        self.farewell = message


async def test_who_presses_no_key_is_warned_and_then_sent_home() -> None:
    sitter = Sitter()
    sitter.watched(IMPATIENT)
    await until(lambda: sitter.warnings, "the warning")
    assert sitter.farewell == ""
    await until(lambda: sitter.farewell, "the end")
    assert sitter.farewell == SENT_HOME
    assert len(sitter.warnings) == 1


@pytest.mark.parametrize(
    ("warning", "span"),
    [(300.0, "5 minutes"), (60.0, "1 minute"), (20.0, "20 seconds"), (1.4, "1 second")],
)
async def test_the_warning_says_how_long_there_is(warning: float, span: str) -> None:
    sitter = Sitter()
    watching = sitter.watched(Limits(idle=warning, idle_warning=warning))
    await until(lambda: sitter.warnings, "the warning")
    watching.close()
    assert sitter.warnings == [f"Still there? Press a key, or the club lets you go in {span}."]


async def test_a_key_after_the_warning_is_enough() -> None:
    sitter = Sitter()
    watching = sitter.watched(IMPATIENT)
    await until(lambda: sitter.warnings, "the warning")
    watching.heard()
    await until(lambda: len(sitter.warnings) == 2, "another warning")
    assert sitter.farewell == ""
    watching.close()


async def test_who_has_a_seat_is_neither_warned_nor_sent_home() -> None:
    sitter = Sitter(has_seat=True)
    watching = sitter.watched(IMPATIENT)
    await until(lambda: sitter.asked == 4, "some looks")
    assert (sitter.warnings, sitter.farewell) == ([], "")
    sitter.has_seat = False
    await until(lambda: sitter.farewell, "the end")
    watching.close()


@pytest.fixture
async def impatient_door(tmp_path: Path, host_key: asyncssh.SSHKey) -> AsyncIterator[Door]:
    house = EchoHouse()
    listener = Listener(house, Limits(idle=3.0, idle_warning=1.0))
    await listener.start("127.0.0.1", 0, [host_key])
    door = Door(listener, house, tmp_path, host_key, listener.port)
    yield door
    for client in door.clients:
        client.close()
    await listener.close("The server is closing.")


async def test_a_real_client_is_sent_home_with_a_sentence_and_a_seated_one_stays(
    impatient_door: Door,
) -> None:
    ada = impatient_door.call(user="ada")
    await ada.shows("name=ada")
    impatient_door.house.seated.update(impatient_door.house.live)
    bea = impatient_door.call(user="bea")
    await bea.shows("name=bea")
    assert await bea.left() == 0
    assert bea.text.strip() == SENT_HOME
    assert len(impatient_door.house.told) == 1
    assert ada.process.poll() is None
