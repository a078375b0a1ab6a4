from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cards import DECK
from engine.deal import new_deal
from engine.rules import CLASSIC
from engine.seats import Seat
from server.fair_shuffle import Shuffle, new_shuffle, shuffle_of, verifier
from server.verify_deal import DealError, check, main, read

SEED = bytes(32)
KNOWN_COMMITMENT = "a03e74f89777238fe42be8aa3e1e484e9ab7133ed422c7bb2078c5f1f4fc0ea4"
KNOWN_DECK = [19, 46, 24, 34, 0, 5, 18, 42, 49, 10, 29, 23]


def cut(match: str = "m1", deal: int = 1) -> Shuffle:
    shuffle = shuffle_of(match, deal, SEED)
    return shuffle.with_cut(Seat.A, b"alice cut").with_cut(Seat.B, b"bob cut")


def test_a_known_seed_gives_the_known_commitment_and_deck() -> None:
    shuffle = cut()
    assert shuffle.commitment == KNOWN_COMMITMENT
    assert [int(card) for card in shuffle.deck[:12]] == KNOWN_DECK


def test_the_deck_changes_with_everything_that_goes_into_it() -> None:
    shuffles = [
        cut(),
        cut(match="m2"),
        cut(deal=2),
        shuffle_of("m1", 1, SEED),
        shuffle_of("m1", 1, b"\1" * 32),
        shuffle_of("m1", 1, SEED).with_cut(Seat.A, b"alice cut"),
        shuffle_of("m1", 1, SEED).with_cut(Seat.B, b"alice cut"),
        shuffle_of("m1", 1, SEED).with_cut(Seat.A, b"alice cutb").with_cut(Seat.B, b"ob cut"),
    ]
    assert len({shuffle.deck for shuffle in shuffles}) == len(shuffles)


def test_the_commitment_does_not_wait_for_the_cuts() -> None:
    assert cut().commitment == shuffle_of("m1", 1, SEED).commitment


def test_a_cut_has_at_most_64_bytes() -> None:
    shuffle = new_shuffle("m", 1)
    assert len(shuffle.with_cut(Seat.A, b"x" * 64).cuts.a) == 64
    with pytest.raises(ValueError, match="at most 64"):
        shuffle.with_cut(Seat.A, b"x" * 65)


def test_a_shuffle_does_not_show_its_secrets() -> None:
    assert repr(shuffle_of("m", 2, SEED)) == "Shuffle(match='m', deal=2)"


def test_the_first_card_goes_to_the_non_dealer() -> None:
    deck = new_shuffle("m", 1).deck
    deal, _ = new_deal(CLASSIC, Seat.A, deck)
    assert deck[0] in deal.hands.b
    assert deck[1] in deal.hands.a
    assert (deal.upcard, deal.stock[0]) == (deck[20], deck[21])


def test_every_card_is_as_likely_in_every_place() -> None:
    decks = 10_000
    counts = [[0] * 52 for _ in range(52)]
    for number in range(decks):
        for place, card in enumerate(shuffle_of("m", number + 1, SEED).deck):
            counts[place][card] += 1
    expected = decks / 52
    squares = sum((count - expected) ** 2 / expected for row in counts for count in row)
    # Rows and columns add up to the number of decks, which leaves 51 × 51 degrees of freedom; a
    # fair count's variance is 51/52 of what it is expected to be. 289 is four standard deviations.
    assert 2601 - 289 <= squares * 51 / 52 <= 2601 + 289


def test_a_published_deal_verifies_with_the_stand_alone_script(tmp_path: Path) -> None:
    shuffle = cut()
    script, record = tmp_path / "verify_deal.py", tmp_path / "deal.json"
    script.write_text(verifier(), encoding="utf-8")
    record.write_text(json.dumps(shuffle.published()), encoding="utf-8")
    # -I and -S: nothing but the standard library is there to import.
    command = [sys.executable, "-I", "-S", str(script), str(record)]
    noted = subprocess.run(
        [*command, shuffle.commitment], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert noted.stdout.startswith("The deal is as promised.\n")
    assert f"upcard      {shuffle.deck[20]}\n" in noted.stdout
    other = subprocess.run(
        [*command, new_shuffle("m1", 1).commitment], capture_output=True, text=True, check=False
    )
    assert other.returncode == 1
    assert "NOT as promised" in other.stdout


def test_one_altered_byte_fails_the_verification() -> None:
    text = json.dumps(cut().published(), separators=(",", ":"))
    for place, letter in enumerate(text):
        for other in {chr(ord(letter) ^ 1), chr(ord(letter) ^ 0x20), "0", "a", "\n"} - {letter}:
            with pytest.raises(ValueError, match=r"."):
                check(read(text[:place] + other + text[place + 1 :]))


@pytest.mark.parametrize(
    "wrong", [None, [], {}, {**cut().published(), "deal": True}, {**cut().published(), "cuts": []}]
)
def test_what_is_no_record_fails_the_verification(wrong: object) -> None:
    with pytest.raises(DealError):
        check(wrong)


def test_the_script_says_how_it_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert main(["/nowhere/deal.json"]) == 2
    assert "RECORD.json" in capsys.readouterr().err


def test_the_deck_has_every_card_once() -> None:
    assert sorted(new_shuffle("m", 1).deck) == list(DECK)
