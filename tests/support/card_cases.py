"""The worked card examples of `tests/cases/cards.json`, one reader for all tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_CASES = json.loads((Path(__file__).parents[1] / "cases" / "cards.json").read_text("utf-8"))


def card_cases(kind: str) -> dict[str, dict[str, Any]]:
    """The cases of one kind (`melds`, `knocks`, `showdowns`) by name."""
    return {case["name"]: case for case in _CASES[kind]}
