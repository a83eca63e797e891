"""Frozen dataclasses to plain JSON values and back, led by their type hints."""

import dataclasses
import json
import types
import typing
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.rules.errors import LedgerError

T = TypeVar("T")
Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"


def to_json(value: object) -> Json:
    """Plain JSON of a value; a dataclass becomes an object with its fields (no type name)."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        return {field.name: to_json(getattr(value, field.name)) for field in fields}
    if isinstance(value, Enum):
        return to_json(value.value)
    if isinstance(value, Mapping):
        return {str(to_json(key)): to_json(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    if isinstance(value, frozenset):  # sorted, so that the same state is written the same
        return sorted((to_json(item) for item in value), key=json.dumps)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise LedgerError(f"cannot write a {type(value).__name__} as JSON")


def tagged(value: object) -> Json:
    """As `to_json`, with the class name under `type`, so that one of several can be read back."""
    written = to_json(value)
    assert isinstance(written, Mapping), "only dataclasses are tagged"
    return {"type": type(value).__name__, **written}


def from_tagged(data: Json, classes: Sequence[type[T]]) -> T:
    """Read one of `classes`, chosen by the name under `type`. Raises `LedgerError`."""
    if not isinstance(data, Mapping):
        raise LedgerError(f"expected an object with a type, got {data!r}")
    by_name = {cls.__name__: cls for cls in classes}
    name = data.get("type")
    if not isinstance(name, str) or name not in by_name:
        raise LedgerError(f"unknown type {name!r}; known are {', '.join(sorted(by_name))}")
    fields = {key: item for key, item in data.items() if key != "type"}
    return from_json(fields, by_name[name])


def from_json(data: Json, cls: type[T]) -> T:
    """Read a dataclass from `to_json`'s form. Raises `LedgerError` naming the field that is off."""
    if not isinstance(data, Mapping):
        raise LedgerError(f"expected an object for {cls.__name__}, got {data!r}")
    hints = field_types(cls)
    unknown = [key for key in data if key not in hints]
    if unknown:
        known = ", ".join(hints) or "none"
        raise LedgerError(f"{cls.__name__} has no field {unknown[0]!r}; its fields are {known}")
    values = {
        key: read_value(item, hints[key], f"{cls.__name__}.{key}") for key, item in data.items()
    }
    try:
        return cls(**values)
    except TypeError as error:
        raise LedgerError(f"{cls.__name__} lacks a field: {error}") from error


def field_types(cls: type) -> Mapping[str, object]:
    """Type of each field of a dataclass."""
    hints = get_type_hints(cls)
    return {field.name: hints[field.name] for field in dataclasses.fields(cls)}


def read_value(data: Json, hint: object, where: str) -> object:
    """Read a value of type `hint`. Raises `LedgerError` saying `where` and what was expected."""
    origin, args = get_origin(hint), get_args(hint)
    match hint:
        case typing.NewType():
            return read_value(data, hint.__supertype__, where)
        case type() if dataclasses.is_dataclass(hint):
            return from_json(data, hint)
        case type() if issubclass(hint, Enum):
            return _read_enum(data, hint, where)
        case type() if _is_plain(data, hint):
            return data
    if hint is float and isinstance(data, int) and not isinstance(data, bool):
        return float(data)
    if origin in (Union, types.UnionType):
        return _read_union(data, args, where)
    if origin is Literal and data in args:
        return data
    if origin is tuple:
        return _read_tuple(data, args, where)
    if origin is frozenset:
        return frozenset(typing.cast(tuple[object, ...], _read_tuple(data, (*args, ...), where)))
    if isinstance(origin, type) and issubclass(origin, Mapping) and isinstance(data, Mapping):
        return {
            _read_key(key, args[0], where): read_value(item, args[1], f"{where}.{key}")
            for key, item in data.items()
        }
    raise LedgerError(f"{where}: expected {type_name(hint)}, got {data!r}")


def type_name(hint: object) -> str:
    """A type in words for a message."""
    if isinstance(hint, typing.NewType):
        return hint.__name__
    args = get_args(hint)
    if get_origin(hint) in (Union, types.UnionType):
        return " or ".join(type_name(arg) for arg in args)
    if get_origin(hint) is Literal:
        return f"one of {', '.join(map(repr, args))}"
    if args:
        inner = ", ".join("..." if arg is Ellipsis else type_name(arg) for arg in args)
        return f"{getattr(hint, '__name__', hint)}[{inner}]"
    return "None" if hint is type(None) else getattr(hint, "__name__", str(hint))


def _is_plain(data: Json, hint: type) -> bool:
    """A `bool` is an `int` to Python and not to us."""
    return isinstance(data, hint) and (hint is bool or not isinstance(data, bool))


def _read_enum(data: Json, hint: type[Enum], where: str) -> Enum:
    for member in hint:
        if to_json(member) == data:
            return member
    known = ", ".join(repr(to_json(member)) for member in hint)
    raise LedgerError(f"{where}: expected one of {known}, got {data!r}")


def _read_key(key: str, hint: object, where: str) -> object:
    """JSON keys are text, so that a number or an enum of numbers is read from text."""
    for data in (key, int(key)) if key.lstrip("-").isdecimal() else (key,):
        try:
            return read_value(data, hint, where)
        except LedgerError:
            continue
    raise LedgerError(f"{where}: expected {type_name(hint)} as the key, got {key!r}")


def _read_tuple(data: Json, args: tuple[object, ...], where: str) -> object:
    if not isinstance(data, list | tuple):
        raise LedgerError(f"{where}: expected a list, got {data!r}")
    if len(args) == 2 and args[1] is Ellipsis:
        args = (args[0],) * len(data)
    if len(args) != len(data):
        raise LedgerError(f"{where}: expected {len(args)} values, got {data!r}")
    places = enumerate(zip(data, args, strict=True))
    return tuple(read_value(item, hint, f"{where}.{place}") for place, (item, hint) in places)


def _read_union(data: Json, options: tuple[object, ...], where: str) -> object:
    if data is None and type(None) in options:
        return None
    for option in options:
        if option is not type(None):
            try:
                return read_value(data, option, where)
            except LedgerError:
                continue
    names = " or ".join(type_name(option) for option in options)
    raise LedgerError(f"{where}: expected {names}, got {data!r}")
