"""What a host is given to run the club with, tried as far as a machine without it allows."""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from server.config import load
from tests.support import confined
from tests.support.commands import COMMAND
from tests.support.ssh import WAIT, Client, ssh_command

ROOT = Path(__file__).parents[2]
UNITS = ROOT / "packaging" / "systemd"
CONTAINERFILE = ROOT / "packaging" / "Containerfile"
EXPOSURE = 20
"""The most that `systemd-analyze security` may find, in tenths of its points."""

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="this machine has no systemd-analyze"
)


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *words], capture_output=True, text=True, timeout=60, check=False
    )


@needs_systemd
def test_the_service_is_well_shut_in() -> None:
    unit = str(UNITS / "hollywood-gin.service")
    done = analyze("security", "--offline=true", f"--threshold={EXPOSURE}", "--no-pager", unit)
    assert done.returncode == 0, done.stdout + done.stderr


@needs_systemd
def test_the_units_have_no_word_that_systemd_does_not_know(tmp_path: Path) -> None:
    for unit in UNITS.iterdir():
        text = unit.read_text().replace("/opt/hollywood-gin/bin/hollywood-gin", "/bin/true")
        (tmp_path / unit.name).write_text(text)
    done = analyze("verify", *map(str, sorted(tmp_path.iterdir())))
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_the_service_starts_the_command_with_options_that_it_has() -> None:
    line = re.search(
        r"^ExecStart=\S+ (.+)$", (UNITS / "hollywood-gin.service").read_text(), re.MULTILINE
    )
    assert line
    assert re.sub(r"\S*/\S+", "-", line[1]) == "serve --config - --data -"


def may_be_confined() -> bool:
    try:
        ctypes.CDLL(confined.LIBRARY)
    except OSError:
        return False
    return os.geteuid() == 0


@needs_systemd
@pytest.mark.skipif(not may_be_confined(), reason="this takes libseccomp and the rights of root")
async def test_the_club_works_shut_in_as_the_service_is(tmp_path: Path) -> None:
    unit = str(UNITS / "hollywood-gin.service")
    shut_in = [sys.executable, "-m", "tests.support.confined", unit, str(COMMAND)]
    words = ["serve", "--port", "0", "--data", str(tmp_path / "data")]
    environment = {**os.environ, "HOLLYWOOD_GIN_METRICS": "127.0.0.1:0"}
    async with opened([*shut_in, *words], ROOT, environment) as (server, port):
        status = status_of(server.pid)
        assert re.search(r"^Seccomp:\s+2$", status, re.MULTILINE)
        assert re.search(r"^CapEff:\s+0+$", status, re.MULTILINE)
        ada = Client(ssh_command(port, tmp_path))
        try:
            await ada.shows("Lobby")
            ada.send("p")
            await ada.shows("hand 1")
        finally:
            ada.close()


@asynccontextmanager
async def opened(
    words: list[str], folder: Path, environment: dict[str, str]
) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    """Open a club, yield its process and its port, and close it in good order."""
    server = await asyncio.create_subprocess_exec(
        *words, cwd=folder, env=environment, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert server.stdout is not None
        line = await asyncio.wait_for(server.stdout.readline(), WAIT)
        yield server, int(line.rpartition(b":")[2])
        server.terminate()
        assert await asyncio.wait_for(server.wait(), WAIT) == 0
    finally:
        if server.returncode is None:
            server.kill()
            await server.wait()


def status_of(process: int) -> str:
    return Path(f"/proc/{process}/status").read_text()


def test_the_example_configuration_is_in_order_and_changes_nothing() -> None:
    example = ROOT / "packaging" / "club.toml"
    settings = load(example)
    assert settings.as_toml() == load(flags={"host": settings.host}).as_toml()


class Container:
    """Does what a Containerfile says, in a folder that stands for its working folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        text = CONTAINERFILE.read_text().replace("\\\n", " ")
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        self.instructions = [line.split(" ", 1) for line in lines]

    def words(self, instruction: str) -> list[str]:
        """The words of an instruction that stands there once, in the form of a list."""
        (found,) = [rest for word, rest in self.instructions if word == instruction]
        words: list[str] = json.loads(found)
        return words

    def build(self) -> None:
        for word, rest in self.instructions:
            if word == "COPY":
                self._copy(*shlex.split(rest))
            elif word == "RUN":
                self.run(["sh", "-euc", rest])

    def run(self, words: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            words, cwd=self.folder, capture_output=True, text=True, timeout=300, check=True,
            env=self.environment,
        )  # fmt: skip

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in os.environ if name.startswith("PIP_")}
        path = f"{Path(sys.base_prefix) / 'bin'}:{os.environ['PATH']}"
        return {"PATH": path, "HOME": str(self.folder), **kept}

    def _copy(self, *words: str) -> None:
        *sources, target = words
        for source in map(ROOT.joinpath, sources):
            place = self.folder / target
            if source.is_dir():
                shutil.copytree(source, place, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                place.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, place)


@pytest.fixture
def container(tmp_path: Path) -> Container:
    (tmp_path / "srv").mkdir()
    return Container(tmp_path / "srv")


@pytest.mark.skipif(os.geteuid() != 0, reason="the image's folder belongs to a user of its own")
@pytest.mark.timeout(400)
async def test_the_containerfile_s_commands_make_a_club_that_opens(container: Container) -> None:
    await asyncio.to_thread(container.build)
    assert sorted(path.name for path in container.folder.iterdir() if path.name[0] != ".") == [
        "data", "venv"
    ]  # fmt: skip
    command = [*container.words("ENTRYPOINT"), *container.words("CMD")]
    command[command.index("2222")] = "0"
    async with opened(command, container.folder, container.environment):
        assert (container.folder / "data" / "host_keys").is_dir()
