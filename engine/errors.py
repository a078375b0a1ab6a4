"""Everything the engine can refuse.

GinError
├── CardError            a text is not a card
├── MeldError            cards do not form the meld or arrangement that was claimed
├── RulesError           a house rule has a value the game does not know
├── IllegalActionError   an action the rules do not allow now
└── MatchOverError       a deal was scored after the last game had closed
"""


class GinError(Exception):
    """Root of all engine errors; the message is a sentence a player can read."""


class CardError(GinError):
    """A text is not a card."""


class MeldError(GinError):
    """Cards do not form the meld or arrangement that was claimed."""


class RulesError(GinError):
    """A house rule has a value the game does not know."""


class IllegalActionError(GinError):
    """An action the rules do not allow now; the deal is unchanged."""


class MatchOverError(GinError):
    """A deal was scored after the last game had closed."""
