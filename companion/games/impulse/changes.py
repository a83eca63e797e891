"""Small changes of a position, which facts are made of."""

from dataclasses import replace
from typing import Any, cast

from companion.core.ids import PlayerId
from companion.games.impulse.data import CARDS, is_gate
from companion.games.impulse.frames import Frame, Leftover
from companion.games.impulse.state import Fleet, State, ships_at, team_of


def with_player(state: State, player: PlayerId, **changes: object) -> State:
    """Other things of a player."""
    having = replace(cast(Any, state.players[player]), **changes)
    return replace(state, players={**state.players, player: having})


def with_top(state: State, **changes: object) -> State:
    """The innermost action as it now stands."""
    return replace(state, stack=(*state.stack[:-1], replace(cast(Any, state.stack[-1]), **changes)))


def pushed(state: State, *frames: Frame) -> State:
    """More begun inside what is done."""
    return replace(state, stack=(*state.stack, *frames))


def popped(state: State) -> State:
    """The innermost is done with."""
    return replace(state, stack=state.stack[:-1])


def from_hand(state: State, player: PlayerId, card: str) -> State:
    """One card less in hand: one that all have seen, if it is such a card."""
    having = state.players[player]
    known = without(having.known, card)
    return with_player(state, player, hand=having.hand - 1, known=known)


def to_hand(state: State, player: PlayerId, card: str) -> State:
    """One more in hand, which all have seen."""
    having = state.players[player]
    known = tuple(sorted((*having.known, card)))
    return with_player(state, player, hand=having.hand + 1, known=known)


def unseen_to_hand(state: State, player: PlayerId) -> State:
    """One more in hand that nobody else has seen."""
    return with_player(state, player, hand=state.players[player].hand + 1)


def discarding(state: State, *cards: str) -> State:
    """More cards on the discards; basic techs are no cards and are gone."""
    real = (card for card in cards if card in CARDS)
    return replace(state, discards=(*state.discards, *real))


def scored(state: State, player: PlayerId, what: str, points: int) -> State:
    """Points for something."""
    if not points:
        return state
    tally = state.players[player].tally
    return with_player(state, player, tally={**tally, what: tally.get(what, 0) + points})


def with_tech(state: State, player: PlayerId, side: str, card: str) -> State:
    """A card covers a tech slot; the card that was there is discarded."""
    left, right = state.players[player].techs
    old = left if side == "left" else right
    techs = (card, right) if side == "left" else (left, card)
    return with_player(discarding(state, old), player, techs=techs)


def with_mineral(state: State, player: PlayerId, card: str) -> State:
    """One more mineral."""
    minerals = (*state.players[player].minerals, card)
    return with_player(state, player, minerals=minerals)


def planning(state: State, player: PlayerId, card: str) -> State:
    """One more card at the end of the Plan."""
    return with_player(state, player, plan=(*state.players[player].plan, card))


def with_ships(state: State, player: PlayerId, place: str, change: int) -> State:
    """More or fewer ships of a player on a map card or a gate."""
    count = ships_at(state, player, place) + change
    if is_gate(place):
        cruisers = {at: fleet for at, fleet in state.cruisers.items() if at != place}
        if count > 0:
            cruisers[place] = Fleet(player, count)
        return replace(state, cruisers=cruisers)
    there = {who: n for who, n in state.transports.get(place, {}).items() if who != player}
    if count > 0:
        there[player] = count
    transports = {at: ships for at, ships in state.transports.items() if at != place}
    if there:
        transports[place] = there
    return replace(state, transports=transports)


def with_card_at(state: State, cell: str, card: str) -> State:
    """Another card, or none, in a place of the map."""
    return replace(state, map={**state.map, cell: card})


def with_impulse(state: State, player: PlayerId, row: tuple[str, ...]) -> State:
    """The Impulse of a player's side."""
    side = team_of(state, player)
    rows = (*state.impulses[:side], row, *state.impulses[side + 1 :])
    return replace(state, impulses=rows)


def without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    """One of them less, if it is there."""
    left = list(items)
    if item in left:
        left.remove(item)
    return tuple(left)


def leftover_begun(state: State) -> State:
    """A card that will be discarded afterwards is being performed."""
    if state.stack and isinstance(state.stack[-1], Leftover):
        return with_top(state, performed=True)
    return state
