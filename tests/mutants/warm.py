"""A plugin of pytest: collects the tests once, then runs them in a fork for each line it reads.

A line is a JSON object: none of a mutant (the tests are timed), or the module, its file and the
function in it whose code is to be exchanged. The answer is the exit status of the fork; the first
answer, without a line, says that the tests are collected.
"""

import inspect
import json
import os
import sys
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FrameType, FunctionType

import pytest

from tests.mutants.ordering import TIMES, allow, ordered, times
from tests.mutants.reach import Reach, reaching

CANNOT = 120
"""Exit status: the function cannot be exchanged, or was already called to make the tests."""

CALLED: set[int] = set()
"""Code called since this module was imported and until the tests are collected, by its `id`."""


def note(frame: FrameType, event: str, _: object) -> None:
    """A profile function."""
    if event == "call":
        CALLED.add(id(frame.f_code))


sys.setprofile(note)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--answers", type=int, help="file descriptor for the answers")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    if session.testsfailed:
        raise session.Interrupted("collecting failed")
    sys.setprofile(None)
    with os.fdopen(session.config.getoption("answers"), "w") as answers:
        allow(0)
        answers.write("0\n")
        answers.flush()
        for line in sys.stdin:
            pid = os.fork()
            if not pid:
                os._exit(run(session, json.loads(line)))
            answers.write(f"{os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])}\n")
            answers.flush()
    return True


def run(session: pytest.Session, request: dict[str, str]) -> int:
    """In the fork: 0 when every test passed, 1 when one failed."""
    if not request:
        return timed(session)
    times.cache_clear()
    items = ordered(session.items, session.config.getoption("longest"))
    try:
        exchange(request["module"], request["function"], Path(request["path"]))
    except (KeyError, TypeError, ValueError, StopIteration):
        return CANNOT
    return passed(session, reaching(items, request["path"], request["function"]))


def timed(session: pytest.Session) -> int:
    """All tests, once; what they take and call is written down."""
    watch, reach = Stopwatch(), Reach()
    session.config.pluginmanager.register(watch)
    session.config.pluginmanager.register(reach)
    status = passed(session, session.items)
    Path(TIMES).write_text(json.dumps(watch.seconds), encoding="utf-8")
    reach.write()
    return status


def passed(session: pytest.Session, items: list[pytest.Item]) -> int:
    """0 when every test passed, 1 when one failed."""
    for item, following in zip_longest(items, items[1:]):
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.shouldfail:
            return 1
    return 0


class Stopwatch:
    """Adds up what each test takes, and prints what fails."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration
        if report.failed:
            print(report.longreprtext, flush=True)


def exchange(module: str, function: str, path: Path) -> None:
    """Gives the function of the module the code that it has in the file.

    Raises one of `KeyError`, `TypeError`, `ValueError` and `StopIteration` where this cannot be.
    """
    code = compile(path.read_bytes(), path, "exec")
    live: object = sys.modules[module]
    for name in function.split("."):
        parts = (part for part in code.co_consts if isinstance(part, CodeType))
        code = next(part for part in parts if part.co_name == name)
        live = vars(live)[name]
    live = inspect.unwrap(live.fget) if isinstance(live, property) and live.fget else live
    if not isinstance(live, FunctionType):
        raise TypeError(f"{function} is no plain function")
    if id(live.__code__) in CALLED:
        raise ValueError(f"what {function} gave is in use")
    live.__code__ = code
