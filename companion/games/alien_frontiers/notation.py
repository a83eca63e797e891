"""Actions as one line: `red: dock lunar_mine 4`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.core.ids import AreaId, PlayerId
from companion.games.alien_frontiers import actions as a
from companion.games.alien_frontiers.data import DATA, TERRITORIES
from companion.games.alien_frontiers.state import Resource
from companion.rules.errors import NotationError

FACILITIES = tuple(DATA.facilities)


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb with its form (for messages and the docs) and its reader."""

    form: str
    read: Callable[[PlayerId, list[str]], a.Action]


def write_action(action: a.Action) -> str:
    """One line that `read_action` reads back."""
    return f"{action.player}: {' '.join(_words(action))}"


def read_action(text: str) -> a.Action:
    """Raises `NotationError` with what was expected."""
    seat, colon, rest = text.strip().partition(":")
    words = rest.split()
    if not colon or seat not in DATA.colours:
        seats = ", ".join(DATA.colours)
        raise NotationError(f"an action begins with a player and a colon ({seats}), got {text!r}")
    if not words or words[0] not in VERBS:
        got = repr(words[0]) if words else "nothing"
        raise NotationError(f"after {seat}: expected one of {', '.join(VERBS)}, got {got}")
    verb = VERBS[words[0]]
    try:
        return verb.read(PlayerId(seat), words[1:])
    except ValueError as error:
        raise NotationError(f"expected {seat}: {verb.form}, got {text!r}: {error}") from error


def _words(action: a.Action) -> tuple[str, ...]:
    match action:
        case a.Roll(_, faces):
            return ("roll", *map(str, faces))
        case a.Dock(_, area, values):
            return ("dock", area, *map(str, values))
        case a.Trade(_, rate):
            return ("trade", str(rate))
        case a.Launch():
            return ("launch",)
        case a.Land(_, territory):
            return ("land", territory)
        case a.Steal(_, victim, resource):
            return ("steal", victim, resource.value)
        case a.StopStealing():
            return ("stop_stealing",)
        case a.Return(_, resource):
            return ("return", resource.value)
        case a.EndTurn():
            return ("end_turn",)
        case a.Later(_, verb, words):
            return (verb, *words)


def _faces(words: list[str]) -> tuple[int, ...]:
    wrong = [word for word in words if word not in set("123456")]
    if wrong:
        raise ValueError(f"a die shows 1 to 6, not {wrong[0]!r}")
    return tuple(int(word) for word in words)


def _one_of(word: str, known: tuple[str, ...], what: str) -> str:
    if word not in known:
        raise ValueError(f"{what} is one of {', '.join(known)}, not {word!r}")
    return word


def _exactly(words: list[str], count: int) -> list[str]:
    if len(words) != count:
        raise ValueError(f"{count} words follow the verb, not {len(words)}")
    return words


def _roll(player: PlayerId, words: list[str]) -> a.Action:
    return a.Roll(player, _faces(words))


def _dock(player: PlayerId, words: list[str]) -> a.Action:
    if len(words) < 2:
        raise ValueError("a facility and at least one die follow the verb")
    area = _one_of(words[0], FACILITIES, "a facility")
    return a.Dock(player, AreaId(area), _faces(words[1:]))


def _trade(player: PlayerId, words: list[str]) -> a.Action:
    return a.Trade(player, _faces(_exactly(words, 1))[0])


def _launch(player: PlayerId, words: list[str]) -> a.Action:
    _exactly(words, 0)
    return a.Launch(player)


def _land(player: PlayerId, words: list[str]) -> a.Action:
    (word,) = _exactly(words, 1)
    return a.Land(player, AreaId(_one_of(word, TERRITORIES, "a territory")))


def _resource(word: str) -> Resource:
    return Resource(_one_of(word, tuple(resource.value for resource in Resource), "a resource"))


def _steal(player: PlayerId, words: list[str]) -> a.Action:
    victim, what = _exactly(words, 2)
    _one_of(victim, DATA.colours, "a player")
    return a.Steal(player, PlayerId(victim), _resource(what))


def _stop(player: PlayerId, words: list[str]) -> a.Action:
    _exactly(words, 0)
    return a.StopStealing(player)


def _return(player: PlayerId, words: list[str]) -> a.Action:
    (word,) = _exactly(words, 1)
    return a.Return(player, _resource(word))


def _end(player: PlayerId, words: list[str]) -> a.Action:
    _exactly(words, 0)
    return a.EndTurn(player)


def _later(verb: str) -> Callable[[PlayerId, list[str]], a.Action]:
    return lambda player, words: a.Later(player, verb, tuple(words))


VERBS: Mapping[str, Verb] = {
    "roll": Verb("roll FACE...", _roll),
    "dock": Verb("dock FACILITY VALUE...", _dock),
    "trade": Verb("trade VALUE", _trade),
    "launch": Verb("launch", _launch),
    "land": Verb("land TERRITORY", _land),
    "steal": Verb("steal PLAYER fuel|ore", _steal),
    "stop_stealing": Verb("stop_stealing", _stop),
    "return": Verb("return fuel|ore", _return),
    "end_turn": Verb("end_turn", _end),
    "use": Verb("use CARD ...", _later("use")),
    "discard": Verb("discard CARD ...", _later("discard")),
    "cycle": Verb("cycle", _later("cycle")),
    "claim": Verb("claim CARD", _later("claim")),
    "buy_relic": Verb("buy_relic", _later("buy_relic")),
}
"""Every verb; the last five are recognised and never accepted yet."""
