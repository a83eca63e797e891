"""Every scenario of the game, each a test of its own."""

import re
from pathlib import Path

import pytest

from companion.games.impulse.options import OPTIONS
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
    rows = re.findall(r"^\| (\d+) \| (.+) \| (.+) \|$", rulings, re.M)
    assert [int(number) for number, _, _ in rows] == list(POINTS)
    assert all(source.strip() for _, _, source in rows)
    told = {name for _, ruling, _ in rows for name in re.findall(r"`(\w+)`", ruling)}
    assert told >= {option.name for option in OPTIONS} - {"teams"}


def test_every_option_is_played_by_each_of_its_values() -> None:
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    for option in OPTIONS:
        for value in option.values[1:]:
            played = re.compile(rf"\b{option.name}={value}\b")
            assert any(played.search(text) for text in texts), f"{option.name}={value}"
