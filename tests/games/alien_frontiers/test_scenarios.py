"""Every scenario of the game, each a test of its own."""

from pathlib import Path

import pytest

from companion.rules.scenario import run_file

FILES = sorted(Path(__file__).parent.glob("scenarios/*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenarios(path: Path) -> None:
    failures = [failure for result in run_file(path) for failure in result.failures]
    assert not failures, "\n".join(failures)


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
