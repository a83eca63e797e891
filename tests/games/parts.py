"""The parts a game must have: files, members, words on its page, areas it speaks of."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path

from companion.rules.game import AnyGame, Game
from companion.rules.registry import make_setup

LEAST_TAGS = 4
"""Printed tags without which no camera finds a board."""


def missing_files(root: Path, name: str) -> list[str]:
    """Files that the game lacks below the root of the program, each with what it is for."""
    wanted = {
        f"companion/games/{name}/game.py": "the game itself",
        f"tests/games/{name}/*.playthrough": "a whole game as text",
        f"tests/games/{name}/*perft*.py": "positions counted by a naive enumeration",
        f"tests/games/{name}/scenarios/*.yaml": "the worked examples of the rulebook",
        f"docs/notation/{name}.md": "the page for players",
    }
    return [f"{path} ({what})" for path, what in wanted.items() if not any(root.glob(path))]


def missing_members(game: object) -> list[str]:
    """Names of the protocol that the game does not have."""
    promised = {*Game.__annotations__, *(name for name in vars(Game) if not name.startswith("_"))}
    return sorted(name for name in promised if not hasattr(game, name))


def faults_of_layout(game: AnyGame) -> Iterator[str]:
    """What a board needs to be read, and areas of which `expected` says nothing."""
    layout = game.layout
    if not layout.areas:
        return
    if len(layout.tags) < LEAST_TAGS:
        yield f"the layout has {len(layout.tags)} tags, a camera needs {LEAST_TAGS}"
    expected = game.expected(game.setup(make_setup(game.info)))
    for area in (*layout.areas, *layout.beside):
        if area not in expected:
            yield f"expected says nothing of {area}"


def faults_of_info(game: AnyGame) -> Iterator[str]:
    """What a game must say of itself before anybody sits down."""
    info = game.info
    if not (info.title and info.rules_version):
        yield "the game has no title or no version of its rules"
    if not 1 <= info.min_players <= info.max_players <= len(set(info.colours)):
        yield f"{info.min_players} to {info.max_players} players, {len(set(info.colours))} colours"
    for option in info.options:
        if len(set(option.values)) < 2:
            yield f"option {option.name} leaves no choice"
        if not option.effect:
            yield f"option {option.name} does not say what it does"


def vocabulary(game: AnyGame, texts: list[str], codes: set[str]) -> Mapping[str, set[str]]:
    """What a scenario may say. Of a row of slots the first and the last will do."""
    state = game.setup(make_setup(game.info))
    rows = [game.layout.in_area(area) for area in game.layout.areas]
    options = game.info.options
    return {
        "verbs": {text.partition(":")[2].split()[0] for text in texts},
        "events": {event.__name__ for event in game.event_types},
        "options": {option.name for option in options}
        | {value for option in options for value in option.values},
        "areas": set(game.layout.areas),
        "slots": {str(slot.id) for row in rows for slot in (row[:1] + row[-1:])},
        "paths": {field.name for field in fields(state)},
        "codes": codes,
    }


def missing_words(page: str, known: Mapping[str, set[str]]) -> Mapping[str, list[str]]:
    """Words of each kind that the page for players does not have."""
    words = {word.strip(".") for word in _words(page)} | set(_words(page))
    lacking = {what: sorted(names - words) for what, names in known.items()}
    return {what: names for what, names in lacking.items() if names}


def _words(page: str) -> list[str]:
    kept = "".join(sign if sign.isalnum() or sign in "_." else " " for sign in page)
    return kept.split()


def codes_in_source(folder: Path) -> set[str]:
    """First arguments of `Violation(...)` and `Notice(...)` in the game's code."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Name("Violation" | "Notice"), [ast.Constant(str(code)), *_]):
                    found.add(code)
    return found
