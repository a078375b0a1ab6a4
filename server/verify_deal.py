#!/usr/bin/env python3
"""Check that a deal of Hollywood Gin was shuffled as promised.

    python3 verify_deal.py RECORD.json [COMMITMENT]

RECORD.json is what the club publishes after the deal; `-` reads it from standard input. It may be
in several lines, as it is when copied from a screen.
COMMITMENT is what the club showed before the deal. Give the one that you noted yourself: the one
in the record comes from the club, too.

Before a deal the club draws a secret seed of 32 bytes and shows its commitment. At a table opened
with cuts each player may then add a cut. Seed and cuts make a key, the key a stream of random
numbers, and these shuffle a new deck. A commitment fits one seed only, so the club cannot change
the deck once it has shown it; with cuts it cannot choose the deck beforehand either. What no check
can show is that nobody at the club looks at the cards.

This file needs nothing but Python 3.8 or newer. It exits with 0 when all is as promised, with 1
when it is not, and with 2 when there is nothing to check.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

RANKS = "A23456789TJQK"
SUITS = "SHDC"
SEED_BYTES = 32
LONGEST_CUT = 64
FIELDS = {"match", "deal", "seed", "cuts", "commitment", "deck"}


class DealError(ValueError):
    """The deal is not as it was promised, or the record is not one."""


def digest(tag: bytes, *fields: bytes) -> bytes:
    """SHA-256 of a tag and fields, each field after its length in four big-endian bytes."""
    framed = b"".join(len(field).to_bytes(4, "big") + field for field in fields)
    return hashlib.sha256(b"gin/" + tag + b"\0" + framed).digest()


def commitment_to(seed: bytes, match: str, deal: int) -> str:
    """What the club shows before the deal, as 64 hexadecimal digits."""
    return digest(b"commit/v1", match.encode(), deal.to_bytes(4, "big"), seed).hex()


def shuffled_deck(seed: bytes, match: str, deal: int, cuts: Sequence[bytes]) -> list[int]:
    """The 52 cards in the order in which they are dealt, each as suit * 13 + rank.

    Args:
        seed: The club's secret.
        match: The name of the match.
        deal: The number of the deal in the match.
        cuts: What seat A and then seat B added; empty for nothing.
    """
    numbers = _numbers(digest(b"key/v1", seed, match.encode(), deal.to_bytes(4, "big"), *cuts))
    deck = list(range(52))
    for place in range(51, 0, -1):
        other = _below(place + 1, numbers)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def _numbers(key: bytes) -> Iterator[int]:
    """Numbers of 32 bits, from the HMAC-SHA256 of a counter."""
    counter = 0
    while True:
        block = hmac.new(key, counter.to_bytes(8, "big"), hashlib.sha256).digest()
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """A number from 0 to bound - 1; those that would favour some of them are passed over."""
    limit = 2**32 - 2**32 % bound
    return next(number for number in numbers if number < limit) % bound


def card_names(deck: Sequence[int]) -> str:
    """Cards as people read them, such as `TD` for the ten of diamonds."""
    return " ".join(RANKS[card % 13] + SUITS[card // 13] for card in deck)


def read(text: str) -> object:
    """The record in a text, whose lines belong together as they are.

    Raises:
        ValueError: If it is not JSON.
    """
    return json.loads("".join(line.strip() for line in text.splitlines()))


def check(record: object, noted: str | None = None) -> list[int]:
    """Return the deck of a published deal that is as promised.

    Args:
        record: The published deal, read from JSON.
        noted: The commitment seen before the deal.

    Raises:
        DealError: If anything is otherwise; the message says what.
    """
    if not isinstance(record, dict) or record.keys() != FIELDS:
        raise DealError(f"a record has exactly the fields {', '.join(sorted(FIELDS))}")
    match, deal = record["match"], record["deal"]
    if not isinstance(match, str) or type(deal) is not int or not 0 < deal < 2**32:
        raise DealError("the match is a text and the deal a number from 1")
    if not isinstance(record["cuts"], list) or len(record["cuts"]) != 2:
        raise DealError("there are two cuts, of seat A and of seat B")
    seed, cuts = _unhexed(record["seed"]), [_unhexed(cut) for cut in record["cuts"]]
    if len(seed) != SEED_BYTES or max(map(len, cuts)) > LONGEST_CUT:
        raise DealError(f"a seed has {SEED_BYTES} bytes, a cut at most {LONGEST_CUT}")
    promised = commitment_to(seed, match, deal)
    if record["commitment"] != promised:
        raise DealError("the seed is not the one that the record's commitment was made from")
    if noted is not None and noted.strip().lower() != promised:
        raise DealError("the seed is not the one that the commitment you noted was made from")
    deck = shuffled_deck(seed, match, deal, cuts)
    if record["deck"] != card_names(deck):
        raise DealError("the cards are not in the order that seed and cuts give")
    return deck


def _unhexed(text: object) -> bytes:
    if not isinstance(text, str) or not re.fullmatch(r"(?:[0-9a-f]{2})*", text):
        raise DealError(f"{text!r} is not written in pairs of hexadecimal digits")
    return bytes.fromhex(text)


def main(arguments: Sequence[str]) -> int:
    """Check one record and say what came of it."""
    if len(arguments) not in {1, 2} or arguments[0].startswith("--"):
        sys.stderr.write(str(__doc__))
        return 2
    source, noted = arguments[0], arguments[1] if len(arguments) == 2 else None
    try:
        text = sys.stdin.read() if source == "-" else Path(source).read_text(encoding="utf-8")
        deck = check(read(text), noted)
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except ValueError as error:
        sys.stdout.write(f"NOT as promised: {error}.\n")
        return 1
    sys.stdout.write(told(deck, is_noted=noted is not None))
    return 0


def told(deck: Sequence[int], *, is_noted: bool) -> str:
    """Say that a deal is as promised, and which cards went where."""
    lines = [
        "The deal is as promised.",
        f"  non-dealer  {card_names(sorted(deck[0:20:2]))}",
        f"  dealer      {card_names(sorted(deck[1:20:2]))}",
        f"  upcard      {card_names(deck[20:21])}",
        f"  stock       {card_names(deck[21:])}",
    ]
    if not is_noted:
        lines.append("Now compare the record's commitment with the one you saw before the deal.")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
