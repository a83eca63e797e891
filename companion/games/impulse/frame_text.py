"""What is being done as one word of the notation: `work:red:trade_b1_red:used=1`."""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from typing import Any

from companion.games.impulse.frames import Battle, Command, Core, Frame, Leftover, Work

KINDS: Mapping[str, type[Frame]] = {
    "work": Work,
    "command": Command,
    "battle": Battle,
    "core": Core,
    "leftover": Leftover,
}
SEPARATOR = "/"


def write_frame(frame: Frame) -> str:
    """Its kind, and each field that is not as it begins."""
    kind = next(name for name, cls in KINDS.items() if isinstance(frame, cls))
    pairs = (
        f"{field.name}={_written(getattr(frame, field.name))}"
        for field in fields(frame)
        if getattr(frame, field.name) != field.default
    )
    return SEPARATOR.join((kind, *pairs))


def read_frame(text: str) -> Frame:
    """Raises `ValueError` with what was expected."""
    kind, *pairs = text.split(SEPARATOR)
    if kind not in KINDS:
        raise ValueError(f"what is done is one of {', '.join(KINDS)}, not {kind!r}")
    known = {field.name: field for field in fields(KINDS[kind])}
    values: dict[str, Any] = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        if name not in known:
            raise ValueError(f"{kind} has {', '.join(known)}, not {name!r}")
        values[name] = _read(value, known[name])
    needed = [name for name, field in known.items() if field.default is MISSING]
    missing = [name for name in needed if name not in values]
    if missing:
        raise ValueError(f"{kind} lacks {missing[0]}")
    made: Frame = KINDS[kind](**values)
    return made


def _written(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(value)
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _read(text: str, field: Field[Any]) -> object:
    if field.type is bool:
        return text == "yes"
    if field.type is int:
        return int(text)
    if field.type == tuple[str, ...]:
        return tuple(word for word in text.split(",") if word)
    return text
