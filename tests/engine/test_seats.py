"""Two seats, and things that exist once for each."""

from __future__ import annotations

from engine.seats import PerSeat, Seat


def test_each_seat_faces_the_other() -> None:
    assert Seat.A.other is Seat.B
    assert Seat.B.other is Seat.A


def test_a_pair_is_read_by_seat() -> None:
    pair = PerSeat("left", "right")
    assert (pair[Seat.A], pair[Seat.B]) == ("left", "right")
    assert list(pair) == ["left", "right"]
    assert PerSeat.of(Seat.A, "own", "other") == PerSeat("own", "other")
    assert PerSeat.of(Seat.B, "own", "other") == PerSeat("other", "own")
    assert PerSeat.both(7) == PerSeat(7, 7)


def test_one_seat_changes_without_the_other() -> None:
    pair = PerSeat(1, 2)
    assert pair.put(Seat.A, 9) == PerSeat(9, 2)
    assert pair.put(Seat.B, 9) == PerSeat(1, 9)
    assert pair.map(str) == PerSeat("1", "2")
    assert pair == PerSeat(1, 2)
