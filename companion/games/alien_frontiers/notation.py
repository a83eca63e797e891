"""Actions as one line: `red: dock lunar_mine 4`."""

from collections.abc import Callable, Mapping

from companion.core.ids import PlayerId
from companion.games.alien_frontiers import actions as a
from companion.games.alien_frontiers import reading as r
from companion.games.alien_frontiers.data import DATA
from companion.games.alien_frontiers.state import Resource
from companion.games.alien_frontiers.tech_notation import read_discard, read_use, tech_words
from companion.rules.notation import Verb, read_line

Read = Callable[[PlayerId, list[str]], a.Action]


def write_action(action: a.Action) -> str:
    """One line that `read_action` reads back."""
    return f"{action.player}: {' '.join(_words(action))}"


def read_action(text: str) -> a.Action:
    """Raises `NotationError` with what was expected."""
    return read_line(text, DATA.colours, VERBS)


def _words(action: a.Action) -> tuple[str, ...]:
    match action:
        case a.Roll(_, faces, relic):
            return ("roll", *r.written(faces, relic))
        case a.Dock(_, area):
            dice = sorted(action.dice, key=lambda die: (die.value, die.relic))
            return ("dock", area, *map(str, dice))
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
        case a.BuyRelic():
            return ("buy_relic",)
        case _:
            return tech_words(action)


def _roll(player: PlayerId, words: list[str]) -> a.Action:
    return a.Roll(player, *r.faces(words))


def _reroll(player: PlayerId, words: list[str]) -> a.Action:
    return a.Reroll(player, *r.faces(words))


def _dock(player: PlayerId, words: list[str]) -> a.Action:
    if len(words) < 2:
        raise ValueError("a facility and at least one die follow the verb")
    return a.Dock(player, r.facility(words[0]), *r.dice(words[1:]))


def _trade(player: PlayerId, words: list[str]) -> a.Action:
    die = r.die(*r.exactly(words, 1))
    return a.Trade(player, die.value)


def _steal(player: PlayerId, words: list[str]) -> a.Action:
    victim, what = r.exactly(words, 2)
    known = (*(resource.value for resource in Resource), *r.CARDS)
    r.one_of(what, known, "a resource or a card")
    if what in r.CARDS:
        return a.StealCard(player, r.player(victim), what)
    return a.Steal(player, r.player(victim), r.resource(what))


def _pick(player: PlayerId, words: list[str]) -> a.Action:
    colony, territory = r.exactly(words, 2)
    return a.Pick(player, r.player(colony), r.territory(territory))


def _swap(player: PlayerId, words: list[str]) -> a.Action:
    colony, territory = r.exactly(words, 2)
    return a.Swap(player, r.player(colony), r.territory(territory))


def _alone(make: Callable[[PlayerId], a.Action]) -> Read:
    def read(player: PlayerId, words: list[str]) -> a.Action:
        r.exactly(words, 0)
        return make(player)

    return read


VERBS: Mapping[str, Verb[a.Action]] = {
    "roll": Verb("roll FACE...", _roll),
    "dock": Verb("dock FACILITY VALUE...", _dock),
    "trade": Verb("trade VALUE", _trade),
    "launch": Verb("launch", _alone(a.Launch)),
    "land": Verb("land TERRITORY", lambda p, w: a.Land(p, r.territory(*r.exactly(w, 1)))),
    "steal": Verb("steal PLAYER fuel|ore|CARD", _steal),
    "stop_stealing": Verb("stop_stealing", _alone(a.StopStealing)),
    "return": Verb("return fuel|ore", lambda p, w: a.Return(p, r.resource(*r.exactly(w, 1)))),
    "end_turn": Verb("end_turn", _alone(a.EndTurn)),
    "deal": Verb("deal CARD", lambda p, w: a.Deal(p, r.card(*r.exactly(w, 1)))),
    "cycle": Verb("cycle", _alone(a.Cycle)),
    "claim": Verb("claim CARD", lambda p, w: a.Claim(p, r.card(*r.exactly(w, 1)))),
    "use": Verb("use CARD ...", read_use),
    "discard": Verb("discard CARD ...", read_discard),
    "also": Verb("also VALUE", lambda p, w: a.Also(p, r.die(*r.exactly(w, 1)))),
    "throw": Verb("throw", _alone(a.Throw)),
    "reroll": Verb("reroll FACE...", _reroll),
    "shoot": Verb("shoot COLOUR VALUE", lambda p, w: a.Shoot(p, r.ship(w))),
    "stop_shooting": Verb("stop_shooting", _alone(a.StopShooting)),
    "pick": Verb("pick PLAYER TERRITORY", _pick),
    "move": Verb("move TERRITORY", lambda p, w: a.Move(p, r.territory(*r.exactly(w, 1)))),
    "swap": Verb("swap PLAYER TERRITORY", _swap),
    "buy_relic": Verb("buy_relic", _alone(a.BuyRelic)),
}
"""Every verb."""
