"""Who falls asleep in the lobby of a real club, and who at a table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from server.ssh.idleness import SENT_HOME
from tests.support.server import ServerProcess
from tests.support.ssh import Client, ssh_command


@pytest.fixture
async def impatient(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[ServerProcess]:
    monkeypatch.setenv("HOLLYWOOD_GIN_LIMITS__IDLE", "4")
    monkeypatch.setenv("HOLLYWOOD_GIN_LIMITS__IDLE_WARNING", "2")
    server = await ServerProcess.start(tmp_path)
    yield server
    assert await server.stop() == 0


async def test_the_lobby_s_sleeper_is_warned_on_his_screen_and_a_player_is_let_think(
    impatient: ServerProcess, tmp_path: Path
) -> None:
    player, sleeper = (
        Client(ssh_command(impatient.port, tmp_path, user=user)) for user in ("ada", "bea")
    )
    with closing(player), closing(sleeper):
        await player.shows("Lobby")
        player.send("p")
        await player.shows("hand 1")
        await sleeper.shows("Lobby")
        await sleeper.shows("Still there")
        assert await sleeper.left() == 0
        assert sleeper.text.strip() == SENT_HOME
        assert "hand 1" in player.text
        assert player.process.poll() is None
