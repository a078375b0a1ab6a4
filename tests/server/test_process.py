from __future__ import annotations

import gc

from server.process import COLLECTIONS, ENOUGH, FEW, THRESHOLDS, Sweeper, settle


class House:
    """Who is in and who has left, as a test wants it."""

    def __init__(self) -> None:
        self.sessions = self.departures = 0
        self.sweeper = Sweeper(lambda: self.sessions, lambda: self.departures)

    def looks(self, *, sessions: int, departures: int) -> bool:
        """Let somebody look twice: whoever has just left is still being taken apart."""
        self.sessions, self.departures = sessions, departures
        first = self.sweeper.look()
        return self.sweeper.look() or first


def test_what_the_last_one_to_leave_has_left_is_swept_up() -> None:
    house = House()
    assert not house.looks(sessions=1, departures=0)
    assert house.looks(sessions=0, departures=1)
    assert not house.looks(sessions=0, departures=1)


def test_while_few_play_it_is_done_once_enough_have_left() -> None:
    house = House()
    assert not house.looks(sessions=FEW, departures=ENOUGH - 1)
    assert house.looks(sessions=FEW, departures=ENOUGH)
    assert not house.looks(sessions=FEW, departures=ENOUGH + 1)


def test_while_many_play_nobody_is_held_up() -> None:
    house = House()
    assert not house.looks(sessions=FEW + 1, departures=1000)
    assert house.looks(sessions=FEW, departures=1000)


def test_sweeping_frees_what_refers_to_itself() -> None:
    loop: list[object] = []
    loop.append(loop)
    gc.disable()
    try:
        del loop
        house = House()
        found = gc.get_stats()[2]["collected"]
        assert house.looks(sessions=0, departures=1)
    finally:
        gc.enable()
    assert gc.get_stats()[2]["collected"] > found


def test_what_stands_at_the_start_is_left_out_of_collections() -> None:
    before, callbacks = gc.get_threshold(), list(gc.callbacks)
    frozen = gc.get_freeze_count()
    try:
        settle()
        settle()
        assert gc.get_freeze_count() > frozen
        assert gc.get_threshold() == THRESHOLDS
        assert gc.callbacks.count(COLLECTIONS.note) == 1
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
        gc.callbacks[:] = callbacks
