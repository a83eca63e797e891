"""A position as one line of text; `docs/notation/impulse.md` explains it."""

from collections.abc import Iterable, Iterator
from dataclasses import fields

from companion.games.impulse.data import CELLS, CORE, GATES
from companion.games.impulse.frame_text import write_frame
from companion.games.impulse.options import Options
from companion.games.impulse.state import FACE_DOWN, Player, State


def write_state(state: State) -> str:
    """The turn, then each player, then the board, between bars."""
    players = (f"{seat} {' '.join(_player(state.players[seat]))}" for seat in state.seats)
    return " | ".join((" ".join(_head(state)), *players, " ".join(_board(state))))


def _head(state: State) -> Iterator[str]:
    yield f"turn={state.turn}"
    yield f"phase={state.phase.value}"
    if state.step:
        yield f"step={state.step}"
    if state.using:
        yield f"using={_listed(state.using)}"
    if state.stack:
        yield f"stack={';'.join(map(write_frame, state.stack))}"
    if state.winner:
        yield f"winner={state.winner}"
    usual = Options()
    for field in fields(Options):
        value = getattr(state.options, field.name)
        if value != getattr(usual, field.name):
            yield f"{field.name}={value}"


def _player(player: Player) -> Iterator[str]:
    yield f"home={player.home}"
    yield f"hand={player.hand}"
    if player.race:
        yield f"race={player.race}"
    for name in ("known", "techs", "minerals", "plan"):
        if cards := getattr(player, name):
            yield f"{name}={_listed(cards)}"
    if player.tally:
        yield f"points={_listed(f'{what}:{n}' for what, n in sorted(player.tally.items()))}"
    if player.out:
        yield "out=yes"


def _board(state: State) -> Iterator[str]:
    yield f"deck={state.deck}"
    for number, row in enumerate(state.impulses, start=1):
        if row:
            yield f"impulse{number if len(state.impulses) > 1 else ''}={_listed(row)}"
    if state.discards:
        yield f"discards={_listed(state.discards)}"
    if state.buried:
        yield f"buried={state.buried}"
    if state.mixed:
        yield f"mixed={state.mixed}"
    for cell in CELLS:
        if cell != CORE and state.map[cell] != FACE_DOWN:
            yield f"{cell}={state.map[cell]}"
        if cell in state.transports:
            ships = state.transports[cell]
            yield f"@{cell}={_listed(f'{seat}{ships[seat]}' for seat in sorted(ships))}"
    for gate in GATES:
        if gate in state.cruisers:
            yield f"@{gate}={state.cruisers[gate].player}{state.cruisers[gate].ships}"


def _listed(words: Iterable[str]) -> str:
    return ",".join(words)
