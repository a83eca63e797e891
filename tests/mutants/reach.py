"""A plugin of pytest: which functions each test calls: without a changed one, none can fail."""

import functools
import gc
import json
from collections.abc import Iterator
from cProfile import Profile
from functools import cache
from pathlib import Path
from types import CodeType

import pytest

REACH = "lane.reach"
"""Where the outermost functions that each test calls are kept, by its id, as `FILE:FUNCTION`."""


class Reach:
    """Notes what is called while a test runs, with every cache empty when it begins."""

    def __init__(self) -> None:
        self.by_test: dict[str, list[str]] = {}
        self.folder = str(Path.cwd())
        wrapper = functools._lru_cache_wrapper
        self.caches = [each for each in gc.get_objects() if isinstance(each, wrapper)]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        for each in self.caches:
            each.cache_clear()
        profile = Profile(subcalls=False, builtins=False)
        profile.enable()
        yield
        profile.disable()
        codes = [entry.code for entry in profile.getstats() if isinstance(entry.code, CodeType)]
        self.by_test[item.nodeid] = sorted(
            {
                name(code.co_filename, code.co_qualname)
                for code in codes
                if code.co_filename.startswith(self.folder)
            }
        )

    def write(self) -> None:
        """For `reaching`."""
        Path(REACH).write_text(json.dumps(self.by_test), encoding="utf-8")


def name(path: str, function: str) -> str:
    """A function, or the one around it, by its file below this folder."""
    return f"{path.removeprefix(str(Path.cwd()))}:{function.partition('.<locals>')[0]}"


@cache
def reached() -> dict[str, frozenset[str]]:
    """What each test calls."""
    known: dict[str, list[str]] = json.loads(Path(REACH).read_text(encoding="utf-8"))
    return {test: frozenset(names) for test, names in known.items()}


def reaching(items: list[pytest.Item], path: str, function: str) -> list[pytest.Item]:
    """Tests that call the function."""
    wanted = name(path, function)
    return [item for item in items if wanted in reached()[item.nodeid]]
