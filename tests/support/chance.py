"""Chance that falls the same way in every run."""

from __future__ import annotations

from random import Random

from engine.cards import DECK, Card


def seeded(seed: int) -> Random:
    return Random(seed)  # noqa: S311 repeatable on purpose


def shuffled_deck(random: Random) -> tuple[Card, ...]:
    return tuple(random.sample(DECK, len(DECK)))
