"""Every knob of the game and the four named sets of them (`docs/RULES.md §6`)."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import Enum
from types import MappingProxyType

from engine.errors import RulesError


class LateEntry(Enum):
    """Where a win goes whose next game is closed already (`docs/RULES.md §5`)."""

    STRICT = "strict"
    ADVANCE = "advance"


class MatchWinner(Enum):
    """What decides a match (`docs/RULES.md §5`)."""

    GAMES = "games"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one match, frozen when it starts.

    Raises:
        RulesError: If a value is not one the game knows.
    """

    preset: str = "classic"
    """The named rules these were made from."""
    gin_bonus: int = 25
    undercut_bonus: int = 10
    big_gin_bonus: int | None = None
    """Counts in place of the gin bonus; None where big gin is not played."""
    game_bonus: int = 0
    shutout_bonus: int = 0
    """In place of the game bonus when the loser has no entry in the game."""
    shutout_doubled: bool = False
    """The winner's settled game is doubled when the loser has no entry in it."""
    box_bonus: int = 0
    late_entry: LateEntry = LateEntry.STRICT
    fiftieth_card: bool = False
    """The last discard is offered to the opponent, only to knock (`docs/RULES.md §2`)."""
    match_winner: MatchWinner = MatchWinner.GAMES
    target: int = 100
    oklahoma: bool = False
    """The opening upcard sets the knock limit."""
    spades_double: bool = False
    """Under Oklahoma a spade upcard doubles the deal's points."""
    third_game_doubled: bool = False
    single_game: bool = False

    def __post_init__(self) -> None:
        if self.preset not in PRESET_NAMES:
            raise RulesError(_no_preset(self.preset))
        for name, allowed in ALLOWED.items():
            value = getattr(self, name)
            if value not in allowed:
                words = ", ".join("off" if choice is None else str(choice) for choice in allowed)
                raise RulesError(f"{name} cannot be {value}; it is one of {words}")
        if self.spades_double and not self.oklahoma:
            raise RulesError("spades_double goes with oklahoma only: it is the upcard that doubles")
        if self.third_game_doubled and self.single_game:
            raise RulesError("a single game has no third game to double")

    @property
    def game_count(self) -> int:
        """How many games the sheet has: three, or one."""
        return 1 if self.single_game else 3

    @property
    def house_rules(self) -> tuple[str, ...]:
        """The names of the fields that differ from the preset."""
        return tuple(field.name for field in fields(self) if self.differs_in(field.name))

    def differs_in(self, name: str) -> bool:
        """Whether the field of this name differs from the preset."""
        return bool(getattr(self, name) != getattr(PRESETS[self.preset], name))


PRESET_NAMES = ("classic", "scoresheet", "traditional", "modern")
"""The named rules, the default first."""

KNOCK_LIMIT = 10
"""Most deadwood a knock may leave, unless Oklahoma sets another limit (`docs/RULES.md §2`)."""

ALLOWED: MappingProxyType[str, tuple[int | None, ...]] = MappingProxyType(
    {
        "gin_bonus": (20, 25),
        "undercut_bonus": (10, 20, 25),
        "big_gin_bonus": (None, 31),
        "game_bonus": (0, 100),
        "shutout_bonus": (0, 100, 200),
        "box_bonus": (0, 20, 25),
        "target": (100, 125, 150, 250),
    }
)
"""The values a table may choose for each numeric knob."""

CLASSIC = Rules(preset="classic")
SCORESHEET = Rules(
    preset="scoresheet",
    gin_bonus=20,
    game_bonus=100,
    shutout_bonus=200,
    box_bonus=20,
    match_winner=MatchWinner.TOTAL,
)
TRADITIONAL = replace(SCORESHEET, preset="traditional", late_entry=LateEntry.ADVANCE)
MODERN = Rules(
    preset="modern",
    undercut_bonus=25,
    big_gin_bonus=31,
    game_bonus=100,
    shutout_bonus=100,
    shutout_doubled=True,
    box_bonus=25,
    late_entry=LateEntry.ADVANCE,
    fiftieth_card=True,
    match_winner=MatchWinner.TOTAL,
)
PRESETS: MappingProxyType[str, Rules] = MappingProxyType(
    {rules.preset: rules for rules in (CLASSIC, SCORESHEET, TRADITIONAL, MODERN)}
)
"""The named rules by name, the default first."""


def preset(name: str) -> Rules:
    """The named rules.

    Raises:
        RulesError: If there are none of that name.
    """
    if name not in PRESETS:
        raise RulesError(_no_preset(name))
    return PRESETS[name]


def _no_preset(name: str) -> str:
    return f"there are no rules called {name!r}; choose {', '.join(PRESET_NAMES)}"
