"""A plugin of pytest: the cheapest test first, and no test without end."""

import json
import resource
import signal
from functools import cache
from pathlib import Path

import pytest
from hypothesis import Phase, settings

TIMES = "lane.times"
"""Where the seconds that each test takes are kept, by its id."""
MEMORY_BYTES = 4 << 30
"""More than any test needs; an endless list fails."""
START_S, TIMES_SLOWER, AT_LEAST_S = 30, 10, 3
"""Processor time that collecting may take, and a test: so many times what it took unchanged."""

settings.register_profile(
    "mutants", database=None, derandomize=True, phases=(Phase.explicit, Phase.generate)
)
settings.load_profile("mutants")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--longest", type=float, help="leave out tests that take more seconds")


def pytest_configure() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    allow(START_S)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items[:] = ordered(items, config.getoption("longest"))


def pytest_runtest_setup(item: pytest.Item) -> None:
    if times():
        allow(AT_LEAST_S + TIMES_SLOWER * times().get(item.nodeid, 0))


def ordered(items: list[pytest.Item], longest_s: float) -> list[pytest.Item]:
    """Tests of unknown length first: they are new."""
    kept = [item for item in items if times().get(item.nodeid, 0) <= longest_s]
    return sorted(kept, key=lambda item: times().get(item.nodeid, 0))


@cache
def times() -> dict[str, float]:
    """Seconds by test; none before the first run."""
    path = Path(TIMES)
    known: dict[str, float] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return known


def allow(seconds: float) -> None:
    """The process dies when it has used so much processor time from now on."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
