"""Players' names: which ones will do, and which ones could be taken for another."""

from __future__ import annotations

import re
from collections.abc import Container
from itertools import count

GUEST = "guest"
COMPUTER = "computer"
LONGEST = 16
_FIT = re.compile(rf"[A-Za-z0-9_-]{{3,{LONGEST}}}")
_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s"})
_RESERVED = (
    COMPUTER,
    GUEST,
    "admin",
    "administrator",
    "bot",
    "dealer",
    "everybody",
    "everyone",
    "hollywood",
    "host",
    "house",
    "moderator",
    "nobody",
    "notice",
    "operator",
    "root",
    "server",
    "staff",
    "system",
    "you",
)


def computers_name(level: str) -> str:
    """What the computer is called that plays at this level; nobody else can be called so."""
    return f"{COMPUTER} ({level})"


def skeleton(name: str) -> str:
    """What a name looks like at a glance; two names with one skeleton could be mixed up."""
    return name.lower().translate(_ALIKE).replace("rn", "m").replace("vv", "w")


_RESERVED_SKELETONS = frozenset(map(skeleton, _RESERVED))


def is_fit(name: str) -> bool:
    """Whether a player may be called so: 3 to 16 of `[A-Za-z0-9_-]`, and no word of the house."""
    if not _FIT.fullmatch(name):
        return False
    # `admin_2` and `the-house` speak for the house as much as the bare word does.
    words = re.split(r"[-_]", name)
    bare = "".join(words).rstrip("0123456789")
    return _RESERVED_SKELETONS.isdisjoint(map(skeleton, (*words, bare, "".join(words))))


def free_name(wish: str, taken: Container[str]) -> str:
    """Return the wished name, or the next one like it whose skeleton is not taken.

    An unfit wish becomes a guest's name.
    """
    base = wish if is_fit(wish) else GUEST
    if skeleton(base) not in taken:
        return base
    for number in count(2):
        suffix = f"-{number}"
        name = base[: LONGEST - len(suffix)] + suffix
        if skeleton(name) not in taken:
            return name
    raise AssertionError("numbers never run out")
