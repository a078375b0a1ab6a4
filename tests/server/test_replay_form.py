"""Replays as JSON."""

from __future__ import annotations

import json

from server.replay_form import REPLAY_FRAME
from tests.support.past import replayed


def test_every_frame_of_a_replay_comes_back_from_json_as_it_was() -> None:
    for frame in replayed().frames:
        assert REPLAY_FRAME.read(json.loads(json.dumps(REPLAY_FRAME.write(frame)))) == frame


def test_cards_are_written_as_people_write_them() -> None:
    first = REPLAY_FRAME.write(replayed().frames[0])
    assert first["event"] == {"event": "deal_started", "dealer": "B", "upcard": "JD",
                              "knock_limit": 10}  # fmt: skip
    assert first["discard_pile"] == ["JD"]
    assert "KD" in first["hands"]["a"].split()
