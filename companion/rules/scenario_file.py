"""Reading scenarios: YAML to a `Scenario`, with a word about every key that is not known.

A file holds one scenario, a list of them, or several YAML documents. Its keys are those of `KEYS`;
`docs/notation/scenarios.md` explains them to players.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

try:  # ten times as fast, where the library was built with libyaml as its wheels are
    from yaml import CSafeLoader as _Reader
except ImportError:
    from yaml import SafeLoader as _Reader  # type: ignore[assignment]

from companion.rules.codec import Json
from companion.rules.errors import ScenarioError

KEYS = (
    "game",
    "title",
    "source",
    "players",
    "options",
    "given",
    "setup",
    "patch",
    "steps",
)
VERBS = ("do", "try", "chance", "amend", "undo", "overrule", "adjust")
CHECKS = (
    "rejected",
    "notices",
    "events",
    "state",
    "pending",
    "legal",
    "not_legal",
    "scores",
    "lines",
    "ended",
    "ranking",
)
STEP_KEYS = ("by", *VERBS, *CHECKS, "includes", "exactly")


@dataclass(frozen=True, slots=True)
class Step:
    """One step: who (`by`), one of `VERBS` with what (`None` for checks only), what must hold."""

    number: int
    by: str | None
    verb: str | None
    what: Json
    checks: Mapping[str, Json]
    includes: bool
    exactly: bool

    def __str__(self) -> str:
        words = [f"step {self.number}"]
        doing = [str(word) for word in (self.by, self.verb) if word]
        if doing:
            words.append(f"({' '.join(doing)}{'' if self.what is None else f': {self.what}'})")
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A position (`given` in notation, or the setup), patched, and steps from there.

    `players` maps colours to names in seat order; `count` is their number when that is all that
    is said.
    """

    title: str
    game: str
    players: Mapping[str, str]
    count: int | None
    options: Mapping[str, str]
    given: str | None
    patch: Mapping[str, Json]
    steps: tuple[Step, ...]


def documents(path: Path) -> Iterator[Json]:
    """Every scenario of a file, as plain data. Raises `ScenarioError`."""
    try:
        parts = list(yaml.load_all(path.read_text(encoding="utf-8"), Loader=_Loader))
    except yaml.YAMLError as error:
        hint = " (an action has a colon: quote it)" if "mapping values" in str(error) else ""
        raise ScenarioError(f"no YAML{hint}: {error}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(f"cannot be read: {error}") from error
    for part in parts:
        if part is not None:
            yield from part if isinstance(part, list) else [part]


def read_scenario(data: Json, title: str) -> Scenario:
    """Read a scenario; `title` is for one that has none. Raises `ScenarioError`."""
    fields = _fields(data, KEYS, "scenario")
    if not isinstance(fields.get("game"), str):
        raise ScenarioError("a scenario needs `game: NAME`")
    steps = fields.get("steps")
    if not isinstance(steps, list) or not steps:
        raise ScenarioError("a scenario needs `steps:` with a list of steps")
    given, patch, setup = _position(fields)
    players = setup.get("players", fields.get("players"))
    return Scenario(
        title=str(fields.get("title", title)),
        game=str(fields["game"]),
        players=_players(players),
        count=players if isinstance(players, int) else None,
        options=_options(setup.get("options", fields.get("options"))),
        given=given,
        patch=patch,
        steps=tuple(_step(step, number) for number, step in enumerate(steps, 1)),
    )


def _position(
    fields: Mapping[str, Json],
) -> tuple[str | None, Mapping[str, Json], Mapping[str, Json]]:
    """The state in notation (`None`: the setup), the patch, and what the setup says of itself."""
    given, setup = fields.get("given"), fields.get("setup")
    patch = dict(_mapping(fields.get("patch"), "patch"))
    if isinstance(given, Mapping):
        inner = _fields(given, ("state", "setup", "patch"), "given")
        patch |= _mapping(inner.get("patch"), "patch")
        setup = inner.get("setup", setup)
        given = inner.get("state")
    if given == "setup":
        given = None
    if given is not None and not isinstance(given, str):
        raise ScenarioError(f"`given` is a state in notation or `setup`, got {given!r}")
    known = ("players", "options", "patch")
    said = _fields(setup, known, "setup") if isinstance(setup, Mapping) else {}
    patch |= _mapping(said.get("patch"), "patch")
    return given, patch, said


def _step(data: Json, number: int) -> Step:
    where = f"step {number}"
    fields = _fields(data, STEP_KEYS, where)
    verbs = [verb for verb in VERBS if verb in fields]
    checks = {name: fields[name] for name in CHECKS if name in fields}
    if len(verbs) > 1:
        raise ScenarioError(f"{where} has {' and '.join(verbs)}; it may have one of them")
    if not verbs and not checks:
        raise ScenarioError(f"{where} does and checks nothing; it may {', '.join(VERBS)}")
    if verbs == ["try"] and not checks:
        raise ScenarioError(f"{where} tries something and checks nothing; add `rejected: [...]`")
    _check_switch(fields, "includes", ("rejected", "notices", "pending"), where)
    _check_switch(fields, "exactly", ("events",), where)
    return Step(
        number=number,
        by=None if fields.get("by") is None else str(fields["by"]),
        verb=verbs[0] if verbs else None,
        what=fields[verbs[0]] if verbs else None,
        checks=checks,
        includes=fields.get("includes") is True,
        exactly=fields.get("exactly") is True,
    )


def _check_switch(fields: Mapping[str, Json], name: str, of: Sequence[str], where: str) -> None:
    """`includes` and `exactly` say how a check is meant. Raises `ScenarioError` without one."""
    value = fields.get(name, False)
    if not isinstance(value, bool):
        raise ScenarioError(f"{where}: `{name}` is true or false, got {value!r}")
    if name in fields and not set(of) & set(fields):
        raise ScenarioError(f"{where} has `{name}` and none of what it speaks of: {', '.join(of)}")


def _players(data: Json) -> dict[str, str]:
    match data:
        case None | int():
            return {}
        case str():
            pairs = [pair.strip().partition("=") for pair in data.split(",")]
            return {colour: name or colour.title() for colour, _, name in pairs}
        case Mapping():
            return {str(colour): str(name or colour) for colour, name in data.items()}
        case Sequence():
            return {str(colour): str(colour).title() for colour in data}
    raise ScenarioError(f"`players` is a list of colours, got {data!r}")


def _options(data: Json) -> dict[str, str]:
    return {name: _option(value) for name, value in _mapping(data, "options").items()}


def _option(value: Json) -> str:
    """YAML reads a bare `yes`, `on`, `no` or `off` as true or false; options are words."""
    if isinstance(value, bool):
        raise ScenarioError(f"quote the value of the option: YAML reads it as {value}")
    return str(value)


def _mapping(data: Json, what: str) -> Mapping[str, Json]:
    if data is None:
        return {}
    if not isinstance(data, Mapping):
        raise ScenarioError(f"`{what}` must be a mapping `name: value`, got {data!r}")
    return {str(key): value for key, value in data.items()}


def _fields(data: Json, known: Sequence[str], what: str) -> Mapping[str, Json]:
    if not isinstance(data, Mapping):
        raise ScenarioError(f"{what} must be a mapping, got {data!r}")
    unknown = [str(key) for key in data if key not in known]
    if unknown:
        raise ScenarioError(f"{what} has an unknown key {unknown[0]!r}; known: {', '.join(known)}")
    return data


class _Loader(_Reader):
    """Plain YAML, but a key that stands twice is an error: the first would be lost in silence."""

    def construct_mapping(
        self, node: yaml.MappingNode, deep: bool = False
    ) -> dict[Hashable, object]:
        """Raises `yaml.YAMLError` for a key that stands twice."""
        keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        twice = [key for place, key in enumerate(keys) if key in keys[:place]]
        if twice:
            raise yaml.constructor.ConstructorError(
                None, None, f"the key {twice[0]!r} stands twice", node.start_mark
            )
        return super().construct_mapping(node, deep)
