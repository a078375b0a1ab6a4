"""One case a line, as the referee reads them from standard input."""

from __future__ import annotations

import json
from typing import Any

from engine.rules import Rules
from server.referee import (
    CaseError,
    KnocksAnswer,
    MeldsAnswer,
    SheetAnswer,
    ShowdownAnswer,
    judge_knocks,
    judge_melds,
    judge_showdown,
    keep_sheet,
    named_rules,
)


def melds_line(line: str) -> MeldsAnswer:
    """A line of cards.

    Raises:
        CaseError: If the case is not sound.
    """
    return judge_melds(line)


def knocks_line(line: str, taken: str | None, limit: int) -> KnocksAnswer:
    """A line of eleven cards, or an object with `cards` and perhaps `taken` and `limit`.

    Raises:
        CaseError: If the case is not sound.
    """
    if not line.lstrip().startswith("{"):
        return judge_knocks(line, taken, limit)
    case = _object(line, required=("cards",), optional=("taken", "limit"))
    own_taken, own_limit = case.get("taken", taken), case.get("limit", limit)
    if own_taken is not None:
        own_taken = _string("taken", own_taken)
    if type(own_limit) is not int:
        raise CaseError("limit: it must be a whole number")
    return judge_knocks(_string("cards", case["cards"]), own_taken, own_limit)


def showdown_line(line: str, rules: Rules) -> ShowdownAnswer:
    """An object with `spread`, `knocker`, `defender` and perhaps `rules`.

    Raises:
        CaseError: If the case is not sound.
    """
    case = _object(line, required=("spread", "knocker", "defender"), optional=("rules",))
    spread = case["spread"]
    if not isinstance(spread, list):
        raise CaseError("spread: it must be a list of melds")
    return judge_showdown(
        [_string(f"meld {number} of the spread", meld) for number, meld in enumerate(spread, 1)],
        _string("knocker", case["knocker"]),
        _string("defender", case["defender"]),
        named_rules(_string("rules", case["rules"])) if "rules" in case else rules,
    )


def sheet_line(line: str, rules: Rules) -> SheetAnswer:
    """A line of wins.

    Raises:
        CaseError: If the case is not sound.
    """
    return keep_sheet(line.split(), rules)


def _object(line: str, required: tuple[str, ...], optional: tuple[str, ...]) -> dict[str, Any]:
    try:
        case = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise CaseError("the line is not a JSON object") from error
    if not isinstance(case, dict):
        raise CaseError("the line is not a JSON object")
    for key in required:
        if key not in case:
            raise CaseError(f"{key}: the object lacks it")
    for key in case:
        if key not in required + optional:
            raise CaseError(
                f"{key!r}: there is no such key; there are {', '.join(required + optional)}"
            )
    return case


def _string(where: str, value: object) -> str:
    if not isinstance(value, str):
        raise CaseError(f"{where}: it must be a string")
    return value
