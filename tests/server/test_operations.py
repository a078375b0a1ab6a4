"""What the guide for hosts says is what the program does."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import REGISTRY, generate_latest

from server import metrics  # noqa: F401 it puts its metrics into the registry
from server.config import Settings

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "OPERATIONS.md").read_text()


def section(title: str) -> str:
    return GUIDE.partition(f"\n{title}\n")[2].partition("\n##")[0]


ROWS = dict(re.findall(r"^\| `([a-z_.]+)` \| (.+?) \| .+\|$", section("## Settings"), re.MULTILINE))
IN_WORDS = {"data", "host_keys", "database", "metrics", "club.members"}
"""Settings whose default depends on the machine, or is none."""


def flat(words: dict[str, Any], before: str = "") -> Iterator[tuple[str, object]]:
    for name, value in words.items():
        if isinstance(value, dict):
            yield from flat(value, f"{before}{name}.")
        else:
            yield before + name, value


DEFAULTS = dict(flat(tomllib.loads(Settings().as_toml())))


def test_every_setting_is_described_and_nothing_else() -> None:
    assert set(ROWS) == set(DEFAULTS) | IN_WORDS


@pytest.mark.parametrize("setting", sorted(set(ROWS) - IN_WORDS))
def test_the_default_of_a_setting_is_the_one_described(setting: str) -> None:
    described = tomllib.loads(f"value = {ROWS[setting].strip('`')}")["value"]
    assert (described, type(described)) == (DEFAULTS[setting], type(DEFAULTS[setting]))


def test_every_metric_is_described() -> None:
    text = generate_latest(REGISTRY).decode()
    types = re.findall(r"^# TYPE (gin_\w+)", text, re.MULTILINE)
    told = {name for name in types if not name.endswith("_created")}
    assert set(re.findall(r"^\| `(gin_\w+)` \|", GUIDE, re.MULTILINE)) == told


def test_every_event_of_the_log_is_one_that_the_program_logs() -> None:
    events = [
        name
        for row in re.findall(r"^\| (`.+?) \|", section("### Logs"), re.MULTILINE)
        for name in row.split(", ")
    ]
    source = "".join(file.read_text() for file in (ROOT / "server").rglob("*.py"))
    assert len(events) > 10
    for event in events:
        assert re.search(rf'log\.\w+\(\s*"{event.strip("`")}"', source), event
