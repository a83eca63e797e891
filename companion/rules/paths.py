"""Dotted paths into a state: `players.red.fuel`, `rolls.-1.faces`, `docks.lunar_mine.3`.

A segment is a field of a dataclass, a key of a mapping (which may contain dots itself), a place in
a tuple (from 0, or from -1 backwards), or the name of the dataclass in a tuple whose `player`,
`id`, `name` or `colour` it is.
"""

import dataclasses
import types
import typing
from collections.abc import Mapping
from typing import Union, get_args, get_origin

from companion.rules.codec import Json, field_types, read_value, to_json
from companion.rules.errors import LedgerError, PathError

NAMES = ("player", "id", "name", "colour")
NOTHING = object()
"""Stands for a key that a mapping does not have yet."""


def look_up(value: object, path: str) -> object:
    """The value at a path. Raises `PathError`, listing what there is instead."""
    rest = path.split(".")
    while rest:
        value, rest = _inner(value, rest, path)
    return value


def patched(value: object, path: str, data: Json) -> object:
    """A copy of a dataclass with the value at a path replaced by `data`, read by its type.

    Raises `PathError`.
    """
    try:
        return _patched(value, type(value), path.split("."), path, data)
    except LedgerError as error:
        raise PathError(f"cannot patch {path!r}: {error}") from error


def _inner(value: object, rest: list[str], path: str) -> tuple[object, list[str]]:
    """The value one step further, and the segments left."""
    name, more = rest[0], rest[1:]
    if _is_record(value):
        if name in _shown(value):
            return getattr(value, name), more
        raise PathError(f"{path!r}: {type(value).__name__} has {_list(_shown(value))}, no {name!r}")
    if isinstance(value, Mapping):
        key, length = _key(value, rest)
        if key is NOTHING:
            raise PathError(f"{path!r}: there is no {name!r}; there are {_list(_keys(value))}")
        return value[key], rest[length:]
    if isinstance(value, tuple):
        return value[_place(value, name, path)], more
    raise PathError(f"{path!r}: a {type(value).__name__} has no {name!r}")


def _patched(value: object, hint: object, rest: list[str], path: str, data: Json) -> object:
    if not rest:
        return read_value(data, hint, path)
    if _is_record(value):
        hints = field_types(type(value))
        if rest[0] not in hints:
            known = _list(tuple(hints))
            raise PathError(f"{path!r}: {type(value).__name__} has {known}, no {rest[0]!r}")
        inner = _patched(getattr(value, rest[0]), hints[rest[0]], rest[1:], path, data)
        return dataclasses.replace(typing.cast(typing.Any, value), **{rest[0]: inner})
    if isinstance(value, Mapping):
        return _patched_mapping(value, hint, rest, path, data)
    if isinstance(value, tuple):
        place = _place(value, rest[0], path)
        inner = _patched(value[place], _item_hint(hint, place), rest[1:], path, data)
        changed = list(value)
        changed[place] = inner
        return tuple(changed)
    raise PathError(f"{path!r}: a {type(value).__name__} has no {rest[0]!r} to patch")


def _patched_mapping(
    value: Mapping[object, object], hint: object, rest: list[str], path: str, data: Json
) -> object:
    """A mapping with one key changed or, when the path ends there, added."""
    key_hint, item_hint = get_args(_container(hint, Mapping)) or (str, object)
    key, length = _key(value, rest)
    if key is not NOTHING:
        inner = _patched(value[key], item_hint, rest[length:], path, data)
        return {**value, key: inner}
    read = read_value({".".join(rest): data}, Mapping[key_hint, item_hint], path)  # type: ignore[valid-type]
    return {**value, **typing.cast(Mapping[object, object], read)}


def _is_record(value: object) -> bool:
    return dataclasses.is_dataclass(value) and not isinstance(value, type)


def _shown(value: object) -> tuple[str, ...]:
    """Fields and properties."""
    cls = type(value)
    properties = (name for name in dir(cls) if isinstance(getattr(cls, name), property))
    return (*field_types(cls), *properties)


def _keys(value: Mapping[object, object]) -> tuple[str, ...]:
    return tuple(str(to_json(key)) for key in value)


def _key(value: Mapping[object, object], rest: list[str]) -> tuple[object, int]:
    """The longest key that the segments begin with, and how many segments it takes."""
    by_text = dict(zip(_keys(value), value, strict=True))
    for length in range(len(rest), 0, -1):
        text = ".".join(rest[:length])
        if text in by_text:
            return by_text[text], length
    return NOTHING, 0


def _place(value: tuple[object, ...], name: str, path: str) -> int:
    if name.lstrip("-").isdecimal():
        place = int(name)
        if -len(value) <= place < len(value):
            return place % len(value)
        raise PathError(f"{path!r}: there are {len(value)} of them, no {name}")
    named = [_names(item) for item in value]
    found = [place for place, names in enumerate(named) if name in names]
    if len(found) == 1:
        return found[0]
    known = _list(tuple(names[0] for names in named if names))
    raise PathError(f"{path!r}: {len(found)} of them are named {name!r}; there are {known}")


def _names(item: object) -> tuple[str, ...]:
    if not _is_record(item):
        return ()
    return tuple(str(to_json(getattr(item, name))) for name in NAMES if name in _shown(item))


def _item_hint(hint: object, place: int) -> object:
    args = get_args(_container(hint, tuple)) or (object,)
    return args[0] if args[-1] is Ellipsis else args[min(place, len(args) - 1)]


def _container(hint: object, kind: type) -> object:
    """Of a union, the part that is such a container."""
    if isinstance(hint, typing.NewType):
        return _container(hint.__supertype__, kind)
    if get_origin(hint) not in (Union, types.UnionType):
        return hint
    origins = {part: get_origin(part) for part in get_args(hint)}
    fitting = [
        part for part, of in origins.items() if isinstance(of, type) and issubclass(of, kind)
    ]
    return fitting[0] if fitting else hint


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "none"
