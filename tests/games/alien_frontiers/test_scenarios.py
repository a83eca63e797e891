"""Every scenario of the game, each a test of its own."""

from pathlib import Path

import pytest

from companion.rules.scenario import run_file

FILES = sorted(Path(__file__).parent.glob("scenarios/*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenarios(path: Path) -> None:
    failures = [failure for result in run_file(path) for failure in result.failures]
    assert not failures, "\n".join(failures)
