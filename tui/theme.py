"""How a session looks: its palette, its letters and the styles made of them."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from rich.style import Style

from engine.cards import Suit
from tui.palettes import PALETTES, Palette
from tui.settings import CardSize, ColourChoice, Settings, SuitColours, SuitSymbols, ThemeChoice
from tui.terminal import ColourDepth, TerminalProfile

Token = Literal[
    "bg", "surface", "raised", "rule", "fg", "muted", "faint", "accent", "accent_ink",
    "you", "opp", "good", "warn", "bad", "info",
    "felt", "felt_hi", "felt_lo", "felt_fg", "felt_muted",
    "face", "face_edge", "face_dim", "face_cur", "face_sel", "back", "back_hi", "back_lo",
    "s_on", "h_on", "d_on", "c_on", "s_off", "h_off", "d_off", "c_off",
]  # fmt: skip
"""The part a colour plays; no other name of a colour stands in drawing code."""

_ON_FACE: tuple[Token, ...] = ("s_on", "h_on", "d_on", "c_on")
_IN_TEXT: tuple[Token, ...] = ("s_off", "h_off", "d_off", "c_off")
_TWO_COLOURS = (0, 1, 1, 0)
"""Which suit's colour each suit takes in a deck of two colours."""
_FELT_INKS: dict[Token, Token] = {"fg": "felt_fg", "muted": "felt_muted", "faint": "felt_muted"}
"""What plain inks become on the felt."""
_QUIET: dict[Token, Token] = {
    "accent": "muted", "accent_ink": "bg", "face_cur": "face", "felt_fg": "felt_muted",
    "fg": "muted", "you": "muted", "opp": "muted", "good": "muted", "warn": "muted",
    "bad": "muted", "info": "muted",
}  # fmt: skip
"""What lies under a layer: nothing is gold, and every ink but the suits’ stands back."""


class Look:
    """One way to draw, shared by all sessions that look alike."""

    __slots__ = (
        "_styles", "colours", "in_ascii", "palette", "quiet", "small_cards", "two_colours"
    )  # fmt: skip

    def __init__(
        self,
        palette: Palette,
        *,
        colours: bool,
        in_ascii: bool,
        two_colours: bool,
        small_cards: bool,
        quiet: bool,
    ) -> None:
        self.palette = palette
        self.colours = colours
        """Without colours light grounds become reverse video."""
        self.in_ascii = in_ascii
        """Draw with ASCII only: letters for suits, dashes for rules."""
        self.two_colours = two_colours
        self.small_cards = small_cards
        """Cards stay small where there is room for large ones."""
        self.quiet = quiet
        """Nothing can be acted on: a layer lies over what is drawn."""
        self._styles: dict[tuple[Token, Token, bool], Style] = {}

    def style(self, ink: Token, on: Token, *, bold: bool = False) -> Style:
        """The style for an ink on a ground; the very same object each time."""
        asked = (ink, on, bold)
        style = self._styles.get(asked)
        if style is None:
            style = self._styles[asked] = self._made(*asked)
        return style

    def _made(self, ink: Token, on: Token, bold: bool) -> Style:  # a key taken apart
        if self.quiet and on != "felt_hi":
            ink, on = _QUIET.get(ink, ink), _QUIET.get(on, on)
        if on.startswith("felt"):
            ink = _FELT_INKS.get(ink, ink)
        front: str = getattr(self.palette, ink)
        back: str = getattr(self.palette, on)
        if self.colours:
            return Style(color=front, bgcolor=back, bold=bold or None)
        dark_theme = not is_light(self.palette.bg)
        reverse = is_light(back) == dark_theme and on not in ("felt", "felt_hi", "felt_lo")
        return Style(bold=bold or None, dim=ink == "faint" or None, reverse=reverse or None)

    def suit_ink(self, suit: Suit, *, on_face: bool) -> Token:
        """The ink of a suit on a card's face or in running text."""
        index = _TWO_COLOURS[suit] if self.two_colours else suit
        return (_ON_FACE if on_face else _IN_TEXT)[index]


def is_light(colour: str) -> bool:
    """Whether a colour, `#rrggbb`, is nearer to white than to black."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue > 128


_DEPTHS = {
    ColourChoice.TRUE: ColourDepth.TRUE,
    ColourChoice.C256: ColourDepth.C256,
    ColourChoice.C16: ColourDepth.C16,
    ColourChoice.MONO: ColourDepth.MONO,
}


def depth_for(settings: Settings, terminal: TerminalProfile) -> ColourDepth:
    """How many colours to send: the player's choice, or what was found at login."""
    return _DEPTHS.get(settings.colours, terminal.depth)


def draws_ascii(settings: Settings, terminal: TerminalProfile) -> bool:
    """Whether to draw with ASCII only."""
    if settings.symbols is SuitSymbols.AUTO:
        return terminal.wide_suits
    return settings.symbols is SuitSymbols.LETTERS


def look_for(settings: Settings, terminal: TerminalProfile, *, quiet: bool = False) -> Look:
    """The look of a session; with `quiet` that of what lies under a layer."""
    return _look(
        settings.theme,
        depth_for(settings, terminal),
        draws_ascii(settings, terminal),
        settings.suit_colours is SuitColours.TWO,
        settings.card_size is CardSize.SMALL,
        quiet,
    )


@lru_cache
def _look(
    theme: ThemeChoice,
    depth: ColourDepth,
    in_ascii: bool,  # positional for the cache
    two_colours: bool,
    small_cards: bool,
    quiet: bool,
) -> Look:
    colours = depth is not ColourDepth.MONO
    palette = PALETTES[theme, depth if colours else ColourDepth.TRUE]
    return Look(
        palette,
        colours=colours,
        in_ascii=in_ascii,
        two_colours=two_colours,
        small_cards=small_cards,
        quiet=quiet,
    )
