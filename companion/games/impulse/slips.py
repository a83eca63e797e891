"""Where people put ships that may not go there, by the digest's section (b); no word of `judge`.

Each is one ship moved or built so that it breaks that rule and no other.
"""

import random
from collections.abc import Callable, Iterator

from companion.core.ids import AreaId
from companion.core.pieces import Piece
from companion.games.impulse.data import (
    CELLS,
    DOES,
    GATES,
    Card,
    gates_of,
    is_gate,
    next_to,
    shared,
)
from companion.games.impulse.expected import SHIP
from companion.games.impulse.frames import Command, Work
from companion.games.impulse.state import Phase, State, enemies, on_map, ships_at, top
from companion.rules.slips import Slip, SlipKind

Places = Callable[[State], Iterator[tuple[str, str]]]
"""Places that a ship is taken from (empty: from the supply) and put to."""


def _kind(code: str, source: str, places: Places) -> SlipKind:
    """A kind of which one is chosen among all there are in a position."""

    def find(state: State, rng: random.Random) -> Slip | None:
        if state.phase is Phase.OVER:
            return None
        found = sorted(places(state))
        if not found:
            return None
        start, to = rng.choice(found)
        ship = (Piece(SHIP, state.turn),)
        return Slip(state.turn, AreaId(to), ship, (code,), AreaId(start) if start else None)

    return SlipKind(code, source, find)


def _first_fleet(state: State) -> Card | None:
    """The card of a Command of which nothing has moved yet."""
    frame = top(state)
    fresh = isinstance(frame, Command) and not (frame.starts or frame.path or frame.closed)
    card = DOES[frame.card] if fresh and isinstance(frame, Command) else None
    return card if card is not None and not card.route else None


def _only_start(state: State, to: str) -> str | None:
    """The one place next to it with own ships."""
    near = next_to(to) if not is_gate(to) else [g for g in GATES if shared(g, to)]
    starts = [place for place in near if ships_at(state, state.turn, place)]
    return starts[0] if len(starts) == 1 else None


def _steps(state: State, kind: str) -> Iterator[tuple[str, str]]:
    """One step of a ship of that kind from the only place it can come from."""
    for to in CELLS if kind == "transport" else GATES:
        start = _only_start(state, to)
        if start is not None:
            yield start, to


def _patrolled(state: State, cell: str) -> bool:
    fleets = (state.cruisers[gate] for gate in gates_of(cell) if gate in state.cruisers)
    return any(enemies(state, fleet.player, state.turn) for fleet in fleets)


def _foreign(state: State, gate: str) -> bool:
    return gate in state.cruisers and state.cruisers[gate].player != state.turn


def into_a_patrol(state: State) -> Iterator[tuple[str, str]]:
    """A transport onto a card that an enemy patrols."""
    card = _first_fleet(state)
    if card is not None and card.kind != "cruiser":
        yield from (step for step in _steps(state, "transport") if _patrolled(state, step[1]))


def past_a_patrol(state: State) -> Iterator[tuple[str, str]]:
    """A cruiser through a card that an enemy patrols, to a gate without cruisers."""
    card = _first_fleet(state)
    if card is None or card.kind == "transport":
        return
    for start, to in _steps(state, "cruiser"):
        cell = shared(start, to)
        if cell is not None and _patrolled(state, cell) and to not in state.cruisers:
            yield start, to


def a_cruiser_by_a_card_for_transports(state: State) -> Iterator[tuple[str, str]]:
    """A cruiser moved by a card that moves transports only."""
    card = _first_fleet(state)
    if card is None or card.kind != "transport":
        return
    for start, to in _steps(state, "cruiser"):
        cell = shared(start, to)
        if cell is not None and not _patrolled(state, cell) and not _foreign(state, to):
            yield start, to


def away_from_home(state: State) -> Iterator[tuple[str, str]]:
    """A transport built somewhere else than at home, out of reach of those there are."""
    frame = top(state)
    if not isinstance(frame, Work):
        return
    card = DOES[frame.card]
    room = on_map(state, state.turn) < 12
    if (card.place, card.kind) == ("home", "transport") and room:
        home = state.players[state.turn].home
        yield from (("", cell) for cell in CELLS if cell != home)


def onto_a_foreign_gate(state: State) -> Iterator[tuple[str, str]]:
    """A cruiser built at home on a gate with another player's."""
    frame = top(state)
    if not isinstance(frame, Work):
        return
    card = DOES[frame.card]
    room = on_map(state, state.turn) < 12
    if (card.place, card.kind) == ("home", "cruiser") and room:
        home = state.players[state.turn].home
        yield from (("", gate) for gate in gates_of(home) if _foreign(state, gate))


KINDS = (
    _kind("move.patrolled", "(b) Movement: an enemy patrols the card", into_a_patrol),
    _kind("move.patrolled_through", "(b) Movement: no fight, no passing", past_a_patrol),
    _kind("fleet.wrong_kind", "the card moves transports", a_cruiser_by_a_card_for_transports),
    _kind("build.not_home", "the card builds at home", away_from_home),
    _kind("build.gate_taken", "(b) Actions: not with another's cruisers", onto_a_foreign_gate),
)
