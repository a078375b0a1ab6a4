"""A player's settings as JSON, and back; what an older or newer program wrote is read as far as known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from typing import Any

from tui.settings import Settings


def written_settings(settings: Settings) -> dict[str, object]:
    """The settings by name, choices as their values."""
    return {field.name: _plain(getattr(settings, field.name)) for field in fields(settings)}


def read_settings(json: Mapping[str, object]) -> Settings:
    """The settings; whatever is missing or unknown is as it is for a newcomer."""
    standard = Settings()
    known = {
        field.name: _choice(json.get(field.name), getattr(standard, field.name))
        for field in fields(standard)
    }
    return Settings(**known)


def _plain(value: object) -> object:
    return value.value if isinstance(value, Enum) else value


def _choice(written: object, standard: Any) -> Any:  # noqa: ANN401 a field's own type
    if isinstance(standard, Enum):
        return next((member for member in type(standard) if member.value == written), standard)
    return written if type(written) is type(standard) else standard
