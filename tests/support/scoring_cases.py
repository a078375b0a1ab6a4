"""The worked score sheets of `tests/cases/scoring.json`, one reader for all tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_CASES = json.loads((Path(__file__).parents[1] / "cases" / "scoring.json").read_text("utf-8"))

Wins = list[tuple[str, int] | None]
"""Deals in order: the winner's letter and the points, or None for a dead deal."""


def scoring_cases() -> list[tuple[str, str, Wins, dict[str, Any]]]:
    """Every case under every preset: its name, the preset, the wins and what is expected."""
    return [
        (case["name"], preset, case["wins"], expected)
        for case in _CASES["cases"]
        for preset, expected in case["expect"].items()
    ]
