"""The few variables of a client's environment that a session may know."""

from __future__ import annotations

import re

from server.ssh.limits import Limits

COMMON_TERM = "xterm-256color"
_TERM = re.compile(r"[A-Za-z0-9.+-]{1,32}")
_KEPT = re.compile(rb"COLORTERM|NO_COLOR|LANG|LC_[A-Z]{1,16}")


class Environment:
    """Takes what a client sends of its environment, and keeps what is known, short and early."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._variables: dict[str, str] = {}

    def note(self, name: bytes, value: bytes) -> None:
        """Keep a variable, or forget it at once."""
        limits = self._limits
        fits = len(value) <= limits.variable and len(self._variables) < limits.variables
        if fits and _KEPT.fullmatch(name):
            self._variables[name.decode("ascii")] = value.decode("utf-8", "replace")

    def variables(self) -> dict[str, str]:
        """What has been kept."""
        return dict(self._variables)


def clean_term(term: str) -> str:
    """Return a terminal type that is safe to use; an empty one stays empty."""
    return term if not term or _TERM.fullmatch(term) else COMMON_TERM
