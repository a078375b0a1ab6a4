"""What a host can choose: the command line goes before the environment, and that before a file."""

from __future__ import annotations

import difflib
import json
import math
import os
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, fields, is_dataclass
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from server.ssh.addresses import Networks
from server.ssh.limits import Limits

PREFIX = "HOLLYWOOD_GIN_"
_NESTED = "__"
_UNKNOWN = {"extra_forbidden", "unexpected_keyword_argument"}
_SHORTER = {
    "bool_parsing": "should be true or false",
    "float_parsing": "should be a number",
    "float_type": "should be a number",
    "int_from_float": "should be a whole number",
    "int_parsing": "should be a whole number",
    "int_type": "should be a whole number",
    "path_type": "should be a path",
    "string_type": "should be a text in quotes",
}
"""What the library says at length."""
_TABLES = {"club", "log", "networks", "limits"}
_DATABASES = ("sqlite://", "postgresql://")
_HOURS = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d")

Words = dict[str, Any]
"""Settings by name as they were written, tables within."""


class ConfigError(Exception):
    """The settings cannot be used; the message says where, which key and what was expected."""


def user_data() -> Path:
    """The user's own data folder."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "hollywood-gin"


def _database(url: str) -> str:
    if not url.startswith(_DATABASES):
        raise ValueError("should be like sqlite:////srv/gin/club.db or postgresql://db.example/gin")
    return url


def _loopback(address: str) -> str:
    host, _, port = address.rpartition(":")
    try:
        fits = ip_address(host.strip("[]")).is_loopback and 0 <= int(port) <= 65535
    except ValueError:
        fits = False
    if not fits:
        raise ValueError("should be an address of this machine alone, like 127.0.0.1:9464")
    return address


def _networks(written: object) -> object:
    """Read addresses and networks; in the environment they stand in one text, with commas."""
    if not isinstance(written, dict):
        return written
    return {kind: _read_networks(kind, listed) for kind, listed in written.items()}


def _read_networks(kind: str, listed: object) -> object:
    words = listed.split(",") if isinstance(listed, str) else listed
    if not isinstance(words, list):
        return words
    try:
        return [ip_network(str(word).strip()) for word in words]
    except ValueError as error:
        expected = 'should be a list of networks like ["10.0.0.0/8", "2001:db8::/32"]: {reason}'
        told = {"key": kind, "reason": str(error)}
        raise PydanticCustomError("networks", expected, told) from error


def _above_zero(limits: Limits) -> Limits:
    for name, value in asdict(limits).items():
        if not (math.isfinite(value) and value > 0):
            expected = "should be a number above 0"
            raise PydanticCustomError("limit", expected, {"key": name, "found": value})
    return limits


Folder = Annotated[Path, AfterValidator(Path.expanduser)]


class Logs(BaseModel):
    """How the server keeps its log."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal["text", "json"] = "text"
    """Lines of key=value, or a JSON object a line."""
    addresses: bool = True
    """Whether it is written down where people come from."""


def _hours(text: str) -> str:
    if text and not _HOURS.fullmatch(text):
        raise ValueError("should be like 18:00-02:00, or empty")
    return text


class ClubRules(BaseModel):
    """Who may come in, and when."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    mode: Literal["open", "members", "invitation"] = "open"
    """Everybody, those whose keys are listed, or those too who were invited."""
    members: Folder | None = None
    """A file of public keys in the form of authorized_keys; needed in mode members."""
    hours: Annotated[str, AfterValidator(_hours)] = ""
    """When the club is open, in the machine's time; empty for always."""
    closed: str = "The club is closed just now. Please come again."
    """What is said to callers outside of these hours, and while the club is drained."""
    announcement: str = ""
    """Said once to everybody who comes in."""

    @model_validator(mode="after")
    def _has_its_file(self) -> Self:
        if self.mode == "members" and self.members is None:
            told = {"key": "members"}
            raise PydanticCustomError("members", "should name a file of public keys", told)
        return self


class Settings(BaseSettings):
    """Everything a host can choose; made by `load`."""

    model_config = SettingsConfigDict(
        frozen=True, extra="forbid", env_prefix=PREFIX, env_nested_delimiter=_NESTED
    )

    host: str = "127.0.0.1"
    """The address to listen on; empty for every address of this machine."""
    port: int = Field(default=2222, ge=0, le=65535)
    """The port to listen on; 0 for any free one."""
    data: Folder = Field(default_factory=user_data)
    """The folder that the club keeps everything in."""
    host_keys: Folder = Field(default_factory=lambda chosen: chosen["data"] / "host_keys")
    """The folder of the host key."""
    database: Annotated[str, AfterValidator(_database)] | None = None
    """The URL of the database; a file in the data folder when left out."""
    metrics: Annotated[str, AfterValidator(_loopback)] | None = None
    """Where counts and health can be asked for; nowhere when left out."""
    club: ClubRules = ClubRules()
    log: Logs = Logs()
    networks: Annotated[Networks, BeforeValidator(_networks)] = Networks()
    limits: Annotated[Limits, AfterValidator(_above_zero)] = Limits()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 the library dictates this signature
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Take what is given and nothing else: `load` puts the layers together itself."""
        return (init_settings,)

    def as_toml(self) -> str:
        """All settings in the form of a file that would give the same ones."""
        return "\n".join(_toml_lines(self.model_dump(mode="json", exclude_none=True))) + "\n"


def load(file: Path | None = None, flags: Mapping[str, Any] | None = None) -> Settings:
    """Put the settings together from a file, the environment and the command line.

    Args:
        file: A TOML file; None for none.
        flags: What was said on the command line, by setting; None as a value is not said.

    Raises:
        ConfigError: If a setting is unknown or not what it should be, or the file cannot be read.
    """
    said = {name: value for name, value in (flags or {}).items() if value is not None}
    written = _read(file) if file is not None else {}
    environment = _environment()
    try:
        return Settings(**_over(_over(written, environment), said))
    except ValidationError as error:
        layers = _Layers(file, environment, said)
        problems = [layers.sentence(problem) for problem in error.errors() if _is_cause(problem)]
        raise ConfigError("\n".join(problems)) from error


def _read(file: Path) -> Words:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file}: should be UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file}: should be TOML: {error}") from error


def _environment() -> Words:
    for name in sorted(os.environ):
        setting, is_nested, _ = name.removeprefix(PREFIX).partition(_NESTED)
        if not name.startswith(PREFIX):
            continue
        if (setting := setting.lower()) not in Settings.model_fields:
            raise ConfigError(f"{name} is no setting{_meant(setting, Settings.model_fields)}")
        if setting in _TABLES and not is_nested:
            raise ConfigError(f"{name} should go on with {_NESTED} and one of its settings")
    return EnvSettingsSource(Settings)()


def _over(below: Words, above: Words) -> Words:
    """Two layers as one, tables taken together."""
    both = {name: _over(below[name], above[name]) for name in _tables(below) & _tables(above)}
    return below | above | both


def _tables(layer: Words) -> set[str]:
    return {name for name, value in layer.items() if isinstance(value, dict)}


def _is_cause(problem: ErrorDetails) -> bool:
    """Whether the problem is one of its own, and not that another setting could not be derived."""
    return problem["type"] != "default_factory_not_called"


class _Layers:
    """Where settings came from, to name the place when one is wrong."""

    def __init__(self, file: Path | None, environment: Words, said: Words) -> None:
        self._file = file
        self._environment = environment
        self._said = said

    def sentence(self, problem: ErrorDetails) -> str:
        """What is wrong with one setting."""
        told = problem.get("ctx", {})
        keys = [str(key) for key in (*problem["loc"], *filter(None, [told.get("key")]))]
        place = self._place(keys)
        if problem["type"] in _UNKNOWN:
            return f"{place} is no setting{_meant(keys[-1], _known(keys[:-1]))}"
        expected = problem["msg"].removeprefix("Value error, ").removeprefix("Input ")
        expected = _SHORTER.get(problem["type"], expected)
        found = told.get("found", problem["input"])
        is_plain = isinstance(found, str | int | float)
        return f"{place} {expected}" + (f", but is {json.dumps(found)}" if is_plain else "")

    def _place(self, keys: list[str]) -> str:
        if _holds(self._said, keys):
            return "--" + "-".join(keys).replace("_", "-")
        if _holds(self._environment, keys):
            return PREFIX + _NESTED.join(keys).upper()
        return f"{self._file}: {'.'.join(keys)}"


def _holds(layer: object, keys: list[str]) -> bool:
    for key in keys:
        if not isinstance(layer, dict) or key not in layer:
            return False
        layer = layer[key]
    return True


def _known(keys: list[str]) -> list[str]:
    """The settings within a table, or at the top."""
    part: Any = Settings
    for key in keys:
        part = type(part.model_fields[key].default)
    return [field.name for field in fields(part)] if is_dataclass(part) else [*part.model_fields]


def _meant(word: str, known: Collection[str]) -> str:
    close = difflib.get_close_matches(word, known, n=1)
    return f"; did you mean {close[0]}?" if close else f"; there are {', '.join(known)}"


def _toml_lines(words: Words, table: str = "") -> Iterator[str]:
    tables = _tables(words)
    if table:
        yield f"\n[{table}]"
    for name, value in words.items():
        if name not in tables:
            yield f"{name} = {json.dumps(value)}"
    for name in sorted(tables):
        yield from _toml_lines(words[name], name)
