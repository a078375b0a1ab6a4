"""The ssh line by which people come."""

from __future__ import annotations

from dataclasses import dataclass

_EVERYWHERE = {"", "0.0.0.0", "::"}  # noqa: S104 compared with, not listened on


@dataclass(frozen=True, slots=True)
class SshLine:
    """Where the club is found."""

    host: str = "localhost"
    port: int = 22

    def of(self, user: str = "") -> str:
        """The whole line, for a user name or without one."""
        target = "localhost" if self.host in _EVERYWHERE else self.host
        flag = "" if self.port == 22 else f"-p {self.port} "
        return f"ssh {flag}{user}{'@' if user else ''}{target}"
