"""Building blocks for writing values as JSON and reading them back strictly.

A form reads exactly what it writes: a missing or an unknown field, `1` for `true` or `td` for `TD`
is an error, never a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from engine.errors import GinError
from engine.seats import PerSeat
from server.store.errors import CodecError

T = TypeVar("T")
E = TypeVar("E", bound=Enum)


@dataclass(frozen=True, slots=True)
class Form(Generic[T]):
    """How values of one kind are written and read."""

    write: Callable[[T], Any]
    read: Callable[[Any], T]
    """Raises `CodecError` for anything that `write` would not have written."""


def plain(kind: type[T]) -> Form[T]:
    """Values that JSON has by itself."""

    def read(json: Any) -> T:  # noqa: ANN401 anything JSON can hold
        # `isinstance` would take True for a number.
        if type(json) is not kind:
            raise CodecError(f"{json!r} is no {kind.__name__}")
        return json

    return Form(lambda value: value, read)


TEXT = plain(str)
TRUTH = plain(bool)
_INTEGER = plain(int)


def _read_count(json: Any) -> int:  # noqa: ANN401 anything JSON can hold
    if _INTEGER.read(json) < 0:
        raise CodecError(f"{json} is below 0")
    return _INTEGER.read(json)


COUNT = Form(_INTEGER.write, _read_count)
"""A whole number that is not negative."""


def texted(write: Callable[[T], str], parse: Callable[[str], T]) -> Form[T]:
    """Values written as a text; only the very text that would be written is read."""

    def read(json: Any) -> T:  # noqa: ANN401 anything JSON can hold
        try:
            value = parse(TEXT.read(json))
        except (ValueError, GinError) as error:
            raise CodecError(str(error)) from error
        if write(value) != json:
            raise CodecError(f"{json!r} should be written {write(value)!r}")
        return value

    return Form(write, read)


def choice(kind: type[E]) -> Form[E]:
    """A member of an enumeration, written as its value."""
    return texted(lambda member: str(member.value), kind)


def optional(form: Form[T]) -> Form[T | None]:
    """A value or null."""
    return Form(
        lambda value: None if value is None else form.write(value),
        lambda json: None if json is None else form.read(json),
    )


def listed(form: Form[T]) -> Form[tuple[T, ...]]:
    """Any number of values."""
    items = plain(list)
    return Form(
        lambda values: [form.write(value) for value in values],
        lambda json: tuple(form.read(item) for item in items.read(json)),
    )


def per_seat(form: Form[T]) -> Form[PerSeat[T]]:
    """One value for each seat."""
    return record(PerSeat, a=form, b=form)


def record(kind: type[T], **forms: Form[Any]) -> Form[T]:
    """A dataclass, field by field; a field without a form is an error at once."""
    if not is_dataclass(kind) or [field.name for field in fields(kind)] != list(forms):
        raise TypeError(f"the form of {kind.__name__} does not have its fields in their order")

    def write(value: T) -> dict[str, Any]:
        return {name: form.write(getattr(value, name)) for name, form in forms.items()}

    def read(json: Any) -> T:  # noqa: ANN401 anything JSON can hold
        if type(json) is not dict or json.keys() != forms.keys():
            raise CodecError(f"{json!r} does not have the fields of {kind.__name__}")
        values = {name: form.read(json[name]) for name, form in forms.items()}
        try:
            return kind(**values)
        except GinError as error:
            raise CodecError(str(error)) from error

    return Form(write, read)


def tagged(tag: str, forms: Mapping[str, tuple[type[Any], Form[Any]]]) -> Form[Any]:
    """One of several dataclasses, told apart by the field `tag`."""
    names = {kind: name for name, (kind, _) in forms.items()}

    def write(value: object) -> dict[str, Any]:
        name = names[type(value)]
        return {tag: name, **forms[name][1].write(value)}

    def read(json: Any) -> Any:  # noqa: ANN401 one of the dataclasses
        if type(json) is not dict or json.get(tag) not in list(forms):
            raise CodecError(f"{json!r} is none of {', '.join(forms)}")
        return forms[json[tag]][1].read({name: json[name] for name in json if name != tag})

    return Form(write, read)
