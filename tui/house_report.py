"""What a host sees of the club, beyond what everybody does."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody in the club."""

    name: str
    doing: str
    address: str
    """Where he connected from; empty while he is away."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A table, listed or not."""

    number: int
    name: str
    players: str


@dataclass(frozen=True, slots=True)
class Ban:
    """Something that a host forbade."""

    kind: str
    """`ban` or `mute`."""
    name: str
    target: str
    until: str
    """Date and time on the server; empty for good."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A line of the audit log."""

    at: str
    by: str
    deed: str
    target: str
    detail: str


@dataclass(frozen=True, slots=True)
class HouseReport:
    """The club as a host sees it."""

    people: tuple[Visitor, ...] = ()
    tables: tuple[Standing, ...] = ()
    bans: tuple[Ban, ...] = ()
    deeds: tuple[Deed, ...] = ()
    """The latest first."""
    is_drained: bool = False
    """No new match begins."""
