"""The page for players says what the game knows, no less and no more."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from companion.core.layout import SlotKind
from companion.games.alien_frontiers.enforce import SOFT
from companion.games.alien_frontiers.events import EVENT_TYPES
from companion.games.alien_frontiers.game import GAME
from companion.games.alien_frontiers.notation import VERBS
from companion.games.alien_frontiers.rules.common import KINDS
from companion.games.alien_frontiers.rules.texts import NOTICES, RULES
from companion.games.alien_frontiers.state import State
from companion.rules.scenario import run_file

PAGE = Path(__file__).parents[3] / "docs" / "notation" / "alien_frontiers.md"
TEXT = PAGE.read_text(encoding="utf-8")


def rows(header: str) -> list[list[str]]:
    """Cells of the table whose first header cell is `header`."""
    start = TEXT.index(f"| {header} |")
    table = TEXT[start:].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def words(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def first_words(header: str) -> list[str]:
    return [words(row[0])[0] for row in rows(header)]


@pytest.mark.parametrize(
    ("header", "known"),
    [
        ("code", list(RULES)),
        ("notice", list(NOTICES)),
        ("event", [event.__name__ for event in EVENT_TYPES]),
        ("kind", list(KINDS)),
        ("path", [field.name for field in fields(State)]),
        ("area", list(GAME.layout.areas)),
    ],
)
def test_tables(header: str, known: list[str]) -> None:
    assert sorted(first_words(header)) == sorted(known)


def test_event_fields() -> None:
    listed = {words(row[0])[0]: words(row[1]) for row in rows("event")}
    for event in EVENT_TYPES:
        assert listed[event.__name__] == [field.name for field in fields(event)]


def test_options() -> None:
    listed: dict[str, list[str]] = {}
    for row in rows("option"):
        name = words(row[0])[0] if row[0] else next(reversed(listed))
        listed.setdefault(name, []).extend(words(row[1]))
    assert listed == {option.name: list(option.values) for option in GAME.info.options}


def test_options_and_what_stands_beside_them_in_a_position_have_different_names() -> None:
    assert not {option.name for option in GAME.info.options} & {f.name for f in fields(State)}


def test_what_the_table_may_break() -> None:
    part = TEXT[TEXT.index("## When the table insists") : TEXT.index("Refused even then:")]
    assert set(words(part.replace("\n", " "))) == SOFT


def test_verbs() -> None:
    actions = TEXT[TEXT.index("## Actions") : TEXT.index("## Choices")]
    said = {text.split()[1] for text in words(actions.replace("\n", " ")) if ": " in text}
    assert said == set(VERBS)
    for row in rows("notation"):
        example = words(row[0])[0]
        assert GAME.write_action(GAME.read_action(example)) == example


def test_slots() -> None:
    for area, said, _ in rows("area"):
        slots = GAME.layout.in_area(GAME.layout.areas[words(area)[0]].id)  # type: ignore[index]
        ports = [slot.id for slot in slots if slot.kind is SlotKind.DIE]
        others = [slot.id for slot in slots if slot.kind is not SlotKind.DIE]
        assert words(said) == [*ports[:1], *ports[-1:], *others] if ports else others


def test_positions() -> None:
    state = TEXT[TEXT.index("## State") : TEXT.index("## Events")]
    found = [line.strip(" `.") for line in state.splitlines() if line.startswith("    turn=")]
    found += [text for text in words(state) if text.startswith("turn=")]
    assert len(found) == 2
    for text in found:
        GAME.read_state(text)


def test_the_scenarios_on_the_page(tmp_path: Path) -> None:
    block = TEXT[TEXT.index("```yaml") + 7 : TEXT.rindex("```")]
    assert [each["game"] for each in yaml.safe_load_all(block)] == ["alien_frontiers"] * 2
    path = tmp_path / "page.yaml"
    path.write_text(block, encoding="utf-8")
    assert [result.failures for result in run_file(path)] == [(), ()]
