"""What a scenario may check after a step. Each check gives the reasons why it does not hold."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.codec import Json, field_types, to_json
from companion.rules.errors import NotationError, PathError, ScenarioError
from companion.rules.game import AnyGame
from companion.rules.paths import look_up
from companion.rules.ruling import Rejected, Ruling, Violation
from companion.rules.scenario_file import Step

NONE = "none"


@dataclass(frozen=True, slots=True)
class Moment:
    """How things stand after a step, and what it led to (nothing, when it only checks)."""

    game: AnyGame
    state: object
    violations: tuple[Violation, ...] = ()
    events: tuple[object, ...] = ()
    notices: tuple[str, ...] = ()


def failures(moment: Moment, step: Step) -> Iterator[str]:
    """What does not hold, in words. Raises `ScenarioError` for a check that makes no sense."""
    for name, expected in step.checks.items():
        for reason in CHECKERS[name](moment, expected, step):
            yield f"{name}: {reason}"


def full_text(game: AnyGame, text: Json, by: str | None) -> str:
    """An action in notation: `by` is put before it unless it says itself who acts."""
    if not isinstance(text, str):
        raise ScenarioError(f"expected an action in notation, got {text!r}")
    if names_player(game, text):
        if by not in (None, text.partition(":")[0].strip()):
            raise ScenarioError(f"`by: {by}` and {text!r} name two players")
        return text
    if by is None:
        raise ScenarioError(f"who does {text!r}? Add `by: PLAYER`, or write `PLAYER: {text}`")
    return f"{by}: {text}"


def names_player(game: AnyGame, text: Json) -> bool:
    """Whether an action says itself who acts: `red: pass`."""
    if not isinstance(text, str) or ":" not in text:
        return False
    return text.partition(":")[0].strip() in game.info.colours


def in_words(violations: Iterable[Violation]) -> str:
    """Codes with the rules in words, one a line."""
    return "".join(f"\n    {broken.code}: {broken.text}" for broken in violations) or " nothing"


def _rejected(moment: Moment, expected: Json, step: Step) -> Iterator[str]:
    found = [violation.code for violation in moment.violations]
    if not _same_codes(found, expected, step):
        at_least = "at least " if step.includes else ""
        yield (f"expected {at_least}{_names(_list(expected))}, found{in_words(moment.violations)}")


def _notices(moment: Moment, expected: Json, step: Step) -> Iterator[str]:
    if not _same_codes(moment.notices, expected, step):
        yield f"expected {_names(_list(expected))}, found {_names(moment.notices)}"


def _events(moment: Moment, expected: Json, step: Step) -> Iterator[str]:
    wanted = [_wanted_event(moment.game, item) for item in _list(expected)]
    found = list(moment.events)
    if step.exactly:
        fits = len(wanted) == len(found) and all(map(_fits, wanted, found))
    else:
        rest = iter(found)  # each search goes on behind what the one before found
        fits = all(any(_fits(want, event) for event in rest) for want in wanted)
    if not fits:
        how = "exactly" if step.exactly else "in this order, others between them allowed,"
        shown = "".join(f"\n    {event}" for event in found) or " none"
        yield f"expected {how} {_shown_events(wanted)}; found{shown}"


def _state(moment: Moment, expected: Json, _step: Step) -> Iterator[str]:
    for path, wanted in _mapping(expected, "state").items():
        try:
            found = to_json(look_up(moment.state, path))
        except PathError as error:
            yield str(error)
            continue
        if found != wanted:
            yield f"{path}: expected {wanted!r}, found {found!r}"


def _pending(moment: Moment, expected: Json, step: Step) -> Iterator[str]:
    found = moment.game.pending(moment.state)
    if expected in (None, False, NONE):
        if found is not None:
            yield f"expected none, found {found.player} {found.kind}: {found.prompt}"
        return
    wanted = _mapping(expected, "pending")
    _known(wanted, ("player", "kind", "choices"), "pending")
    if found is None:
        yield f"expected {dict(wanted)}, found none"
        return
    for name, value in (("player", found.player), ("kind", found.kind)):
        if name in wanted and wanted[name] != value:
            yield f"{name}: expected {wanted[name]!r}, found {value!r}"
    if "choices" in wanted:
        yield from _choices(moment, found.choices, wanted["choices"], found.player, step)


def _choices(
    moment: Moment, found: Sequence[object], expected: Json, player: str, step: Step
) -> Iterator[str]:
    texts = {moment.game.write_action(action) for action in found}
    wanted = {_canonical(moment.game, text, player) for text in _list(expected)}
    missing = wanted - texts
    more = set() if step.includes else texts - wanted
    if missing or more:
        yield f"choices: expected {_names(wanted)}, found {_names(texts)}"


def _legal(moment: Moment, expected: Json, step: Step) -> Iterator[str]:
    for text, ruling in _rulings(moment, expected, step):
        if isinstance(ruling, Rejected):
            yield f"`{text}` is expected to be legal and breaks{in_words(ruling.violations)}"


def _not_legal(moment: Moment, expected: Json, step: Step) -> Iterator[str]:
    for text, ruling in _rulings(moment, expected, step):
        if not isinstance(ruling, Rejected):
            yield f"`{text}` is expected to be illegal and is legal: {ruling.events}"


def _scores(moment: Moment, expected: Json, _step: Step) -> Iterator[str]:
    sheets = {str(sheet.player): sheet for sheet in moment.game.scores(moment.state)}
    for player, wanted in _mapping(expected, "scores").items():
        _known((player,), tuple(sheets), "scores")
        sheet = sheets[player]
        if sheet.total != wanted:
            lines = "".join(f"\n    {line.points} {line.reason}" for line in sheet.lines)
            yield f"{player}: expected {wanted}, found {sheet.total}{lines}"


def _lines(moment: Moment, expected: Json, _step: Step) -> Iterator[str]:
    """Each expected line must be among those of the player; its reason may be a part of theirs."""
    sheets = {str(sheet.player): sheet for sheet in moment.game.scores(moment.state)}
    for player, wanted in _mapping(expected, "lines").items():
        _known((player,), tuple(sheets), "lines")
        found = [(line.points, line.reason) for line in sheets[player].lines]
        for points, reason in _wanted_lines(wanted):
            if not any(points == has and reason.lower() in why.lower() for has, why in found):
                shown = "".join(f"\n    {has} {why}" for has, why in found) or " none"
                yield f"{player}: expected {points} {reason!r}, found{shown}"


def _ended(moment: Moment, expected: Json, _step: Step) -> Iterator[str]:
    outcome = moment.game.outcome(moment.state)
    if isinstance(expected, str):
        if outcome is None or expected.lower() not in outcome.reason.lower():
            yield f"expected {expected!r}, found {outcome.reason if outcome else 'not ended'!r}"
    elif bool(expected) != (outcome is not None):
        yield f"expected {bool(expected)}, found {outcome.reason if outcome else 'not ended'!r}"


def _ranking(moment: Moment, expected: Json, _step: Step) -> Iterator[str]:
    outcome = moment.game.outcome(moment.state)
    found = {str(player): place for player, place in outcome.places.items()} if outcome else {}
    wanted = _wanted_places(expected)
    if any(found.get(player) != place for player, place in wanted.items()):
        yield f"expected {wanted}, found {found or 'not ended'}"


CHECKERS: Mapping[str, Callable[[Moment, Json, Step], Iterator[str]]] = {
    "rejected": _rejected,
    "notices": _notices,
    "events": _events,
    "state": _state,
    "pending": _pending,
    "legal": _legal,
    "not_legal": _not_legal,
    "scores": _scores,
    "lines": _lines,
    "ended": _ended,
    "ranking": _ranking,
}


def _same_codes(found: Iterable[str], expected: Json, step: Step) -> bool:
    wanted = {str(code) for code in _list(expected)}
    return wanted <= set(found) if step.includes else wanted == set(found)


def _wanted_event(game: AnyGame, item: Json) -> tuple[str, Mapping[str, Json]]:
    """`Name` or `Name: {field: value}`, both known to the game."""
    if isinstance(item, Mapping):
        if len(item) != 1:
            raise ScenarioError(f"an event is `Name` or `Name: {{field: value}}`, got {item!r}")
        name, data = next((str(key), value) for key, value in item.items())
    else:
        name, data = str(item), None
    types = {cls.__name__: cls for cls in game.event_types}
    _known((name,), tuple(types), "events")
    fields = _mapping(data, f"events: {name}")
    _known(fields, tuple(field_types(types[name])), f"events: {name}")
    return name, fields


def _fits(wanted: tuple[str, Mapping[str, Json]], event: object) -> bool:
    name, fields = wanted
    same_name = type(event).__name__ == name
    return same_name and all(to_json(getattr(event, key)) == fields[key] for key in fields)


def _shown_events(wanted: Iterable[tuple[str, Mapping[str, Json]]]) -> str:
    return ", ".join(f"{name} {dict(data)}" if data else name for name, data in wanted) or "none"


def _canonical(game: AnyGame, text: Json, by: str | None) -> str:
    full = full_text(game, text, by)
    try:
        return game.write_action(game.read_action(full))
    except NotationError as error:
        raise ScenarioError(f"{full!r} is no action: {error}") from error


def _rulings(moment: Moment, expected: Json, step: Step) -> Iterator[tuple[str, Ruling[object]]]:
    pending = moment.game.pending(moment.state)
    by = step.by or (pending.player if pending else None)
    for item in _list(expected):
        text = _canonical(moment.game, item, None if names_player(moment.game, item) else by)
        yield text, moment.game.judge(moment.state, moment.game.read_action(text))


def _wanted_lines(data: Json) -> Iterator[tuple[Json, str]]:
    """`reason: points`, or a list of `{points, reason}` or of `points reason`."""
    if isinstance(data, Mapping):
        yield from ((points, str(reason)) for reason, points in data.items())
        return
    for item in _list(data):
        match item:
            case {"points": points, "reason": reason}:
                yield points, str(reason)
            case str() if item.partition(" ")[0].lstrip("+-").isdecimal():
                points, _, reason = item.partition(" ")
                yield int(points), reason
            case _:
                raise ScenarioError(f"lines: expected `3 reason` or `reason: 3`, got {item!r}")


def _wanted_places(data: Json) -> Mapping[str, Json]:
    """Places by player, or players from the first on; those who share a place as a list."""
    if isinstance(data, Mapping):
        return data
    places: dict[str, Json] = {}
    for item in _list(data):
        place = len(places) + 1
        places |= {str(player): place for player in _list(item)}
    return places


def _known(names: Iterable[str], known: Sequence[str], what: str) -> None:
    for name in names:
        if name not in known:
            raise ScenarioError(f"{what}: there is no {name!r}; known: {', '.join(known)}")


def _list(data: Json) -> Sequence[Json]:
    """A list; one thing alone stands for a list of it, nothing for an empty one."""
    if data is None or data == NONE:
        return ()
    return data if isinstance(data, list | tuple) else (data,)


def _mapping(data: Json, what: str) -> Mapping[str, Json]:
    if data is None:
        return {}
    if not isinstance(data, Mapping):
        raise ScenarioError(f"{what}: expected `name: value`, got {data!r}")
    return {str(key): value for key, value in data.items()}


def _names(names: Iterable[object]) -> str:
    return ", ".join(sorted(map(str, names))) or "none"
