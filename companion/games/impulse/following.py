"""What follows by itself, one fact after the other, until somebody must decide."""

from collections.abc import Iterator, Sequence

from companion.core.ids import PlayerId
from companion.games.impulse import events as e
from companion.games.impulse.data import CORE, DATA, gates_of
from companion.games.impulse.due import due
from companion.games.impulse.frames import Battle, Command, Core, Frame, Leftover, Work, attack
from companion.games.impulse.legal import can_go_on, can_move, can_work
from companion.games.impulse.rules.moving import fleets, moves
from companion.games.impulse.rules.taking import formed, skips
from companion.games.impulse.sizes import battle_icons
from companion.games.impulse.state import (
    FACE_DOWN,
    Phase,
    State,
    boost,
    can_be_dealt,
    enemy_on,
    enemy_transports,
    in_play,
    on_map,
    ships_at,
    team_count,
    top,
)
from companion.games.impulse.travel import attacks
from companion.rules.game import Trigger


def following(state: State) -> e.Event | None:
    """The next fact; `None` when somebody must decide, or the game is over."""
    if state.phase is Phase.OVER:
        return None
    if state.phase is Phase.SETUP:
        return None if due(state) else e.PhaseBegan(state.turn, Phase.ADD)
    ending = _ending(state)
    if ending is not None:
        return ending
    if not state.deck and (state.discards or state.buried):
        return e.DeckShuffled(state.turn)
    frame = top(state)
    return _of_phase(state) if frame is None else _of_frame(state, frame)


def _ending(state: State) -> e.Event | None:
    for player, having in state.players.items():
        if having.score >= DATA.goal:
            return e.GameEnded(player, "goal")
    left = in_play(state)
    for player in left:
        if not on_map(state, player):
            return e.Eliminated(player)
    sides = team_count(state.options, len(state.players))
    if len({state.seats.index(player) % sides for player in left}) == 1:
        return e.GameEnded(left[0], "last")
    return None


def _of_frame(state: State, frame: Frame) -> e.Event | None:
    match frame:
        case Work():
            return _of_work(state, frame)
        case Command():
            return _of_command(state, frame)
        case Battle():
            return _of_battle(state, frame)
        case Core():
            return None
        case Leftover(player, card, performed):
            if performed:
                return e.CardDiscarded(player, card)
            return e.ActionBegan(player, card, boost(state, player, card), "hand")


def _of_work(state: State, work: Work) -> e.Event | None:
    if work.at and not work.victim:
        bonus = boost(state, work.player, work.at)
        return e.ActionBegan(work.player, work.at, bonus, "tech")
    if work.flipping or work.shown:
        return None
    if skips(state, work):
        return e.DrawSkipped(work.player)
    if can_work(state):
        return None
    return e.ActionEnded(work.player, work.card)


def _of_command(state: State, command: Command) -> e.Event | None:
    """Cards crossed, in order; then the next fleet, the battles, and the card moved to."""
    crossing = _crossing(state, command)
    if command.exploring or crossing is not None:
        return crossing
    if command.path:
        ready = len(command.path) > moves(command) or attacks(state, command.player, command.path)
        if ready or not can_go_on(state):
            return e.FleetMoved(command.player, command.ships, command.path)
        return None
    if command.attacks and (command.closed or state.options.fleets == "one_by_one"):
        return _attacking(state, command)
    if not command.closed:
        more = len(command.starts) < fleets(command) and can_move(state)
        return None if more else e.CommandClosed(command.player)
    return _activating(state, command)


def _crossing(state: State, command: Command) -> e.Event | None:
    """In the order of the way, of which cards that are swept are the beginning."""
    if command.exploring:
        return None
    for cell in dict.fromkeys((*command.swept, *command.crossing)):
        if cell in command.swept:
            for victim in enemy_transports(state, command.player, cell):
                ships = ships_at(state, victim, cell)
                return e.TransportsDestroyed(command.player, victim, cell, ships)
        if cell in command.crossing and state.map.get(cell) == FACE_DOWN:
            return e.CardExplored(command.player, cell)
    return None


def _attacking(state: State, command: Command) -> e.Event:
    first = attack(command.attacks[0])
    defender = enemy_on(state, command.player, first.gate)
    assert defender is not None, "nothing takes cruisers away before the battle"
    return e.BattleBegan(command.player, defender, first.gate, first.ships, first.cells)


def _activating(state: State, command: Command) -> e.Event:
    """The card transports have moved to, but not one that they came from."""
    player, cell, ships = command.player, command.dest, command.carried
    if not ships or cell in command.starts:
        return e.ActionEnded(player, command.card)
    if cell == CORE:
        return e.CardActivated(player, cell, "", ships, 0)
    card = state.map[cell]
    return e.CardActivated(player, cell, card, ships, boost(state, player, card, ships))


def _of_battle(state: State, battle: Battle) -> e.Event | None:
    open_choice = due(state)
    if open_choice is not None:
        dry = open_choice[1] == "deal" and not state.deck
        return formed(state)[0] if dry else None
    attacking, defending = battle_icons(battle)
    there = state.cruisers[battle.gate].ships
    if attacking > defending:
        lost = (battle.defender, battle.gate, there, attacking, defending)
        return e.BattleWon(battle.player, *lost)
    lost = (battle.player, battle.gate, battle.ships, defending, attacking)
    return e.BattleWon(battle.defender, *lost)


def _of_phase(state: State) -> e.Event | None:
    player = state.turn
    match state.phase:
        case Phase.ADD if due(state) is None or state.step:
            return e.PhaseBegan(player, Phase.TECH)
        case Phase.TECH if state.step:
            return e.PhaseBegan(player, Phase.IMPULSE)
        case Phase.IMPULSE:
            return _next_card(state, state.impulse, "impulse") or e.PhaseBegan(player, Phase.PLAN)
        case Phase.PLAN if not state.players[player].plan:
            return e.PhaseBegan(player, Phase.SCORE)
        case Phase.USING:
            done = e.PlanEnded(player) if state.using else e.PhaseBegan(player, Phase.SCORE)
            return _next_card(state, state.using, "plan") or done
        case Phase.SCORE:
            return _scoring(state)
        case Phase.DRAW:
            return _drawing(state)
        case Phase.TRIM:
            return _trimming(state)
    return None


def _next_card(state: State, row: tuple[str, ...], source: str) -> e.Event | None:
    if state.step >= len(row):
        return None
    card = row[state.step]
    return e.ActionBegan(state.turn, card, boost(state, state.turn, card), source)


def _scoring(state: State) -> e.Event:
    held = sum(ships_at(state, state.turn, gate) > 0 for gate in gates_of(CORE))
    if held and not state.step:
        return e.CorePatrolled(state.turn, held)
    first = Phase.DRAW if state.options.trim == "after" else Phase.TRIM
    return e.PhaseBegan(state.turn, first)


def _drawing(state: State) -> e.Event:
    """Two cards, as far as the hand has room and there are any."""
    player = state.turn
    room = state.players[player].hand < DATA.hand_limit
    if state.step < DATA.drawn and room and can_be_dealt(state):
        return e.CardDrawn(player) if state.deck else formed(state)[0]
    if state.options.trim == "after":
        return e.PhaseBegan(player, Phase.TRIM)
    return e.TurnPassed(player, next_seat(state, player))


def _trimming(state: State) -> e.Event:
    player = state.turn
    if len(state.impulse) > DATA.impulse_left:
        return e.ImpulseTrimmed(player, state.impulse[0])
    if state.options.trim == "before" and not state.players[player].out:
        return e.PhaseBegan(player, Phase.DRAW)
    return e.TurnPassed(player, next_seat(state, player))


def next_seat(state: State, player: PlayerId) -> PlayerId:
    """Who is next clockwise and still in the game."""
    seats, at = state.seats, state.seats.index(player)
    return next(seat for seat in _round(seats, at) if not state.players[seat].out)


def _round(seats: tuple[PlayerId, ...], at: int) -> Iterator[PlayerId]:
    yield from (*seats[at + 1 :], *seats[:at])


def _follows(state: State, event: e.Event) -> Sequence[e.Event]:
    del event
    fact = following(state)
    return () if fact is None else (fact,)


TRIGGERS: tuple[Trigger[State, e.Event], ...] = (Trigger("what follows by itself", None, _follows),)
