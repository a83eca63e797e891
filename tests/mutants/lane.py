"""One copy of the project in which mutants meet the tests, the cheapest test first."""

import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from enum import Enum
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from tests.mutants.ordering import TIMES
from tests.mutants.places import Mutant
from tests.mutants.warm import CANNOT

LOG = "lane.log"
ROOT = Path(__file__).parents[2]


class Outcome(Enum):
    """What became of a mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    TIMED_OUT = "timed out"
    """Killed too: a test ran without end."""


@dataclass(frozen=True, slots=True)
class Suite:
    """Paths from the root: the package that is changed, and the tests whose names hold `word`.

    Tests that take longer than `longest_s` unchanged are left out.
    """

    package: str
    tests: tuple[str, ...]
    word: str = ""
    longest_s: float = float("inf")


class Lane:
    """A copy of the project in a new `folder`, with a process there that has collected the tests.

    A mutant is tried there in a fork in which the code of its function is exchanged; where that
    cannot be, since the place is in no function or the tests are made with it, in a fresh process.
    The copy of a lane knows already how long each test takes.
    """

    def __init__(self, root: Path, folder: Path, suite: Suite) -> None:
        self.root, self.suite = folder, suite
        shutil.copytree(root, folder, ignore=shutil.ignore_patterns(".*"))
        end, answers = os.pipe()
        self.answers = os.fdopen(end)
        with (folder / LOG).open("w") as log:
            self.warm = subprocess.Popen(
                self._command("-s", "-p", "tests.mutants.warm", f"--answers={answers}"),
                cwd=folder,
                env=self._environment(),
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=(answers,),
                text=True,
            )
        os.close(answers)
        collected = self._answer() == 0
        if not collected or (not (folder / TIMES).exists() and self._ask({}) != 0):
            self.close()
            log_text = (folder / LOG).read_text(encoding="utf-8")
            raise RuntimeError(f"the tests fail without any mutant:\n{log_text}")

    def close(self) -> None:
        """Ends the process."""
        self.warm.communicate()
        self.answers.close()

    def run(self, mutant: Mutant) -> Outcome:
        """Puts the mutant in place of the file, for as long as the tests run."""
        path = self.root / self.suite.package / mutant.path
        Path(cache_from_source(str(path))).unlink(missing_ok=True)
        path.write_text(mutant.after, encoding="utf-8")
        try:
            status = self._warm(mutant, path) if mutant.function else CANNOT
            return outcome(self._cold() if status == CANNOT else status)
        finally:
            path.write_text(mutant.before, encoding="utf-8")

    def _warm(self, mutant: Mutant, path: Path) -> int:
        parts = (*Path(self.suite.package).parts, *mutant.path.with_suffix("").parts)
        module = ".".join(parts).removesuffix(".__init__")
        return self._ask({"module": module, "function": mutant.function, "path": str(path)})

    def _ask(self, request: dict[str, str]) -> int:
        if self.warm.stdin is None:
            raise RuntimeError("the process has no pipe")
        self.warm.stdin.write(json.dumps(request) + "\n")
        self.warm.stdin.flush()
        return self._answer()

    def _answer(self) -> int:
        return int(self.answers.readline() or pytest.ExitCode.INTERRUPTED)

    def _cold(self) -> int:
        environment = {**self._environment(), "PYTHONDONTWRITEBYTECODE": "1"}
        quiet = subprocess.DEVNULL
        return subprocess.run(
            self._command(), cwd=self.root, env=environment, stdout=quiet, stderr=quiet, check=False
        ).returncode

    def _command(self, *more: str) -> list[str]:
        word = ["-k", self.suite.word] if self.suite.word else []
        longest = f"--longest={self.suite.longest_s}"
        plugins = ["-p", "no:cacheprovider", "-p", "tests.mutants.ordering"]
        python = [sys.executable, "-m", "pytest", "-x", "-q"]
        return [*python, *plugins, longest, *more, *word, *self.suite.tests]

    def _environment(self) -> dict[str, str]:
        path = os.pathsep.join((str(self.root), str(ROOT)))
        return {**os.environ, "PYTHONPATH": path, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


def outcome(status: int) -> Outcome:
    """By the exit status of pytest, or the signal that ended it."""
    if status == -signal.SIGPROF:
        return Outcome.TIMED_OUT
    if status == pytest.ExitCode.USAGE_ERROR:
        raise RuntimeError("pytest does not understand its arguments")
    return Outcome.SURVIVED if status == pytest.ExitCode.OK else Outcome.KILLED
