"""The colours of every theme, chosen by measured contrast and for three kinds of colour blindness.

Each palette for fewer colours holds exact members of the 256 and of the 16 a terminal has, so
that nothing is left to a terminal's or a converter's idea of the nearest one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from tui.settings import ThemeChoice
from tui.terminal import ColourDepth


@dataclass(frozen=True, slots=True)
class Palette:
    """A colour, `#rrggbb`, for every part anything on a screen can play."""

    bg: str
    surface: str
    raised: str
    rule: str
    fg: str
    muted: str
    faint: str
    """Only for what is over or cannot be used; never the sole carrier of anything."""
    accent: str
    """What can be acted on now, and nothing else."""
    accent_ink: str
    you: str
    opp: str
    good: str
    warn: str
    bad: str
    info: str
    felt: str
    felt_hi: str
    felt_lo: str
    felt_fg: str
    felt_muted: str
    face: str
    face_edge: str
    face_dim: str
    face_cur: str
    face_sel: str
    back: str
    back_hi: str
    back_lo: str
    s_on: str
    """Suits on a card's face."""
    h_on: str
    d_on: str
    c_on: str
    s_off: str
    """Suits in running text."""
    h_off: str
    d_off: str
    c_off: str


_MARQUEE = Palette(
    bg="#0b1211",
    surface="#121c1a",
    raised="#1b2926",
    rule="#2d423d",
    fg="#ece6d6",
    muted="#93a89f",
    faint="#5d726b",
    accent="#e8b84f",
    accent_ink="#1a1404",
    you="#7fd1ae",
    opp="#e7a08b",
    good="#7fd17f",
    warn="#ff8a50",
    bad="#ff7b72",
    info="#79b8ff",
    felt="#0f4436",
    felt_hi="#155444",
    felt_lo="#0a3128",
    felt_fg="#f1ecdd",
    felt_muted="#93c0ae",
    face="#f7f2e4",
    face_edge="#cfc6ae",
    face_dim="#c4bda9",
    face_cur="#ffdf8a",
    face_sel="#fff8dc",
    back="#7d1f2e",
    back_hi="#c0606c",
    back_lo="#5c1521",
    s_on="#14181d",
    h_on="#ae2f17",
    d_on="#1246de",
    c_on="#135645",
    s_off="#f4efe2",
    h_off="#fb8985",
    d_off="#8fc4fb",
    c_off="#44ee63",
)
_MATINEE = Palette(
    bg="#f4efe3",
    surface="#ebe4d3",
    raised="#dfd6c0",
    rule="#b9ad92",
    fg="#1f2522",
    muted="#565f57",
    faint="#7c7c6a",
    accent="#5c3f00",
    accent_ink="#fff8e6",
    you="#0a5540",
    opp="#7d2409",
    good="#14591f",
    warn="#7a2c00",
    bad="#a31b15",
    info="#0a4aa8",
    felt="#a9d0ba",
    felt_hi="#c3e0cf",
    felt_lo="#93c0a6",
    felt_fg="#14241c",
    felt_muted="#274437",
    face="#fffefa",
    face_edge="#9aa394",
    face_dim="#d6d2c4",
    face_cur="#ffd769",
    face_sel="#fff3c4",
    back="#7d1f2e",
    back_hi="#d08a92",
    back_lo="#5c1521",
    s_on="#14181d",
    h_on="#ae2f17",
    d_on="#1246de",
    c_on="#135645",
    s_off="#14181d",
    h_off="#8a1a10",
    d_off="#0a3ca8",
    c_off="#0d4f3a",
)
_SPOTLIGHT = Palette(
    bg="#000000",
    surface="#000000",
    raised="#1c1c1c",
    rule="#ffffff",
    fg="#ffffff",
    muted="#e4e4e4",
    faint="#c6c6c6",
    accent="#ffff00",
    accent_ink="#000000",
    you="#5fffff",
    opp="#ffaf5f",
    good="#5fff5f",
    warn="#ff8700",
    bad="#ff8787",
    info="#87d7ff",
    felt="#000000",
    felt_hi="#1c1c1c",
    felt_lo="#000000",
    felt_fg="#ffffff",
    felt_muted="#e4e4e4",
    face="#ffffff",
    face_edge="#808080",
    face_dim="#a8a8a8",
    face_cur="#ffff00",
    face_sel="#ffffff",
    back="#303030",
    back_hi="#ffffff",
    back_lo="#303030",
    s_on="#000000",
    h_on="#a02000",
    d_on="#0000d7",
    c_on="#004d40",
    s_off="#ffffff",
    h_off="#ff8787",
    d_off="#87afff",
    c_off="#5fff87",
)
_MARQUEE_256 = Palette(
    bg="#121212",
    surface="#1c1c1c",
    raised="#303030",
    rule="#444444",
    fg="#eeeeee",
    muted="#a8a8a8",
    faint="#767676",
    accent="#ffaf5f",
    accent_ink="#121212",
    you="#87d7af",
    opp="#ffd7af",
    good="#87ff87",
    warn="#ff875f",
    bad="#ff8787",
    info="#87afff",
    felt="#005f5f",
    felt_hi="#005f5f",
    felt_lo="#262626",
    felt_fg="#eeeeee",
    felt_muted="#afd7d7",
    face="#ffffd7",
    face_edge="#bcbcbc",
    face_dim="#bcbcbc",
    face_cur="#ffd75f",
    face_sel="#ffffff",
    back="#870000",
    back_hi="#d75f5f",
    back_lo="#5f0000",
    s_on="#000000",
    h_on="#af0000",
    d_on="#0000d7",
    c_on="#005f5f",
    s_off="#eeeeee",
    h_off="#ffd7af",
    d_off="#afd7ff",
    c_off="#5fff87",
)
_MARQUEE_16 = Palette(
    bg="#000000",
    surface="#000000",
    raised="#000000",
    rule="#555555",
    fg="#ffffff",
    muted="#aaaaaa",
    faint="#555555",
    accent="#ffff55",
    accent_ink="#000000",
    you="#55ffff",
    opp="#ff5555",
    good="#55ff55",
    warn="#ff55ff",
    bad="#ff5555",
    info="#55ffff",
    felt="#000000",
    felt_hi="#000000",
    felt_lo="#000000",
    felt_fg="#ffffff",
    felt_muted="#aaaaaa",
    face="#ffffff",
    face_edge="#555555",
    face_dim="#aaaaaa",
    face_cur="#ffff55",
    face_sel="#ffffff",
    back="#aa0000",
    back_hi="#ff5555",
    back_lo="#aa0000",
    s_on="#000000",
    h_on="#aa0000",
    d_on="#0000aa",
    c_on="#555555",
    s_off="#ffffff",
    h_off="#ff5555",
    d_off="#55ffff",
    c_off="#55ff55",
)
_MATINEE_256 = Palette(
    bg="#ffffff",
    surface="#eeeeee",
    raised="#dadada",
    rule="#b2b2b2",
    fg="#262626",
    muted="#5f5f5f",
    faint="#767676",
    accent="#5f5f00",
    accent_ink="#ffffff",
    you="#005f5f",
    opp="#870000",
    good="#005f00",
    warn="#5f0000",
    bad="#870000",
    info="#005faf",
    felt="#afd7af",
    felt_hi="#d7ffd7",
    felt_lo="#d7d7d7",
    felt_fg="#1c1c1c",
    felt_muted="#3a3a3a",
    face="#ffffff",
    face_edge="#9e9e9e",
    face_dim="#d0d0d0",
    face_cur="#ffd75f",
    face_sel="#ffffd7",
    back="#5f0000",
    back_hi="#d78787",
    back_lo="#5f0000",
    s_on="#1c1c1c",
    h_on="#af0000",
    d_on="#0000af",
    c_on="#005f5f",
    s_off="#1c1c1c",
    h_off="#870000",
    d_off="#000087",
    c_off="#005f5f",
)
_SPOTLIGHT_256 = Palette(
    bg="#000000",
    surface="#000000",
    raised="#1c1c1c",
    rule="#ffffff",
    fg="#ffffff",
    muted="#e4e4e4",
    faint="#c6c6c6",
    accent="#ffff00",
    accent_ink="#000000",
    you="#5fffff",
    opp="#ffaf5f",
    good="#5fff5f",
    warn="#ff8700",
    bad="#ff8787",
    info="#87d7ff",
    felt="#000000",
    felt_hi="#1c1c1c",
    felt_lo="#000000",
    felt_fg="#ffffff",
    felt_muted="#e4e4e4",
    face="#ffffff",
    face_edge="#808080",
    face_dim="#a8a8a8",
    face_cur="#ffff5f",
    face_sel="#ffffff",
    back="#303030",
    back_hi="#ffffff",
    back_lo="#303030",
    s_on="#000000",
    h_on="#870000",
    d_on="#0000d7",
    c_on="#005f5f",
    s_off="#ffffff",
    h_off="#ff8787",
    d_off="#87afff",
    c_off="#5fff87",
)
_MATINEE_16 = Palette(
    bg="#ffffff",
    surface="#ffffff",
    raised="#ffffff",
    rule="#aaaaaa",
    fg="#000000",
    muted="#555555",
    faint="#aaaaaa",
    accent="#aa5500",
    accent_ink="#ffffff",
    you="#0000aa",
    opp="#aa0000",
    good="#0000aa",
    warn="#aa00aa",
    bad="#aa0000",
    info="#0000aa",
    felt="#55ff55",
    felt_hi="#ffffff",
    felt_lo="#ffffff",
    felt_fg="#000000",
    felt_muted="#000000",
    face="#ffffff",
    face_edge="#555555",
    face_dim="#aaaaaa",
    face_cur="#ffff55",
    face_sel="#ffffff",
    back="#aa0000",
    back_hi="#ff5555",
    back_lo="#aa0000",
    s_on="#000000",
    h_on="#aa0000",
    d_on="#0000aa",
    c_on="#555555",
    s_off="#000000",
    h_off="#aa0000",
    d_off="#0000aa",
    c_off="#555555",
)
_SPOTLIGHT_16 = replace(
    _MARQUEE_16, opp="#ff55ff", bad="#ff55ff", h_off="#ff55ff", rule="#ffffff", faint="#aaaaaa"
)

PALETTES: MappingProxyType[tuple[ThemeChoice, ColourDepth], Palette] = MappingProxyType(
    {
        (ThemeChoice.MARQUEE, ColourDepth.TRUE): _MARQUEE,
        (ThemeChoice.MARQUEE, ColourDepth.C256): _MARQUEE_256,
        (ThemeChoice.MARQUEE, ColourDepth.C16): _MARQUEE_16,
        (ThemeChoice.MATINEE, ColourDepth.TRUE): _MATINEE,
        (ThemeChoice.MATINEE, ColourDepth.C256): _MATINEE_256,
        (ThemeChoice.MATINEE, ColourDepth.C16): _MATINEE_16,
        (ThemeChoice.SPOTLIGHT, ColourDepth.TRUE): _SPOTLIGHT,
        (ThemeChoice.SPOTLIGHT, ColourDepth.C256): _SPOTLIGHT_256,
        (ThemeChoice.SPOTLIGHT, ColourDepth.C16): _SPOTLIGHT_16,
    }
)
"""Without colours a theme is what its 24-bit version turns into when only reverse and bold are left."""
