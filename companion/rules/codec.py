"""Frozen dataclasses to plain JSON values and back, led by their type hints."""

import dataclasses
import types
import typing
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

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
    if isinstance(value, tuple | list | frozenset):
        return [to_json(item) for item in value]
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
    if name not in by_name:
        raise LedgerError(f"unknown type {name!r}; known are {', '.join(sorted(by_name))}")
    fields = {key: item for key, item in data.items() if key != "type"}
    return from_json(fields, by_name[str(name)])


def from_json(data: Json, cls: type[T]) -> T:
    """Read a dataclass from `to_json`'s form. Raises `LedgerError` naming the field that is off."""
    if not isinstance(data, Mapping):
        raise LedgerError(f"expected an object for {cls.__name__}, got {data!r}")
    hints = get_type_hints(cls)
    try:
        return cls(
            **{key: _read(item, hints[key], f"{cls.__name__}.{key}") for key, item in data.items()}
        )
    except (KeyError, TypeError) as error:
        raise LedgerError(f"{cls.__name__} has no or lacks a field: {error}") from error


def _read(data: Json, hint: object, where: str) -> object:
    origin, args = get_origin(hint), get_args(hint)
    if isinstance(hint, typing.NewType):
        return _read(data, hint.__supertype__, where)
    if origin in (Union, types.UnionType):
        return _read_union(data, args, where)
    if origin is tuple:
        return _read_tuple(data, args, where)
    if isinstance(origin, type) and issubclass(origin, Mapping) and isinstance(data, Mapping):
        return {
            _read(key, args[0], where): _read(item, args[1], where) for key, item in data.items()
        }
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return from_json(data, hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(data)
    if isinstance(hint, type) and isinstance(data, hint):
        return data
    if hint is float and isinstance(data, int):
        return float(data)
    raise LedgerError(f"{where}: expected {hint}, got {data!r}")


def _read_tuple(data: Json, args: tuple[object, ...], where: str) -> object:
    if not isinstance(data, list | tuple):
        raise LedgerError(f"{where}: expected a list, got {data!r}")
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(_read(item, args[0], where) for item in data)
    if len(args) != len(data):
        raise LedgerError(f"{where}: expected {len(args)} values, got {data!r}")
    return tuple(_read(item, hint, where) for item, hint in zip(data, args, strict=True))


def _read_union(data: Json, options: tuple[object, ...], where: str) -> object:
    if data is None and type(None) in options:
        return None
    for option in options:
        if option is not type(None):
            try:
                return _read(data, option, where)
            except LedgerError:
                continue
    raise LedgerError(f"{where}: {data!r} fits none of {options}")
