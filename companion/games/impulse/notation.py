"""Actions as one line: `red: move 2 1 5`."""

from collections.abc import Callable, Mapping

from companion.core.ids import PlayerId
from companion.games.impulse import actions as a
from companion.games.impulse.data import CARDS, CELLS, DATA, GATES, RACES, SIDES
from companion.rules.notation import Verb, read_line

Read = Callable[[PlayerId, list[str]], a.Action]
PLACES = (*CELLS, *GATES)
TAKING = ("trade", "mine", "plan", "research", "execute", "refine", "discard")


def write_action(action: a.Action) -> str:
    """One line that `read_action` reads back."""
    return " ".join((f"{action.player}:", *filter(None, _words(action))))


def read_action(text: str) -> a.Action:
    """Raises `NotationError` with what was expected."""
    return read_line(text, DATA.colours, VERBS)


def _words(action: a.Action) -> tuple[str, ...]:
    match action:
        case a.ChooseRace(_, race):
            return ("race", race)
        case a.SetHome(_, card):
            return ("home", card)
        case a.Add(_, card):
            return ("add", card)
        case a.UseTech(_, side):
            return ("tech", side)
        case a.Take(_, verb, card, side):
            return (verb, card, side)
        case a.Deal(_, card):
            return ("deal", card)
        case a.Keep(_, side):
            return ("keep", side)
        case a.Move(_, ships, start, to):
            return ("move", str(ships), start, to)
        case a.On(_, to):
            return ("on", to)
        case a.Place(_, card):
            return ("place", card)
        case a.Build(_, cell, gate):
            return ("build", cell, gate)
        case a.Bomb(_, victim, place):
            return ("bomb", victim, place)
        case a.Reinforce(_, count):
            return ("reinforce", str(count))
        case a.Reveal(_, card):
            return ("reveal", card)
        case a.ChooseColour(_, colour):
            return ("colour", colour)
        case _:
            return (ALONE[type(action)],)


ALONE: Mapping[type, str] = {
    a.NoTech: "no_tech",
    a.Flip: "flip",
    a.Draw: "draw",
    a.Go: "go",
    a.UsePlan: "use_plan",
    a.DelayPlan: "delay_plan",
    a.Done: "done",
}
"""Actions that are one word."""


def one_of(word: str, known: tuple[str, ...], what: str) -> str:
    """The word, if it is known. Raises `ValueError`."""
    if word not in known:
        raise ValueError(f"{what} is one of {', '.join(known)}, not {word!r}")
    return word


def _some(words: list[str], least: int, most: int | None = None) -> list[str]:
    most = least if most is None else most
    if not least <= len(words) <= most:
        number = str(least) if least == most else f"{least} to {most}"
        raise ValueError(f"{number} words follow the verb, not {len(words)}")
    return words


def card(word: str) -> str:
    """A card by name."""
    return one_of(word, tuple(CARDS), "a card")


def _with_card(make: Callable[[PlayerId, str], a.Action]) -> Read:
    return lambda player, words: make(player, card(*_some(words, 1)))


def _with_side(make: Callable[[PlayerId, str], a.Action]) -> Read:
    return lambda player, words: make(player, one_of(_some(words, 1)[0], SIDES, "a tech slot"))


def _alone(make: Callable[[PlayerId], a.Action]) -> Read:
    def read(player: PlayerId, words: list[str]) -> a.Action:
        _some(words, 0)
        return make(player)

    return read


def _take(verb: str) -> Read:
    def read(player: PlayerId, words: list[str]) -> a.Action:
        if verb != "research":
            return a.Take(player, verb, card(*_some(words, 1)))
        what, side = _some(words, 2)
        return a.Take(player, verb, card(what), one_of(side, SIDES, "a tech slot"))

    return read


def _keep(player: PlayerId, words: list[str]) -> a.Action:
    return a.Keep(player, *(one_of(side, SIDES, "a tech slot") for side in _some(words, 0, 1)))


def _number(word: str, what: str) -> int:
    if not word.isdecimal():
        raise ValueError(f"{what} is a number, not {word!r}")
    return int(word)


def _move(player: PlayerId, words: list[str]) -> a.Action:
    ships, start, to = _some(words, 3)
    places = (one_of(place, PLACES, "a place") for place in (start, to))
    return a.Move(player, _number(ships, "the size of a fleet"), *places)


def _build(player: PlayerId, words: list[str]) -> a.Action:
    cell, *gate = _some(words, 1, 2)
    one_of(cell, CELLS, "a map card")
    return a.Build(player, cell, *(one_of(each, GATES, "a gate") for each in gate))


def _bomb(player: PlayerId, words: list[str]) -> a.Action:
    victim, place = _some(words, 2)
    one_of(victim, DATA.colours, "a player")
    return a.Bomb(player, PlayerId(victim), one_of(place, PLACES, "a place"))


VERBS: Mapping[str, Verb[a.Action]] = {
    "race": Verb(
        "race RACE", lambda p, w: a.ChooseRace(p, one_of(_some(w, 1)[0], RACES, "a race"))
    ),
    "home": Verb("home CARD", _with_card(a.SetHome)),
    "add": Verb("add CARD", _with_card(a.Add)),
    "tech": Verb("tech left|right", _with_side(a.UseTech)),
    **{
        verb: Verb(f"{verb} CARD{' left|right' * (verb == 'research')}", _take(verb))
        for verb in TAKING
    },
    "deal": Verb("deal CARD", _with_card(a.Deal)),
    "keep": Verb("keep [left|right]", _keep),
    "move": Verb("move SHIPS FROM TO", _move),
    "on": Verb("on TO", lambda p, w: a.On(p, one_of(_some(w, 1)[0], PLACES, "a place"))),
    "place": Verb("place CARD", _with_card(a.Place)),
    "build": Verb("build CELL [GATE]", _build),
    "bomb": Verb("bomb PLAYER PLACE", _bomb),
    "reinforce": Verb(
        "reinforce COUNT", lambda p, w: a.Reinforce(p, _number(_some(w, 1)[0], "a count"))
    ),
    "reveal": Verb("reveal CARD", _with_card(a.Reveal)),
    "colour": Verb(
        "colour COLOUR",
        lambda p, w: a.ChooseColour(p, one_of(_some(w, 1)[0], DATA.gems, "a colour")),
    ),
    **{word: Verb(word, _alone(make)) for make, word in ALONE.items()},
}
"""Every verb."""
