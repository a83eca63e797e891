"""Scenarios: rules checked in files that a player can write. `docs/notation/scenarios.md`."""

import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.rules.codec import Json
from companion.rules.errors import RulesError, ScenarioError
from companion.rules.registry import load_game
from companion.rules.ruling import Ruling
from companion.rules.scenario_checks import failures
from companion.rules.scenario_file import Scenario, documents, read_scenario
from companion.rules.scenario_steps import Runner


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """How a scenario came out: what failed, in full sentences; nothing when it passed."""

    file: str
    title: str
    failures: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything held."""
        return not self.failures


def run_file(path: Path) -> list[ScenarioResult]:
    """Run every scenario of a file. What cannot be read is a failed result."""
    results: list[ScenarioResult] = []
    try:
        for number, data in enumerate(documents(path), 1):
            results.append(_run(data, str(path), f"scenario {number}"))
    except ScenarioError as error:
        results.append(ScenarioResult(str(path), path.stem, (f"{path}: {error}",)))
    if not results:
        results.append(ScenarioResult(str(path), path.stem, (f"{path}: no scenario in it",)))
    return results


def run_files(
    paths: Iterable[Path],
) -> tuple[tuple[ScenarioResult, ...], tuple[ScenarioResult, ...]]:
    """Results of all scenarios of all files: those that passed, those that failed."""
    results = [result for path in paths for result in run_file(path)]
    passed = tuple(result for result in results if result.passed)
    return passed, tuple(result for result in results if not result.passed)


def rule_text(game_id: str, state_text: str, action_text: str) -> Ruling[object]:
    """One ruling, from notation. Raises `UnknownGameError` and `NotationError`."""
    game = load_game(game_id)
    ruling: Ruling[object] = game.judge(game.read_state(state_text), game.read_action(action_text))
    return ruling


def _run(data: Json, file: str, title: str) -> ScenarioResult:
    try:
        scenario = read_scenario(data, title)
    except RulesError as error:
        if isinstance(data, dict) and data.get("title"):
            title = str(data["title"])
        return ScenarioResult(file, title, (f"{file}: {title}: {error}",))
    where = f"{file}: {scenario.title}"
    try:
        runner = Runner(scenario)
    except RulesError as error:
        return ScenarioResult(file, scenario.title, (f"{where}: given: {error}",))
    return ScenarioResult(file, scenario.title, tuple(_run_steps(runner, scenario, where)))


def _run_steps(runner: Runner, scenario: Scenario, where: str) -> Iterator[str]:
    """What fails in the first step where anything does; what follows would only echo it."""
    for step in scenario.steps:
        try:
            found = tuple(failures(runner.carry_out(step), step))
        except RulesError as error:
            found = (str(error),)
        except Exception:  # a bug of the game must not hide the other scenarios
            found = (f"the rules crashed: {traceback.format_exc()}",)
        if found:
            position = runner.game.write_state(runner.state)
            yield from (f"{where}: {step}: {reason}\n    in: {position}" for reason in found)
            return
