"""How well colours can be told apart: WCAG contrast, and CIE distance under colour blindness."""

from __future__ import annotations

from tui.theme import Token

Vector = tuple[float, float, float]

_PLAIN: dict[Token, tuple[Token, ...]] = {
    "bg": ("fg",),
    "surface": (
        "fg", "muted", "accent", "you", "opp", "good", "warn", "bad", "info",
        "s_off", "h_off", "d_off", "c_off",
    ),
    "raised": (
        "fg", "muted", "accent", "you", "opp", "good", "warn", "bad", "info",
        "s_off", "h_off", "d_off", "c_off",
    ),
    "felt": ("felt_fg", "felt_muted", "opp", "good", "s_off", "h_off", "d_off", "c_off"),
    "felt_lo": ("felt_fg", "felt_muted", "accent", "warn", "s_off", "h_off", "d_off", "c_off"),
    "felt_hi": ("felt_fg",),
    "accent": ("accent_ink",),
    "you": ("bg",),
    "opp": ("bg",),
    "face": ("s_on", "h_on", "d_on", "c_on"),
    "face_cur": ("s_on", "h_on", "d_on", "c_on"),
    "face_sel": ("s_on", "h_on", "d_on", "c_on"),
}  # fmt: skip
CONTRAST_PAIRS = [(ink, ground) for ground, inks in _PLAIN.items() for ink in inks]
"""Every ink on every ground that carries text; `faint` is never the only carrier of anything."""

VISIONS: dict[str, tuple[Vector, Vector, Vector]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Machado, Oliveira, Fernandes 2009, severity 1."""


def _linear(colour: str) -> Vector:
    def one(place: int) -> float:
        value = int(colour[place : place + 2], 16) / 255
        return value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4

    return one(1), one(3), one(5)


def _luminance(colour: str) -> float:
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The WCAG contrast ratio, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _lab(colour: str, vision: str) -> Vector:
    linear = _linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True))))
        for row in VISIONS[vision]
    )

    def curve(value: float) -> float:
        return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116

    x = curve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
    y = curve(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = curve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: str, other: str, vision: str) -> float:
    """The CIE 1976 distance of two colours as a kind of colour vision sees them."""
    pairs = zip(_lab(one, vision), _lab(other, vision), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)
