"""The groups of stages, by name. A group is a module of this package with a function `stages`."""

import importlib
from collections.abc import Callable, Iterator, Mapping

from companion.bench.errors import UnknownGroupError
from companion.bench.timing import Plan, Stage

Group = Callable[[Plan], Iterator[Stage]]

MODULES: Mapping[str, str] = {
    "rules": "companion.bench.rules",
    "dice": "companion.bench.dice",
    "board": "companion.bench.board",
    "cards": "companion.bench.cards",
    "phones": "companion.bench.phones",
}
"""Loaded only when asked for: what the rules need is less than what the cameras need."""


def load_group(name: str) -> Group:
    """The stages of a group. Raises `UnknownGroupError`, listing those there are."""
    if name not in MODULES:
        raise UnknownGroupError(f"there is no group {name!r}; there are {', '.join(MODULES)}")
    group: Group = importlib.import_module(MODULES[name]).stages
    return group
