"""Short secrets that people type, of which the database keeps only a digest."""

from __future__ import annotations

import hashlib
import secrets

# Crockford's base 32: no I, L, O or U to be misread or to spell words.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MISREAD = str.maketrans("ILO", "110")
LENGTH = 8
"""Five random bits a letter: 40 bits."""


INVITATION_LENGTH = 26
"""130 bits."""


def new_token(length: int = LENGTH) -> str:
    """A fresh random secret, such as `7KQ2M9XD`."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def plain(token: str) -> str:
    """A token as it was made, however its letters were typed."""
    return token.strip().upper().translate(_MISREAD)


def digest(token: str) -> bytes:
    """What is kept of a token, however its letters were typed."""
    return hashlib.sha256(plain(token).encode()).digest()
