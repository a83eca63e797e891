"""Every scenario of the game, each a test of its own."""

import re
from pathlib import Path

import pytest

from companion.rules.playthrough import replay_file
from companion.rules.scenario import run_file
from companion.rules.scenario_file import documents

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("scenarios/*.yaml"))
EXAMPLES, POINTS = range(1, 29), range(1, 27)
"""Worked examples of the digest, and numbered points of its section (d)."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenarios(path: Path) -> None:
    failures = [failure for result in run_file(path) for failure in result.failures]
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize("path", sorted(HERE.glob("*.playthrough")), ids=lambda path: path.stem)
def test_playthroughs(path: Path) -> None:
    replay_file(path)


def test_every_worked_example_is_a_scenario() -> None:
    text = (HERE / "scenarios" / "examples.yaml").read_text(encoding="utf-8")
    cited = [word for line in re.findall(r"worked examples? ([\d, and]+)", text) for word in
             re.findall(r"\d+", line)]  # fmt: skip
    assert set(map(int, cited)) == set(EXAMPLES)
    assert all(isinstance(data, dict) for data in documents(HERE / "scenarios" / "examples.yaml"))


def test_every_open_point_has_a_ruling() -> None:
    page = (HERE.parents[2] / "docs" / "notation" / "impulse.md").read_text(encoding="utf-8")
    rulings = page.partition("## Rulings")[2]
    assert [int(number) for number in re.findall(r"^\| (\d+) \|", rulings, re.M)] == list(POINTS)
