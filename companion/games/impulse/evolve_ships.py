"""The next position after a fact about ships."""

from dataclasses import replace

from companion.core.ids import PlayerId
from companion.games.impulse import events as e
from companion.games.impulse.changes import (
    discarding,
    from_hand,
    popped,
    pushed,
    scored,
    to_hand,
    unseen_to_hand,
    with_card_at,
    with_ships,
    with_top,
)
from companion.games.impulse.data import is_gate
from companion.games.impulse.frames import Attack, Battle, Command, Work, attack
from companion.games.impulse.state import FACE_DOWN, NO_CARD, Fleet, State, top
from companion.games.impulse.travel import around, attack_by, attacks, crossed, swept


def evolve_ships(state: State, event: e.Event) -> State:
    """The next position."""
    player = event.player
    match event:
        case e.PathDeclared():
            return _declared(state, event)
        case e.FleetMoved():
            return _moved(state, event)
        case e.CommandClosed():
            return with_top(state, closed=True)
        case e.TransportsDestroyed(_, victim, cell, ships):
            state = with_ships(state, victim, cell, -ships)
            return scored(state, player, "destroyed", ships)
        case e.CardExplored(_, cell):
            state = unseen_to_hand(with_card_at(state, cell, NO_CARD), player)
            return with_top(state, exploring=cell)
        case e.CardPlaced(_, cell, card):
            state = with_card_at(from_hand(state, player, card), cell, card)
            return with_top(state, exploring="")
        case e.BattleBegan(_, defender, gate, ships, cells):
            battle = Battle(player, defender, gate, ships, cells)
            return pushed(_without_attack(state, gate), battle)
        case e.ReinforcementsLaid(_, count):
            return with_top(state, **{f"laid_{side(state, player)}": count})
        case e.ReinforcementTurned(_, card, counts):
            name = f"{'backing' if counts else 'bluffs'}_{side(state, player)}"
            shown = (*getattr(state.stack[-1], name), card)
            return _turned(with_top(from_hand(state, player, card), **{name: shown}))
        case e.BattleWon():
            return _won(state, event)
        case e.ShipBuilt(_, cell, gate):
            return _built(state, event, gate or cell)
        case e.BombsAimed(_, victim, place):
            return with_top(state, victim=victim, at=place)
    raise AssertionError(f"no such fact: {event}")


def side(state: State, player: PlayerId) -> str:
    """Which side of the battle a player is on."""
    battle = top(state)
    assert isinstance(battle, Battle), "there is a battle"
    return "defending" if player == battle.defender else "attacking"


def _declared(state: State, event: e.PathDeclared) -> State:
    inner = top(state)
    if isinstance(inner, Work):
        command = Command(event.player, inner.card, inner.bonus)
        state = pushed(popped(state), command)
    return with_top(state, path=event.path, ships=event.ships)


def _moved(state: State, event: e.FleetMoved) -> State:
    command = top(state)
    assert isinstance(command, Command), "fleets move by a Command"
    player, path, ships = event.player, event.path, event.ships
    start, end = path[0], path[-1]
    fighting = attacks(state, player, path)
    changed = replace(
        command,
        starts=(*command.starts, start),
        ends=(*command.ends, end),
        around=tuple(c for c in around(end) if not command.starts or c in command.around),
        carried=command.carried + (0 if is_gate(end) else ships),
        dest=command.dest if is_gate(end) else end,
        crossing=tuple(cell for cell in crossed(path) if state.map.get(cell) == FACE_DOWN),
        swept=swept(state, player, path),
        attacks=_joined(command.attacks, attack_by(state, player, ships, path))
        if fighting
        else command.attacks,
        path=(),
        ships=0,
    )
    state = with_ships(state, player, start, -ships)
    state = state if fighting else with_ships(state, player, end, ships)
    return pushed(popped(state), changed)


def _joined(waiting: tuple[str, ...], more: Attack) -> tuple[str, ...]:
    """Fleets that meet on one gate fight one battle."""
    attacks_by_gate = {attack(text).gate: attack(text) for text in waiting}
    same = attacks_by_gate.get(more.gate)
    if same is not None:
        more = Attack(more.gate, same.ships + more.ships, (*same.cells, *more.cells))
    return tuple(map(str, {**attacks_by_gate, more.gate: more}.values()))


def _without_attack(state: State, gate: str) -> State:
    command = top(state)
    assert isinstance(command, Command), "battles follow from a Command"
    waiting = tuple(text for text in command.attacks if attack(text).gate != gate)
    return with_top(state, attacks=waiting)


def _turned(state: State) -> State:
    """Once every reinforcement is turned up, bluffs are back in the hands; only then the deck's
    cards come.
    """
    battle = top(state)
    assert isinstance(battle, Battle), "reinforcements are turned up in a battle"
    if len(battle.cards) < battle.laid_defending + battle.laid_attacking:
        return state
    for card in battle.bluffs_defending:
        state = to_hand(state, battle.defender, card)
    for card in battle.bluffs_attacking:
        state = to_hand(state, battle.player, card)
    return with_top(
        state,
        laid_defending=len(battle.backing_defending),
        laid_attacking=len(battle.backing_attacking),
        bluffs_defending=(),
        bluffs_attacking=(),
    )


def _won(state: State, event: e.BattleWon) -> State:
    battle = top(state)
    assert isinstance(battle, Battle), "a battle was fought"
    state = popped(discarding(state, *battle.cards))
    if event.player == battle.player:
        fleet = Fleet(battle.player, battle.ships)
        state = replace(state, cruisers={**state.cruisers, battle.gate: fleet})
        state = with_top(state, crossing=(), swept=battle.cells)
    state = scored(state, event.player, "battle", 1)
    return scored(state, event.player, "destroyed", event.ships)


def _built(state: State, event: e.ShipBuilt, place: str) -> State:
    work = top(state)
    assert isinstance(work, Work), "ships are built by a card or tech"
    taken = (*work.taken, f"{event.cell}@{place}")
    state = with_top(state, used=work.used + 1, taken=taken)
    return with_ships(state, event.player, place, 1)
