"""The server's log: one line for each thing that happened, fit for a journal and for scripts.

Code logs with the standard library and puts what belongs to an event into `extra`; here everything
becomes one line. Whatever came from a client is cleaned at this one place, so that no log can act
on the terminal that shows it.
"""

from __future__ import annotations

import logging
import os
from collections.abc import MutableMapping
from typing import Any, TextIO

import structlog
from structlog.typing import Processor, WrappedLogger

from server.config import Logs

Event = MutableMapping[str, Any]

_FIRST = ["timestamp", "level", "event"]
_CHATTY = ("alembic", "asyncssh")
"""Libraries that tell of every step; asyncssh repeats what clients call themselves, uncleaned."""
_PRIORITIES = {"debug": 7, "info": 6, "warning": 4, "error": 3, "critical": 2}
"""What a journal calls the levels, as in sd-daemon(3)."""


def set_up(logs: Logs, stream: TextIO) -> None:
    """Write the log to this stream from now on.

    Args:
        logs: What the host chose.
        stream: Where to write, kept as it is now: apps put their own in the place of sys.stderr.
    """
    handler = logging.StreamHandler(stream)
    before: list[Processor] = [
        structlog.stdlib.ExtraAdder(),
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
    ]
    if not logs.addresses:
        before.append(_forget_address)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=before,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                _clean,
                *_rendering(logs),
            ],
        )
    )
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for chatty in _CHATTY:
        logging.getLogger(chatty).setLevel(logging.WARNING)


def _rendering(logs: Logs) -> list[Processor]:
    if logs.format == "json":
        return [structlog.processors.JSONRenderer()]
    line = structlog.processors.LogfmtRenderer(key_order=_FIRST, drop_missing=True)
    return [_for_a_journal(line) if "JOURNAL_STREAM" in os.environ else line]


def _for_a_journal(line: structlog.processors.LogfmtRenderer) -> Processor:
    """Begin lines with their priority; the journal keeps the time itself."""

    def render(logger: WrappedLogger, method: str, event: Event) -> str:
        event.pop("timestamp", None)
        priority = _PRIORITIES[event.pop("level")]
        return f"<{priority}>{line(logger, method, event)}"

    return render


def _forget_address(_: WrappedLogger, __: str, event: Event) -> Event:
    event.pop("address", None)
    return event


def _clean(_: WrappedLogger, __: str, event: Event) -> Event:
    for key, value in event.items():
        if value is not None and not isinstance(value, int | float):
            event[key] = "".join(map(_visible, str(value)))
    return event


def _visible(character: str) -> str:
    # Renderers turn the ends of lines, as in tracebacks, into \n themselves.
    if character.isprintable() or character == "\n":
        return character
    return character.encode("unicode_escape").decode("ascii")
