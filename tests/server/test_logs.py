from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from server import logs
from server.config import Logs

log = logging.getLogger(__name__)


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def logged(chosen: Logs | None = None) -> io.StringIO:
    stream = io.StringIO()
    logs.set_up(chosen or Logs(), stream)
    return stream


def test_an_event_is_one_line_of_keys_and_values() -> None:
    stream = logged()
    log.info("came in", extra={"player": "ada", "seconds": 0.5, "key": None})
    line = stream.getvalue()
    assert line.startswith("timestamp=20")
    assert line.endswith('Z level=info event="came in" player=ada seconds=0.5 key=\n')


def test_an_event_can_be_an_object_of_json() -> None:
    stream = logged(Logs(format="json"))
    log.warning("came in", extra={"player": "ada", "seconds": 0.5, "key": None})
    event = json.loads(stream.getvalue())
    assert event.pop("timestamp").endswith("Z")
    assert event == {
        "event": "came in", "level": "warning", "player": "ada", "seconds": 0.5, "key": None
    }  # fmt: skip


def test_in_a_journal_a_line_begins_with_its_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOURNAL_STREAM", "8:1")
    stream = logged()
    log.info("listening")
    log.error("the disk is full")
    assert stream.getvalue() == '<6>event=listening\n<3>event="the disk is full"\n'


def test_addresses_are_left_out_where_the_host_wants_that() -> None:
    stream = logged(Logs(addresses=False))
    log.info("came in", extra={"address": "192.0.2.7", "player": "ada"})
    assert "192.0.2.7" not in stream.getvalue()
    assert "player=ada" in stream.getvalue()


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(
    "nasty",
    [
        "\x1b[2J",
        "\x9b31m",
        "a\r\nlevel=error event=forged",
        "\x1b]0;title\x07",
        "\u202egnp",
        "\u2028x",
        "\x00\x7f",
        "\ud800",
    ],
)
def test_no_byte_of_a_log_acts_on_a_terminal_or_makes_a_line(form: str, nasty: str) -> None:
    stream = logged(Logs.model_validate({"format": form}))
    log.info("in the text: %s", nasty, extra={"name_wished": nasty, "others": [nasty]})
    text = stream.getvalue()
    assert text.count("\n") == 1
    assert text.rstrip("\n").isprintable()


def test_a_traceback_stays_on_the_line_and_shows_no_variables() -> None:
    stream = logged()
    try:
        _stumble(hand="QS KS AS")
    except KeyError:
        log.exception("a session failed")
    text = stream.getvalue()
    assert text.count("\n") == 1
    assert "KeyError: 8" in text
    assert "QS KS" not in text.replace('_stumble(hand=\\"QS KS AS\\")', "")


def _stumble(hand: str) -> None:
    raise KeyError(len(hand))
