"""Every reach into Textual's private parts, pinned to its exact version, each with its reason.

Textual is made for one app in one process with one terminal. What follows lets many run side by
side without seeing each other, the server's environment or the server's terminal.
"""

# ruff: noqa: SLF001  # reaching into Textual is what this module is for

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any, cast

from rich.console import Console
from textual import constants, events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import DimFilter, Monochrome, NoColor
from textual.keys import Keys

_ENVIRONMENT: dict[str, object] = {
    "COLOR_SYSTEM": "truecolor",
    "DEBUG": False,
    "DRIVER": None,
    "FILTERS": "",
    "LOG_FILE": None,
    "PRESS": "",
    "SCREENSHOT_DELAY": -1,
    "SHOW_RETURN": False,
    "TEXTUAL_ANIMATIONS": "none",
}
"""What `textual.constants` read from the server's environment, and what it shall be instead."""

# The parser's tables and its reading of modified keys are wanted, not its generator: that one
# resizes the app at the client's word, dies on odd input and keeps closed apps alive.
_KEY_TABLES = XTermParser()

# Every app would read the same style sheets again, a third of what its start costs. No app gives
# their variables other values than the next.
_RULES: LRUCache[tuple[Any, ...], list[RuleSet]] = LRUCache(64)


def forget_environment() -> None:
    """Make Textual behave alike whatever the server's own environment says."""
    for name, value in _ENVIRONMENT.items():
        setattr(constants, name, value)


def key_events(sequence: str) -> Iterator[events.Key]:
    """Yield the key presses that a character or a key's sequence stands for, often one or none."""
    if len(sequence) == 1 and "\x80" <= sequence <= "\x9f":
        return  # eight-bit control codes are noise; Textual takes one for a key
    try:
        keys = list(_KEY_TABLES._sequence_to_key_events(sequence))
        if not keys and len(sequence) == 2:
            keys = list(_KEY_TABLES._sequence_to_key_events(sequence[1], alt=True))
    except (ValueError, OverflowError):
        return  # a code point that no character has
    # Surrogates come from noise, not from a keyboard.
    yield from (key for key in keys if key.key != Keys.Ignore and key.key.isprintable())


def adapt(app: App[Any], driver: Callable[..., Driver], *, synchronized: bool) -> io.StringIO:
    """Make one app fit to run beside others; return where its parting words will be.

    Args:
        app: A new app, not yet running.
        driver: Makes the driver, called as Textual calls a driver class.
        synchronized: The terminal knows synchronized output.
    """
    app.driver_class = cast("type[Driver]", driver)
    # run_async puts these in the place of sys.stdout and sys.stderr for the whole process and
    # restores them when it ends; as the very same streams nothing ever changes.
    app._capture_stdout = cast("Any", sys.stdout)
    app._capture_stderr = cast("Any", sys.stderr)
    # Parting words and crash reports would go to the server's terminal.
    parting = io.StringIO()
    app.error_console = _console(parting, color_system=None)
    # The rendering of styles is cached process-wide: one colour system for everybody, brought
    # down per session by the client's terminal.
    app.console = _console(app.console.file, color_system="truecolor")
    unwanted = (NoColor, Monochrome, DimFilter)
    app.stylesheet._parse_cache = _RULES
    app._filters[:] = [kept for kept in app._filters if not isinstance(kept, unwanted)]
    app.no_color = False
    app.features = frozenset()
    app._sync_available = synchronized
    # Rendering a traceback with its locals stalls everyone and shows hidden cards.
    app._fatal_error = app._close_messages_no_wait  # type: ignore[method-assign]  # see above
    return parting


def _console(file: Any, *, color_system: Any) -> Console:  # noqa: ANN401  # Rich's own types are private
    return Console(
        file=file,
        color_system=color_system,
        force_terminal=color_system is not None,
        markup=False,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        safe_box=False,
        width=80,
        height=24,
        _environ={},
    )


def crash_of(app: App[Any]) -> Exception | None:
    """Return the exception that ended the app, if one did."""
    return app._exception


def nodes_of(app: App[Any]) -> list[DOMNode]:
    """Return everything mounted in the app, to be taken apart once it has closed."""
    return list(app._registry)


def hold_frames(app: App[Any]) -> AbstractContextManager[None]:
    """Start holding back the app's frames; exit the returned context to let them go."""
    held = app.batch_update()
    held.__enter__()
    return held


def dismantle(app: App[Any], nodes: list[DOMNode]) -> None:
    """Break a closed app's reference cycles, so that it is freed at once.

    Left alone they are tens of thousands of objects for a full collection, which stalls everybody.
    """
    # The animator and its timer hold each other, and the app.
    vars(app._animator).clear()
    for node in nodes:
        node.__dict__.clear()
    app.__dict__.clear()
