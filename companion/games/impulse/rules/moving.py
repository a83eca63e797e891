"""Moving fleets: the way is declared first, step by step."""

from companion.core.ids import PlayerId
from companion.core.phrases import listed
from companion.games.impulse import actions as a
from companion.games.impulse.card_words import title
from companion.games.impulse.data import CORE, DOES, is_gate, shared
from companion.games.impulse.frames import Command, Work
from companion.games.impulse.rules.rule import Violations, broken
from companion.games.impulse.state import (
    FACE_DOWN,
    State,
    holds,
    patrolled_against,
    ships_at,
    top,
)
from companion.games.impulse.travel import around, barred, beside_mate, can_rest
from companion.games.impulse.words import kinds_name, name, place_name


def commanding(state: State) -> Command:
    """The Command that is carried out; the common basic tech is one once a card is discarded."""
    frame = top(state)
    if isinstance(frame, Work):
        return Command(frame.player, frame.card, frame.bonus)
    assert isinstance(frame, Command), "fleets move by a Command"
    return frame


def fleets(command: Command) -> int:
    """How many fleets may move."""
    return DOES[command.card].number("fleets", command.bonus)


def moves(command: Command) -> int:
    """How many moves each has."""
    return DOES[command.card].number("moves", command.bonus)


def check_move(state: State, action: a.Move) -> Violations:
    """A fleet of the own ships that the card may move, and its first step."""
    command = commanding(state)
    player, start, to = action.player, action.start, action.to
    found = _check_fleet(state, command, action)
    found += check_step(state, player, (start, to), moves(command) - 1)
    if command.starts and not set(around(to)) & set(command.around):
        found += broken("fleet.other_card", to)
    return found + _check_route(state, command, action)


def _check_fleet(state: State, command: Command, action: a.Move) -> Violations:
    card = DOES[command.card]
    kind = "cruiser" if is_gate(action.start) else "transport"
    found: Violations = ()
    count = ships_at(state, action.player, action.start)
    if not 1 <= action.ships <= count:
        words = {"player": name(action.player), "count": count, "ships": action.ships}
        found += broken("fleet.too_few", action.start, **words)
    if card.kind not in ("either", kind):
        found += broken("fleet.wrong_kind", action.start, kinds=kinds_name(card.kind))
    limit = card.number("ships", command.bonus)
    if card.ships and action.ships > limit:
        found += broken("fleet.too_many", action.start, limit=limit, ships=action.ships)
    again = action.start in command.starts and state.options.split == "barred"
    if again or action.start in command.ends:
        found += broken("fleet.twice", action.start)
    return found


def check_step(state: State, player: PlayerId, path: tuple[str, ...], left: int) -> Violations:
    """One step, after which so many more are left."""
    at, to = path[-2:]
    code = barred(state, player, at, to)
    if code == "move.not_adjacent":
        return broken(code, to, to=place_name(to), start=place_name(at))
    if code:
        cell = shared(at, to) if is_gate(at) else to
        assert cell is not None, "the step crosses a card"
        there = listed([name(each) for each in patrolled_against(state, player, cell)])
        return broken(code, cell, who=there, cell=place_name(cell))
    return () if can_rest(state, player, path, left) else at_mates(state, to)


def at_mates(state: State, gate: str) -> Violations:
    """A fleet may not stay with a mate's cruisers."""
    return broken("move.mates_gate", gate, who=name(state.cruisers[gate].player))


def _check_route(state: State, command: Command, action: a.Move) -> Violations:
    route = DOES[command.card].route
    if route == "core" and CORE not in around(action.to):
        return broken("move.not_core", action.to)
    if route == "face_down" and is_gate(action.start) and is_gate(action.to):
        cell = shared(action.start, action.to)
        if cell is None or state.map.get(cell) != FACE_DOWN:
            return broken("move.not_face_down", action.to)
    return ()


def check_on(state: State, action: a.On) -> Violations:
    """Another step of the way."""
    command = commanding(state)
    left = moves(command) - len(command.path)
    return check_step(state, action.player, (*command.path, action.to), left)


def check_go(state: State, action: a.Go) -> Violations:
    """The way may end where it has been declared to."""
    end = commanding(state).path[-1]
    return at_mates(state, end) if beside_mate(state, action.player, end) else ()


def check_place(state: State, action: a.Place) -> Violations:
    """Any hand card, also the one just explored."""
    if holds(state, action.player, action.card):
        return ()
    return broken("hand.no_such_card", player=name(action.player), card=title(action.card))
