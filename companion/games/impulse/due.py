"""Who must decide what now. Everything else follows by itself."""

from collections.abc import Mapping

from companion.core.ids import PlayerId
from companion.core.phrases import phrase
from companion.games.impulse.data import DOES
from companion.games.impulse.frames import Battle, Command, Core, Work
from companion.games.impulse.state import NO_CARD, Phase, State, can_be_dealt, top

Due = tuple[PlayerId, str]

KINDS: Mapping[str, str] = {
    "race": phrase("choose a race"),
    "home": phrase("put a card face-up at home"),
    "add": phrase("add a card to the Impulse"),
    "tech": phrase("use one tech or none"),
    "work": phrase("use the card"),
    "keep": phrase("choose a tech slot for the card, or discard it"),
    "match": phrase("keep the card, or discard it"),
    "deal": phrase("say which card came off the deck"),
    "command": phrase("choose a fleet to move"),
    "path": phrase("declare the way"),
    "place": phrase("put a card face-up on the map"),
    "reinforce": phrase("lay down reinforcements"),
    "reveal": phrase("turn up a reinforcement"),
    "core": phrase("choose a colour for the Sector Core"),
    "plan": phrase("use the Plan or delay it"),
}
"""What each kind of choice asks for."""


def due(state: State) -> Due | None:
    """The choice that is open; `None` when something follows by itself, or the game is over."""
    if state.phase is Phase.SETUP:
        return _setting_up(state)
    match top(state):
        case None:
            return _of_turn(state)
        case Work(player) as work:
            return player, _working(work)
        case Command(player) as command:
            kind = "place" if command.exploring else "path" if command.path else "command"
            return player, kind
        case Battle() as battle:
            return _in_battle(state, battle)
        case Core(player):
            return player, "core"
    return None


def _setting_up(state: State) -> Due | None:
    for player, having in state.players.items():
        if not having.race:
            return player, "race"
    for player, having in state.players.items():
        if state.map[having.home] == NO_CARD:
            return player, "home"
    return None


def _working(work: Work) -> str:
    if work.flipping:
        return "deal"
    if work.shown:
        return "keep" if DOES[work.card].does == "research" else "match"
    return "work"


def _of_turn(state: State) -> Due | None:
    player, having = state.turn, state.players[state.turn]
    match state.phase:
        case Phase.ADD if having.hand:
            return player, "add"
        case Phase.TECH if not state.step:
            return player, "tech"
        case Phase.PLAN if having.plan:
            return player, "plan"
    return None


def _in_battle(state: State, battle: Battle) -> Due | None:
    """Laying down, turning up and the deck's cards: the defender first, each time."""
    sides = ((battle.defender, "defending"), (battle.player, "attacking"))
    for player, side in sides:
        if getattr(battle, f"laid_{side}") < 0:
            return player, "reinforce"
    for player, side in sides:
        turned = len(getattr(battle, f"backing_{side}")) + len(getattr(battle, f"bluffs_{side}"))
        if turned < getattr(battle, f"laid_{side}"):
            return player, "reveal"
    if not can_be_dealt(state):
        return None
    if len(battle.flipped_defending) < state.cruisers[battle.gate].ships:
        return battle.defender, "deal"
    if len(battle.flipped_attacking) < battle.ships:
        return battle.player, "deal"
    return None
