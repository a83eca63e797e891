"""Every scenario of the game, each a test of its own."""

import re
from functools import cache
from pathlib import Path

import pytest

from companion.rules.scenario import run_file
from companion.rules.scenario_file import documents

FILES = sorted(Path(__file__).parent.glob("scenarios/*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenarios(path: Path) -> None:
    failures = [failure for result in run_file(path) for failure in result.failures]
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize(
    ("report", "scenarios"),
    [
        pytest.param("G5", 2, marks=pytest.mark.report("G5")),
        pytest.param("G6", 2, marks=pytest.mark.report("G6")),
        pytest.param("G7", 4, marks=pytest.mark.report("G7")),
        pytest.param("G8", 1, marks=pytest.mark.report("G8")),
        pytest.param("G9", 3, marks=pytest.mark.report("G9")),
        pytest.param("G13", 3, marks=pytest.mark.report("G13")),
        pytest.param("G14", 3, marks=pytest.mark.report("G14")),
    ],
)
def test_reports_are_tried(report: str, scenarios: int) -> None:
    """At least so many scenarios cite the report; that they pass is tested above."""
    assert sum(report in words for words in cited()) >= scenarios


@cache
def cited() -> tuple[list[str], ...]:
    """The words of the source of every scenario."""
    every = (data for path in FILES for data in documents(path))
    sources = (str(data["source"]) for data in every if isinstance(data, dict))
    return tuple(re.split(r"[^\w]+", source) for source in sources)


@pytest.mark.parametrize(
    ("beside", "said"),
    [
        ("players: [green, yellow]", "red, blue play, not green, yellow"),
        ("players: 3", "red, blue play, not 3 players"),
        ("players: [red, blue]", ""),
        ("options: {crystal: once}", ""),
        ("options: {crystal: never}", "option 'crystal' is one of turn, once"),
    ],
)
def test_what_stands_beside_a_position(tmp_path: Path, beside: str, said: str) -> None:
    path = tmp_path / "beside.yaml"
    path.write_text(
        f"game: alien_frontiers\ntitle: t\nsource: s\n{beside}\n"
        'given: "turn=red phase=place hand=3 | red | blue |"\n'
        "steps:\n  - {by: red, do: dock solar_converter 3}\n",
        encoding="utf-8",
    )
    failures = "".join(failure for result in run_file(path) for failure in result.failures)
    assert (said in failures) if said else not failures
