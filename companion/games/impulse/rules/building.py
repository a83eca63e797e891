"""Building ships, and sabotage."""

from companion.core.ids import PlayerId
from companion.core.phrases import listed
from companion.games.impulse import actions as a
from companion.games.impulse.data import CELLS, DOES, GATES, Card, cards_of, gates_of, is_gate
from companion.games.impulse.frames import Work
from companion.games.impulse.rules.rule import Violations, broken
from companion.games.impulse.rules.sharing import built, counting
from companion.games.impulse.state import (
    FACE_DOWN,
    State,
    colour_at,
    enemies,
    patrollers,
    ships_at,
    supply,
    top,
)
from companion.games.impulse.travel import around
from companion.games.impulse.words import colours_or, kinds_name, name, place_name


def check_build(state: State, action: a.Build) -> Violations:
    """A ship of a kind that the card builds, where it builds, and a ship to build."""
    work = top(state)
    assert isinstance(work, Work), "a card or tech is performed"
    card = DOES[work.card]
    kind = "cruiser" if action.gate else "transport"
    found: Violations = ()
    if card.kind not in ("either", kind):
        found += broken("build.wrong_kind", action.cell, kinds=kinds_name(card.kind))
    if not supply(state, action.player):
        found += broken("build.no_ship", player=name(action.player))
    return found + _check_gate(state, action) + _check_card(state, work, card, action)


def _check_gate(state: State, action: a.Build) -> Violations:
    if not action.gate:
        return ()
    words = {"gate": place_name(action.gate), "cell": place_name(action.cell)}
    if action.gate not in gates_of(action.cell):
        return broken("build.not_its_gate", action.cell, **words)
    fleet = state.cruisers.get(action.gate)
    if fleet is None or fleet.player == action.player:
        return ()
    return broken("build.gate_taken", action.gate, who=name(fleet.player), gate=words["gate"])


def _check_card(state: State, work: Work, card: Card, action: a.Build) -> Violations:
    """At home, on one occupied card, or at home and on occupied cards of a colour."""
    player, cell = action.player, action.cell
    home = state.players[player].home
    occupied = ships_at(state, player, cell) > 0
    where, player_name = place_name(cell), name(player)
    found: Violations = ()
    match card.place:
        case "home" if cell != home:
            found += broken("build.not_home", cell, home=place_name(home))
        case "frontier":
            if cell != home:
                found += broken("build.not_home", cell, home=place_name(home))
            elif action.gate in GATES and not _frontier(state, cell, action.gate):
                found += broken("build.no_frontier", action.gate, gate=place_name(action.gate))
        case "outpost":
            if not occupied:
                found += broken("build.not_occupied", cell, player=player_name, cell=where)
            found += _check_one_card(state, work, cell)
        case "colour":
            if cell != home and not _held(state, work, card, cell):
                words = {"cell": where, "player": player_name, "colour": colours_or(card.colours)}
                found += broken("build.wrong_card", cell, **words)
            found += _check_number(state, work, card, action)
    return found + _check_spot(state, work, card, action)


def _frontier(state: State, home: str, gate: str) -> bool:
    return any(state.map.get(cell) == FACE_DOWN for cell in cards_of(gate) if cell != home)


def _check_one_card(state: State, work: Work, cell: str) -> Violations:
    """An occupied card that all ships built so far are on or around, too."""
    ships = built(work)
    shared = [
        each
        for each in CELLS
        if ships_at(state, work.player, each) and all(each in around(place) for _, place in ships)
    ]
    cards = shared or [said for said, _ in ships]
    if not ships or cell in cards:
        return ()
    return broken("build.other_card", cell, cell=listed([place_name(one) for one in cards], "or"))


def _check_number(state: State, work: Work, card: Card, action: a.Build) -> Violations:
    """So many at each place; a cruiser on a gate between two of them counts for either."""
    limit = card.number("count", work.bonus)
    ships = [_at(state, work, card, *ship) for ship in built(work)]
    more = _at(state, work, card, action.cell, action.gate or action.cell)
    if counting([*ships, more], limit) > counting(ships, limit):
        return ()
    return broken("build.enough_there", action.cell, limit=limit, cell=place_name(action.cell))


def _at(state: State, work: Work, card: Card, cell: str, place: str) -> tuple[str, ...]:
    """The card that a ship was built at, and the other of its gate where the card builds, too."""
    home = state.players[work.player].home
    others = (each for each in around(place) if each == home or _held(state, work, card, each))
    return tuple(dict.fromkeys((cell, *others)))


def _held(state: State, work: Work, card: Card, cell: str) -> bool:
    """Whether it is a card of the colour that is occupied."""
    return colour_at(state, cell) in card.colours and ships_at(state, work.player, cell) > 0


def _check_spot(state: State, work: Work, card: Card, action: a.Build) -> Violations:
    """By digest (d) 21: ships at one card spread, or all go to one place of it."""
    if state.options.builds == "spread":
        return ()
    one_card = card.place != "colour"
    spots = [place for cell, place in built(work) if one_card or cell == action.cell]
    if not spots or spots[0] == (action.gate or action.cell):
        return ()
    return broken("build.one_spot", action.cell, cell=place_name(action.cell))


def check_bomb(state: State, action: a.Bomb) -> Violations:
    """An enemy fleet on a card patrolled or occupied, or on a gate of one."""
    work = top(state)
    assert isinstance(work, Work), "a card or tech is performed"
    player, victim, place = action.player, action.victim, action.place
    kind, bombed = DOES[work.card].kind, "cruiser" if is_gate(place) else "transport"
    found: Violations = ()
    if kind not in ("either", bombed):
        found += broken("bomb.wrong_kind", place, kinds=kinds_name(kind))
    if victim not in state.players or not enemies(state, player, victim):
        return found + broken("bomb.mate", place, victim=name(victim))
    if not ships_at(state, victim, place):
        words = {"victim": name(victim), "place": place_name(place)}
        found += broken("bomb.nothing_there", place, **words)
    cells = cards_of(place) if is_gate(place) else (place,)
    if not any(_reaches(state, player, cell) for cell in cells):
        found += broken("bomb.too_far", place, player=name(player), place=place_name(place))
    return found


def _reaches(state: State, player: PlayerId, cell: str) -> bool:
    """Whether a player occupies or patrols a card."""
    return ships_at(state, player, cell) > 0 or player in patrollers(state, cell)
