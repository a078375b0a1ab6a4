"""A whole server process with planned cards and a computer that does not dawdle.

Usage: `python -m tests.support.serve_club FOLDER [DECKS]`, where every line of the file DECKS is a
deck in dealing order; seat B deals first.
"""

from __future__ import annotations

import sys
from pathlib import Path

from engine.cards import parse_cards
from server.config import load
from server.serve import run
from tests.support.club import PlannedShuffler


def main(folder: Path, decks: Path | None = None) -> int:
    lines = decks.read_text().splitlines() if decks else []
    shuffler = PlannedShuffler([parse_cards(line) for line in lines])
    return run(load(flags={"port": 0, "data": folder}), shuffler=shuffler, pace=lambda: 0.0)


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
