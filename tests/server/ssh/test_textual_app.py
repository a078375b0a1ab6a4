"""Textual is pinned; these fail loudly when one of the private names we use moves."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from asyncssh import SSHServerConnection
from textual import constants
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver

from server.ssh.textual_app import _ENVIRONMENT, forget_environment

METHODS = [
    "_begin_batch",
    "_close_messages_no_wait",
    "_end_batch",
    "_fatal_error",
    "_set_pointer_shape",
    "batch_update",
]
ATTRIBUTES = [
    "_animator",
    "_capture_stderr",
    "_capture_stdout",
    "_exception",
    "_filters",
    "_registry",
    "_sync_available",
    "console",
    "driver_class",
    "error_console",
    "features",
    "no_color",
]


@pytest.mark.parametrize("name", METHODS)
def test_the_app_still_has_the_method(name: str) -> None:
    assert callable(getattr(App, name))


@pytest.mark.parametrize("name", ATTRIBUTES)
async def test_the_app_still_has_the_attribute(name: str) -> None:
    app: App[Any] = App()
    assert name in vars(app)


@pytest.mark.parametrize("name", _ENVIRONMENT)
def test_the_environment_is_still_read_into_this_constant(name: str) -> None:
    assert hasattr(constants, name)
    forget_environment()
    assert getattr(constants, name) == _ENVIRONMENT[name]


def test_every_constant_read_from_the_environment_is_known() -> None:
    source = inspect.getsource(constants)
    read = {
        line.split(":")[0]
        for line in source.splitlines()
        if "environ" in line and line[:1].isupper() and ":" in line
    }
    harmless = {
        "DEFAULT_THEME",
        "DEVTOOLS_HOST",
        "DEVTOOLS_PORT",
        "DIM_FACTOR",
        "DISABLE_KITTY_KEY",
        "ESCAPE_DELAY",
        "MAX_FPS",
        "SCREENSHOT_FILENAME",
        "SCREENSHOT_LOCATION",
        "SLOW_THRESHOLD",
        "SMOOTH_SCROLL",
    }
    assert (read | {"TEXTUAL_ANIMATIONS"}) - harmless == set(_ENVIRONMENT)


def test_streams_are_captured_with_what_the_app_carries() -> None:
    source = inspect.getsource(App._process_messages)
    assert "redirect_stdout(self._capture_stdout)" in source
    assert "redirect_stderr(self._capture_stderr)" in source


def test_the_parser_still_reads_one_sequence_alone() -> None:
    parameters = list(inspect.signature(XTermParser._sequence_to_key_events).parameters)
    assert parameters == ["self", "sequence", "alt"]


def test_the_driver_is_still_made_and_asked_as_we_expect() -> None:
    assert list(inspect.signature(Driver.__init__).parameters) == [
        "self",
        "app",
        "debug",
        "mouse",
        "size",
    ]
    assert Driver.__abstractmethods__ == {
        "write",
        "start_application_mode",
        "disable_input",
        "stop_application_mode",
    }


def test_asyncssh_still_ignores_a_full_socket() -> None:
    assert "Do nothing" in inspect.getsource(SSHServerConnection.pause_writing)
    assert "self._transport" in inspect.getsource(SSHServerConnection._send)
