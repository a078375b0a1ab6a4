"""What a player may set for himself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class CoachLevel(Enum):
    """How much the coach says; a table's level is the ceiling for both its players."""

    OFF = "off"
    BASIC = "basic"
    FULL = "full"

    @property
    def rank(self) -> int:
        """0 for off up to 2 for full."""
        return list(CoachLevel).index(self)

    def within(self, ceiling: CoachLevel) -> CoachLevel:
        """This level, lowered to the ceiling where it is higher."""
        return self if self.rank <= ceiling.rank else ceiling


class ThemeChoice(Enum):
    """The look of the screens."""

    MARQUEE = "Marquee"
    MATINEE = "Matinee"
    SPOTLIGHT = "Spotlight"


class ColourChoice(Enum):
    """How many colours to send; AUTO trusts what the terminal said."""

    AUTO = "auto"
    TRUE = "24-bit"
    C256 = "256"
    C16 = "16"
    MONO = "none"


class SuitColours(Enum):
    """A deck with a colour for each suit, or the two of a paper deck."""

    FOUR = "4 colours"
    TWO = "2 colours"


class CardSize(Enum):
    """How large cards are drawn; AUTO takes large ones where there is room."""

    AUTO = "auto"
    SMALL = "small"


class SuitSymbols(Enum):
    """How suits are written; AUTO takes letters where the symbols would be two cells wide."""

    AUTO = "auto"
    SYMBOLS = "♠♥♦♣"
    LETTERS = "SHDC"


class SortOrder(Enum):
    """How the hand is laid out."""

    MELDS = "melds"
    SUIT = "suit"
    RANK = "rank"
    OWN = "own order"


class TurnAlert(Enum):
    """How a player is told that it is his turn."""

    BELL_TITLE = "bell + title"
    BELL = "bell"
    TITLE = "title"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Settings:
    """One player's settings."""

    theme: ThemeChoice = ThemeChoice.MARQUEE
    colours: ColourChoice = ColourChoice.AUTO
    suit_colours: SuitColours = SuitColours.FOUR
    card_size: CardSize = CardSize.AUTO
    symbols: SuitSymbols = SuitSymbols.AUTO
    sort: SortOrder = SortOrder.MELDS
    coach: CoachLevel = CoachLevel.FULL
    alert: TurnAlert = TurnAlert.BELL_TITLE
    mouse: bool = True
    confirm_knock: bool = True
    key_hints: bool = True
    lesson: int = 0
    """How many lessons of the first game are behind the player who has not come to its end."""
