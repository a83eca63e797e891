"""Positions as one line. The parts are divided by bars, the words of a part by blanks:

`turn=red phase=place round=1 hand=2,4 | red fuel=1 ore=0 stock=3 colonies=8 cards=booster_pod |
blue ... | lunar_mine=grey1,red4 hub.1=red@5:red3 maintenance_bay=blue? lem_badlands=red,red,blue
isolation=lem_badlands display=alien_city,plasma_cannon,stasis_beam`

What is left out is empty or the default; on reading, ships in stock and colonies left are worked
out from those on the board where they are not given. `blue?` is a ship whose face means nothing.
"""

from dataclasses import fields

from companion.core.ids import PlayerId
from companion.games.alien_frontiers.dues import (
    ColonyChoice,
    Due,
    Landing,
    Raid,
    Shooting,
    Thrown,
)
from companion.games.alien_frontiers.options import Options
from companion.games.alien_frontiers.position import COUNTERS, FLAGS, LISTS, NUMBERS
from companion.games.alien_frontiers.state import Player, State, Track


def write_state(state: State) -> str:
    """One line that `read_state` reads back."""
    players = [_player(seat, player) for seat, player in state.players.items()]
    return " | ".join((" ".join(_head(state)), *players, " ".join(_board(state)))).strip()


def _head(state: State) -> tuple[str, ...]:
    words = [f"turn={state.turn}", f"phase={state.phase.value}", f"round={state.round}"]
    optional = {
        "hand": _commas(state.dice),
        "due": _due(state.due),
        "market": _commas(state.market),
        **{name: _commas(getattr(state, name)) for name in LISTS},
        **{name: getattr(state, name) for name in COUNTERS},
        **{name: "yes" * getattr(state, name) for name in FLAGS},
        "borrowed": state.borrowed,
    }
    options = {
        field.name: str(getattr(state.options, field.name))
        for field in fields(Options)
        if getattr(state.options, field.name) != field.default
    }
    return (*words, *(f"{key}={word}" for key, word in {**optional, **options}.items() if word))


def _board(state: State) -> tuple[str, ...]:
    docks = {str(area): _commas(ships) for area, ships in state.docks.items()}
    rows = {f"hub.{number}": _track(track) for number, track in state.hub.items()}
    planet = {str(at): _commas(colonies) for at, colonies in state.planet.items()}
    piles = {"display": _commas(state.display), "discards": _commas(state.discards)}
    words = {**docks, **rows, **planet, **state.fields, **piles}
    return tuple(f"{key}={word}" for key, word in words.items() if word)


def _commas(items: tuple[object, ...]) -> str:
    return ",".join(str(item) for item in items)


def _player(seat: PlayerId, player: Player) -> str:
    numbers = (f"{number}={getattr(player, number)}" for number in NUMBERS)
    cards = (f"cards={_commas(player.cards)}",) if player.cards else ()
    return " ".join((seat, *numbers, *cards))


def _due(due: Due | None) -> str:
    match due:
        case Landing(player, origin):
            return f"land:{player}:{origin}"
        case Raid(player, left, taken):
            return f"raid:{player}:{left}:{taken}"
        case Shooting(player, area, shots):
            return f"shoot:{player}:{area}:{shots}"
        case ColonyChoice(player, card, None):
            return f"colony:{player}:{card}"
        case ColonyChoice(player, card, colony, territory):
            return f"colony:{player}:{card}:{colony}:{territory}"
        case Thrown(player, ships, relic, ready):
            words = f"{ships}{'r' if relic else ''}:{'ready' if ready else 'open'}"
            return f"warp:{player}:{words}"
    return ""


def _track(track: Track) -> str:
    if track.colony is None and not track.ships:
        return ""
    colony = f"{track.colony}@{track.circle}" if track.colony else "none"
    return f"{colony}:{_commas(track.ships)}" if track.ships else colony
